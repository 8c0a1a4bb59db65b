"""Lists of heaps: ``kayles 10 7``, ``0.137: 12``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from grundy.core.components import SumTerm, components_of
from grundy.games.families.heaps.codes import heaps, looks_like_a_code
from grundy.games.families.heaps.heap_rules import HeapNotation, HeapRules
from grundy.games.game import Game, SampledReader, Side
from grundy.games.text import MOST_DIGITS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.games.text import Scanner


_TOO_LONG = 10**MOST_DIGITS


@dataclass(frozen=True)
class HeapLists(SampledReader):
    """Reads the sizes of heaps under the rules of a code."""

    code: str
    given: HeapRules | None = None  # the rules, if they have no code
    token: str = "counter"  # that a picture shows for each token of a heap
    kind = "heaps"
    inline = True
    sides = (Side("heaps", 1, 20, 3), Side("tokens", 0, 10_000, 12))
    form = "sizes of heaps; a move says what a heap becomes"

    @cached_property
    def rules(self) -> HeapRules:
        """The ruleset of the code, or `given`."""
        return self.given or heaps(self.code)

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read at least one size, to the end."""
        sizes = [scan.integer(Message("expected.heap-size"), 0)]
        while scan.peek() is not None:
            sizes.append(scan.integer(Message("expected.heap-size"), 0))
        return SumTerm(self._notation(game), components_of(self.rules, sizes))

    def of_numbers(self, given: Sequence[int], game: str) -> SumTerm | None:
        """Return the term of these sizes of heaps; None if a size is none in a text."""
        return (
            None
            if min(given) < 0 or max(given) >= _TOO_LONG
            else SumTerm(self._notation(game), components_of(self.rules, given))
        )

    def _notation(self, game: str) -> HeapNotation:
        return HeapNotation(f"{game}:" if looks_like_a_code(game) else game, self.token)

    def random_text(self, rng: Random, size: int) -> str:
        """Return heaps that have at most `size` tokens together."""
        sizes: list[int] = []
        while size > 0 and (not sizes or rng.random() < 0.6):
            sizes.append(rng.randint(0, size))
            size -= sizes[-1]
        return " ".join(map(str, sizes))

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return random heaps; `size` is their number, and the most tokens of a heap."""
        del density  # heaps have no density
        heaps, tokens = size
        return " ".join(str(rng.randint(min(1, tokens), tokens)) for _ in range(heaps))

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield the heap of `size` tokens."""
        yield str(size)

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield empty heaps, equal heaps, and heaps of nearly equal sizes."""
        yield from ("0", "0 0", "1", "1 1", f"{size} {size}", f"{size} {size - 1} 1", f"{size} 0")


def game_of_code(code: str) -> Game:
    """Return the heap game of a code, in its shortest form."""
    return Game(
        name=code,
        title=f"Heap game {code}",
        rules=str(heaps(code).summary),
        source="Guy and Smith, The G-values of various games (1956); Winning Ways, chapter 4",
        reader=HeapLists(code),
        sample="10 7",
        facts=(),
    )
