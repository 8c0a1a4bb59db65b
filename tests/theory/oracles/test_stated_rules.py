"""Misère play and the length of play by the rules as they are stated, also where the library plays a reduced game.

The trees of play are made of the statements: of the literal oracles, and of what they call legal.
"""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.errors import GrundyError, NoNimber, RulesetError
from grundy.games.game import SampledReader
from grundy.lab.calls import call
from grundy.lab.catalogue import Catalogue
from grundy.runtime import limits
from literal.game_on_plane import _closes, _legal
from support.oracles import AGAIN, games_with, left_of_heaps, oracle

if TYPE_CHECKING:
    from collections.abc import Hashable

    from support.command import Command

    Line = tuple[str, ...]

ENDS = "ends"  # a move that ends the whole game


@cache
def after(state: Hashable) -> tuple[Hashable, ...]:
    """Return what each move of a component leaves: a line of Treblecross, a circle, or a heap of Nim."""
    assert isinstance(state, tuple)
    kind, *what = state
    if kind == "nim":
        return tuple(("nim", size) for size in range(what[0]))
    if kind == "line":
        line = what[0]
        marked = [line[:cell] + "X" + line[cell + 1 :] for cell, letter in enumerate(line) if letter == "."]
        return tuple(ENDS if "XXX" in one else ("line", one) for one in marked)
    points, drawn = what
    legal = _legal(points, drawn)
    return tuple(ENDS if _closes(drawn, chord) else ("plane", points, drawn | {chord}) for chord in legal)


def options(parts: tuple[Hashable, ...]) -> list[Any]:
    found: list[Any] = []
    for place, part in enumerate(parts):
        rest = parts[:place] + parts[place + 1 :]
        found += [one if one == ENDS else tuple(sorted((*rest, one), key=repr)) for one in after(part)]
    return found


@cache
def won(parts: tuple[Hashable, ...], *, misere: bool) -> bool:
    """Say whether the player to move wins: the last move, or the one that ends the game, wins, or loses in misère."""
    moves = options(parts)
    if not moves:
        return misere
    return any((not misere) if one == ENDS else not won(one, misere=misere) for one in moves)


@cache
def length(parts: tuple[Hashable, ...], *, hurries: bool) -> int:
    """Return the remoteness, or the suspense, in normal play, by the definition."""
    moves = options(parts)
    if not moves:
        return 0
    winning = [one for one in moves if one == ENDS or not won(one, misere=False)]
    lengths = [0 if one == ENDS else length(one, hurries=hurries) for one in winning or moves]
    return 1 + (min if hurries is bool(winning) else max)(lengths)


def state_of(game: str, text: str) -> Hashable:
    if game == "treblecross":
        return ("line", text if "." in text else "." * int(text))
    points, *chords = text.split()
    return ("plane", int(points), frozenset(tuple(map(int, chord.split("-"))) for chord in chords))


LINES = [*map(str, range(3, 10)), "X..", "..X..", "X...", "X..X...", "...X....", "X.....X..", ".X....X."]
CIRCLES = [*map(str, range(1, 7)), "2 1-2", "3 1-2", "4 1-2", "4 1-3", "4 1-2 3-4", "5 2-5", "6 1-4", "6 1-2 3-6 4-5"]


@pytest.mark.parametrize(("game", "texts"), [("treblecross", LINES), ("game-on-plane", CIRCLES)])
def test_reduced_games_are_answered_by_their_whole_rules(game: str, texts: list[str]) -> None:
    """Alone, and in sums with Nim and with each other; what ends a component ends the whole game."""
    rng = random.Random(3)
    sums: list[tuple[tuple[str, Any], ...]] = [((game, text),) for text in texts] + [
        ((game, text), ("nim", size)) for text in texts for size in (1, 2)
    ]
    small = [text for text in texts if len(text.replace("-", "")) < 8 and text not in {"7", "8", "9", "6"}]
    sums += [((game, rng.choice(small)), (game, rng.choice(small))) for _ in range(12)]
    seen = set()
    for parts in sums:
        position = sum((games.find(name).parse(str(text)) for name, text in parts), grundy.Position())
        states = tuple(
            sorted((("nim", text) if name == "nim" else state_of(name, str(text)) for name, text in parts), key=repr)
        )
        assert (str(position.outcome) == "N") is won(states, misere=False), parts
        assert (str(position.misere.outcome) == "N") is won(states, misere=True), parts
        assert position.remoteness == length(states, hurries=True), parts
        assert position.suspense == length(states, hurries=False), parts
        seen.add((won(states, misere=False), won(states, misere=True)))
    assert len(seen) == 4


def test_what_reduced_games_cannot_tell_in_misere_play(grundy_command: Command) -> None:
    position = games.treblecross(6)
    assert not position.misere.tame
    with pytest.raises(RulesetError, match="winning moves of treblecross in misère play"):
        position.misere.winning_moves()
    with pytest.raises(NoNimber):
        _ = position.misere.genus
    done = grundy_command("solve", "treblecross", "6", "--misere")
    assert done.code == 0
    assert "outcome  P, the previous player wins; whoever makes the move that ends the game loses" in done.out
    lab = Catalogue()
    given = {"game": "treblecross", "position": "6", "misere": True}
    for name, more in (("positions", {"board": True}), ("replies", {}), ("hints", {}), ("moves", {"move": "1"})):
        said = call(name, {**given, **more}, lab)
        assert said["error"]["kind"] == "error.misere-moves", name
    assert str(games.game_on_plane(1).misere.outcome) == "N"


def tree(game: str, text: str) -> dict[str, list[str]] | None:
    """Return all positions that play leads to, by the literal oracle of a game; None where they are many."""
    found: dict[str, list[str]] = {}
    waiting = [text]
    while 0 < len(waiting) < 100 and len(found) < 1500:
        here = waiting.pop()
        if here not in found:
            found[here] = list(oracle(game).moves(here).values())
            waiting += found[here]
    return None if waiting else found


def by_the_tree(following: dict[str, list[str]], start: str) -> tuple[bool, int, int]:
    """Return whether the next player wins in misère play, the remoteness and the suspense."""

    @cache
    def wins(here: str, *, misere: bool) -> bool:
        after = following[here]
        return any(not wins(one, misere=misere) for one in after) if after else misere

    @cache
    def lasts(here: str, *, hurries: bool) -> int:
        after = following[here]
        winning = [one for one in after if not wins(one, misere=False)]
        lengths = [lasts(one, hurries=hurries) for one in winning or after]
        return 1 + (min if hurries is bool(winning) else max)(lengths) if lengths else 0

    return wins(start, misere=True), lasts(start, hurries=True), lasts(start, hurries=False)


@pytest.mark.parametrize("game", [name for name in games_with("moves") if name != AGAIN])
def test_misere_play_and_lengths_are_those_of_the_statement(game: str) -> None:
    """All other games of the catalogue, with small positions: their moves are those of the statement, none left out."""
    reader = games.find(game).reader
    assert isinstance(reader, SampledReader)
    rng = random.Random(game)
    texts = {*re.split(r"\s\+\s", games.find(game).sample)} | {reader.random_text(rng, 4) for _ in range(6)}
    checked = 0
    for text in sorted(texts):
        try:
            position = games.find(game).parse(text)
            with limits.limited(search_options=2000):
                _ = position.remoteness
        except GrundyError:
            continue
        following = tree(game, str(position))
        if following is None:
            continue
        misere, remoteness, suspense = by_the_tree(following, str(position))
        assert position.remoteness == remoteness, text
        assert (str(position.misere.outcome) == "N") is misere, text
        assert position.suspense == suspense, text
        checked += 1
    assert checked >= 2


@pytest.mark.parametrize("game", [name for name in games.names() if left_of_heaps(name)])
def test_misere_play_of_heaps_is_that_of_the_statement(game: str) -> None:
    left = left_of_heaps(game)
    assert left is not None

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted((*heaps[:place], *new, *heaps[place + 1 :])))
            for place, heap in enumerate(heaps)
            for new in left(heap)
        ]
        return not after or any(not wins(one) for one in after)

    for heaps in [*((size,) for size in range(1, 9)), (2, 3), (4, 4), (1, 5)]:
        assert (str(games.find(game)(*heaps).misere.outcome) == "N") is wins(heaps), heaps


@cache
def cutter_wins(left: frozenset[tuple[int, int]], heap: int = 0) -> bool:
    """Say whether the player who is to move wins Strings and Coins beside a heap of nim; 0 is the ground."""
    for cut in left:
        after = left - {cut}
        held = {coin for string in after for coin in string} | {0}
        again = not held.issuperset(cut)
        if cutter_wins(after, heap) is again:
            return True
    return not all(cutter_wins(left, less) for less in range(heap))


def test_a_board_of_strings_is_won_cut_by_cut() -> None:
    """All boards of up to four strings on four coins and the ground, also those of several parts, beside heaps."""
    edges = list(combinations(range(5), 2))
    several = 0
    for size in range(5):
        for chosen in combinations(edges, size):
            board = games.strings_and_coins(" ".join([*(f"{a}-{b}" for a, b in chosen), "9"]))
            for heap in range(3):
                position = board + games.nim(heap)
                assert (str(position.outcome) == "N") is cutter_wins(frozenset(chosen), heap), (chosen, heap)
            several += len(chosen) == 2 and len({coin for edge in chosen for coin in edge}) == 4
    assert several


def test_what_needs_players_who_take_turns_is_refused_for_strings_and_coins(grundy_command: Command) -> None:
    board = games.strings_and_coins("0-1 1-2")
    for refused in (
        lambda: grundy.compounds.selective(board, board),
        lambda: board.misere.outcome,
        lambda: board.misere.winning_moves()[:],
        lambda: board.remoteness,
        lambda: board.suspense,
    ):
        with pytest.raises(RulesetError, match="strings-and-coins"):
            refused()
    done = grundy_command("solve", "strings-and-coins", "0-1 1-2", "--misere")
    assert (done.code, done.out) == (2, "")
    assert "after some of its moves the same player moves again" in done.err
    lab = Catalogue()
    misere = {"game": "strings-and-coins", "position": "0-1 1-2", "misere": True}
    assert call("positions", misere, lab)["error"]["kind"] == "error.again"
