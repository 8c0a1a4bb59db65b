"""Wall Making Game."""

from grundy import games
from grundy.contests import Int, Line, Problem, Rows, Sample, Words

PROBLEM = Problem(
    title="Wall Making Game",
    source="JAG Spring Contest 2015, problem L",
    game="wall-making",
    input=(Line(Int("H", 1, 20), Int("W", 1, 20)), Rows("board", "H", "W", ".X")),
    position=lambda board: games.wall_making("\n".join(board)),
    output=Words("First", "Second"),
    samples=(
        Sample("2 2\n..\n..\n", "Second\n"),
        Sample("2 2\nX.\n..\n", "First\n"),
        Sample("4 5\nX....\n...X.\n.....\n.....\n", "First\n"),
    ),
    aliases=("jag-spring-2015-l",),
)
