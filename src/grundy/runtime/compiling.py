"""Whether NumPy or machine code is used: where the work would otherwise take longer than until they are there.

NumPy takes less than a tenth of a second to load. Numba takes a part of a second, and seconds to compile a kernel,
which it stores on disk. So a table is filled if the plain search would take longer than to load NumPy
(`worth_a_table`). It is filled by machine code if NumPy would take longer than to load Numba, or even to compile
(`pays_off`); that is where Numba is loaded already, unless it would have to compile. If the time of the work is not
known, plain Python goes on for a part of the time until machine code is there (`patience`), and then this process
compiles. Work that was done in place of machine code counts as well (`spend`), so that many small questions do not take
longer than a compile.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from grundy.runtime import limits, progress, wasm
from grundy.runtime.costs import (
    ARRAYS_SECONDS,
    CALL_OPTIONS,
    CODE_SECONDS,
    KERNEL_OPTIONS,
    KERNEL_SECONDS,
    LOAD_SECONDS,
    OPTION_SECONDS,
    QUICK_SECONDS,
)
from grundy.runtime.messages import Message
from grundy.runtime.packages import available, installed

_FRACTION = 4  # a user without Numba is told of it where the work takes so many times as long
_SHARE = 8  # plain work of unknown length takes 1 / _SHARE of the time until machine code would be there

_MUCH = 8  # work that takes this multiple of loading Numba does not end soon, though perhaps sooner than it seems


class MachineCode(NamedTuple):
    """Kernels that are used together: pairs of a source file and a function; `each` takes about so long to compile."""

    functions: tuple[tuple[str, str], ...]
    each: float = KERNEL_SECONDS

    @property
    def seconds(self) -> float:
        """About how long it takes to compile them."""
        return self.each * len(self.functions)


_used: set[MachineCode] = set()  # loaded or compiled by this process
_missing: set[MachineCode] = set()  # not on disk when this process looked for it
_spent = 0.0  # seconds of other work since machine code was last loaded or compiled
_has_told = False  # that Numba is missing


def beside(file: str, name: str) -> str:
    """Return the path of the file `name` in the folder of another file, without loading `pathlib`."""
    return file[: file.rindex(os.sep) + 1] + name


def pays_off(code: MachineCode, options: int, seconds: float = OPTION_SECONDS, module: str | None = None) -> bool:
    """Return whether machine code does some work faster than NumPy or plain Python.

    `seconds` is how much longer these take for each option; by default, the plain search. `module` is a module of
    WebAssembly with the same kernels. With `kernel_above` in the budget, the options decide.
    """
    above = limits.budget().kernel_above
    if module is not None and wasm.serves(module):
        return worth_a_start(options)
    if not worth_a_start(options):
        return False
    if not installed("numba"):
        options = min(options, KERNEL_OPTIONS)
        if options * seconds <= limits.budget().search_options * OPTION_SECONDS:  # else the work is refused
            tell(options * seconds, LOAD_SECONDS + options * CODE_SECONDS)
        return False
    without = min(options, KERNEL_OPTIONS) * seconds + _spent
    if above is None and (without <= _seconds_to_load(code) or without <= _seconds_until_used(code)):
        return False
    return use(code)


def tell(seconds: float, fast: float) -> None:
    """Tell the user, once, if Numba, which is missing, would do work of some seconds in a fraction of them (`fast`).

    In browsers Numba does not exist.
    """
    global _has_told  # noqa: PLW0603 - of the process
    if _has_told or sys.platform == "emscripten" or seconds <= max(QUICK_SECONDS, _FRACTION * fast):
        return
    _has_told = True
    progress.notice(Message("work.fast", {"seconds": round(seconds), "fast": max(1, round(fast))}))


def worth_a_start(options: int) -> bool:
    """Return whether the plain search of so many options takes longer than to begin a table that loads nothing."""
    above = limits.budget().kernel_above
    return options > (CALL_OPTIONS if above is None else above)


def worth_a_table(options: int, module: str | None = None) -> bool:
    """Return whether a table of so many options is faster than the plain search; `module` as for `pays_off`.

    While NumPy is not loaded, the plain search has to take about as long as the import.
    """
    above = limits.budget().kernel_above
    if above is not None or options <= CALL_OPTIONS:
        return above is not None and options > above
    is_loaded = "numpy" in sys.modules or (module is not None and wasm.serves(module))
    return is_loaded or min(options, KERNEL_OPTIONS) * OPTION_SECONDS + _spent > ARRAYS_SECONDS


def patience(code: MachineCode, *, options: int = 0) -> float:
    """Return for how many seconds plain work of unknown length goes on before machine code is used.

    Where Numba is not loaded, that is at least twice the time of loading it, because much of the work ends before;
    unless there seem to be so many `options` that it does not.
    """
    is_long = min(options, KERNEL_OPTIONS) * OPTION_SECONDS > _MUCH * LOAD_SECONDS
    least = 0.0 if is_long or "numba" in sys.modules else 2 * LOAD_SECONDS
    return max(0.0, max(least, _seconds_until_used(code) / _SHARE) - _spent)


def use(code: MachineCode) -> bool:
    """Note that machine code is used from now on; return whether it can be."""
    global _spent  # noqa: PLW0603 - of the process
    if not available("numba"):
        return False
    if code not in _used:
        _used.add(code)
        _missing.discard(code)
        _spent = 0.0
    return True


def spend(seconds: float) -> None:
    """Count work of NumPy or plain Python that machine code could have done."""
    global _spent  # noqa: PLW0603 - of the process
    _spent += seconds


def _seconds_until_used(code: MachineCode) -> float:
    """Return about how long it takes until machine code can be called. Looks for it on disk, once if it is missing."""
    if code not in _used and code not in _missing and not is_on_disk(code):
        _missing.add(code)
    return _seconds_to_load(code) + (code.seconds if code in _missing else 0.0)


def _seconds_to_load(code: MachineCode) -> float:
    """Return about how long it takes until machine code on disk can be called."""
    return 0.0 if code in _used or "numba" in sys.modules else LOAD_SECONDS


def is_on_disk(code: MachineCode) -> bool:
    """Return whether machine code is in Numba's cache, without loading Numba.

    Each function must have an index there that is newer than its source. Whether the code fits this processor is not
    checked.
    """
    from pathlib import Path

    from grundy.runtime.code_on_disk import indexes

    return all(any(True for _ in indexes(Path(file), name)) for file, name in code.functions)


def forget() -> None:
    """Forget what was used, spent and told: for tests."""
    global _spent, _has_told  # noqa: PLW0603 - of the process
    _used.clear()
    _missing.clear()
    _spent = 0.0
    _has_told = False
