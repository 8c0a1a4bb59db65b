"""The pruning search of a compiled ruleset, under the limits of `searching`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled import pruned_kernel, search_kernel
from grundy.compiled.kinds import words_of
from grundy.compiled.searching import Run, Searcher, Unanswered
from grundy.messages import Message
from grundy.runtime.jit import reporting_compiles

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PruningSearcher(Searcher):
    """The memo of values, and of nimbers that states do not have."""

    kind = np.int64

    def answer(self, state: Any, nimber: int | None) -> tuple[int | None]:
        """Return the value of a state, which is a component in canonical form; None for it if it is not `nimber`.

        With None for `nimber`, return the value, -1 for WIN. Raises what `value` raises.
        """
        words = words_of(state, self.plan.state)
        if words is None:
            raise Unanswered(Message("compiled.large-state"))
        if nimber is not None and nimber >= pruned_kernel.BITS:
            nimber = None
        with self.lock, reporting_compiles():
            return (_Asking(self, words, nimber).answer(),)


class _Asking(Run):
    """One question."""

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

    def answer(self) -> int | None:
        """Search until there is an answer."""
        found = self.value()
        return None if found == pruned_kernel.NOT else found

    def step(self) -> int:
        memo = self.memo
        return int(self.machine.ask(memo.keys, memo.values, self.arena, self.frames, self.run))

    def result(self) -> int:
        return int(self.run[pruned_kernel.ANSWER])

    def copy(self, keys: NDArray[Any], values: NDArray[Any], dropped: int) -> None:
        self.machine.move_memo(self.memo.keys, self.memo.values, keys, values, dropped, self.run)

    def forget_waiting(self) -> None:
        values = self.memo.values
        values[values >= 0] &= ~pruned_kernel.WAITS
