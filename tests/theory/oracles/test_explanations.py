"""Explanations are true: each option, value, xor and reply is worked out again without it."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

import grundy
from grundy import Position, games
from grundy.contests import Words, all_problems
from grundy.errors import IllegalMoveError, OverBudgetError, RulesetError
from grundy.games import Game, sampling
from grundy.games.families.cutting.board import CutKind
from grundy.games.notations.letter_boards import LetterBoards
from grundy.runtime.messages import Message
from literal import card, cram_cells, diagonal, game_on_plane, grid_game, heaps, pieces, wall_making
from support.compiled_games import as_python
from support.oracles import oracle
from support.project import ROOT

MYGAMES = str(ROOT / "docs" / "mygames.py")

# A literal sum: the text of a Wall Making board, heaps of Kayles, distances of the queen, free cells of Cram.
Literal = tuple[str, tuple[int, ...], tuple[int, int], cram_cells.Cells]


def literal_moves(state: Literal) -> dict[str, Literal]:
    """Map each move, in the texts of grundy, to the state after it: each game by its oracle."""
    wall, pins, queen, free = state
    found: dict[str, Literal] = {
        f"1:{move}": (after, pins, queen, free) for move, after in wall_making.moves(wall).items()
    }
    for place, heap in enumerate(pins):
        for left in heaps.moves("0.77", heap):
            after = (*pins[:place], *left, *pins[place + 1 :])
            found[f"{2 + place}:{heap} -> {'+'.join(map(str, left)) or 0}"] = (wall, tuple(sorted(after)), queen, free)
    last = 1 + max(1, len(pins))  # each heap is a part of the sum, and so is the board before them
    for row, column in pieces.moves("queen", *queen):
        found[f"{last + 1}:to {row} {column}"] = (wall, pins, (row, column), free)
    for move, cells in cram_cells.moves(free).items():
        found[f"{last + 2}:{move}"] = (wall, pins, queen, cells)
    return found


@cache
def wins(state: Literal) -> bool:
    """Say whether the next player wins: nothing but moves, no value of any part."""
    return any(not wins(after) for after in literal_moves(state).values())


def random_sum(rng: random.Random, cells: int, pins: int) -> tuple[Position, Literal]:
    wall = str(sampling.random_position(games.find("wall-making"), rng, cells))
    sizes = tuple(sorted(rng.randint(0, pins) for _ in range(rng.randint(1, 2))))
    queen = (rng.randint(0, 2), rng.randint(0, 3))
    height, width = rng.choice([(1, 2), (1, 4), (2, 2), (2, 3)])
    rows = "\n".join("".join(rng.choice("...#") for _ in range(width)) for _ in range(height))
    position = (
        games.find("wall-making")(wall)
        + games.find("kayles")(*sizes)
        + games.find("wythoff")(*queen)
        + games.find(f"{MYGAMES}:cram")(rows)
    )
    return position, (wall, sizes, queen, cram_cells.read(rows))


@pytest.mark.slow
def test_winning_moves_of_unlike_sums_are_those_of_brute_force() -> None:
    """Sums of four unlike games, one of them declared: outcome and each winning move."""
    rng = random.Random(11717)
    outcomes = set()
    for _ in range(150):
        position, literal = random_sum(rng, 4, 3)
        brute = literal_moves(literal)
        assert {choice.move for choice in position.choices()} == set(brute), position
        assert (position.outcome is grundy.Outcome.N) == wins(literal), position
        winning = {move for move, after in brute.items() if not wins(after)}
        assert {choice.move for choice in position.winning_moves()} == winning, position
        explained = position.explain()
        assert explained.outcome == ("N" if winning else "P")
        assert set(explained.winning) <= winning
        assert len(explained.winning) + (explained.winning_left_out or 0) == len(winning)
        outcomes.add(explained.outcome)
    assert outcomes == {"N", "P"}


def assert_fits_a_page(text: str) -> None:
    assert text
    for line in text.splitlines():
        assert len(line) < 80, line
        assert line == line.rstrip(), line


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_explanations_of_edge_cases_fit_80_columns(game: games.Game) -> None:
    with as_python():  # machine code of rules takes seconds to compile
        for position in [game(game.sample), *list(sampling.edge_cases(game, 5))[:40]]:
            explained = position.explain()
            assert_fits_a_page(str(explained))
            json.dumps(explained.data())


TWO_WORDS = [one for one in all_problems() if type(one.output) is Words and not (one.output.case or one.output.misere)]


@pytest.mark.parametrize("problem", TWO_WORDS, ids=lambda one: one.id)
def test_positions_of_problems(problem: Any) -> None:
    """The samples of a problem read as positions, whose outcomes are its answers."""
    words = {"N": problem.output.wins, "P": problem.output.loses}
    for sample in problem.samples:
        found = [words[position.explain().outcome] for position in problem.read(sample.input)]
        assert "".join(f"{word}\n" for word in found) == sample.output


@pytest.mark.slow
def test_large_positions_are_bounded() -> None:
    heap = grundy.games.nim(10**18, 5).explain()
    assert heap.why is not None
    assert [result.value for result in heap.why.results] == list(range(8))
    assert heap.why.left_out == 10**18 - 8
    assert (heap.why.moves, heap.why.counted) == (None, 1000)
    assert heap.winning == (f"1:{10**18} -> 5",)
    assert "999,999,999,999,999,992 more" in str(heap)
    many = grundy.games.nim(*[3] * 501).explain()
    assert (len(many.parts), many.parts_left_out, many.rest) == (24, 477, 3)
    assert many.winning == tuple(f"{heap}:3 -> 0" for heap in range(1, 25))
    assert "and 477 more together" in str(many)
    lost = grundy.games.nim(10**18, 10**18).explain()
    assert len(lost.replies) == 3
    assert lost.replies_left_out is None
    assert "Replies to the first 3 of very many moves" in str(lost)
    wide = grundy.games.wall_making("." * 200).explain()
    assert len(wide.winning) + (wide.winning_left_out or 0) == 200
    points = grundy.games.polygon(1000).explain()
    assert points.winning_left_out is None
    assert points.why is not None
    assert points.why.moves is None
    for explained in (heap, many, lost, wide, points, grundy.games.nim(10**100, 5).explain()):
        assert_fits_a_page(str(explained))
        assert len(json.dumps(explained.data())) < 60_000


@pytest.mark.parametrize(("name", "oracle"), [("diagonal", diagonal), ("card", card)])
def test_turned_boards(name: str, oracle: Any) -> None:
    """Each half is worth what the oracle says of its cells alone; its rows are the diagonals of the board."""
    game = games.find(name)
    rng = random.Random(5)
    for number in range(20):
        position = sampling.played_position(game, rng, 9, number % 2)
        rows = str(position).split("\n")
        (reduction,) = position.explain().reductions
        assert reduction.kind == "reduction.turned-boards"
        for parity, board in enumerate(reduction.boards):
            half = [
                "".join(letter if (y + x) % 2 == parity else "." for x, letter in enumerate(row))
                for y, row in enumerate(rows)
            ]
            assert board.nimber == oracle.nimber("\n".join(half))
            places = [(y, x) for y, row in enumerate(rows) for x in range(len(row)) if (y + x) % 2 == parity]
            diagonals = [
                "".join(rows[y][x] for y, x in sorted(places, key=lambda place: place[0] - place[1]) if y + x == line)
                for line in sorted({y + x for y, x in places})
            ]
            assert [row.replace(" ", "") for row in board.rows] == diagonals
            across = [
                "".join(rows[y][x] for y, x in sorted(places, key=sum) if y - x == line)
                for line in sorted({y - x for y, x in places})
            ]
            assert ["".join(column).replace(" ", "") for column in zip(*board.rows, strict=True)] == across
    reader = game.reader
    assert isinstance(reader, LetterBoards)
    letters = {kind.name.lower().replace("cross", "both"): letter for letter, kind in reader.kinds}
    assert reduction.params == letters


def test_turned_boards_of_other_letters() -> None:
    """Without a letter for each cut, the words name none; the boards are drawn all the same."""
    reader = LetterBoards((("L", CutKind.ROW), ("R", CutKind.COLUMN)), ".", diagonal=True)
    position = Game("slashes", "Slashes", "Pick a cell.", "", reader, "LR", ()).parse("LRL\nRRL\nLLR")
    (reduction,) = position.explain().reductions
    assert reduction.message == Message("reduction.turned-rectangles")
    even, odd = (board.nimber for board in reduction.boards)
    assert even is not None
    assert odd is not None
    assert even ^ odd == diagonal.nimber(str(position))


def test_the_map_of_the_grid_game() -> None:
    rng = random.Random(2)
    game = games.find("grid-game")
    for _ in range(20):
        position = sampling.random_position(game, rng, 20)
        head, *rows = str(position).split("\n")
        (reduction,) = position.explain().reductions
        (board,) = reduction.boards
        piece = next((y, row.index("@")) for y, row in enumerate(rows) if "@" in row)
        assert reduction.data()["piece"] == [piece[0] + 1, piece[1] + 1]
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter == "#":
                    assert (board.rows[y][x], board.values[y][x]) == ("#", None)
                    continue
                cells = [list(line.replace("@", ".")) for line in rows]
                cells[y][x] = "@"
                value = grid_game.nimber("\n".join([head, *map("".join, cells)]))
                assert board.values[y][x] == value
                assert board.rows[y][x] == ("@" if (y, x) == piece else "." if value else "P")


def test_a_map_of_a_large_board_is_a_window() -> None:
    rows = ["." * 100 for _ in range(60)]
    rows[50] = rows[50][:80] + "@" + rows[50][81:]
    (reduction,) = grundy.games.grid_game("\n".join(["K=1", *rows])).explain().reductions
    (board,) = reduction.boards
    assert (board.first, board.size) == ((37, 29), (60, 100))
    assert (len(board.rows), len(board.rows[0])) == (24, 72)
    assert board.rows[51 - 37][81 - 29] == "@"
    (reduction,) = grundy.games.wythoff(100, 3).explain().reductions
    (board,) = reduction.boards
    assert (board.first, len(board.rows), board.rows[-1][-1]) == ((77, 0), 24, "@")


def ends(chord: str) -> tuple[int, int]:
    first, second = map(int, chord.split("-"))
    return first, second


def test_touching_a_segment_loses() -> None:
    """In the literal game, the answer that is shown completes a polygon."""
    for text in ("9 2-4", "8 1-5 2-4", "7 3-7", "9 1-9 2-8 4-6"):
        points, *chords = text.split()
        drawn = list(map(ends, chords))
        (reduction,) = grundy.games.game_on_plane(text).explain().reductions
        assert reduction.kind == "reduction.closing-polygon"
        example = reduction.params["example"]
        assert example["drawn"] in chords
        touch, close = ends(example["touch"]), ends(example["close"])
        assert game_on_plane.first_wins_from(int(points), [*drawn, touch]), "the opponent wins after the touch"
        assert not game_on_plane.first_wins_from(int(points), [*drawn, touch, close]), "a polygon is there"
        assert set(touch) & {point for chord in drawn for point in chord}
    assert grundy.games.game_on_plane("6").explain().reductions[0].params["example"] is None


@pytest.mark.parametrize(
    ("text", "code", "heap"),
    [("polygon 12 1-4", "0.07", [2, 8]), ("treblecross ...X.......", "0.007", [3, 7])],
)
def test_reductions_to_heaps(text: str, code: str, heap: list[int]) -> None:
    (reduction,) = games.parse(text).explain().reductions
    parameters = reduction.data()
    found = parameters["regions" if "regions" in parameters else "stretches"]
    assert parameters["code"] == code
    assert [one["heap"] for one in found] == heap
    assert [one["nimber"] for one in found] == [heaps.nimber(code, size) for size in heap]


def test_heaps_that_equal_others() -> None:
    (couples,) = grundy.games.couples_are_forever(11, 7).explain().reductions
    equals = couples.params["equals"]
    assert [(one["heap"], one["code"], one["equal"]) for one in equals] == [(11, "0.6", 10), (7, "0.6", 6)]
    assert [one["nimber"] for one in equals] == [heaps.nimber("0.6", 10), heaps.nimber("0.6", 6)]
    (far,) = grundy.games.kayles(10**30).explain().reductions
    (equal,) = far.params["equals"]
    assert (10**30 - equal["equal"]) % 12 == 0
    assert equal["nimber"] == heaps.nimber("0.77", equal["equal"])
    assert str(far.message).endswith("From heap 71 on, the nimbers repeat after every 12 heaps, which is proved.")
    (near,) = grundy.games.kayles(5).explain().reductions
    assert near.params["equals"] == []


def test_rectangles_of_a_board() -> None:
    (reduction,) = grundy.games.wall_making("X....\n...X.\n.....\n.....").explain().reductions
    count = sum((4 - height + 1) * (5 - width + 1) for height in range(1, 5) for width in range(1, 6))
    assert reduction.params == {"rows": 4, "columns": 5, "rectangles": count, "move": "r2c3"}
    after = oracle("wall-making").moves("X....\n...X.\n.....\n.....")["r2c3"]
    assert oracle("wall-making").nimber(after) == 0
    for board in reduction.boards:  # each is drawn with its nimber
        assert oracle("wall-making").nimber("\n".join(board.rows)) == board.nimber

    (odd,) = grundy.games.wall_making("...\n.#.\n...").explain().reductions
    assert len(odd.notes) == 2


def test_replies_beyond_the_budget_are_left_out() -> None:
    class Costly(grundy.Ruleset):
        """One move, to the next smaller number; what 2 is worth is too much work."""

        def options(self, state: int) -> Any:
            return [state - 1] if state else []

        def known(self, state: int) -> int:
            if state in (2, 3):
                raise OverBudgetError("the value", 2, 1, "options")
            return state % 2

    lost = Costly()(4).explain()
    assert (lost.outcome, lost.replies, lost.replies_left_out) == ("P", (), 1)
    assert "repl" not in str(lost).lower()
    assert Costly()(5).explain().winning == ("Costly(4)",)


def test_wrong_questions() -> None:
    position = grundy.games.kayles(3, 4)
    with pytest.raises(IllegalMoveError, match="expected a legal move, such as 1:3 -> 2"):
        position.explain("5 -> 4")
    with pytest.raises(RulesetError, match="expected the number of a component, from 0 to 1, found 2"):
        position.explain(component=2)
    with pytest.raises(RulesetError, match="of a position that has some, found 0"):
        Position().explain(component=0)
    with pytest.raises(TypeError, match="expected a choice or the text of a move, found 3"):
        position.explain(3)  # type: ignore[arg-type]
    other = grundy.games.kayles(9).choices()[0]
    with pytest.raises(IllegalMoveError):
        position.explain(other)
    assert position.explain(position.choices()[0]).data() == position.explain("3 -> 2").data()
    with pytest.raises(OverBudgetError):
        grundy.games.wythoff(10**12, 10**12).explain(component=0)


def test_nothing_to_explain() -> None:
    explained = Position().explain()
    assert str(explained) == "Nothing is left to move in: whoever would move has lost. This is a P-position."
    assert explained.data()["why"] is None
    assert explained.data()["components"] == []
    over = str(grundy.games.nim(0, 0).explain())
    assert over.startswith("Nothing is left to move in")
    assert "has a reply" not in over


def test_foreign_parts_and_new_numbers() -> None:
    """A move may leave another game, and a term that falls apart renumbers the others."""

    @grundy.ruleset
    def rows(pins: int) -> Any:
        """Kayles, and a heap of nim for each move."""
        for left in range(pins):
            yield grundy.split(left, pins - 1 - left, grundy.games.nim(1), move=f"pin {left + 1}")

    explained = rows(5).explain()
    for reply in explained.replies:
        assert str(rows(5).play(reply.move).play(reply.reply)) == reply.position
    effect = rows(2).explain("pin 1").move
    assert effect is not None
    assert [(part.game, str(part.name)) for part in effect.result.parts] == [
        ("rows", "rows(0)"),
        ("rows", "rows(1)"),
        ("nim", "heap 1 of nim"),
    ]
    lost = rows(2) + rows(2)
    replies = lost.explain().replies
    assert replies
    assert all(reply.renumbered for reply in replies)
    assert "numbered anew" in str(lost.explain())
