"""The pruning search of a compiled ruleset, under the limits of `searching`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled import pruned_kernel, search_kernel
from grundy.compiled.checking import PruningCheck
from grundy.compiled.searching import Searcher, SearchRun
from grundy.nimbers import mex
from grundy.runtime.garbage import rare_collections
from grundy.runtime.jit import held, reporting_compiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compiled.searching import Known


class PruningSearcher(Searcher):
    """The memo of a pruning search: values of states, and nimbers that states do not have."""

    kind = np.int64
    checks = PruningCheck
    uses_boxes = False

    def answer(self, state: Any, nimber: int | None, known: Known) -> tuple[int | None]:
        """Return the value of a component in canonical form, in a tuple; None in its place if it is not `nimber`.

        Without `nimber` the tuple always has the value, -1 for WIN. Raises what `value` raises.
        """
        words = self.words(state)
        if nimber is not None and nimber >= pruned_kernel.BITS:
            nimber = None
        with held(self.lock), reporting_compiles(), rare_collections():
            if not self.check.begun:
                self.check.begin(state, known())
            return (_PruningRun(self, words, nimber).answer(),)

    def unchecked_value(self, words: list[int]) -> int:
        """Return the value of a state by machine code that is not compared."""
        return _PruningRun(self, words, None, checked=False).value()

    def wrong_value(
        self, entry: int, totals: list[int | None], _again: list[int | None], *, ended: bool
    ) -> tuple[int | str, int | str] | None:
        """Return the value that a state should have and the value of its entry; None if nothing is wrong.

        If the entry has no value, each nimber that it excludes has to be the nimber of an option.
        """
        kernel = pruned_kernel
        value = kernel.value_of(entry) if entry < search_kernel.EMPTY else None
        worth = {total for total in totals if total is not None and total >= 0}
        if ended or value == search_kernel.WON:
            right = ended == (value == search_kernel.WON)
            return None if value is None or right else (search_kernel.WON if ended else mex(worth), value)
        if value is not None:
            right = value not in worth if self.drops else value == mex(worth)
            return None if right else (mex(worth), value)
        excluded = kernel.excluded(entry) if entry >= 0 and not self.drops else 0
        missing = [nimber for nimber in range(kernel.BITS) if excluded >> nimber & 1 and nimber not in worth]
        return (mex(worth), f"\u2260 {missing[0]}") if missing else None


class _PruningRun(SearchRun):
    """One pruning search."""

    fields = pruned_kernel.FRAME

    def __init__(self, memo: Searcher, words: list[int], nimber: int | None, *, checked: bool = True) -> None:
        self.wanted = pruned_kernel.ANY if nimber is None else nimber
        super().__init__(memo, words, checked=checked)

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
