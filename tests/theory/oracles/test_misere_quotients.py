"""Misère quotients against plain search, and the outcomes and moves that they give."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.errors import RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables
from grundy.theory import quotient_growth, quotient_kernel, quotients
from grundy.theory.quotient_growth import Growth
from grundy.theory.quotients import MoveFamily

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.command import Command


# Order, size of P, preperiod, period: of MisereSolver, by way of a reference program.
KNOWN = {
    "0.123": (20, 5, 5, 5),
    "0.144": (30, 5, 12, 10),
    "0.15": (42, 12, 66, 10),
    "0.152": (34, 6, 25, 48),
    "0.241": (36, 9, 4, 10),
    "0.34": (12, 3, 7, 8),
    "0.53": (16, 3, 21, 9),
    "0.71": (36, 9, 3, 6),
    "0.72": (24, 5, 16, 4),
    "0.75": (8, 2, 8, 2),
    "0.77": (40, 9, 71, 12),
    "4.12": (10, 2, 6, 7),
    "4.56": (8, 2, 11, 4),
}


def options(code: str, heap: int) -> set[tuple[int, ...]]:
    """Return what a heap may be turned into, by the meaning of the digits."""
    found: set[tuple[int, ...]] = set()
    for take, digit in enumerate(int(letter) for letter in code if letter != "."):
        rest = heap - take
        if digit & 1 and rest == 0 and take:
            found.add(())
        if digit & 2 and rest > 0 and take:
            found.add((rest,))
        if digit & 4:
            found.update((part, rest - part) for part in range(1, rest // 2 + 1))
    return found


def plain_search(code: str) -> Callable[[tuple[int, ...]], bool]:
    """Return a function that says whether a sorted sum of heaps is lost, by the definition."""
    below = cache(lambda heap: options(code, heap))

    @cache
    def lost(heaps: tuple[int, ...]) -> bool:
        moves = False
        for index, heap in enumerate(heaps):
            for parts in below(heap):
                moves = True
                if lost(tuple(sorted((*heaps[:index], *heaps[index + 1 :], *parts)))):
                    return False
        return moves

    return lost


def sums(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all sums of at most `total` tokens, sorted."""
    yield ()
    for largest in range(1, min(total, most) + 1):
        for rest in sums(total - largest, largest):
            yield (*rest, largest)


def figures(code: str) -> tuple[int, int, int | None, int | None]:
    quotient = grundy.heaps(code).misere_quotient()
    return quotient.order, len(quotient.lost_elements), quotient.preperiod, quotient.period


@pytest.mark.parametrize("code", KNOWN)
def test_order_and_period_are_those_of_another_program(code: str) -> None:
    assert figures(code) == KNOWN[code]


@pytest.mark.parametrize("code", [*KNOWN, "0.07", "0.26", "0.3", "0.4", "4.3", "4.7", "0.0", "0.01", "{1,3,4}"])
def test_small_sums_have_the_outcome_of_plain_search(code: str) -> None:
    quotient = grundy.heaps(code).misere_quotient(heaps=None if code in KNOWN else 12)
    lost = plain_search("0.3033" if code == "{1,3,4}" else code)
    for heaps in sums(9 if code[0] == "4" else 11, 12):
        assert quotient.is_lost(heaps) is lost(heaps), heaps


@pytest.mark.parametrize("code", KNOWN)
def test_random_sums_and_their_winning_moves(code: str) -> None:
    quotient, lost, rng = grundy.heaps(code).misere_quotient(), plain_search(code), random.Random(code)
    for _ in range(25):
        heaps = tuple(sorted(rng.choices(range(1, 11 if code[0] == "4" else 15), k=rng.choice((1, 2, 2, 3)))))
        if sum(heaps) > (16 if code[0] == "4" else 24):
            continue
        assert quotient.is_lost(heaps) is lost(heaps)
        found = {
            (family.heap, tuple(sorted(family.move(number))))
            for family in quotient.winning_moves(heaps)
            for number in range(family.moves)
        }
        wanted = set()
        for index, heap in enumerate(heaps):
            rest = (*heaps[:index], *heaps[index + 1 :])
            wanted |= {(heap, parts) for parts in options(code, heap) if lost(tuple(sorted((*rest, *parts))))}
        assert found == wanted, heaps


@pytest.mark.parametrize("heap", [200, 201, 202, 333])
def test_families_hold_each_winning_move_once(heap: int) -> None:
    quotient = grundy.heaps("0.77").misere_quotient()
    moves = [
        family.move(number) for family in quotient.winning_moves([heap, 7]) if family.heap == heap
        for number in range(family.moves)
    ]  # fmt: skip
    assert len(moves) == len(set(moves))
    assert set(moves) == {parts for parts in options("0.77", heap) if quotient.is_lost([7, *parts])}


def test_huge_heaps_and_many_of_them() -> None:
    quotient = grundy.heaps("0.77").misere_quotient()
    for far, near in ((10**100, 10**100 % 12 + 144), (12 * 10**50 + 71, 71)):
        assert quotient.element(far) == quotient.element(near)
        assert quotient.is_lost([far, 7, 7, 3]) is quotient.is_lost([near, 7, 7, 3])
    many = {2: 10**30, 5: 10**30 + 1}
    assert quotient.value(many) == quotient.value({2: 100, 5: 101})
    assert all(quotient.is_lost([7, 7, 3, *family.move(0)]) for family in quotient.winning_moves([10**100, 7, 7, 3])
               if family.heap > 7)  # fmt: skip


def test_presentation_of_0123() -> None:
    """Each element has a word; relations and words give back the table; it has five generators."""
    quotient = grundy.heaps("0.123").misere_quotient()
    made = quotient.presentation()
    for element, word in enumerate(made.words):
        assert quotient.value(dict(zip(made.generators, word, strict=True))) == element
    for left, right in made.relations:
        sides = [quotient.value(dict(zip(made.generators, side, strict=True))) for side in (left, right)]
        assert sides[0] == sides[1]
    assert len(made.words) == len(set(made.words)) == 20
    assert made.generators == (1, 3, 6, 8, 9)


def test_families_are_written() -> None:
    assert str(MoveFamily(5, ())) == "5 -> 0"
    assert [str(MoveFamily(20, (1, 17), 2, moves)) for moves in (2, 3, 4)] == [
        "20 -> 1+17, 3+15",
        "20 -> 1+17, 3+15, 5+13",
        "20 -> 1+17, 3+15, ..., 7+11 (4 moves)",
    ]


def test_heaps_that_leave_other_games_are_refused() -> None:
    with pytest.raises(RulesetError, match=r"for a misère quotient, found circle-0\.7"):
        grundy.heaps("circle-0.7").misere_quotient()


def test_what_stops_leaves_what_is_proved_and_is_gone_on_from() -> None:
    rules = grundy.heaps("0.15")
    tables.clear()
    partial = rules.misere_quotient(steps=2000)
    assert (partial.status, partial.period) == ("partial", None)
    assert 0 < partial.heaps < 154
    assert str(partial).endswith("the budget is spent")
    lost = plain_search("0.15")
    assert all(partial.is_lost(heaps) is lost(heaps) for heaps in sums(9, partial.heaps))
    with pytest.raises(RulesetError, match="expected heaps up to"):
        partial.is_lost([partial.heaps + 1])
    some = rules.misere_quotient(heaps=partial.heaps + 3)
    assert some.heaps == partial.heaps + 3
    assert some.steps > partial.steps
    assert figures("0.15") == KNOWN["0.15"]


@pytest.mark.needs_jit
@pytest.mark.parametrize("code", ["0.123", "0.34", "4.12"])
def test_kernels_do_what_their_plain_functions_do(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with limits.limited(kernel_above=-1):  # machine code at once
        quotient = grundy.heaps(code).misere_quotient()
        tables.clear()
        for name in ("reach", "colour", "refine", "shift", "close"):
            monkeypatch.setattr(quotient_growth, name, getattr(quotient_kernel, name).plain)
        plain = grundy.heaps(code).misere_quotient(seconds=None)
    assert plain.certificate() == quotient.certificate()
    assert plain.steps == quotient.steps


def test_no_time_and_no_memory() -> None:
    tables.clear()
    assert "the time is over" in str(grundy.heaps("0.77").misere_quotient(seconds=0))
    with grundy.limited(table_bytes=10_000):
        assert "more memory" in str(grundy.heaps("0.77").misere_quotient())


def test_an_exception_of_a_callback_keeps_what_is_proved() -> None:
    tables.clear()

    def stop(done: int, total: int | None) -> None:
        del total
        if done > 3000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), progress.reporting(stop):
        grundy.heaps("0.77").misere_quotient()
    kept = quotients.known_quotient((0, 7, 7))
    assert kept is not None
    assert kept.heaps > 5
    assert "stopped before the end" in str(kept)
    assert figures("0.77") == KNOWN["0.77"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["circle-0.7"], "for a misère quotient, found circle-0.7"),
        (["2.7"], "code:1:1: expected 0, 4, 8 or c"),
        (["cram", "!"], "expected '.' or '#'"),
        (["0.77", "--certificate", "-"], "expected the name of a file for --certificate"),
        (["0.77", "--certificate", "no/where"], "found no folder no"),
        (["0.77", "--certificate", "/dev/full"], "/dev/full: expected to write the certificate, found: No space left"),
        (["0.77", "--heaps", "0"], "0 is not in the range x>=1"),
    ],
)
def test_bad_input_of_the_command(grundy_command: Command, arguments: list[str], words: str) -> None:
    result = grundy_command("misere", *arguments)
    assert result.code == 2
    assert words in result.err
    assert not result.out


def test_the_command_keeps_to_a_budget_and_writes_certificates(grundy_command: Command, tmp_path: Path) -> None:
    tables.clear()
    assert "proved for heaps up to" in grundy_command("misere", "0.07", "--budget", "20000").out
    path = tmp_path / "kayles.json"
    assert grundy_command("misere", "kayles", "--certificate", str(path)).out.startswith("40 elements, 9 of them lost")
    assert path.stat().st_size < 5000
    assert "result      true" in grundy_command("verify", str(path)).out


def test_ctrl_c_prints_what_is_proved(grundy_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.clear()
    step = Growth.step

    def stopped(self: Growth) -> None:
        if self.heaps == 20:
            raise KeyboardInterrupt
        step(self)

    monkeypatch.setattr(Growth, "step", stopped)
    result = grundy_command("misere", "0.77")
    assert result.code == 3
    assert "proved for heaps up to 20 only: stopped before the end" in result.out


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("code", "why"),
    [("0.76", "ever more equal heaps"), pytest.param("4.7", "in the same way", marks=pytest.mark.slow)],
)
def test_a_quotient_that_seems_infinite_is_not_run_to_the_budget(code: str, why: str) -> None:
    tables.clear()
    found = grundy.heaps(code).misere_quotient(seconds=None)
    assert why in str(found)
    assert found.endless
    assert grundy.heaps(code).misere_quotient(seconds=None) is found
    lost = plain_search(code)
    assert all(found.is_lost(heaps) is lost(heaps) for heaps in sums(9, found.heaps))
    more = grundy.heaps(code).misere_quotient(heaps=found.heaps + 1, steps=1_000_000)  # who asks for a heap may wait
    assert "the budget is spent" in str(more)
