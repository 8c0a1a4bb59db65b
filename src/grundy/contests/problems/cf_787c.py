"""Berzerk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.reading import Input
from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.contests.stress.inputs import Inputs
    from grundy.core.position import Position

_STEP = Message("expected.step")
_WORDS = {"N": "Win", "P": "Lose", "D": "Loop"}


@dataclass(frozen=True, slots=True)
class _Berzerk(OldProblem):
    """Asks about all places and both players at once."""

    def answer(self, text: str, *, limits: bool = True, source: str = "input") -> str:
        """Return a line for each player with a word for each place but the black hole."""
        from grundy.families.graphs.circle import outcomes

        found = outcomes(*_read(Input(text, source, limits=limits)))  # without the edges
        return "".join(f"{' '.join(_WORDS[outcome] for outcome in line[1:])}\n" for line in found.tolist())


def positions(scan: Input) -> Iterator[Position]:
    """Yield the positions that the words of the output are about: of the first player on each place, of the second."""
    from grundy.families.graphs.circle import Circle

    count, (first, second) = _read(scan)
    rules = Circle(count, (tuple(first), tuple(second)))
    yield from (rules((player, place)) for player in (0, 1) for place in range(1, count))


def _read(scan: Input) -> tuple[int, tuple[list[int], list[int]]]:
    count = scan.size("n", 2, 7000)
    steps = _steps(scan, "k1", count), _steps(scan, "k2", count)
    scan.end()
    return count, steps


def _steps(scan: Input, name: str, count: int) -> list[int]:
    found: dict[int, None] = {}
    for _ in range(scan.integer(name, 1, count - 1)):
        word = scan.take(_STEP)
        step = scan.as_integer(word, _STEP, 1, count - 1)
        if step in found:
            raise scan.error(Message("expected.new-number"), word)
        found[step] = None
    return list(found)


def inputs() -> Inputs[Any]:
    """Return what makes inputs to test programs with."""
    from grundy.contests.stress.steps import StepInputs

    return StepInputs(7000)


PROBLEM = _Berzerk(
    id="cf-787c",
    title="Berzerk",
    source="Codeforces Round 406, problem C of division 2 and A of division 1",
    game="",
    limits="2 <= n <= 7000; 1 <= k1, k2 <= n - 1; 1 <= each step <= n - 1, those of a player are different",
    positions=positions,
    inputs=inputs,
    outputs=("Win", "Lose", "Loop"),
    samples=(
        Sample("5\n2 3 2\n3 1 2 3\n", "Lose Win Win Loop\nLoop Win Win Win\n"),
        Sample("8\n4 6 2 3 4\n2 3 6\n", "Win Win Win Win Win Win Win\nLose Win Lose Lose Win Lose Lose\n"),
    ),
    aliases=("cf-786a",),
)
