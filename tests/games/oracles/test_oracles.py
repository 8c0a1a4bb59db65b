"""Games against literal oracles, which know only the statements, through the text notation."""

from __future__ import annotations

import itertools
import os
import random
from contextlib import nullcontext
from math import prod
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy import games
from grundy.core.search.engines import to_compile
from grundy.games import sampling
from literal import heaps
from support.oracles import games_with, left_of_heaps, missing, oracle

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = int(os.environ.get("GRUNDY_POSITIONS", "60"))
GAMES = [*games_with("moves"), *games_with("first_wins")]
PIECES = [name for name in GAMES if games.find(name).reader.kind == "piece"]


def agree(name: str, position: grundy.Position) -> None:
    """Check the same moves to the same texts, and the same nimber; or the same winner."""
    literal, text = oracle(name), str(position)
    if hasattr(literal, "moves"):
        assert {choice.move: str(choice.after) for choice in position.choices()} == literal.moves(text), (name, text)
        assert (None if position.value is grundy.LOONY else position.nimber) == literal.nimber(text), (name, text)
    else:
        assert (position.outcome is grundy.Outcome.N) == literal.first_wins(text), (name, text)


@pytest.mark.parametrize("name", games.names())
def test_each_game_has_an_oracle(name: str) -> None:
    assert not missing(name), missing(name)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["always_kernel", "never_kernel"])
@pytest.mark.parametrize("name", GAMES)
def test_random_positions(name: str, engine: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(engine)
    rng = random.Random(f"{name} {engine}")
    largest = getattr(oracle(name), "LARGEST", 12)
    from support.compiled_games import as_python  # here, so that the other tests need no machine code for own rules

    with as_python() if engine == "always_kernel" and has_twin(name) else nullcontext():  # it takes seconds to compile
        for _ in range(MANY):
            agree(name, sampling.played_position(games.find(name), rng, largest, rng.choice((0, 0, 1, 2, 3))))


def has_twin(name: str) -> bool:
    game = games.find(name)
    return any(to_compile(rules, state) for rules, state in game.parse(game.sample).components)


@pytest.mark.parametrize("name", GAMES)
def test_every_small_position_and_edge_cases(name: str) -> None:
    for position in small_positions(name):
        agree(name, position)


def small_positions(name: str) -> Iterator[grundy.Position]:
    game, literal = games.find(name), oracle(name)
    least = prod(side.least for side in game.reader.sides)
    for size in range(least, getattr(literal, "EVERY", 4) + 1):
        yield from sampling.every_position(game, size)
    for position in sampling.edge_cases(game, max(4, least)):
        if len(str(position)) < 30:
            yield position


def drawn_by_hand(letters: str, shapes: list[tuple[int, int]], rng: random.Random) -> Iterator[str]:
    """Yield boards of any letters, most of which no play makes."""
    for _ in range(MANY):
        height, width = rng.choice(shapes)
        yield "\n".join("".join(rng.choice(letters) for _ in range(width)) for _ in range(height))


@pytest.mark.parametrize(("name", "letters"), [("wall-making", "...X##"), ("diagonal", "LRX.."), ("card", "RBG..")])
def test_boards_that_no_play_makes(name: str, letters: str) -> None:
    shapes = [(1, 6), (2, 4), (3, 3), (4, 3), (5, 2), (4, 4) if name == "wall-making" else (2, 2)]
    for text in drawn_by_hand(letters, shapes, random.Random(name)):
        agree(name, games.find(name).parse(text))


@pytest.mark.parametrize("name", PIECES)
def test_pieces_in_a_quadrant(name: str) -> None:
    for place in itertools.product(range(7), range(7)):
        agree(name, games.find(name)(*place))


@pytest.mark.parametrize("name", [name for name in games.names() if left_of_heaps(name)])
def test_heaps(name: str) -> None:
    left = left_of_heaps(name)
    assert left is not None
    values: list[int] = []
    for size in range(30):
        position = games.find(name)(size)
        mine = {tuple(sorted(p.state for p in choice.option.components if p.state)) for choice in position.choices()}
        assert mine == left(size), size
        values.append(grundy.mex(grundy.nim_sum(*(values[part] for part in parts)) for parts in left(size)))
        assert position.nimber == values[size]


def test_heaps_of_random_codes() -> None:
    """Codes with digits, and sets of what may be taken."""
    rng = random.Random(13)
    for _ in range(MANY // 3):
        code = f"{rng.choice('048c')}.{''.join(rng.choice('0123456789ABcdef') for _ in range(rng.randint(1, 4)))}"
        if rng.random() < 0.1:
            code = f"{{{','.join(map(str, sorted(rng.sample(range(1, 9), 3))))}}}"
        rules = grundy.heaps(code)
        for size in range(13):
            mine = {tuple(sorted(part.state for part in option.components)) for option in rules.moves(size)}
            assert mine == heaps.moves(code, size)
            assert rules.value(size) == heaps.nimber(code, size)
