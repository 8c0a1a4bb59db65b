"""Positions in their misère quotients, as data for explanations: values of parts, their product, P and relations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.abilities import octal_heap
from grundy.theory.finite_quotients import letter_of
from grundy.theory.quotients import MisereQuotient

if TYPE_CHECKING:
    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.theory.state_quotients import StateQuotient

_MOST_ORDER = 600  # elements of a quotient that is shown; its presentation takes a tenth of a second
_MOST_LISTED = 40  # elements of P, relations or parts that are listed


class Products:
    """A misère quotient with its presentation: each element as a word in generators."""

    def __init__(self, quotient: MisereQuotient | StateQuotient) -> None:
        self._quotient = quotient
        self._presentation = quotient.presentation()

    @classmethod
    def of(cls, position: Position) -> Products | None:
        """Return the quotient that decides a position; None if there is none, or if it is too large to show."""
        quotient = position.misere.quotient
        return None if quotient is None or quotient.order > _MOST_ORDER else cls(quotient)

    def value(self, components: tuple[Component, ...]) -> str:
        """Return the word of the value of a sum."""
        return self._presentation.word(self._presentation.words[self._element(components)])

    def lost(self, components: tuple[Component, ...]) -> bool:
        """Return whether the value of a sum is in P."""
        return bool(self._quotient.monoid.lost[self._element(components)])

    def data(self, position: Position) -> dict[str, Any]:
        """Return a position in its quotient, as data for JSON.

        Keys: ``says``, the proved claim, as a message; ``generators``, each with its ``letter`` and its ``game``;
        ``relations``, pairs of words, and ``P``, words, each with ``..._left_out``; ``parts``, each with its
        ``position`` and ``value``; ``value``, the word of the whole sum; ``lost``, whether it is in P.
        """
        presentation, quotient = self._presentation, self._quotient
        components = position.components
        word, relations, lost = presentation.word, presentation.relations, quotient.lost_elements
        return {
            "says": {**quotient.message.data(), "text": str(quotient.message)},
            "generators": [
                {"letter": letter_of(number), "game": self._name(game)}
                for number, game in enumerate(presentation.generators)
            ],
            "relations": [[word(left), word(right)] for left, right in relations[:_MOST_LISTED]],
            "relations_left_out": max(0, len(relations) - _MOST_LISTED),
            "P": [word(presentation.words[element]) for element in lost[:_MOST_LISTED]],
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
        if not isinstance(self._quotient, MisereQuotient):
            return self._quotient.value(components)
        heaps = [octal_heap(*component) for component in components]
        return self._quotient.value([heap[2] for heap in heaps if heap is not None])

    def _name(self, game: int) -> str:
        return str(game) if isinstance(self._quotient, MisereQuotient) else self._quotient.names[game]
