"""Records of the checks of machine code: how many states were compared with the rules, and which code was wrong.

Machine code that is translated from a ruleset is compared with the original function (`grundy.compiled.checking`). This
module stores the results for all layers. If machine code was wrong, the `epoch` of the process changes, and stored
values, such as the values in a `Solution`, are computed again.

>>> before = epoch()
>>> steady(lambda: 3)
3
>>> epoch() == before
True
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, TypeVar

from grundy.runtime import progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.messages import Message

Found = TypeVar("Found")

forgetting: list[Callable[[], None]] = []  # called when machine code is wrong: for values kept outside `tables`

FIRST_COMPARED: Final = "0.1.0"  # the version of grundy that compares machine code
CHECKED: Final = 1  # version of the comparison, stored with tables
_MOST = 4096  # rulesets that are remembered

_wrong: dict[Any, Message] = {}  # rulesets, and digests of machine code: what is wrong with it
_epoch = 0
_answers = 0  # calls of `whole` that are running
_written = 0  # results that this process has written
_faults: list[Message] = []
_spoiled = False
_compared: OrderedDict[Any, int] = OrderedDict()  # for each ruleset: how many states were compared
_used: dict[Any, int] = {}  # for rulesets with values of machine code: results written before the first such value
_stand_ins: OrderedDict[Any, Any] = OrderedDict()


def epoch() -> int:
    """Return a number that changes when machine code is found to be wrong."""
    return _epoch


def steady(work: Callable[[], Found], forget: Callable[[], None] | None = None) -> Found:
    """Return the result of `work`, which is repeated, after `forget`, if machine code was found to be wrong."""
    while True:
        before = _epoch
        found = work()
        if _epoch == before:
            return found
        if forget is not None:
            forget()


def whole(work: Callable[[], Found]) -> Found:
    """Do what `steady` does, for the whole answer of a command: so wrong machine code does not spoil the answer."""
    global _answers  # noqa: PLW0603 - of the process
    _answers += 1
    try:
        return steady(work)
    finally:
        _answers -= 1


def add_compared(rules: Any, count: int) -> None:
    """Count states at which the machine code of `rules` was compared with them."""
    _compared[rules] = _compared.get(rules, 0) + count
    _compared.move_to_end(rules)
    if len(_compared) > _MOST:
        _compared.popitem(last=False)
    progress.record_compared(count)


def compared(rules: Any) -> int:
    """Return at how many states of this process the machine code of `rules` was compared; 0 without machine code."""
    try:
        return _compared.get(_stand_ins.get(rules, rules), 0)
    except TypeError:  # not hashable
        return 0


def stands_in(form: Any, rules: Any) -> None:
    """Note that the machine code of the ruleset `form` answers questions about `rules`."""
    _stand_ins[rules] = form
    if len(_stand_ins) > _MOST:
        _stand_ins.popitem(last=False)


def used(rules: Any) -> None:
    """Note that a value of the machine code of `rules` is returned."""
    _used.setdefault(rules, _written)


def begin_command() -> int:
    """Begin a command, and return `outputs`: earlier results belong to other commands of this process."""
    global _spoiled  # noqa: PLW0603 - of the process
    _spoiled = False
    _used.clear()
    return _written


def note_output() -> None:
    """Note that a result leaves the process: it is printed, or written to a file."""
    global _written  # noqa: PLW0603 - of the process
    _written += 1


def outputs() -> int:
    """Return how many times a result has left the process."""
    return _written


def is_spoiled() -> bool:
    """Return whether the output of a command may contain values of machine code that was found to be wrong later.

    This is so if such values were returned before something was printed or written, and the answer was not repeated by
    `whole`.
    """
    return _spoiled


def faults() -> list[Message]:
    """Return the faults of machine code of this process, in the order in which they were found."""
    return list(_faults)


def fault_of(key: Any) -> Message | None:
    """Return the fault of the machine code with a ruleset or a digest as `key`; None if no fault was found."""
    return _wrong.get(key) if _wrong else None


def spoil() -> None:
    """Note that something was written with values of machine code that was found to be wrong."""
    global _spoiled  # noqa: PLW0603 - of the process
    _spoiled = True


def distrust(rules: Any, digest: str, fault: Message) -> None:
    """Stop using the machine code of `rules`, drop all tables of the process, and report the fault.

    `digest` is the digest of the machine code, which other rulesets may share.
    """
    global _epoch, _spoiled  # noqa: PLW0603 - of the process
    _epoch += 1
    _wrong[rules] = _wrong[digest] = fault
    _faults.append(fault)
    tables.clear()
    for forget in forgetting:
        forget()
    begun = _used.pop(rules, None)
    if begun is not None and (begun < _written or not _answers):
        _spoiled = True
    if progress.has_listener():
        progress.notice(fault)
    elif sys.stderr is not None:  # not as a warning, because warnings may be filtered out
        sys.stderr.write(f"grundy: {fault}\n")


def forgive() -> None:
    """Forget all faults: for tests."""
    global _spoiled  # noqa: PLW0603 - of the process
    _spoiled = False
    _faults.clear()
    for kept in (_wrong, _compared, _used, _stand_ins):
        kept.clear()
