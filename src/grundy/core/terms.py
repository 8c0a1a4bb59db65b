"""Terms of a sum: their creation, their texts, and the terms after a move."""

from __future__ import annotations

from itertools import groupby
from operator import add, attrgetter
from typing import TYPE_CHECKING

from grundy.core.components import SumTerm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.choices import Choice
    from grundy.core.components import Component, Option
    from grundy.core.ruleset import Ruleset

__all__ = ["joined", "line_of", "terms_after", "terms_of", "texts_of"]


def terms_of(components: Iterable[Component]) -> list[SumTerm]:
    """Return the terms of components, each in its ruleset's own notation."""
    return joined(SumTerm(component.ruleset.notation(), (component,)) for component in components)


def joined(terms: Iterable[SumTerm]) -> list[SumTerm]:
    """Return the terms of a sum: neighbours with the same notation become one term if it is a list."""
    found: list[SumTerm] = []
    for notation, group in groupby(terms, attrgetter("notation")):
        if notation.is_list:
            found.append(SumTerm(notation, tuple([component for term in group for component in term.components])))
        else:
            found += group
    return found


def terms_after(choice: Choice) -> list[SumTerm]:
    """Return the terms of the position after a choice; no terms if it ends the game."""
    option, component = choice.option, choice.component
    if option.ends:
        return []
    terms = choice.position.terms
    term = terms[choice.term]
    own = [part for part in option.components if part.ruleset == component.ruleset]
    kept = (*term.components[: choice.index], *own, *term.components[choice.index + 1 :])
    notation = term.notation.moved(component, option.move)
    changed = [SumTerm(notation, (part,)) for part in kept] if notation.splits else [SumTerm(notation, kept)]
    return [*terms[: choice.term], *changed, *_foreign(option, component.ruleset), *terms[choice.term + 1 :]]


def texts_of(terms: Iterable[SumTerm]) -> list[str]:
    """Return the text of each term, with the name of its game in front if there are different games."""
    terms = tuple(terms)
    several_games = len({term.notation.game for term in terms}) > 1
    texts = []
    for notation, components in terms:
        text = notation.text(components)
        if several_games and not notation.named:
            text = f"{notation.game}{chr(10) if chr(10) in text else ' '}{text}"
        texts.append(text)
    return texts


def line_of(terms: Iterable[SumTerm]) -> str:
    """Return the text of a sum on one line, which can be parsed: rows are joined by ``/``."""
    terms = tuple(terms)
    several_games = len({term.notation.game for term in terms}) > 1
    texts = [term.notation.text(term.components).replace("\n", "/") for term in terms]
    heads = [f"{term.notation.game} " * (several_games and not term.notation.named) for term in terms]
    return " + ".join(map(add, heads, texts)) or "0"


def _foreign(option: Option, rules: Ruleset) -> list[SumTerm]:
    """Return the terms of the components that belong to other rulesets than `rules`."""
    if option.terms:
        return joined(term for term in option.terms if any(part.ruleset != rules for part in term.components))
    return terms_of(part for part in option.components if part.ruleset != rules)
