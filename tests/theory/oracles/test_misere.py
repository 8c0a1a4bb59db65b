"""Misère play: outcomes, winning moves, genus and tameness against programs that know only the rules."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.errors import CycleError, NoNimber, OverBudgetError, RulesetError
from grundy.games.families.heaps.treblecross import Stretch, Treblecross
from grundy.games.sampling import random_position
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables
from support.oracles import AGAIN, REDUCED
from support.trees import WINS, afters, heap, key, random_tree, total, tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.trees import Tree


@cache
def lost(parts: tuple[Tree, ...]) -> bool:
    """Say whether whoever is to move loses, where the last to move loses: by the definition."""
    return bool(parts) and not any(after is None or lost(after) for after in afters(parts))


@cache
def misere_value(parts: tuple[Tree, ...]) -> int:
    """Return the misère Grundy value, by the definition; there are no wins."""
    values = {misere_value(after) for after in afters(parts) if after is not None}
    return min(set(range(len(values) + 1)) - values) if parts else 1


@pytest.mark.slow
@pytest.mark.parametrize("wins", [False, True])
def test_outcomes_and_winning_moves_of_random_sums(wins: bool) -> None:  # noqa: FBT001
    rng = random.Random(3)
    seen = set()
    for _ in range(600):
        parts = tuple(random_tree(rng, rng.randint(1, 3), wins=wins) for _ in range(rng.randint(1, 3)))
        position = total(*parts)
        assert (str(position.misere.outcome) == "P") is lost(key(parts)), parts
        good = {choice.move for choice in position.misere.winning_moves()}
        for choice in position.choices():
            left = key(tuple(part.state for part in choice.after.components))
            assert (choice.move in good) is (choice.option.ends or lost(left)), (parts, choice.move)
        seen.add((position.misere.tame, lost(key(parts))))
    assert seen == {(tame, is_lost) for tame in (False, True) for is_lost in (False, True)}


@pytest.mark.slow
def test_sums_of_tame_components_are_like_misere_nim() -> None:
    """What is declared tame is so: in all sums of up to three, and with nim heaps, by brute force."""
    rng = random.Random(8)
    kinds: dict[str, list[Tree]] = {}
    for _ in range(1200):
        made = random_tree(rng, 3, wins=rng.random() < 0.3)
        if tree(made).misere.tame:
            found = kinds.setdefault(str(tree(made).misere.genus), [])
            if made not in found and len(found) < 3:
                found.append(made)
    assert set(kinds) >= {"0^120", "1^031", "0^02", "1^13", "2^20", "3^31"}
    # A nim sum of each genus, which a component must behave like.
    heaps = {"0^120": (), "1^031": (1,), "0^02": (2, 2), "1^13": (2, 3), "2^20": (2,), "3^31": (3,), "4^46": (4,)}
    tame = [(made, heaps[genus]) for genus, found in kinds.items() if genus in heaps for made in found]
    for size in (1, 2, 3):
        for chosen in combinations_with_replacement(tame, size):
            like = [nim for _, parts in chosen for nim in parts]
            xor = 0
            for nim in like:
                xor ^= nim
            nim_lost = xor == 0 if max(like, default=0) > 1 else xor == 1
            assert lost(key(tuple(made for made, _ in chosen))) is nim_lost, chosen


@pytest.mark.slow
def test_tame_by_moves_that_revert() -> None:
    """Tame components with a wild option, which has an option like the whole, behave as tame ones do."""
    rng = random.Random(1)
    found = []
    for _ in range(1500):
        made = random_tree(rng, 4)
        if tree(made).misere.tame and not all(total(*option).misere.tame for option in made):
            found.append(made)
    assert found
    for made in found[:40]:
        genus = tree(made).misere.genus
        fickle = str(genus) in {"0^120", "1^031"}
        assert lost(key((made, made))) is not fickle
        for size in range(5):
            value = genus.nimber ^ size
            assert lost(key((made, heap(size)))) is (value == 1 if fickle and size < 2 else value == 0)


def nim_like(*positions: grundy.Position) -> bool:
    """Say whether a sum of tame positions is lost by the rule of misère Nim, from their genera."""
    genera = [position.misere.genus for position in positions]
    xor = 0
    for genus in genera:
        xor ^= genus.nimber
    return xor == (1 if all(str(genus) in {"0^120", "1^031"} for genus in genera) else 0)


@pytest.mark.slow
def test_sums_of_wild_components_that_are_tame() -> None:
    rng = random.Random(5)
    made = [random_tree(rng, 4) for _ in range(1000)]
    wild = sorted({one for one in made if not tree(one).misere.tame}, key=lambda one: len(repr(one)))[:12]
    pairs = [pair for pair in combinations_with_replacement(wild, 2) if total(*pair).misere.tame]
    assert 0 < len(pairs) < len(wild) * (len(wild) + 1) / 2
    for pair in pairs[:8]:
        for sizes in combinations_with_replacement(range(4), 2):
            more = [heap(size) for size in sizes]
            assert lost(key((*pair, *more))) is nim_like(total(*pair), *map(tree, more)), (pair, sizes)
        assert lost(key(pairs[0] + pair)) is nim_like(total(*pairs[0]), total(*pair)), pair


@pytest.mark.slow
def test_genus_by_the_definition() -> None:
    rng = random.Random(4)
    wild = set()
    for _ in range(150):
        parts = tuple(random_tree(rng, 3) for _ in range(rng.randint(1, 2)))
        genus = total(*parts).misere.genus
        assert genus.nimber == total(*parts).nimber
        for twos in range(7):
            assert genus.at(twos) == misere_value(key(parts + (heap(2),) * twos)), (parts, twos)
        if not total(*parts).misere.tame:
            wild.add(str(genus))
    assert len(wild) >= 3


def test_genus_of_nim_heaps_and_sums() -> None:
    nim = games.nim
    genera = [str(nim(size).misere.genus) for size in (0, 1, 2, 3, 4, 9, 10**6)]
    assert genera == ["0^120", "1^031", "2^20", "3^31", "4^46", "9^9,11", "1000000^1000000,1000002"]
    assert [str(nim(*heaps).misere.genus) for heaps in ((1, 1), (2, 2), (2, 3), (4, 4, 1))] == [
        "0^120",
        "0^02",
        "1^13",
        "1^13",
    ]


def test_misere_nim() -> None:
    """Bouton's rule, against brute force and at sizes that nobody can search."""
    for heaps in combinations_with_replacement(range(5), 3):
        position = games.nim(*heaps)
        assert (str(position.misere.outcome) == "P") is lost(key(tuple(map(heap, heaps))))
        good = {choice.move for choice in position.misere.winning_moves()}
        for choice in position.choices():
            left = [part.state for part in choice.after.components]
            assert (choice.move in good) is lost(key(tuple(map(heap, left))))
    assert [choice.move for choice in games.nim(10**30, 1, 1).misere.winning_moves()] == [f"1:{10**30} -> 1"]
    assert [choice.move for choice in games.nim(10**30, 1).misere.winning_moves()] == [f"1:{10**30} -> 0"]
    assert [choice.move for choice in games.nim(10**30, 5).misere.winning_moves()] == [f"1:{10**30} -> 5"]


def kayles(pins: int) -> Iterator[tuple[int, ...]]:
    for take in (1, 2):
        for left in range((pins - take) // 2 + 1):
            yield (left, pins - take - left)


@cache
def kayles_lost(heaps: tuple[int, ...]) -> bool:
    rests = (
        tuple(sorted(size for size in (*heaps[:index], *after, *heaps[index + 1 :]) if size))
        for index, pins in enumerate(heaps)
        for after in kayles(pins)
    )
    return bool(heaps) and not any(map(kayles_lost, rests))


def test_misere_kayles() -> None:
    most = 24
    lost_heaps = [n for n in range(1, most + 1) if str(games.kayles(n).misere.outcome) == "P"]
    assert [n for n in lost_heaps if n <= 20] == [1, 4, 9, 12, 20]
    assert lost_heaps == [n for n in range(1, most + 1) if kayles_lost((n,))]
    for heaps in combinations_with_replacement(range(1, 10), 3):
        assert (str(games.kayles(*heaps).misere.outcome) == "P") is kayles_lost(heaps)
    # Winning Ways, chapter 13, table of genera of Kayles.
    genera = ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20", "1^13", "4^046", "2^20", "6^46"]
    assert [str(games.kayles(n).misere.genus) for n in range(12)] == genera


def shortcut(position: grundy.Position) -> str:
    """Play by nimbers as if it were misère Nim: the wrong rule for Kayles."""
    nimbers = [rules.nimber(state) for rules, state in position.components]
    xor = 0
    for nimber in nimbers:
        xor ^= nimber
    return "P" if xor == (0 if max(nimbers) > 1 else 1) else "N"


def test_the_rule_of_misere_nim_is_not_used_for_wild_games() -> None:
    """Nimbers with the rule of misère Nim fail; the smallest failures are found, and answered right."""
    wrong = []
    for size in (1, 2):
        for heaps in combinations_with_replacement(range(1, 10), size):
            position = games.kayles(*heaps)
            assert (str(position.misere.outcome) == "P") is kayles_lost(heaps)
            if (shortcut(position) == "P") is not kayles_lost(heaps):
                wrong.append(heaps)
                assert position.misere.tame is False or 8 in heaps  # a heap of eight is tame, but firm
    assert wrong[0] == (8,) or (9,) in wrong
    assert (9,) in wrong


def test_wild_sums_with_large_nim_heaps_are_refused_at_once() -> None:
    with pytest.raises(OverBudgetError, match="a nim heap beside a wild component"):
        _ = (games.kayles(5) + games.nim(10**18)).misere.outcome


def test_too_much_work_is_refused() -> None:
    with pytest.raises(OverBudgetError, match="the component has many options below it"):
        _ = games.couples_are_forever(10**9).misere.outcome
    tables.clear()  # a quotient that is known would answer
    with limits.limited(search_options=2000), pytest.raises(OverBudgetError, match="2,000 options"):
        _ = games.kayles(30, 29, 28).misere.outcome
    with limits.limited(search_options=200), pytest.raises(OverBudgetError, match="200 options"):
        _ = games.wythoff(9, 9).misere.outcome


def test_a_search_goes_on_after_a_refusal() -> None:
    tables.clear()
    position = games.kayles(11, 10, 9)
    with limits.limited(search_options=100), pytest.raises(OverBudgetError):
        _ = position.misere.outcome
    assert (str(position.misere.outcome) == "P") is kayles_lost((9, 10, 11))


@pytest.mark.slow
def test_a_search_forgets_where_memory_is_short() -> None:
    with progress.tallied() as roomy:
        outcome = games.couples_are_forever(19, 18, 17).misere.outcome
    tables.clear()
    with limits.limited(table_bytes=500_000), progress.tallied() as tight:
        assert games.couples_are_forever(19, 18, 17).misere.outcome is outcome
    assert roomy.dropped == 0 < tight.dropped
    assert roomy.states < tight.states


def test_tables_may_go_between_two_winning_moves() -> None:
    position = games.kayles(9, 5, 3)
    found = []
    for choice in position.misere.winning_moves():
        found.append(choice.move)
        tables.clear()
        assert games.wythoff(3, 4).misere.outcome is games.wythoff(3, 4).misere.outcome
    assert found == [choice.move for choice in position.misere.winning_moves()] == ["1:9 -> 3+5", "3:3 -> 1+1"]


def test_each_thread_has_its_own_table() -> None:
    def work_on(heaps: tuple[int, ...]) -> str:
        return str(games.kayles(*heaps).misere.outcome)

    sums = list(combinations_with_replacement(range(1, 13), 2))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work_on, sums))
    assert found == ["P" if kayles_lost(heaps) else "N" for heaps in sums]


def test_long_games_need_no_recursion() -> None:
    @grundy.ruleset
    def ladder(steps: int) -> Iterator[Any]:
        if steps:
            yield steps - 1

    assert [str(ladder(5_000 + k).misere.outcome) for k in range(2)] == ["N", "P"]

    @grundy.ruleset
    def stairs(steps: int) -> Iterator[Any]:  # a wild one at the end of a long line
        yield from (steps - k for k in (1, 3) if k <= steps)
        if steps == 5:
            yield grundy.split(2, 2, 2)

    assert str(stairs(2_000).misere.outcome) in "NP"


def test_components_and_canonical_forms_are_used() -> None:
    def rows(line: str) -> list[Any]:
        return [part for part in line.split(".") if part]

    def moves(line: str) -> Iterator[Any]:
        for take in (1, 2):
            for start in range(len(line) - take + 1):
                if "." not in line[start : start + take]:
                    yield line[:start] + "." * take + line[start + take :]

    plain = grundy.ruleset(moves)
    split = grundy.ruleset(components=rows, canonical=lambda line: min(line, line[::-1]))(moves)
    states = []
    for rules in (plain, split):
        with progress.tallied() as tally:
            for length in range(10):
                assert (str(rules("|" * length).misere.outcome) == "P") is kayles_lost((length,) if length else ())
                assert str(rules("|" * length).misere.genus) == str(games.kayles(length).misere.genus)
        states.append(tally.states)
    assert states[1] < states[0] / 10

    @grundy.ruleset(components=lambda n: [games.kayles(n)] if n > 4 else [n])
    def foreign(n: int) -> Iterator[Any]:
        yield from (n - k for k in range(1, n + 1))

    assert str(foreign(9).misere.outcome) == "P"


@pytest.mark.slow
def test_regions_and_stretches_are_searched_by_their_size() -> None:
    stretch = Treblecross()(Stretch(1, 60))
    twins = [(games.polygon(40), games.dawsons_kayles(40)), (stretch, grundy.heaps("0.007")(62))]
    for drawn, heaps in twins:
        with limits.limited(search_options=20_000):  # places would be 2^40 regions, and 60^2 stretches
            assert drawn.misere.genus == heaps.misere.genus
            assert drawn.misere.outcome is heaps.misere.outcome
    for points in range(1, 14):
        drawn, heaps = games.polygon(points), games.dawsons_kayles(points)
        assert drawn.misere.tame == heaps.misere.tame
        assert (drawn.remoteness, drawn.suspense) == (heaps.remoteness, heaps.suspense)
        won = {choice.move for choice in drawn.misere.winning_moves()}
        assert won == {choice.move for choice in drawn.choices() if choice.after.misere.outcome is grundy.Outcome.P}


def test_moves_that_end_the_game() -> None:
    won: Tree = (WINS, ())
    poison: Tree = ((won,),)  # whoever moves in it loses
    assert str(tree(won).misere.outcome) == "N"
    assert [choice.move for choice in (tree(won) + games.kayles(5)).misere.winning_moves()] == ["1:0"]
    assert str(tree(poison).misere.outcome) == "P"
    assert str(tree(poison).misere.genus) == "0^02"
    # Nobody touches the poison, so that what is beside it is played for the last move.
    for pins in range(8):
        beside = tree(poison) + games.kayles(pins)
        assert beside.misere.outcome is games.kayles(pins).outcome
    with pytest.raises(NoNimber, match="there is no genus"):
        _ = tree(won).misere.genus
    assert tree(won).misere.tame is False


def test_the_empty_position() -> None:
    assert str(grundy.Position().misere.outcome) == "N"
    assert list(grundy.Position().misere.winning_moves()) == []
    assert grundy.Position().misere.tame
    assert str(grundy.Position().misere.genus) == "0^120"


def test_wrong_rules() -> None:
    @grundy.ruleset
    def circle(n: int) -> Iterator[Any]:
        yield (n + 1) % 3

    with pytest.raises(CycleError, match="0 -> 1 -> 2 -> 0"):
        _ = circle(0).misere.outcome

    @grundy.ruleset
    def lists(n: Any) -> Iterator[Any]:
        yield [n]

    with pytest.raises(RulesetError, match="cannot be hashed"):
        _ = lists(1).misere.outcome


@pytest.mark.parametrize("name", [name for name in games.names() if name not in {*REDUCED, AGAIN}])
def test_samples_of_games(name: str) -> None:
    """Small positions of each game, by a search over positions as they are written."""
    found = games.find(name)
    rng = random.Random(name)
    for _ in range(5):
        position = random_position(found, rng, 6)
        memo: dict[Any, bool] = {}

        def is_lost(position: grundy.Position, memo: dict[Any, bool] = memo) -> bool:
            state = tuple(sorted(map(repr, position.components)))
            if state not in memo:
                choices = list(position.choices())
                memo[state] = bool(choices) and not any(is_lost(choice.after) for choice in choices)
            return memo[state]

        assert (str(position.misere.outcome) == "P") is is_lost(position), str(position)
        good = {choice.move for choice in position.misere.winning_moves()}
        assert good == {choice.move for choice in position.choices() if is_lost(choice.after)}


@pytest.mark.slow
def test_sums_of_heaps_are_answered_by_a_quotient() -> None:
    tables.clear()
    rng = random.Random(7)
    small = games.kayles(5, 3).misere
    assert small.quotient is None
    assert small.winning_families() is None
    assert str(small.reason).startswith("by a search")
    assert "(order" not in str(games.nim(3, 5).misere.reason)
    assert str(games.kayles(8).misere.reason).startswith("the parts behave like heaps of Nim")
    assert str(games.treblecross(6).misere.reason).startswith("by the game that is left")
    huge = games.kayles(10**100, 7, 7, 3).misere
    assert str(huge.reason) == "by the misère quotient of 0.77, of order 40, proved for all heaps"
    assert huge.outcome.value == "N"
    first, complete = huge.winning_moves().first(50)
    assert len(first) == 50
    assert not complete
    assert all(choice.after.misere.outcome.value == "P" for choice in first)
    assert first[0] in huge.winning_moves()
    with pytest.raises(OverBudgetError, match="100,000"):
        _ = len(huge.winning_moves())
    for _ in range(40):  # now the quotient is known, and answers for all
        heaps = [rng.randint(1, 12) for _ in range(rng.randint(1, 3))]
        position = games.kayles(*heaps)
        assert position.misere.quotient is not None
        assert (str(position.misere.outcome) == "P") is kayles_lost(tuple(sorted(heaps)))
        winning = [choice.move for choice in position.misere.winning_moves()]
        wins = [choice.move for choice in position.choices() if kayles_lost(_heaps(choice.after))]
        assert winning == wins  # in the same order
    assert repr(games.kayles(3).misere) == "<Misere <Position kayles 3>>"


def _heaps(position: grundy.Position) -> tuple[int, ...]:
    return tuple(sorted(part.state for part in position.components if part.state))


def test_a_quotient_that_does_not_reach_leaves_the_answer_to_the_search() -> None:
    tables.clear()
    rules = grundy.heaps("0.07")
    with limits.limited(search_options=1000), pytest.raises(OverBudgetError):
        _ = rules(30, 29, 28).misere.outcome
    partial = rules.misere_quotient(20)
    assert rules(20, 19).misere.quotient is partial
    assert "for heaps up to 20" in str(rules(20, 19).misere.reason)
    assert rules(21).misere.quotient is None
    assert str(rules(21).misere.outcome) == ("P" if rules.misere_quotient(21).is_lost([21]) else "N")
