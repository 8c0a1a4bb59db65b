"""Wall Making Game."""

from grundy.contests.boards import board_inputs, board_reader
from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample

PROBLEM = OldProblem(
    id="boj-11717",
    title="Wall Making Game",
    source="JAG Spring Contest 2015, problem L",
    game="wall-making",
    limits="1 <= H, W <= 20",
    positions=board_reader("wall-making", ("H", "W"), 20),
    inputs=board_inputs("wall-making", 20),
    outputs=("First", "Second"),
    samples=(
        Sample("2 2\n..\n..\n", "Second\n"),
        Sample("2 2\nX.\n..\n", "First\n"),
        Sample("4 5\nX....\n...X.\n.....\n.....\n", "First\n"),
    ),
    aliases=("jag-spring-2015-l",),
)
