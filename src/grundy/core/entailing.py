"""Which rulesets have moves after which the same player moves again: `grundy.split` with ``again=True``.

Rulesets of the catalogue say so (`Ruleset.entailing`). For other rulesets it is known as soon as a search has found a
value that depends on such a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakSet

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.components import Component
    from grundy.core.ruleset import Ruleset
    from grundy.runtime.messages import Message

__all__ = ["entails", "note", "refuse"]

_entailing: WeakSet[Ruleset] = WeakSet()


def note(rules: Ruleset) -> None:
    """Record that a value under `rules` depends on a move after which the same player moves again."""
    _entailing.add(rules)


def entails(rules: Ruleset) -> bool:
    """Return whether `rules` are known to have such moves."""
    return bool(rules.entailing) or rules in _entailing


def refuse(components: Iterable[Component], what: Message) -> None:
    """Raise `RulesetError` if play in the components may come to a move after which the same player moves again.

    The values of the components must have been found before. `what` names the question that is refused.
    """
    for rules, _ in components:
        if entails(rules):
            raise RulesetError("error.again", name=rules.name, what=what)
