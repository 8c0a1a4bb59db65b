"""Terms of a sum: joining them, the numbers of their parts, and the terms after a move."""

from __future__ import annotations

from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING

from grundy.core.components import SumTerm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.choices import Choice
    from grundy.core.components import Component, Option
    from grundy.core.notation import Notation
    from grundy.core.ruleset import Ruleset

__all__ = ["joined", "line_of", "part_numbers", "terms_after", "terms_of", "texts_of"]


def terms_of(components: Iterable[Component]) -> list[SumTerm]:
    """Return terms for components, each written in its ruleset's own notation."""
    return joined(SumTerm(component.ruleset.notation(), (component,)) for component in components)


def joined(terms: Iterable[SumTerm]) -> list[SumTerm]:
    """Return the terms of a sum: neighbours become one where their notation writes them as one list."""
    groups: list[tuple[Notation, list[Component]]] = []
    for notation, components in terms:
        if groups and notation.is_list and groups[-1][0] == notation:
            groups[-1][1].extend(components)
        else:
            groups.append((notation, list(components)))
    return [SumTerm(notation, tuple(components)) for notation, components in groups]


def part_numbers(terms: Iterable[SumTerm]) -> tuple[range, ...]:
    """Return the numbers of the parts that each term has, from 1: those of its heaps, or one of a board."""
    sizes = [max(1, len(components)) if notation.is_list else 1 for notation, components in terms]
    return tuple(range(last - size + 1, last + 1) for size, last in zip(sizes, accumulate(sizes), strict=True))


def terms_after(choice: Choice) -> list[SumTerm]:
    """Return the terms of the position after a choice; none where it ends the game."""
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
    """Return the text of each term, headed by the name of its game where the games are unlike."""
    terms = tuple(terms)
    headed = len({term.notation.game for term in terms}) > 1
    return [_text(term, headed=headed) for term in terms]


def line_of(terms: Iterable[SumTerm]) -> str:
    """Return the text of a sum on one line, which reads back: rows are joined by ``/``."""
    terms = tuple(terms)
    headed = len({term.notation.game for term in terms}) > 1
    texts = [term.notation.text(term.components).replace("\n", "/") for term in terms]
    heads = [f"{term.notation.game} " * (headed and not term.notation.named) for term in terms]
    return " + ".join(map(add, heads, texts)) or "0"


def _foreign(option: Option, rules: Ruleset) -> list[SumTerm]:
    """Return the components of other rulesets than `rules`, as they came or in their own notation."""
    if option.terms:
        return joined(term for term in option.terms if any(part.ruleset != rules for part in term.components))
    return terms_of(part for part in option.components if part.ruleset != rules)


def _text(term: SumTerm, *, headed: bool) -> str:
    text = term.notation.text(term.components)
    if not headed or term.notation.named:
        return text
    return f"{term.notation.game}{chr(10) if chr(10) in text else ' '}{text}"
