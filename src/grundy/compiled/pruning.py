"""The pruning search of a compiled ruleset, under the limits of `searching`."""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compiled import pruned_kernel, search_kernel
from grundy.compiled.kinds import words_of
from grundy.compiled.searching import TOO_LARGE, Searcher, SearchRun, Unanswered
from grundy.runtime.garbage import rare_collections
from grundy.runtime.jit import held, reporting_compiles


class PruningSearcher(Searcher):
    """The memo of a pruning search: values of states, and nimbers that states do not have."""

    kind = np.int64
    form = "ask"

    def answer(self, state: Any, nimber: int | None) -> tuple[int | None] | Unanswered:
        """Return the value of a component in canonical form, in a tuple; None in its place if it is not `nimber`.

        Without `nimber` the tuple always has the value, -1 for WIN. Raises what `value` raises.
        """
        words = words_of(state, self.plan.state)
        if words is None:
            return TOO_LARGE
        if nimber is not None and nimber >= pruned_kernel.BITS:
            nimber = None
        with held(self.lock), reporting_compiles(), rare_collections():
            found = _PruningRun(self, words, nimber).value(state)
        return found if isinstance(found, Unanswered) else (None if found == pruned_kernel.NOT else found,)

    def run(self, words: list[int]) -> SearchRun:
        """Begin a search for the value of a state."""
        return _PruningRun(self, words, None)


class _PruningRun(SearchRun):
    """One pruning search."""

    fields = pruned_kernel.FRAME

    def __init__(self, memo: Searcher, words: list[int], nimber: int | None) -> None:
        self.wanted = pruned_kernel.ANY if nimber is None else nimber
        super().__init__(memo, words)

    def begin(self, words: list[int]) -> None:
        kernel = pruned_kernel
        self.frames[kernel.RECORDS] = search_kernel.FRESH
        self.frames[kernel.WANTED] = self.wanted
        self.frames[kernel.FIRST] = self.wanted != kernel.ANY
        self.frames[kernel.ASKED] = max(self.wanted, 0)
        self.frames[kernel.FRAME : kernel.FRAME + len(words)] = words

    def step(self) -> int:
        memo = self.memo
        return int(self.machine.ask(memo.keys, memo.values, self.arena, self.frames, self.run))

    def result(self) -> int:
        return int(self.run[pruned_kernel.ANSWER])

    def forget_waiting(self) -> None:
        values = self.memo.values
        values[values >= 0] &= ~search_kernel.WAITS
