"""Kinds of misère sums: the definition of tame, sums of nim heaps, and figures of errors."""

from __future__ import annotations

from ast import literal_eval
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy import games
from grundy.errors import OverBudgetError
from grundy.theory.misere_kinds import WON_SUM, MisereClasses, MisereKind, kind_from_options
from support.trees import WINS, afters, heap, key, total, tree

if TYPE_CHECKING:
    from support.trees import Tree

KINDS = [MisereKind(nimber, firm) for nimber, firm in product(range(4), (False, True))]


def defined(options: set[MisereKind]) -> MisereKind | None:
    """Return the kind by the definition at the head of `grundy.theory.misere`, clause by clause."""
    nimber = min(set(range(5)) - {kind.nimber for kind in options})
    fickle_other = (nimber ^ 1, False) in options
    if nimber < 2 and fickle_other:
        return None if (nimber ^ 1, True) in options else MisereKind(nimber, firm=False)
    if nimber < 2:
        return MisereKind(nimber, firm=True)
    lost_at_0 = (0, True) in options or (1, False) in options
    lost_at_1 = (1, True) in options or (0, False) in options
    return MisereKind(nimber, firm=True) if lost_at_0 and lost_at_1 else None


@pytest.mark.parametrize("size", range(len(KINDS) + 1))
def test_the_kind_follows_from_the_options(size: int) -> None:
    for options in map(set, combinations(KINDS, size)):
        assert kind_from_options(options) == defined(options), options
        assert kind_from_options(options | {MisereKind(0, None), MisereKind(5, None)}) == defined(options), options


@pytest.mark.parametrize(
    ("heaps", "same"),
    [
        ((), ()),
        ((0, 0), ()),
        ((1,), (1,)),
        ((1, 1), ()),
        ((2, 2), (2, 2)),
        ((3,), (3,)),
        ((3, 1), (2,)),
        ((3, 4), (5, 2)),
        ((2, 5, 4), (5, 4, 2)),
        ((7, 3, 1), (7, 2)),
        ((2, 1), (3,)),
    ],
)
def test_odd_tokens_of_nim_heaps_cancel(heaps: tuple[int, ...], same: tuple[int, ...]) -> None:
    """A heap of 2k + 1 is one of 2k beside one of 1, and two of these are nothing."""
    assert MisereClasses().add([-heap for heap in heaps]) == tuple(-heap for heap in same)


def test_numbers_of_other_components_come_last() -> None:
    classes = MisereClasses()
    assert classes.add([7, -2, 3, -5]) == (-5, -2, 3, 7)
    assert classes.add([-2, WON_SUM[0], 3]) == WON_SUM


@pytest.mark.parametrize(
    ("heaps", "kind"),
    [
        ((), MisereKind(0, firm=False)),
        ((1,), MisereKind(1, firm=False)),
        ((2,), MisereKind(2, firm=True)),
        ((2, 2), MisereKind(0, firm=True)),
        ((3, 2), MisereKind(1, firm=True)),
    ],
)
def test_kinds_of_nim_sums(heaps: tuple[int, ...], kind: MisereKind) -> None:
    classes = MisereClasses()
    assert classes.kind(classes.add([-heap for heap in heaps])) == kind


def test_a_refused_heap_is_named_by_its_size() -> None:
    position = games.find("kayles")(5) + games.find("nim")(10**9)
    with pytest.raises(OverBudgetError) as caught:
        _ = position.misere.outcome
    assert (caught.value.needed, caught.value.unit) == (10**9, "options")
    with grundy.limited(search_options=5000):
        assert (games.find("kayles")(5) + games.find("nim")(20)).misere.outcome is grundy.Outcome.N


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
