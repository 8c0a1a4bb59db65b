"""A Chess Game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample
from grundy.core.position import Position
from grundy.families.graphs.tokens import Tokens
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.contests.inputs.reading import Input
    from grundy.contests.stress.inputs import Inputs

_MOST_OPTIONS = 1000
_POSITION = Message("expected.graph-position")


def positions(scan: Input) -> Iterator[Position]:
    """Read graphs until the end of the text; of each a position for each query, until a 0."""
    while True:
        yield from _test_case(scan)
        if scan.peek() is None:
            return


def _test_case(scan: Input) -> Iterator[Position]:
    count = scan.size("N", 1, 1000)
    targets = []
    counts = []
    for vertex in range(count):
        counts.append(scan.take(f"X{vertex}"))
        options = scan.as_integer(counts[-1], f"X{vertex}", 0, _MOST_OPTIONS if scan.limits else None)
        targets.append(tuple(scan.integer(_POSITION, 0, count - 1) for _ in range(options)))
    rules = Tokens(tuple(targets))
    if rules.cycle:
        around = " ".join(map(str, (*rules.cycle[:20], rules.cycle[0] if len(rules.cycle) <= 20 else "...")))
        raise scan.error(
            Message("expected.no-cycle"), counts[rules.cycle[0]], Message("found.cycle", {"cycle": around})
        )
    while True:
        pieces = scan.size("M", 0, 10)
        if not pieces:
            return
        yield Position([rules(scan.integer(_POSITION, 0, count - 1)).terms[0] for _ in range(pieces)])


def inputs() -> Inputs[Any]:
    """Return what makes inputs to test programs with."""
    from grundy.contests.stress.tokens import TokenInputs

    return TokenInputs(1000, 10)


PROBLEM = OldProblem(
    id="poj-2425",
    title="A Chess Game",
    source="PKU Monthly, POJ 2425",
    game="",
    limits="1 <= N <= 1000; 1 <= M <= 10; no cycles; test cases until the end, queries until a 0",
    positions=positions,
    inputs=inputs,
    outputs=("WIN", "LOSE"),
    samples=(
        Sample(
            "4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n\n4\n1 1\n1 2\n0\n0\n2 0 1\n2 1 1\n3 0 1 3\n0\n",
            "WIN\nWIN\nWIN\nLOSE\nWIN\n",
        ),
    ),
    aliases=("hdu-1524",),
)
