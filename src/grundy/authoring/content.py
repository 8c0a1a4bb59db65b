"""The content of states and options: whether it may change, and comparison by content."""

from __future__ import annotations

from collections import Counter
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any

from grundy.core.mistakes import is_hashable

if TYPE_CHECKING:
    from grundy.core.components import Option
    from grundy.core.ruleset import Ruleset


def why_mutable_ruleset(rules: Ruleset) -> str:
    """Return why a ruleset cannot be a key of a memo; an empty text if no reason is visible."""
    kind: Any = type(rules)
    if not is_hashable(rules):
        return f"{kind.__name__} cannot be hashed; a frozen dataclass can"
    if kind.__hash__ is object.__hash__ and vars(rules):
        return f"{kind.__name__} is equal to nothing but itself; a frozen dataclass is equal by content"
    if is_dataclass(rules) and not kind.__dataclass_params__.frozen:
        return f"{kind.__name__} is a dataclass that is not frozen"
    return ""


def why_mutable(state: Any) -> str:
    """Return why a hashable state may change while a search stores it; an empty text if no reason is visible."""
    kind = type(state)
    by_identity = all(getattr(kind, name) is getattr(object, name) for name in ("__hash__", "__eq__"))
    if by_identity and state is not None and state is not ... and kind is not object and not callable(state):
        return "is equal to nothing but itself; a frozen dataclass is equal by content"
    if is_dataclass(state) and not kind.__dataclass_params__.frozen:
        return "is a dataclass that is not frozen"
    return next(filter(None, map(why_mutable, state)), "") if isinstance(state, tuple | frozenset) else ""


def result_of(option: Option) -> tuple[tuple[bool, bool], Any]:
    """Return the result of an option in a form that compares by content, since equal sets may have different texts."""
    return (option.ends, option.again), Counter(part if is_hashable(part) else repr(part) for part in option.components)


def counted(options: list[Option]) -> Counter[Any]:
    """Return how often each option occurs: lists that differ only in their order give equal counts."""
    bag: Counter[Any] = Counter()
    for option in options:
        ends, parts = result_of(option)
        bag[option.move if is_hashable(option.move) else repr(option.move), ends, frozenset(parts.items())] += 1
    return bag
