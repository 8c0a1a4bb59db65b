"""Misère play of sums: the genus of wild games, winning moves, and figures of errors."""

from __future__ import annotations

from ast import literal_eval
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy import games
from grundy.errors import OverBudgetError
from grundy.runtime import limits
from support.trees import WINS, afters, heap, key, total, tree

if TYPE_CHECKING:
    from support.trees import Tree


def test_a_refused_heap_is_named_by_its_size() -> None:
    position = games.find("kayles")(5) + games.find("nim")(10**9)
    with pytest.raises(OverBudgetError) as caught:
        _ = position.misere.outcome
    assert (caught.value.needed, caught.value.unit) == (10**9, "options")
    with grundy.limited(search_options=5000):
        assert (games.find("kayles")(5) + games.find("nim")(20)).misere.outcome is grundy.Outcome.N


def test_forms_beyond_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SURELY_AVAILABLE", 0)
    with limits.limited(table_bytes=2000), pytest.raises(OverBudgetError) as caught:
        _ = total(*literal_eval(NOT_TAME)).misere.outcome
    assert (caught.value.allowed, caught.value.unit) == (2000, "bytes")


def test_winning_moves_are_known_by_their_text_and_by_themselves() -> None:
    """Also those that end the game, and those of a sum whose moves nobody has listed."""
    position = tree(((), WINS, (((),),)))
    assert [choice in position.misere.winning_moves() for choice in position.choices()] == [False, True, True]
    assert [move in position.misere.winning_moves() for move in ("0", "1", "2")] == [False, True, True]


def misere_value(parts: tuple[Tree, ...], known: dict[tuple[Tree, ...], int]) -> int:
    """Return the misère value of a sum by the definition."""
    if parts not in known:
        values = {misere_value(after, known) for after in afters(parts) if after is not None}
        known[parts] = min(set(range(len(values) + 1)) - values) if parts else 1
    return known[parts]


# Sums, each a tuple of trees, found by random search, in which each step of the rule for the genus counts.
WILD = (
    "(((((),),), (((((((),),), ()),),),)),)",
    "(((((((((),),), ()),),),), (((),),)), ((), (((), ()),)))",
)
# Its genus is that of no nim sum; one of its options leaves a sum of a wild component and a tame one.
NOT_TAME = (
    "(((), (((((((), ()), ((), ())), (((), ()),)), ((),)), (((((), (), ()),), ()), ((), (((),),), (((), ()),))), ()), "
    "((), (((), ()),), (((), (((),),)),)))),)"
)


@pytest.mark.parametrize("text", WILD)
def test_genus_of_wild_games_by_the_definition(text: str) -> None:
    parts: tuple[Tree, ...] = literal_eval(text)
    genus = total(*parts).misere.genus
    known: dict[tuple[Tree, ...], int] = {}
    for twos in range(7):
        assert genus.at(twos) == misere_value(key((*parts, *[heap(2)] * twos)), known)


def test_a_game_of_a_wild_genus_is_not_tame() -> None:
    position = total(*literal_eval(NOT_TAME))
    assert str(position.misere.genus) == "1^0420"
    assert not position.misere.tame
