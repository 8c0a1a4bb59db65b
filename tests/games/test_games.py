"""The catalogue: facts, notations that read back, positions in the middle of play, and wrong texts."""

from __future__ import annotations

import pickle
import random
import re
from typing import TYPE_CHECKING, get_args

import pytest

import grundy
from grundy import games
from grundy.core.notation import Notation
from grundy.errors import IllegalMoveError, InputError, OverBudgetError, RulesetError, UnknownNameError
from grundy.games import Game, sampling
from grundy.games.declared import DeclaredStates
from grundy.games.families.cutting.board import CutKind as CuttingKind
from grundy.games.game import Kind, SampledReader
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.notations.letter_boards import LetterBoards
from grundy.runtime import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = games.names()
ROUNDS = 20


@pytest.mark.parametrize("name", NAMES)
def test_facts(name: str) -> None:
    game = games.find(name)
    for fact in game.facts:
        position = game.parse(fact.position)
        if fact.nimber is not None:
            assert position.nimber == fact.nimber, fact
        if fact.outcome is not None:
            assert str(position.outcome) == fact.outcome, fact


def on_one_line(position: grundy.Position) -> str:
    """Return what `repr` shows of a position."""
    line = repr(position).removeprefix("<Position ").removesuffix(">")
    assert "\n" not in line
    return line


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_texts_read_back_through_whole_games(name: str) -> None:
    """At each step of random play: the text reads back, to the same position and the same nimber.

    So does the one line of `repr`, alone and in a sum.
    """
    game, wall = games.find(name), games.find("wall-making")
    other = wall.parse("X./..")
    rng = random.Random(name)
    for _ in range(ROUNDS):
        position = sampling.random_position(game, rng, 14)
        while True:
            again = game.parse(str(position))
            assert again == position
            assert hash(again) == hash(position)
            assert str(again) == str(position)
            assert again.value == position.value
            assert again.outcome is position.outcome
            assert [c.move for c in again.winning_moves()] == [c.move for c in position.winning_moves()]
            assert pickle.loads(pickle.dumps(position)) == position
            assert games.parse(on_one_line(position)) == position
            total = other + position
            assert games.parse(str(total), wall) == games.parse(on_one_line(total), wall) == total
            choices = position.choices()
            if not choices:
                assert position.nimber == 0
                break
            choice = rng.choice(list(choices))
            assert position.play(choice.move) == choice.after
            position = choice.after


@pytest.mark.parametrize("name", NAMES)
def test_texts_of_components_read_back(name: str) -> None:
    """A component by itself, as JSON and explanations show it, is worth what it is worth in the position."""
    game = games.find(name)
    rng = random.Random(name)
    for _ in range(ROUNDS):
        position = sampling.played_position(game, rng, 14, rng.randint(0, 3))
        for term in position.terms:
            for part in term.components:
                text = term.notation.component_text(part)
                assert game.parse(text).value == part.ruleset.value(part.state), text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("density", [0, 0.5, 1])
def test_the_least_sizes_of_random_positions_are_positions(name: str, density: float) -> None:
    game = games.find(name)
    least = [side.least for side in game.reader.sides]
    assert least
    position = sampling.position_of_size(game, random.Random(name), least, density)
    assert game.parse(str(position)) == position


def test_treblecross_needs_three_cells() -> None:
    for text, found in (("2", "'2'"), ("0", "'0'"), ("X.", "'X.'")):
        with pytest.raises(InputError, match=f"3.*found {found}"):
            grundy.games.treblecross(text)


def test_codes_in_later_terms_need_no_colon() -> None:
    assert games.parse("kayles 3 + 0.77 4 + {1,3} 5") == games.parse("kayles 3 + 0.77: 4 + {1,3}: 5")
    assert games.kayles("3 + 0.77 4").nimber == 3 ^ 1
    with pytest.raises(InputError, match=r"text:1:16: expected a digit, 0 to 9 or a to f, found 'x'"):
        games.kayles("3 + nim 4 + 0.7x 4")
    with pytest.raises(InputError, match=r"text:1:1: expected the size of a heap"):
        games.kayles("1.5")


@pytest.mark.parametrize("text", ["{1, 3}: 20", "all-but{1, 3} 20", "nim 3 + {1, 3}: 20"])
def test_blanks_in_a_set_inside_a_text(text: str) -> None:
    column = text.index(",") + 2
    with pytest.raises(InputError, match=rf"text:1:{column}: expected a set without blanks, .*, found a blank"):
        games.parse(text)


def test_choices_are_lazy() -> None:
    heap = grundy.games.nim(10**18, 10**18 - 1)
    assert heap.nimber == (10**18) ^ (10**18 - 1)
    assert heap.choices()
    assert heap.choices()[3].move == f"1:{10**18} -> {10**18 - 4}"
    assert [choice.move for choice in heap.winning_moves()] == [f"1:{10**18} -> {10**18 - 1}"]
    assert str(heap.play(f"{10**18}->5")) == f"nim 5 {10**18 - 1}"
    assert f"{10**18} -> 5" in heap.choices()
    assert "5 -> 4" not in heap.choices()
    small = grundy.games.kayles(4).choices()
    assert len(small) == 4
    assert [choice.move for choice in small[1:3]] == ["4 -> 1+2", "4 -> 2"]
    assert small[-1].move == "4 -> 1+1"
    assert small[0] in small
    assert repr(small) == "<Choices 4 -> 3, 4 -> 1+2, 4 -> 2, 4 -> 1+1>"
    with pytest.raises(IndexError):
        small[4]


def test_moves_whose_texts_differ_in_blanks_alone() -> None:
    position = grundy.games.wythoff(21, 121)
    assert str(position.play("to 21 21")) == "wythoff 21 21"
    assert str(position.play("  to   2 121 ")) == "wythoff 2 121"
    assert str((position + grundy.games.nim(1)).play("1: to 2 121")) == "wythoff 2 121 + nim 1"
    with pytest.raises(TypeError, match="expected a choice or the text of a move, found 5"):
        position.play(5)  # type: ignore[arg-type]


def test_sum_begins_with_nothing() -> None:
    heaps = [grundy.games.nim(size) for size in (3, 5)]
    assert sum(heaps) == grundy.games.nim(3, 5)
    with pytest.raises(TypeError):
        _ = 5 + heaps[0]


def test_slices_of_choices_are_lazy() -> None:
    choices = grundy.games.nim(10**18).choices()
    assert [choice.move for choice in choices[1:6:2]] == [f"{10**18} -> {10**18 - left}" for left in (2, 4, 6)]


def test_two_equal_boards_stay_two() -> None:
    board = grundy.games.wall_making("..\n..")
    both = board + board
    assert str(both) == "..\n..\n+\n..\n.."
    assert games.find("wall-making").parse(str(both)) == both
    assert both.nimber == 0
    after = both.play("1:r1c1").play("2:r2c2")
    assert str(after) == "##\n#.\n+\n.#\n##"
    assert after.nimber == 0


def test_heaps_on_one_line() -> None:
    assert str(games.parse("kayles 10 7 + kayles 3")) == "kayles 10 7 3"
    assert str(games.parse("0.137: 12 + kayles 3")) == "0.137: 12 + kayles 3"
    assert str(games.parse("0.137 12")) == "0.137: 12"
    position = grundy.games.kayles(1, 2).play("1 -> 0")
    assert str(position) == "kayles 2"
    assert str(position.play("2->0")) == "kayles 0"


def test_diagrams_in_the_middle_of_play() -> None:
    position = grundy.games.polygon("12 1-4 5-7")
    assert [component.state for component in position.components] == [((2, 3),), ((6, 6),), ((8, 12),)]
    assert str(position.play("2-3")) == str(position.play("3-2")) == "12 1-4 5-7 2-3"
    for move in ("2-2", "2-6", "1-2", "2-13", "2", "2-3-4"):
        with pytest.raises(IllegalMoveError):
            position.play(move)
    crossing = grundy.games.polygon("12 4-1 7-5")
    assert crossing == position
    assert [component.state for component in grundy.games.polygon("8 3-6").components] == [
        ((1, 2), (7, 8)),
        ((4, 5),),
    ]


def test_hand_drawn_walls() -> None:
    """Shapes that no play makes go to the search, within the budget of options."""
    assert len(grundy.games.wall_making("...\n.#.\n...").components) == 1
    large = grundy.games.wall_making("\n".join(["#" + "." * 19, *["." * 20] * 18, "." * 19 + "#"]))
    with limits.limited(shape_options=1000), pytest.raises(OverBudgetError, match="1,000 options, the budget is 1,000"):
        _ = large.nimber


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("wall-making", "", "text:1:1: expected a row of '.', 'X' or '#', found the end of the text"),
        ("wall-making", "X.\n.Q", "text:2:2: expected '.', 'X' or '#', found 'Q'"),
        ("wall-making", "X.\n...", "text:2:3: expected a row of 2 cells, found 3 cells"),
        ("wall-making", "2 2\nX.", "text:2:3: expected row 2 of the board, found the end of the text"),
        ("wall-making", "2 2\nX.\n..\n..", "text:4:1: expected the end of the text, found '..'"),
        ("wall-making", "0 2\n", "text:1:1: expected H, an integer of at least 1, found '0'"),
        ("wall-making", "..\n+\n", "text:3:1: expected a row of '.', 'X' or '#', found the end of the text"),
        ("diagonal", "LR\nL#", "text:2:2: expected 'L', 'R', 'X' or '.', found '#'"),
        ("card", "RX", "text:1:2: expected 'R', 'B', 'G' or '.', found 'X'"),
        ("grid-game", "@.\n..", "text:1:1: expected K=, the most diagonal steps, such as K=3, found '@.'"),
        ("grid-game", "K=x\n@.", "text:1:1: expected K=, the most diagonal steps, such as K=3, found 'K=x'"),
        ("grid-game", "K=1\n..\n..", "text:3:3: expected one '@', the piece, found none on the board"),
        ("grid-game", "K=1\n@.\n.@", "text:3:2: expected one '@', the piece, found a second one"),
        ("grid-game", "K=1", "text:1:4: expected a row of '.', '#' or '@', found the end of the text"),
        (
            "rook",
            "5",
            "text:1:2: expected a distance to the corner, an integer of at least 0, found the end of the text",
        ),
        ("rook", "5 -1", "text:1:3: expected a distance to the corner, an integer of at least 0, found '-1'"),
        ("rook", "5 7 9", "text:1:5: expected the end of the text, found '9'"),
        ("chomp", "#..\n...", "text:1:1: expected a board that play can lead to, found '#'"),
        ("notakto", "X.X\n.X.\n..X", "text:3:3: expected a board that play can lead to, found 'X'"),
        ("nim", "", "text:1:1: expected the size of a heap, an integer of at least 0, found the end of the text"),
        ("nim", "3 x", "text:1:3: expected the size of a heap, an integer of at least 0, found 'x'"),
        ("polygon", "0", "text:1:1: expected N, the number of points, an integer from 1 to 1000, found '0'"),
        ("polygon", "5 1-6", "text:1:3: expected a chord between two points from 1 to 5, found '1-6'"),
        ("polygon", "5 2-2", "text:1:3: expected a chord between two points from 1 to 5, found '2-2'"),
        ("polygon", "5 1", "text:1:3: expected a chord such as 2-5, found '1'"),
        ("polygon", "6 1-3 2-4", "text:1:7: expected a chord that does not cross 1-3, found '2-4'"),
        (
            "polygon",
            "5 1-2 2-3",
            "text:1:7: expected a chord that touches no other (drawn chords may not meet), found '2-3'",
        ),
    ],
)
def test_wrong_texts(name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        games.find(name).parse(text)
    assert str(caught.value) == message


def test_errors_of_game_on_plane_explain_why_chords_may_not_touch() -> None:
    with pytest.raises(InputError, match="two that touch let the next player complete a polygon and win"):
        grundy.games.game_on_plane("5 1-2 2-3")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("0.77", "0.77"),
        ("0.770", "0.77"),
        ("4.007", "4.007"),
        ("0.3F", "0.3f"),
        ("c.0", "c.0"),
        ("0.0", "0.0"),
        ("0.[3]", "nim"),
        ("0.33[3]", "nim"),
        ("NIM", "nim"),
        ("all-but{}", "nim"),
        ("0.7[3]", "0.7[3]"),
        ("0.73[33]", "0.7[3]"),
        ("0.21[31]", "0.2[13]"),
        ("0.7[0]", "0.7"),
        ("4.[3]", "4.[3]"),
        ("{4,1, 3}", "{1,3,4}"),
        ("All-But{3,1}", "all-but{1,3}"),
        ("{3..7}", "{3..7}"),
        ("{3,4,5,6,7}", "{3..7}"),
        ("{1..3}", "{1,2,3}"),
        ("{1..2, 4..9,11}", "{1,2,4..9,11}"),
        ("{5..}", "all-but{1..4}"),
        ("{3..}", "all-but{1,2}"),
        ("{1,3,5..}", "all-but{2,4}"),
        ("{1..}", "nim"),
        ("4.", "4.0"),
        ("04.30", "4.3"),
        ("4!.0", "unequal-2"),
        ("04=.", "equal-2"),
        ("{5,1234567}", "{5,1234567}"),
        ("unequal-2", "unequal-2"),
        ("equal-3", "equal-3"),
    ],
)
def test_codes_read_back(code: str, text: str) -> None:
    rules = grundy.heaps(code)
    assert str(rules) == text
    assert grundy.heaps(str(rules)) == rules
    assert hash(grundy.heaps(text)) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    position = games.parse(f"{text}{'' if text == 'nim' else ':'} 5 7")
    assert position == rules(5, 7)
    assert games.parse(str(position)) == position


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("0.7x", "code:1:4: expected a digit, 0 to 9 or a to f, found 'x'"),
        ("1.77", r"code:1:1: expected 0, 4, 8 or c as the digit d0 .*, found '1'"),
        ("077", "code:1:2: expected a point after d0, one digit, found '7'"),
        ("0!.3", "code:1:2: expected a point .* unequal heaps is written unequal-2, .*, found '!'"),
        ("4!.03", "code:1:5: expected the end of the code, found '3'"),
        ("4=0", "code:1:3: expected a point after d0, one digit, found '0'"),
        ("4?.0", "code:1:2: expected a point .* equal ones equal-2.*, found '\\?'"),
        ("0.3?", "code:1:4: expected a digit, .* unequal heaps is written unequal-2, .*, found '\\?'"),
        ("", r"code:1:1: expected a code such as .*, found the end of the code"),
        ("0.\u0664", "code:1:3: expected a digit or '\\[', .*, found '\u0664'"),
        ("0.7[", r"code:1:5: expected a digit that repeats, .*, found the end of the code"),
        ("0.7[3", r"code:1:6: expected a digit or '\]', found the end of the code"),
        ("0.7[3]5", "code:1:7: expected the end of the code .*, found '5'"),
        ("0." + "7" * 1001, "code:1:1003: expected at most 1,000 digits, found '7'"),
        ("{1,", r"code:1:4: expected a number that is taken, from 1 to 1,000,000,000, found the end"),
        ("{1;2}", r"code:1:3: expected ',' or '}', found ';'"),
        ("{0}", "code:1:2: expected a number that is taken, from 1 to 1,000,000,000, found '0'"),
        ("{}", "code:1:2: expected a number that is taken"),
        ("{12345678901}", "code:1:2: expected a number that is taken, .*, found '12345678901'"),
        ("all-but{1001}", "code:1:9: expected a number that is taken, from 1 to 1,000, found '1001'"),
        ("{" + ",".join(map(str, range(1, 100_002))) + "}", r"code:1:\d+: expected at most 100,000 numbers"),
        ("{5..3}", "code:1:5: expected a number that is taken, from 5 to 1,000,000,000, found '3'"),
        ("{3..,4}", "code:1:5: expected '}' after a run that has no end, found ','"),
        ("{1,2000..}", "code:1:4: expected a number that is taken, from 1 to 1,000, found '2000'"),
        ("all-but{2..2000}", "code:1:12: expected a number that is taken, from 2 to 1,000, found '2000'"),
        ("{1..100000,200000}", "code:1:18: expected at most 100,000 numbers"),
        ("all-but{1}x", "code:1:11: expected the end of the code, found 'x'"),
        ("equal-1", "code:1:7: expected a number of parts, from 2 to 1,000, found '1'"),
    ],
)
def test_wrong_codes(code: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        grundy.heaps(code)


def test_names() -> None:
    assert games.find("wall-making") is games.find("wall-making")
    assert games.find("0.137")(12).nimber == grundy.heaps("0.137")(12).nimber
    assert "wall_making" in dir(games)
    with pytest.raises(UnknownNameError, match=r"expected the name of a game, found 'kayels'; did you mean kayles\?"):
        games.find("kayels")
    with pytest.raises(AttributeError, match="did you mean dawsons-chess"):
        _ = games.chess  # type: ignore[attr-defined]
    with pytest.raises(InputError, match=r"expected the name of a game, found 'X\.'"):
        games.parse("X.\n..")


def test_moves_that_are_not_legal() -> None:
    board = grundy.games.wall_making("X.\n..")
    for move in ("r1c1", "r3c1", "", "r1", "1:r1c2"):
        with pytest.raises(IllegalMoveError, match="expected a legal move, such as r1c2, r2c1, r2c2"):
            board.play(move)
    both = board + board
    for move in ("r1c2", "3:r1c2", "0:r1c2", "x:r1c2", "²:r1c2"):
        with pytest.raises(IllegalMoveError, match="such as 1:r1c2"):
            both.play(move)
    kayles = grundy.games.kayles(4)
    for move in ("4 -> 5", "4 -> 1+1+1", "4 ->", "5 -> 4", "4 -> -1", f"4 -> {'9' * 5000}"):
        with pytest.raises(IllegalMoveError):
            kayles.play(move)


def test_positions_do_not_change() -> None:
    board = grundy.games.wall_making("X.\n..")
    with pytest.raises(AttributeError, match="cannot be changed"):
        board.terms = ()  # type: ignore[misc] # what is tested
    assert repr(board) == "<Position wall-making: X./..>"
    assert board != "X.\n.."


@pytest.mark.parametrize("name", NAMES)
def test_sampling(name: str) -> None:
    """Reproducible, within the size, and every edge case reads and solves."""
    game = games.find(name)
    one, two = ([str(sampling.random_position(game, random.Random(5), 9)) for _ in range(5)] for _ in range(2))
    assert one == two
    every = [str(position) for position in sampling.every_position(game, 3)]
    assert len(every) == len(set(every)) > 0
    cases = list(sampling.edge_cases(game, 5))
    assert len(cases) > 1
    for position in cases:
        assert (position.value != 0) == (position.outcome is grundy.Outcome.N)


def test_random_bars_of_chomp_are_as_play_leaves_them() -> None:
    reader = games.find("chomp").reader
    assert isinstance(reader, SampledReader)
    rows = reader.text_of_size(random.Random(1), (5, 6), 0.4).split()
    assert rows == sorted(rows, reverse=True)
    assert not any("#." in row for row in rows)


def test_rulesets_of_files_have_no_random_positions() -> None:
    @grundy.ruleset
    def halves(n: int) -> Iterator[int]:
        yield n // 2

    game = Game("halves", "Halves", "Halve a number.", "", DeclaredStates(halves), "", ())
    with pytest.raises(RulesetError, match="expected a game with random positions, found halves, which has none"):
        sampling.position_of_size(game, random.Random(1), (), 0)


@pytest.mark.parametrize("letter", ["+", ":", "1", " "])
def test_letters_that_texts_use_otherwise_are_refused(letter: str) -> None:
    """A row of them would be the sign of a sum, the name of a game, or a number."""
    reader = LetterBoards((("X", CuttingKind.CROSS), (letter, CuttingKind.ROW)), "#")
    with pytest.raises(RulesetError, match=f"letters of hedges other than .*found '{re.escape(letter)}'"):
        Game("hedges", "Hedges", "Pick a cell.", "", reader, "X", ())


def test_a_notation_without_its_sampling_says_which_methods_are_missing() -> None:
    class Silent(HeapLists):
        random_text = SampledReader.random_text
        edge_cases = SampledReader.edge_cases

    with pytest.raises(TypeError, match=r"abstract class Silent .*edge_cases.*random_text"):
        Silent("0.77")


@pytest.mark.parametrize("name", NAMES)
def test_notations_describe_themselves(name: str) -> None:
    reader = games.find(name).reader
    assert isinstance(reader, SampledReader), "a notation of the catalogue has random positions"
    assert reader.kind in get_args(Kind)
    assert bool(reader.alphabet) == (reader.kind in {"letters", "grid", "piece", "line"})
    assert all(re.fullmatch("[a-z]+", side.name) and side.least <= side.usual <= side.most for side in reader.sides)
    sparse, dense = (reader.text_of_size(random.Random(1), [side.usual for side in reader.sides], n) for n in (0, 1))
    assert reader.density == (sparse != dense)


@pytest.mark.parametrize("name", grundy.games.names())
def test_the_sample_is_an_opening(name: str) -> None:
    """The player who begins can win, but not in fewer than six moves; half of the first moves are not mistakes."""
    game = grundy.games.find(name)
    position = game.parse(game.sample)
    assert position.outcome is grundy.Outcome.N
    if name == "strings-and-coins":  # it has no remoteness; each move cuts one string, and all are cut
        assert len(game.sample.split()) >= 6
    else:
        assert position.remoteness >= 6
    assert 2 * len(position.winning_moves()) >= len(position.choices())


def test_grid_samples_keep_the_guarantee() -> None:
    """The goal is open, and can be reached from every open cell."""
    rng = random.Random(3)
    game = games.find("grid-game")
    for _ in range(100):
        component = sampling.random_position(game, rng, 30).components[0]
        grid = component.ruleset.grid  # type: ignore[attr-defined]
        goal = (grid.height - 1, grid.width - 1)
        assert grid.is_open(*goal)
        for place in ((r, c) for r in range(grid.height) for c in range(grid.width) if grid.is_open(r, c)):
            ends = [] if place == goal else list(component.ruleset.moves(place))
            assert place == goal or ends


@pytest.mark.parametrize("name", ["wall-making", "diagonal", "card"])
def test_a_cell_is_found_by_its_name_as_among_all_moves(name: str) -> None:
    rng = random.Random(name)
    position = sampling.random_position(games.find(name), rng, 30)
    while position.choices():
        height, width = len(str(position).split("\n")), len(str(position).split("\n")[0])
        places = [(row, column) for row in range(height + 2) for column in range(width + 2)]
        texts = [f"r{row}c{column}" for row, column in places] + ["r01c1", "r1c1 ", "r1", "1c1", ""]
        for notation, components in position.terms:
            for component in components:
                for text in texts:
                    assert notation.find(component, text) == Notation.find(notation, component, text)
        position = rng.choice(list(position.choices())).after
