"""What coins are worth, by formula, against the definition; and products of coin games against a search."""

from __future__ import annotations

import random

import pytest

from grundy import games, mex
from grundy.games.families.grids import coins
from grundy.games.families.grids.coins import CoinProduct, TurnRule
from support.twins import plain

CODES = ("1", "1-2", "2", "1-3", "2-3", "3", "run", "/0/0.1.3", "/0.1/0.2/0.1.2")


@pytest.mark.parametrize(("code", "most"), [("1-2", 60), ("2", 60), ("1-3", 40), ("run", 130)])
def test_coins_have_the_worth_that_the_definition_says(code: str, most: int) -> None:
    found: list[int] = []
    for coin in range(most):
        after = set()
        for turned in TurnRule(code).sets(coin):
            total = 0
            for other in turned[1:]:
                total ^= found[other]
            after.add(total)
        found.append(mex(after))
        assert TurnRule(code).worth(coin) == found[-1], coin


def test_products_of_random_games() -> None:
    """The Tartan theorem on boards of up to nine coins."""
    rng = random.Random(19)
    for _ in range(25):
        rows, columns = rng.choice([(1, 8), (2, 2), (2, 4), (3, 3), (4, 2)])
        rules = CoinProduct(rows, columns, TurnRule(rng.choice(CODES)), TurnRule(rng.choice(CODES)))
        state = rng.getrandbits(rows * columns)
        assert rules.known(state) == plain(rules, state, {}), (rules, state)


def test_a_million_coins() -> None:
    """Odious numbers: 2n or 2n + 1, whichever has an odd number of binary 1s."""
    coins = 10**6
    row = ["T"] * coins
    wanted = 0
    for place in (0, 1, 77_777, coins - 1):
        row[place] = "H"
        wanted ^= 2 * place + (f"{place:b}".count("1") % 2 == 0)
    assert games.find("mock-turtles")("".join(row)).nimber == wanted


def test_moves_on_a_long_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are those that looking at every move finds."""
    rng = random.Random(3)
    for code in CODES:
        rules = CoinProduct(1, 12, across=TurnRule(code))
        for _ in range(10):
            state, nimber = rng.getrandbits(12), rng.randrange(8)
            one_by_one = {option.move for option in rules.moves_worth(state, nimber)}
            monkeypatch.setattr(coins, "LONG", 0)
            assert {option.move for option in rules.moves_worth(state, nimber)} == one_by_one, (code, state, nimber)
            monkeypatch.undo()
