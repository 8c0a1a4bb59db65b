"""Mistakes in rules: why what they have yielded is no option, and the states at which they raise exceptions."""

from __future__ import annotations

import re
from itertools import islice
from reprlib import Repr
from types import FunctionType, GeneratorType, NoneType
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option, Split
from grundy.core.values import Loopy, Win
from grundy.errors import GrundyError, RulesetError, StateNote, exception_words
from grundy.runtime.costs import ASIDE_OPTIONS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset

__all__ = [
    "NO_STATES",
    "check_option",
    "check_returned",
    "explain",
    "is_hashable",
    "is_value",
    "mend_of",
    "question",
    "shown",
    "unhashable",
]

_ITERATORS: tuple[type, ...] = (GeneratorType, map, filter, zip, enumerate, *map(type, map(iter, ([], (), {*()}))))
NO_STATES = frozenset({NoneType, FunctionType, *_ITERATORS, list, dict, set})  # types of what rules yield by mistake
_FORMS = {  # by the type that cannot be hashed
    "list": "tuple(...)",
    "set": "frozenset(...)",
    "dict": "tuple(sorted(....items()))",
    "ndarray": "tuple(....tolist())",
}
_HINTS = {  # by a part of the text of an exception: the message that says what to write
    "'Position' object is not iterable": "error.raised-position",
    "split() got an unexpected keyword": "error.raised-split",
    "does not support item assignment": "error.raised-assigned",
    "EOF when reading a line": "error.raised-input",
}
_NO_INT = re.compile("'int' object|type 'int'|not int$")  # in exceptions of rules that expect a text or a tuple
_SHORT = Repr()
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxdict = _SHORT.maxfrozenset = 12
_SHORT.maxstring = _SHORT.maxother = 80


def shown(value: object) -> str:
    """Return the text of a value for an error, shortened if it is long."""
    return _SHORT.repr(value)


def check_option(rules: Ruleset, state: Any, option: object) -> None:
    """Raise `RulesetError` if what rules have yielded for `state`, or a part of it, has a type that no state has."""
    for part in option.parts if isinstance(option, Split) else (option,):
        if type(part) in NO_STATES:
            raise _no_option(rules, state, part)


def _no_option(rules: Ruleset, state: Any, option: object) -> RulesetError:
    """Return the error that `option`, which the rules have yielded for `state`, is not an option."""
    label = rules.label(state)
    if isinstance(option, (*_ITERATORS, range)):
        return RulesetError("error.option-iterator", state=label, found=type(option).__name__)
    culprit = _unhashable(option)
    if culprit is not None:
        kind = type(culprit).__name__
        several = culprit is option and kind in _FORMS and kind != "dict"
        mend = Message("mend.form-or-options", {"form": _FORMS[kind]}) if several else mend_of(option)
        if isinstance(option, list) and len(option) > 1 and not isinstance(state, tuple):
            mend = Message("mend.split-or", {"parts": shown(option)[1:-1], "mend": mend})
        return RulesetError("error.option-hashable", state=label, found=shown(option), of=kind, mend=mend)
    if option is None:
        return RulesetError("error.option-none", state=label)
    name = getattr(option, "__name__", "")
    found = Message("found.function", {"name": name or repr(option)})
    return RulesetError("error.option-win" if name == "win" else "error.option", state=label, found=found)


def mend_of(value: object) -> Message:
    """Return what to write in place of a value that is no state."""
    culprit = _unhashable(value)
    if culprit is None:
        return Message("mend.return")
    form = _FORMS.get(type(culprit).__name__)
    return Message("mend.dataclass" if form is None else "mend.form", {"form": form})


def explain(error: Exception, rules: Ruleset, state: Any, before: Component | None = None) -> None:
    """Note in an exception that it came at `state`; raise `RulesetError` instead if an option is the mistake.

    `before` is the component that has the state as an option, if it is known.
    """
    found = error.message.params.get("found") if isinstance(error, RulesetError) else None
    if isinstance(error, RulesetError) and isinstance(found, Message) and found.kind == "found.values":
        source = before if found.params["value"] == shown(state) else Component(rules, state)
        if source is not None:
            label = source.ruleset.label(source.state)
            raise RulesetError("error.yielded", error=error.message, state=label) from error
    if isinstance(error, GrundyError) or any(isinstance(note, StateNote) for note in getattr(error, "__notes__", ())):
        return
    if before is not None and isinstance(state, range) and not isinstance(before.state, range):
        raise _no_option(before.ruleset, before.state, state) from error
    if isinstance(error, TypeError) and "unhashable" in exception_words(error):
        wrong = _first_unhashable(rules, state)
        if wrong is not None:
            raise _no_option(rules, state, wrong) from error
    if isinstance(error, TypeError | AttributeError):
        check_returned(rules, state)
    error.add_note(_state_note(exception_words(error), _label(rules, state), state, before))


def _state_note(words: str, label: str, state: Any, before: Component | None) -> StateNote:
    """Return the note that an exception, whose text is `words`, came at a state, and what to write instead."""
    if before is not None and type(before.state) is not type(state):
        kind = "error.raised-yielded-tuple" if type(state) is tuple else "error.raised-yielded"
        if isinstance(state[-1] if type(state) is tuple and state else state, str):
            kind = "error.raised-yielded-text"
        return StateNote(label, _label(before.ruleset, before.state), kind)
    if before is None and type(state) is int and _NO_INT.search(words):  # such a state was typed
        return StateNote(label, kind="error.raised-number")
    return StateNote(label, kind=next((kind for part, kind in _HINTS.items() if part in words), "error.raised"))


def check_returned(rules: Ruleset, state: Any) -> None:
    """Raise `RulesetError` if a method returns for a state what it should not: this is why something else failed."""
    for name, is_right in _RETURNED.items():
        if name != "options" and not rules.declares(name):
            continue
        try:
            found = getattr(rules, name)(state)
        except Exception:  # noqa: BLE001, S112 - then the method raises the exception itself
            continue
        if not is_right(found):
            words = {"state": _label(rules, state), "found": shown(found), "mend": mend_of(found)}
            raise RulesetError(f"error.function-{name}", **words)


def told(rules: Ruleset, name: str, kind: str, *arguments: Any) -> Any:
    """Return what the method `name` of rules tells for explanations: None, or something of the type `kind`.

    Raises `RulesetError` if it returns something else, or takes other arguments.
    """
    method = getattr(rules, name)
    try:
        found = method(*arguments)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:  # it was not even called
            raise RulesetError("error.method-called", error=str(error)) from error
        raise
    if found is not None and kind not in [one.__name__ for one in type(found).__mro__]:
        raise RulesetError("error.method-told", name=f"{rules.name}.{name}", of=kind, found=shown(found))
    return found


def unhashable(rules: Ruleset, state: Any, error: TypeError) -> RulesetError:
    """Return the error for a state that cannot be hashed, or raise that for the method that has returned it."""
    check_returned(rules, state)
    mend = Message("mend.dataclass") if is_hashable(state) else mend_of(state)
    return RulesetError("error.state-hashable", name=rules.name, error=str(error), mend=mend)


def is_value(found: object) -> bool:
    """Return whether a formula may return this for a state."""
    return found is None or hasattr(found, "__index__") or isinstance(found, Win | Loopy)


def is_hashable(state: Any) -> bool:
    """Return whether a state can be hashed."""
    return _unhashable(state) is None


def _is_listed(found: object) -> bool:
    return hasattr(found, "__iter__") and not isinstance(found, str)


_RETURNED = {  # what methods of rules may return
    "options": _is_listed,
    "components": _is_listed,
    "canonical": lambda form: type(form) not in NO_STATES and is_hashable(form),
    "known": is_value,
}


def question(rules: Ruleset, state: Any, option: float) -> Message:
    """Return what is doubtful about an option that is a float, a truth value or a number below 0."""
    words = {"state": _label(rules, state), "found": repr(option)}
    kinds = {bool: "rules.bool", float: "rules.float"}
    return Message(kinds.get(type(option), "rules.negative"), words)


def _first_unhashable(rules: Ruleset, state: Any) -> object | None:
    """Return the first part of an option of a state that cannot be hashed, if there is one."""
    try:
        for option in islice(rules.options(state), ASIDE_OPTIONS):
            parts = option.parts if isinstance(option, Split) else () if isinstance(option, Option) else (option,)
            for part in parts:
                if _unhashable(part) is not None:
                    wrong: object = part
                    return wrong
    except Exception:  # noqa: BLE001 - then the rules raised the exception themselves
        return None
    return None


def _unhashable(value: object) -> object | None:
    """Return the innermost value within a state that cannot be hashed; None if the state can."""
    try:
        hash(value)
    except Exception:  # noqa: BLE001 - code of users makes hashes, and may raise anything
        inside = map(_unhashable, value) if isinstance(value, tuple) else ()
        return next((each for each in inside if each is not None), value)
    return None


def _label(rules: Ruleset, state: Any) -> str:
    """Return the text of a state, also if the rules cannot write it."""
    try:
        return rules.label(state)
    except Exception:  # noqa: BLE001 - code of users writes it, and may raise anything
        return f"{rules.name}({shown(state)})"
