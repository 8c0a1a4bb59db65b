"""What a page begins with: boards that nobody has solved, new boards that are worth playing, rulesets of one's own."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.core.values import Outcome
from grundy.games import declared
from grundy.lab import Catalogue
from grundy.lab.calls import call
from grundy.lab.deals import deal, sampled
from grundy.lab.puzzles import LEVELS
from grundy.lab.unsolved import unsolved
from grundy.runtime import limits

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.core.position import Position

LITTLE = {"search_options": 100, "shape_options": 0, "search_states": 0, "kernel_options": 0}
OWN = '''
import grundy

@grundy.ruleset
def mine(n):
    yield from range(max(0, n - 3), n)

@grundy.ruleset
def pair(a, b):
    yield from ((i, b) for i in range(a))
    yield from ((a, j) for j in range(b))

@grundy.ruleset
def kayles(heaps):
    """A game of grundy's name, of a tuple."""
    for i, heap in enumerate(heaps):
        yield from (heaps[:i] + (left,) + heaps[i + 1 :] for left in range(heap))
'''


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_a_board_is_drawn_without_any_search(game: games.Game) -> None:
    position = game(game.sample)
    with limits.limited(**LITTLE):
        found = unsolved(position, game.name)
    assert [choice["move"] for choice in found["choices"]] == [choice.move for choice in position.choices()]
    assert found["outcome"] is found["nimber"] is None
    assert not any(choice["wins"] or choice["nimber"] is not None for choice in found["choices"])
    assert len(found["scenes"]) == len(found["terms"]) == len(position.terms)


def test_a_board_is_drawn_after_a_move() -> None:
    found = call("boards", {"game": "kayles", "position": "5 3", "move": "1:5 -> 2+2"})
    assert found["position"] == "kayles 2 2 3"
    assert [heap["size"] for heap in found["scenes"][0]["heaps"]] == [2, 2, 3]


def lasts(position: Position, moves: int) -> bool:
    """Say whether so many moves can be made one after the other."""
    return moves == 0 or any(lasts(choice.after, moves - 1) for choice in position.choices())


@pytest.mark.parametrize(
    ("game", "size"),
    [("clobber", [2, 4]), ("euclid", None), ("grundys-game", [1, 3]), ("wall-making", [2, 2]), ("nim", None)],
)
@pytest.mark.parametrize(("wins", "outcome"), [("first", Outcome.N), ("second", Outcome.P)])
def test_a_new_board_can_be_won_and_is_not_soon_over(
    game: str, size: list[int] | None, wins: str, outcome: Outcome
) -> None:
    """However long it takes to find one: in the page, the nearest has to do after a second."""
    found = games.find(game)
    for seed in range(3):
        rng = random.Random(seed)
        position, winner = deal(sampled(found, rng, size, 0.2, 0), rng, wins, seconds=math.inf)
        assert position is not None
        assert lasts(position, 4), position
        assert position.outcome is outcome, position
        assert winner == wins


def test_a_new_board_of_misere_play_can_be_won() -> None:
    rng = random.Random(1)
    position, _ = deal(sampled(games.find("nim"), rng, None, 0.2, 0), rng, "first", misere=True, seconds=math.inf)
    assert position is not None
    assert position.misere.outcome is Outcome.N


def lost(heaps: tuple[int, ...]) -> bool:
    """Say by the rules alone whether whoever moves in misère nim loses."""
    after = [(*heaps[:i], left, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for left in range(heap)]
    return bool(after) and not any(map(lost, after))


@pytest.mark.parametrize("heaps", [(1, 1), (1, 1, 1), (2, 1, 1), (3, 3), (2, 3), (1, 2, 3)])
def test_misere_play_is_explained_by_its_own_rules(heaps: tuple[int, ...]) -> None:
    told = call("explanations", {"game": "nim", "position": " ".join(map(str, heaps)), "misere": True})
    assert told["outcome"] == ("P" if lost(heaps) else "N")
    position = grundy.games.nim(*heaps)
    for move in told["moves"]:
        after = position.play(move["move"])
        left = tuple(int(word) for word in str(after).split()[1:])
        assert move["wins"] == lost(left)
        if move["reply"] is not None:
            assert lost(tuple(int(word) for word in str(after.play(move["reply"])).split()[1:]))
    assert told["reason"]["wins"] == (not lost(heaps))


@pytest.fixture
def own(tmp_path: Path) -> Catalogue:
    file = tmp_path / "own_rulesets.py"
    file.write_text(OWN)
    return Catalogue([declared.find(f"{file}:{name}") for name in ("mine", "pair", "kayles")])


def asked(own: Catalogue, name: str, **data: object) -> Any:
    return call(name, data, own)


@pytest.mark.parametrize(("game", "sizes"), [("mine", [10]), ("pair", [3, 5]), ("kayles", [3, 5])])
def test_a_ruleset_without_a_sample_begins_somewhere(own: Catalogue, game: str, sizes: list[int]) -> None:
    """Its states are drawn as heaps, with the moves on them, and random positions are those that play reaches."""
    start = asked(own, "samples", game=game)["position"]
    board = asked(own, "positions", game=game, position=start, board=True)
    assert board["outcome"] == "N"
    assert [heap["size"] for heap in board["scenes"][0]["heaps"]] == sizes
    for choice in board["choices"]:
        (heap,) = choice["places"]
        assert 0 <= heap < len(sizes)
    dealt = asked(own, "deals", game=game, seed=3)
    assert asked(own, "boards", game=game, position=dealt["position"])["choices"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_ruleset_of_ones_own_has_puzzles(own: Catalogue, level: str) -> None:
    """They are positions that play reaches, which the one who moves can win."""
    puzzle = asked(own, "puzzles", game="kayles", level=level, seed=5)
    assert len(puzzle["parts"]) == 1 + (level == "sum")
    assert puzzle["winning"]
    assert puzzle["nimber"]
    for part in puzzle["parts"]:
        assert asked(own, "boards", **part)["choices"]


def test_both_games_of_a_name_stay(own: Catalogue) -> None:
    names = own.names()
    assert {"kayles", "grundy-kayles"} <= set(names)
    assert asked(own, "positions", game="kayles", position="(3, 5)")["nimber"] == 6
    ours = asked(own, "positions", game="grundy-kayles", position="10 7")
    assert ours["nimber"] == grundy.games.kayles(10, 7).nimber
    again = asked(own, "positions", game="grundy-kayles", position=ours["position"])
    assert again["nimber"] == ours["nimber"]
