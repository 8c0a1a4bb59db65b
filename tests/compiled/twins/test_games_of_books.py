"""Rules as people write them, games of books in three styles: how many become machine code, with the same values."""

from __future__ import annotations

import pytest

import grundy
from grundy.compiled import engine
from grundy.runtime import limits
from grundy.runtime.progress import tallied
from support.compiled_games import as_python
from support.games_of_books import PROGRAMS, Program

pytestmark = pytest.mark.needs_jit

REFUSED = {  # what compiles no rules of ours, and what would be more than a few lines
    "kotzig_as_text": "the call ring.lower()",
    "tree_by_parents": "a dictionary in this place",
    "tree_as_edges": "a loop over a set whose order makes a difference",
    "cake_as_text": "the call map(int, cake.split('x'))",
    "antonim_of_letters": "the call ord(heap)",
}


def test_what_compiles() -> None:
    """Of 45 programs, all but these; each of these names its line."""
    found = {}
    for function, states in PROGRAMS:
        why = engine.why_not(grundy.ruleset(compiled=True)(function), states[-1])
        if why is not None:
            found[function.__name__] = str(why)
    assert len(PROGRAMS) == 45
    assert {*found} == {*REFUSED}
    assert [name for name, reason in REFUSED.items() if f": {reason}" not in found[name]] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [one for one in PROGRAMS if one.function.__name__ not in REFUSED],
    ids=lambda one: str(one.function.__name__),
)
def test_values(program: Program) -> None:
    """As Python."""
    function, states = program
    compiled, plain = grundy.ruleset(compiled=True)(function), grundy.ruleset(function)
    with as_python():
        for state in states:
            with limits.limited(kernel_above=-1), tallied() as tally:
                found = compiled.value(state)
            assert found == plain.value(state), state
            assert tally.engine == "compiled"
