"""Tokens in rows and on circles, pieces of a line, and first moves with rules of their own: against sets of places."""

from __future__ import annotations

import pickle
from functools import cache
from itertools import product
from random import Random

import pytest

import grundy
from grundy.core.engines import known_outcome
from grundy.core.values import Outcome
from grundy.errors import InputError, RulesetError
from literal import treblecross

Places = frozenset[int]


def least_absent(found: set[int]) -> int:
    number = 0
    while number in found:
        number += 1
    return number


def nimber_on_places(count: int, takes: range, *, closed: bool) -> int:
    """Return what places 0 to count - 1 are worth, in a row or on a circle, where a move takes neighbours."""

    @cache
    def value(there: Places) -> int:
        after = set()
        for start in there:
            for take in takes:
                run = [start + step for step in range(take)]
                run = [place % count for place in run] if closed else run
                if len(set(run)) == take and there.issuperset(run):
                    after.add(value(there - frozenset(run)))
        return least_absent(after)

    return value(frozenset(range(count)))


@pytest.mark.parametrize("takes", [range(1, 2), range(1, 3), range(2, 3), range(2, 5), range(3, 4), range(1, 7)])
def test_rows_and_circles(takes: range) -> None:
    row = grundy.heaps(f"row{{{takes[0]}..{takes[-1]}}}")
    circle = grundy.heaps(f"circle-{row}")
    for count in range(9):
        assert row(count).nimber == nimber_on_places(count, takes, closed=False), count
        assert circle(count).nimber == nimber_on_places(count, takes, closed=True), count
        for rules in (row, circle):
            assert rules.outcome(count) is (Outcome.N if rules.nimber(count) else Outcome.P)
            assert known_outcome(rules, count) in (None, rules.outcome(count))
    assert circle.nimbers(9).tolist() == [circle.nimber(count) for count in range(9)]
    assert row.nimbers(30, direct=True).tolist() == [row(count).nimber for count in range(30)]


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.7", "4.7", "0.07"])
def test_circles_of_codes_are_worth_the_mex_of_their_rows(code: str) -> None:
    row, circle = grundy.heaps(code), grundy.heaps(f"circle-{code}")
    digits = [int(digit) for digit in code[2:]]
    for count in range(60):
        inside = {row.nimber(count - take) for take, digit in enumerate(digits, 1) if digit & 4 and take < count}
        whole = {0 for take, digit in enumerate(digits, 1) if digit & 1 and take == count}
        assert circle(count).nimber == least_absent(inside | whole), count
        moves = {choice.move for choice in circle(count).choices()}
        assert all(circle(count).choice(move).after.nimber in inside | whole for move in moves)
    found = circle.period()
    if found.status == "proved":
        more = circle.nimbers(400).tolist()
        start, step = found.preperiod or 0, found.period or 1
        assert all(more[count] == more[count + step] for count in range(start, 400 - step))
        assert not start or more[start - 1] != more[start - 1 + step]
    assert (found.status == "proved") == (row.period().status == "proved")


def test_wide_takes_of_rows_and_circles_are_decided_by_the_theorem() -> None:
    circle, row = grundy.heaps("circle-row{1..1000000000}"), grundy.heaps("row{3..1000000000}")
    assert [circle(count).outcome.value for count in (0, 1, 10**9, 10**9 + 1, 10**18)] == ["P", "N", "N", "P", "P"]
    assert [row(count).outcome.value for count in (0, 2, 3, 4, 10**18)] == ["P", "P", "N", "N", "N"]
    assert row(7).nimber == nimber_on_places(7, range(3, 8), closed=False)


def test_codes_of_rows_and_circles_read_back() -> None:
    for code in ("row{3}", "row{1,2}", "row{1..5}", "circle-0.77", "circle-row{1..5}", "circle-row{2}"):
        rules = grundy.heaps(code)
        assert str(rules) == code
        assert pickle.loads(pickle.dumps(rules)) == rules == grundy.heaps(code.upper())
        position = rules(5, 7)
        assert grundy.games.parse(str(position)) == position
        assert grundy.games.find(code)("9") == rules(9)
    for wrong, message in (
        ("row{1,3}", r"code:1:4: expected neighbouring numbers with an end, such as \{1\.\.5\}, found '\{'"),
        ("row{2..}", "code:1:4: expected neighbouring numbers"),
        ("row{3.. }", "code:1:4: expected neighbouring numbers"),
        ("row{1..}", "code:1:4: expected neighbouring numbers"),
        ("row3", r"code:1:4: expected '\{', found '3'"),
        ("circle-0.7x", "code:1:11: expected a digit, .*, found 'x'"),
    ):
        with pytest.raises(InputError, match=message):
            grundy.heaps(wrong)
    for wrong in ("circle-nim", "circle-{1,2}", "circle-0.7[3]", "circle-unequal-2", "circle-circle-0.77"):
        with pytest.raises(RulesetError, match="a circle needs rules that take tokens from between others"):
            grundy.heaps(wrong)


def test_a_first_move_with_rules_of_its_own() -> None:
    nim = grundy.games.nim
    first = grundy.compounds.first_move(nim(1), nim(2, 3), nim(0), grundy.games.wall_making("X.\n.."))
    assert first.nimber == least_absent({1, 2 ^ 3, 0, 2})
    assert [choice.after.nimber for choice in first.choices()] == [1, 1, 0, 2]
    assert (first + nim(3)).outcome is Outcome.P
    assert [choice.after.nimber for choice in first.winning_moves()] == [0]
    assert pickle.loads(pickle.dumps(first)) == first
    assert grundy.compounds.first_move().outcome is Outcome.P
    with pytest.raises(RulesetError, match="position"):
        grundy.compounds.first_move(3)  # type: ignore[arg-type]


def test_pieces_of_a_line() -> None:
    rng = Random(206)
    for _ in range(60):
        pieces = [
            (start, start + rng.randint(1, 5)) for start in (rng.randint(-3, 9) for _ in range(rng.randint(0, 6)))
        ]
        line = grundy.segments(pieces)

        @cache
        def value(taken: frozenset[tuple[int, int]], left: int, right: int, pieces: tuple[tuple[int, int], ...]) -> int:
            free = set(range(left, right)) - {cell for start, stop in taken for cell in range(start, stop)}
            fits = [piece for piece in pieces if free.issuperset(range(*piece))]
            return least_absent({value(taken | {piece}, left, right, pieces) for piece in fits})

        for left, right in ((-3, 14), (0, 9), (4, 4)):
            position = line(left, right)
            assert position.nimber == value(frozenset(), left, right, tuple(set(pieces)))
            for choice in position.choices():
                start, _, stop = choice.move.partition("-") if choice.move[0] != "-" else choice.move[1:].partition("-")
                assert (choice in position.winning_moves()) == (choice.after.nimber == 0), (start, stop)


def test_treblecross_with_marks_near_to_another() -> None:
    """Every line without three marks in a row, up to seven cells: its outcome, and each move that wins at once."""
    for cells in range(3, 8):
        for letters in product(".X", repeat=cells):
            line = "".join(letters)
            if "XXX" in line:
                with pytest.raises(InputError, match="three marks in a row, which end the game"):
                    grundy.games.treblecross(line)
                continue
            position = grundy.games.treblecross(line)
            assert (position.outcome is Outcome.N) == treblecross.first_wins(line), line
            moves = [place for place, letter in enumerate(line) if letter == "."]
            after = {place + 1: line[:place] + "X" + line[place + 1 :] for place in moves}
            wins = [str(place) for place, now in after.items() if "XXX" in now or not treblecross.first_wins(now)]
            assert [choice.move for choice in position.winning_moves()] == wins, line
            near = any(two in line for two in ("XX", "X.X"))
            assert (position.value is grundy.WIN) == near, line
            assert str(position) == line
            if near:
                assert position.remoteness == 1
                assert (position + grundy.games.nim(5)).play(f"1:{wins[0]}") == grundy.Position()


def test_a_staircase_of_any_length() -> None:
    steps = [step % 7 for step in range(5000)]
    assert grundy.games.staircase_nim(*steps).nimber == grundy.nim_sum(steps[::2])
    with pytest.raises(InputError, match=r"1:29: expected at most 12 numbers in .*, found '1'"):
        grundy.games.moores_nim("k=2 " + "1 " * 13)


def test_wrong_pieces_of_a_line() -> None:
    for wrong in ([(3, 3)], [(1,)], ["ab"], [1], [(5, 2)]):
        with pytest.raises(RulesetError, match="expected a pair of integers, the smaller first"):
            grundy.segments(wrong)  # type: ignore[arg-type]
    with pytest.raises(RulesetError, match=r"found \(5, 3\)"):
        _ = grundy.segments([(1, 2)])(5, 3).nimber
    assert grundy.segments([]).nimbers([(1, 1), (0, 5)]).tolist() == [0, 0]
