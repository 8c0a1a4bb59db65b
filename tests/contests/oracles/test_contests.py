"""Contest problems: vectors, samples, limits, and every kind of wrong input."""

from __future__ import annotations

import dataclasses
import itertools
import random

import pytest

import grundy
from grundy import contests
from grundy.contests import answer
from grundy.contests.circles import circle as circle_of
from grundy.contests.stress.inputs import Inputs
from grundy.core.nimbers import mex
from grundy.core.values import Outcome
from grundy.errors import InputError, OverBudgetError, UnknownNameError
from grundy.games.families.graphs import circle
from grundy.runtime.limits import limited
from support.project import VECTORS, cases

PROBLEMS = [problem.id for problem in contests.all_problems()]


@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_vectors(path: object) -> None:
    problem = path.stem  # type: ignore[attr-defined]
    for text, output in cases(problem):
        assert answer(problem, text).split() == output.split(), text


@pytest.mark.parametrize("problem", PROBLEMS)
def test_samples(problem: str) -> None:
    for sample in contests.find(problem).samples:
        assert answer(problem, sample.input) == sample.output
        assert answer(problem, sample.input.replace("\n", "\r\n").rstrip()) == sample.output


@pytest.mark.parametrize(
    "problem",
    [
        pytest.param(one, marks=pytest.mark.slow) if one in {"boj-16888", "cses-2207", "cses-2208"} else one
        for one in PROBLEMS
        if contests.find(one).values
    ],
)
def test_values_are_those_of_positions(problem: str) -> None:
    """The faster way to the answers leads to the same ones, on all tiny inputs and some random ones."""
    fast = contests.find(problem)
    inputs = Inputs(fast)
    for case in (*itertools.islice(inputs.tiny(), 60), *itertools.islice(inputs.random(random.Random(1)), 3)):
        if len(inputs.text(case)) < 2000:
            assert fast.answer_case(case) == dataclasses.replace(fast, values=None).answer_case(case)


def test_alias() -> None:
    assert contests.find("jag-spring-2015-l") is contests.find("boj-11717")
    assert answer("jag-spring-2015-l", "2 2\nX.\n..\n") == "First\n"
    with pytest.raises(
        UnknownNameError, match=r"expected the name of a problem, found 'boj-1171'; did you mean boj-11717"
    ):
        contests.find("boj-1171")


# The corner cases of the Wall Making Game.


def wall_making(rows: list[str]) -> str:
    return answer("boj-11717", f"{len(rows)} {len(rows[0])}\n" + "\n".join(rows)).strip()


@pytest.mark.parametrize("side", [1, 2, 20])
def test_wall_making_all_x_is_lost(side: int) -> None:
    assert wall_making(["X" * side] * side) == "Second"


def test_wall_making_1_by_1() -> None:
    assert wall_making(["."]) == "First"
    assert wall_making(["X"]) == "Second"


@pytest.mark.parametrize("length", [1, 2, 3, 7, 20])
def test_wall_making_a_line_takes_one_move(length: int) -> None:
    """A pick walls the whole line in."""
    assert wall_making(["." * length]) == "First"
    assert wall_making(["."] * length) == "First"
    assert wall_making(["X" * (length - 1) + "."]) == "First"


def test_wall_making_a_row_or_column_all_x() -> None:
    """Such a line is picked nowhere, but walls run over it: 2 x 20 with one row of X is won at once."""
    assert wall_making(["X" * 20, "." * 20]) == "First"
    assert wall_making(["X."] * 20) == "First"
    middle = ["." * 3, "X" * 3, "." * 3]
    assert wall_making(middle) == wall_making(["".join(column) for column in zip(*middle, strict=True)])


def test_wall_making_20_by_20_empty() -> None:
    """Empty boards by their height and width alone: g(h, w) from the four boards around a cross."""
    values = [[0] * 21 for _ in range(21)]
    for height, width in itertools.product(range(1, 21), repeat=2):
        values[height][width] = mex(
            values[i][j] ^ values[i][width - 1 - j] ^ values[height - 1 - i][j] ^ values[height - 1 - i][width - 1 - j]
            for i in range(height)
            for j in range(width)
        )
    assert values[20][20] > 0
    assert wall_making(["." * 20] * 20) == "First"
    for height, width in [(2, 2), (2, 20), (19, 20), (20, 19), (19, 19), (4, 6)]:
        assert wall_making(["." * width] * height) == ("First" if values[height][width] else "Second")


def test_diagonal_swapping_letters_is_not_mirroring() -> None:
    """Mirrored boards with L and R swapped are the same game; swapping alone is another."""
    rng = random.Random(2)
    swap = str.maketrans("LR", "RL")
    differs = False
    for _ in range(40):
        rows = ["".join(rng.choice("LRX") for _ in range(5)) for _ in range(3)]
        text = "\n".join(rows)
        mirrored = "\n".join(row[::-1].translate(swap) for row in rows)
        assert answer("cf-138d", f"3 5\n{text}") == answer("cf-138d", f"3 5\n{mirrored}")
        differs |= answer("cf-138d", f"3 5\n{text}") != answer("cf-138d", f"3 5\n{text.translate(swap)}")
    assert differs


def test_diagonal_and_card_are_one_game() -> None:
    rng = random.Random(3)
    letters = str.maketrans("LRX", "RBG")
    for _ in range(40):
        text = "\n".join("".join(rng.choice("LRX") for _ in range(6)) for _ in range(5))
        wins = answer("cf-138d", f"5 6\n{text}") == "WIN\n"
        assert (answer("boj-26102", f"5 6\n{text.translate(letters)}") == "W\n") == wins
        assert (answer("boj-16883", f"5 6\n{text}") == "koosaga\n") == wins


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(("boj-11717", "20 20\n" + "\n".join(["." * 20] * 20)), id="boj-11717"),
        pytest.param(("boj-16883", "20 20\n" + "\n".join(["LRX."[:3] * 6 + "LR"] * 20)), id="boj-16883"),
        pytest.param(("boj-26102", "25 25\n" + "\n".join(["RBG" * 8 + "R"] * 25)), id="boj-26102"),
        pytest.param(
            ("boj-28218", "300 300 299\n" + "\n".join(["." * 300] * 300) + "\n300\n" + "7 9\n" * 300), id="boj-28218"
        ),
        pytest.param(("boj-13034", "1000"), id="boj-13034"),
        pytest.param(("boj-16187", "5000\n" + "\n".join(map(str, range(3, 5001))) + "\n3\n4"), id="boj-16187"),
    ],
)
def test_the_largest_inputs(text: tuple[str, str]) -> None:
    problem, content = text
    assert set(answer(problem, content).split()) <= {"First", "Second", "koosaga", "cubelover", "W", "L", "1", "2"}


@pytest.mark.parametrize(
    ("problem", "text", "message"),
    [
        ("boj-11717", "", "1:1: expected H, an integer from 1 to 20, found the end of the text"),
        ("boj-11717", "2", "1:2: expected W, an integer from 1 to 20, found the end of the text"),
        ("boj-11717", "0 3\n", "1:1: expected H, an integer from 1 to 20, found '0'"),
        ("boj-11717", "3 -1\n", "1:3: expected W, an integer from 1 to 20, found '-1'"),
        ("boj-11717", "21 2\n", "1:1: expected H, an integer from 1 to 20, found '21'"),
        ("boj-11717", "a 2\n", "1:1: expected H, an integer from 1 to 20, found 'a'"),
        ("boj-11717", "2 2\nX.\n.Q\n", "3:2: expected '.' or 'X', found 'Q'"),
        ("boj-11717", "2 2\nX.\n.#\n", "3:2: expected '.' or 'X', found '#'"),
        ("boj-11717", "2 2\nX.\n.\n", "3:2: expected a row of 2 cells, found 1 cell"),
        ("boj-11717", "2 2\nX.\n...\n", "3:3: expected a row of 2 cells, found 3 cells"),
        ("boj-11717", "2 2\nX.\n", "3:1: expected row 2 of the board, found the end of the text"),
        ("boj-11717", "2 2\nX.\n..\n..\n", "4:1: expected the end of the text, found '..'"),
        ("boj-16883", "1 3\nLRB\n", "2:3: expected 'L', 'R' or 'X', found 'B'"),
        ("boj-16883", "1 3\nLR.\n", "2:3: expected 'L', 'R' or 'X', found '.'"),
        ("cf-138d", "1 21\n", "1:3: expected M, an integer from 1 to 20, found '21'"),
        ("boj-26102", "26 1\n", "1:1: expected N, an integer from 1 to 25, found '26'"),
        ("boj-28218", "1 2 0\n", "1:1: expected N, an integer from 2 to 300, found '1'"),
        ("boj-28218", "2 3 2\n", "1:5: expected K, an integer from 0 to 1, found '2'"),
        (
            "boj-28218",
            "2 2 0\n..\n..\n2\n1 1\n",
            "6:1: expected x, an integer from 1 to 2, found the",
        ),
        (
            "boj-28218",
            "2 2 0\n..\n..\n1\n3 1\n",
            "5:1: expected x, an integer from 1 to 2, found '3'",
        ),
        (
            "boj-28218",
            "2 2 0\n..\n..\n1\n1 0\n",
            "5:3: expected y, an integer from 1 to 2, found '0'",
        ),
        (
            "boj-28218",
            "2 2 0\n.#\n..\n2\n1 1\n1 2\n",
            "6:3: expected an input in which the cell of a query is open, found query 2 about r1c2, which is blocked",
        ),
        (
            "boj-28218",
            "2 2 0\n..\n..\n1\n2 2\n",
            "5:3: expected an input in which no query is about the last cell, found query 1 about r2c2, the last cell",
        ),
        (
            "boj-28218",
            "2 2 0\n..\n.#\n1\n1 1\n",
            (
                "3:1: expected an input in which the last cell is open, and can be reached from each open cell "
                "by moves of the piece, "
                "found the blocked cell r2c2"
            ),
        ),
        (
            "boj-28218",
            "3 3 0\n..#\n##.\n...\n1\n3 1\n",
            (
                "4:1: expected an input in which the last cell is open, and can be reached from each open cell "
                "by moves of the piece, "
                "found r1c2, from which it cannot be reached"
            ),
        ),
        ("boj-28218", "2 2 0\n..\n..\n0\n", "4:1: expected Q, an integer from 1 to 300, found '0'"),
        ("boj-28218", "2 2 0\n..\n..\n1\n1 1\n1\n", "6:1: expected the end of the text, found '1'"),
        ("boj-13034", "2", "1:1: expected N, an integer from 3 to 1000, found '2'"),
        ("boj-13034", "3 3", "1:3: expected the end of the text, found '3'"),
        ("boj-13034", "3.0", "1:1: expected N, an integer from 3 to 1000, found '3.0'"),
        ("agc-017-d", "3\n1 2\n2 1\n", "3:3: expected an edge that joins two parts of the tree, found 2 1, which"),
        ("agc-017-d", "3\n1 2\n2 4\n", "3:3: expected y, an integer from 1 to 3, found '4'"),
        ("agc-017-d", "1\n", "1:1: expected N, an integer from 2 to 100000, found '1'"),
        ("poj-2425", "2\n1 1\n1 0\n0\n", "2:1: expected moves without a cycle, found the cycle 0 1 0"),
        ("poj-2425", "2\n1 1\n1 2\n0\n", "3:3: expected a position, an integer from 0 to 1, found '2'"),
        ("poj-2425", "1\n0\n11", "3:1: expected M, an integer from 1 to 10, found '11'"),
        ("poj-2425", "1\n0\n1 0\n", "4:1: expected M, an integer from 1 to 10, found the end of the text"),
        ("cf-787c", "5\n2 3 3\n1 1\n", "2:5: expected a number that has not come yet, found '3'"),
        ("cf-787c", "5\n5 1 2 3 4 5\n1 1\n", "2:1: expected k1, an integer from 1 to 4, found '5'"),
        ("cf-787c", "7001\n", "1:1: expected n, an integer from 2 to 7000, found '7001'"),
        ("luogu-p4055", "2 2\n.#\n.X\n", "3:2: expected '.' or '#', found 'X'"),
        ("luogu-p4055", "101 2\n", "1:1: expected N, an integer from 1 to 100, found '101'"),
        ("boj-16187", "2\n3\n", "3:1: expected N, an integer from 3 to 5000, found the end of the text"),
        ("boj-16187", "5001\n", "1:1: expected T, an integer from 1 to 5000, found '5001'"),
    ],
)
def test_wrong_inputs(problem: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        answer(problem, text, source="bad.txt")
    assert str(caught.value).startswith(f"bad.txt:{message}")


def test_no_limits_lifts_the_upper_ones_only() -> None:
    board = "21 1\n" + ".\n" * 21
    with pytest.raises(InputError):
        answer("boj-11717", board)
    assert answer("boj-11717", board, limits=False) == "First\n"
    assert answer("boj-28218", "2 2 9\n..\n..\n1\n1 1\n", limits=False) == "First\n"
    assert answer("boj-13034", "1001", limits=False) == answer("boj-16187", "1\n1001").replace("First", "1").replace(
        "Second", "2"
    )
    for problem, text in (("boj-11717", "0 1\n"), ("boj-28218", "1 1 0\n.\n1\n1 1\n"), ("boj-13034", "2")):
        with pytest.raises(InputError, match="an integer of at least"):
            answer(problem, text, limits=False)


@pytest.mark.parametrize("count", ["2000000000", "99999999999999999999"])
@pytest.mark.parametrize(
    ("problem", "text", "message"),
    [
        ("agc-017-d", "{}\n1 2\n2 4\n", "4:1: expected x, an integer from 1 to {}, found the end of the text"),
        ("cf-787c", "{}\n1 7\n2 7 5\n", "a digraph of .* edges .*: .* bytes, the budget is 1,000,000"),
        ("boj-16187", "{}\n3\n", "3:1: expected N, an integer of at least 3, found the end of the text"),
        ("boj-11717", "{} 2\n..\n", "3:1: expected row 2 of the board, found the end of the text"),
        ("boj-28218", "2 2 1\n..\n..\n{}\n1 1\n", "6:1: expected x, .*, found the end of the text"),
        ("luogu-p4055", "2 {}\n..\n", "2:3: expected a row of .* cells, found 2 cells"),
        ("poj-2425", "{}\n1 2\n0\n", "4:1: expected X, an integer .*, found the end of the text"),
        ("poj-2425", "2\n{} 1\n0\n0\n", ":1: expected .*"),
        ("poj-2425", "1\n0\n{} 0\n", "4:1: expected tokens, an integer from 0 to 0, found the end of the text"),
    ],
)
def test_a_number_that_the_input_cannot_hold(problem: str, text: str, message: str, count: str) -> None:
    """Without limits, too: nothing is made for a number alone. What has few words and takes much is refused."""
    with limited(table_bytes=10**6), pytest.raises((InputError, OverBudgetError), match=message.format(count)):
        answer(problem, text.format(count), limits=False)


def test_positions_of_few_palaces_need_a_small_table() -> None:
    problem = contests.find("boj-16879")
    asked = problem.asked(problem.form.read("2\n3 2\n4 4\n"))
    with limited(kernel_options=10**6):
        assert asked[0].at.outcome is Outcome.N


def test_huge_circles_are_answered_by_the_period() -> None:
    with limited(table_bytes=10**6):
        assert answer("boj-16187", f"3\n{34 * 10**18 + 75}\n{34 * 10**18 + 80}\n75\n", limits=False) == answer(
            "boj-16187", f"3\n{34 * 30 + 75}\n{34 * 20 + 80}\n75\n"
        )


def test_moves_on_a_huge_circle_are_refused() -> None:
    position = circle_of("polygon", 10**6)
    with pytest.raises(OverBudgetError, match="the moves among 1,000,000 points: 499,999,500,000 options"):
        position.winning_moves().one()
    with pytest.raises(OverBudgetError, match="the moves among"):
        position.choices()[0]


def test_errors_use_the_singular_for_one_cell() -> None:
    with pytest.raises(InputError, match="expected a row of 1 cell, found 2 cells"):
        answer("boj-11717", "1 1\n..\n")


@pytest.mark.parametrize(
    ("problem", "text", "own", "position"),
    [
        ("boj-13034", "15\n", "1", "15"),
        ("boj-16187", "2\n3\n5\n", "First First", "5"),
        ("poj-2425", "2\n0\n1 0\n1 1\n2 1 1\n0\n", "WIN WIN", "1 + 1"),
        ("poj-2425", "2\n0\n1 0\n1 1\n2 1 1\n0\n", "", "1"),
        ("cf-787c", "5\n2 3 2\n3 1 2 3\n", "Lose Win Win Loop\nLoop Win Lose Win\n", "player 2 on 4"),
        ("luogu-p4055", "3 3\n.##\n...\n#.#\n", "WIN\n2 3\n", "@r3c2"),
        ("luogu-p4055", "1 2\n..\n", "WIN\n1 2\n", "@r1c2"),
        ("luogu-p4055", "1 2\n..\n", "WIN\n", "@r1c1"),
    ],
)
def test_the_position_about_which_an_output_is_wrong(problem: str, text: str, own: str, position: str) -> None:
    found = contests.find(problem)
    assert str(found.mistaken(found.form.read(text), own)).endswith(position)


def test_the_starts_of_a_maze_are_those_of_its_positions() -> None:
    rows = ["..#..", ".#...", "...#.", "##..."]
    maze = "\n".join(["4 5", *rows, ""])
    positions = list(contests.find("luogu-p4055").read(maze))
    open_cells = [
        (r + 1, c + 1) for r, line in enumerate(maze.split()[2:]) for c, cell in enumerate(line) if cell == "."
    ]
    lost = [cell for cell, position in zip(open_cells, positions, strict=True) if position.outcome is Outcome.P]
    assert answer("luogu-p4055", maze) == "".join(["WIN\n", *(f"{row} {column}\n" for row, column in lost)])
    assert len(lost) > 1
    assert answer("luogu-p4055", "1 2\n##\n") == "LOSE\n"


def test_places_on_a_circle_are_those_of_a_digraph() -> None:
    rng = random.Random(4)
    for _ in range(30):
        places = rng.randint(2, 12)
        steps = tuple(rng.sample(range(1, places), rng.randint(1, places - 1)) for _ in range(2))
        found = circle.outcomes(places, steps)  # type: ignore[arg-type] # two of them
        edges = {
            (player, place): [(1 - player, (place + step) % places) for step in steps[player] if place]
            for player in range(2)
            for place in range(places)
        }
        assert found.ravel().tolist() == grundy.digraph(edges).outcomes().tolist()
