"""Positions in their misère quotients, as data for explanations: values of parts, their product, P, relations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.theory.finite_quotients import letter_of
from grundy.theory.quotients import MisereQuotient

if TYPE_CHECKING:
    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.theory.state_quotients import StateQuotient

_MOST_ORDER = 600  # of a quotient that is told: its presentation takes a tenth of a second
_MOST_LISTED = 40  # elements of P, relations, parts


class Products:
    """The quotient that answers for a position, with the words of its elements."""

    def __init__(self, found: MisereQuotient | StateQuotient) -> None:
        self._found = found
        self._made = found.presentation()

    @classmethod
    def of(cls, position: Position) -> Products | None:
        """Return what answers for a position; None where that is no quotient, or one too large to be told."""
        found = position.misere.quotient
        return None if found is None or found.order > _MOST_ORDER else cls(found)

    def value(self, components: tuple[Component, ...]) -> str:
        """Return the word of a sum."""
        return self._made.word(self._made.words[self._element(components)])

    def lost(self, components: tuple[Component, ...]) -> bool:
        """Say whether the value of a sum is in P."""
        return bool(self._found.monoid.lost[self._element(components)])

    def data(self, position: Position) -> dict[str, Any]:
        """Return a position in its quotient.

        Keys: ``says``, what is proved, as a message; ``generators``, each with its ``letter`` and the ``game`` that it
        is; ``relations``, pairs of words, and ``P``, words, each with ``..._left_out``; ``parts``, each with its
        ``position`` and ``value``; the ``value`` of all, and whether it is ``lost``.
        """
        made, found = self._made, self._found
        components = position.components
        lost = found.lost_elements
        return {
            "says": {**found.message.data(), "text": str(found.message)},
            "generators": [
                {"letter": letter_of(place), "game": self._name(game)} for place, game in enumerate(made.generators)
            ],
            "relations": [[made.word(left), made.word(right)] for left, right in made.relations[:_MOST_LISTED]],
            "relations_left_out": max(0, len(made.relations) - _MOST_LISTED),
            "P": [made.word(made.words[element]) for element in lost[:_MOST_LISTED]],
            "P_left_out": max(0, len(lost) - _MOST_LISTED),
            "parts": [
                {"position": part.ruleset.label(part.state), "value": self.value((part,))}
                for part in components[:_MOST_LISTED]
            ],
            "parts_left_out": max(0, len(components) - _MOST_LISTED),
            "value": self.value(components),
            "lost": self.lost(components),
        }

    def _element(self, components: tuple[Component, ...]) -> int:
        if not isinstance(self._found, MisereQuotient):
            return self._found.value(components)
        heaps = [component.ruleset.octal_heap(component.state) for component in components]
        return self._found.value([heap[2] for heap in heaps if heap is not None])

    def _name(self, game: int) -> str:
        return str(game) if isinstance(self._found, MisereQuotient) else self._found.names[game]
