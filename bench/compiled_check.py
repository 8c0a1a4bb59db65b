"""What it takes to compare machine code with the functions that it is made of, beside the search; and what is noticed.

    python bench/compiled_check.py [RUNS]
    python bench/compiled_check.py --faults

Five rulesets: a declared function, pairs, bit masks, components with canonical forms, bounds. Each question is asked
RUNS times from an empty memo, with the machine code there. The columns are medians: states opened and compared;
processor time of the machine code, and of comparing; their ratio. With ``--faults`` one ruleset, whose function is
changed in many ways after its machine code was made, is asked with real machine code: which changes are noticed.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from statistics import median
from typing import TYPE_CHECKING, Any

import compiled as games

import grundy
from grundy.boards import Grid
from grundy.core.function_rulesets import DeclarationOptions, FunctionRuleset
from grundy.runtime import limits, progress, trust
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PHASE = {"kind": ""}  # what `changed` does


def questions() -> Iterator[tuple[str, Any, tuple[int, ...]]]:
    """Yield names, rulesets and states."""
    yield "kayles 1000", grundy.ruleset(compiled=True)(games.kayles), (1000,)
    yield "wythoff 400 380", grundy.ruleset(compiled=True)(games.wythoff), (400, 380)
    yield "dominoes 4 x 5, as a mask", grundy.ruleset(compiled=True)(games.cram), (games.BOARD.full,)
    grid = Grid(5, 6)
    yield "cram 5 x 6, components, canonical", games.cram_on(grid), (grid.full,)
    yield "wythoff 400 380, bounds", grundy.ruleset(bounds=(401, 381))(games.wythoff), (400, 380)


def measured(rules: Any, state: tuple[int, ...]) -> tuple[int, int, float, float]:
    """Return the states opened and compared, and the seconds of machine code and of comparing."""
    tables.clear()
    with progress.tallied() as tally:
        _ = rules(*state).value
    kept: Any = tables._tables  # noqa: SLF001
    checks = [entry[0].check for entry in kept.values() if hasattr(entry[0], "check")]
    worked, spent = sum(check.worked for check in checks), sum(check.spent for check in checks)
    return tally.states, tally.compared, worked, spent


def compare(runs: int) -> None:
    """Print the table."""
    print(f"{'':36}{'opened':>12}{'compared':>10}{'search':>10}{'check':>10}{'check/search':>14}")
    for name, rules, state in questions():
        with limits.limited(kernel_above=-1):
            measured(rules, state)
            found = [measured(rules, state) for _ in range(runs)]
        opened, compared, worked, spent = (median(column) for column in zip(*found, strict=True))
        share = median(one[3] / one[2] for one in found)
        print(f"{name:36}{opened:12,}{compared:10,}{worked:8.3f} s{spent:8.3f} s{share:14.2f}", flush=True)


def changed(n: int) -> Iterator[Any]:
    """Take 1, 3 or 4, or split in two."""
    for k in (1, 3, 4):
        if k <= n:
            yield n - k
    if n > 2:
        yield grundy.split(n // 2, n - n // 2 - 1)


def other(n: int) -> Iterator[Any]:  # noqa: C901 - a list of changes
    """Return the options that `changed` has after a change."""
    kind = PHASE["kind"]
    for option in changed(n):
        is_split = type(option).__name__ == "Split"
        if kind == "a dropped option" and n % 10 == 3 and option == n - 4:
            continue
        if kind == "one in a hundred" and n % 100 == 57 and option == n - 4:
            continue
        if kind == "large numbers" and n > 2900 and option == n - 4:
            continue
        if kind == "a sign" and option == n - 3:
            yield n + 3
        elif kind == "a bound" and option == 0 == n - 4:
            continue
        elif kind == "a part less" and is_split and n % 50 == 9:
            yield grundy.split(option.parts[0])
        elif kind == "a part of another size" and is_split and n % 50 == 9:
            yield grundy.split(option.parts[0], option.parts[1] - 1)
        elif kind == "a win" and n % 50 == 5:
            yield grundy.win()
        else:
            yield option
    if kind == "one more option" and n % 10 == 3:
        yield n - 2
    if kind == "an exception" and n % 100 == 34:
        raise ValueError(n)


CHANGES = (
    "", "a dropped option", "one more option", "a sign", "a bound", "a part less", "a part of another size", "a win",
    "large numbers", "one in a hundred", "an exception",
)  # fmt: skip


def faults() -> None:
    """Print which changes are noticed by the check alone, with real machine code, in both searches."""
    for kind in CHANGES:
        noticed = []
        for prunes in (False, True):
            rules = changing()
            with limits.limited(kernel_above=-1), progress.reporting(lambda *_: None, notice=lambda _: None):
                PHASE["kind"] = ""
                _ = rules.has_nimber(9, 1) if prunes else rules.value(9)
                tables.clear()
                trust.forgive()
                PHASE["kind"] = kind
                begun = time.process_time()
                with suppress(grundy.GrundyError, ValueError):  # of the plain search, under what the rules are then
                    _ = rules.has_nimber(3000, 5) if prunes else rules.value(3000)
                noticed.append(f"{len(trust.faults())} in {time.process_time() - begun:.2f} s")
        print(f"{kind or 'no change':28}exhaustive {noticed[0]:14} pruning {noticed[1]}", flush=True)


class Changing(FunctionRuleset):
    """A ruleset whose machine code is that of `changed`, and whose options are those of `other`."""

    @property
    def plain_options(self) -> Callable[[Any], Any]:
        """Return the function that machine code is compared with."""
        return other


def changing() -> Any:
    """Return such a ruleset."""
    return Changing(changed, {}, DeclarationOptions(compiled=True))


if __name__ == "__main__":
    if sys.argv[1:] == ["--faults"]:
        faults()
    else:
        compare(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
