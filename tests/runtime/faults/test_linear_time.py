"""Every reader of text takes time that grows with the length of the text, and not with its square.

Each case makes an input of a size; the size is as large as the reader allows, or takes some milliseconds. Four times
the size may take nine times the processor time: four where time is linear, sixteen where it is quadratic.
"""

from __future__ import annotations

import gc
import time
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import contests, games
from grundy.contests.stress.games import GameForm, game_inputs
from grundy.errors import GrundyError, OverBudgetError
from grundy.games.declared import DeclaredStates
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.games.game import Game
from grundy.games.text import decode
from grundy.lab import OPERATIONS
from grundy.lab.fields import checked
from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_RATIO = 9  # of the times of four times the size
_TRIES = 4
_ROUNDS = 3

Case = tuple["Callable[[Any], object]", "Callable[[int], Any]", int]


@grundy.ruleset
def one(heap: int) -> Iterator[Any]:
    """Take one or two."""
    yield from range(max(0, heap - 2), heap)


@grundy.ruleset(parse=int)
def parsed(heap: int) -> Iterator[Any]:
    """Take one or two; states have a parser of their own."""
    yield from range(max(0, heap - 2), heap)


def declared(rules: grundy.Ruleset) -> Game:
    """Return a declared ruleset as a game."""
    return Game(rules.name, rules.name, "", "", DeclaredStates(rules), sample="", facts=())


def position(game: str | Game | None) -> Callable[[str], object]:
    """Return what reads positions of a game, or of any."""
    return partial(games.parse, game=games.find(game) if isinstance(game, str) else game)


def play(game: str, text: str) -> Callable[[str], object]:
    """Return what plays a move from a position."""
    return games.find(game).parse(text).play


def read(problem: str) -> Callable[[str], object]:
    """Return what reads inputs of a contest problem, without its limits."""
    return lambda text: list(contests.find(problem).read(text, limits=False))


def square(size: int, letter: Callable[[int, int], str]) -> str:
    """Return a square board of about so many cells."""
    side = range(int(size**0.5))
    return "\n".join("".join(letter(row, column) for column in side) for row in side)


def chords(pairs: Iterator[tuple[int, int]] | list[tuple[int, int]], points: int) -> str:
    """Return a diagram."""
    return " ".join([str(points), *(f"{first}-{second}" for first, second in pairs)])


def task(template: str) -> object:
    """Read the template of a state of Kayles."""
    rules = games.find("kayles")(5).components[0].ruleset
    assert isinstance(rules, HeapRules)
    return game_inputs("kayles", rules, GameForm(template, None, ("First", "Second")), (1, 30))


POSITIONS: dict[str, Case] = {
    "a row": (position("wall-making"), lambda n: "." * n, 100_000),
    "a column": (position("wall-making"), lambda n: ".\n" * n, 1500),
    "a wrong last letter": (position("wall-making"), lambda n: "." * n + "Q", 200_000),
    "a ragged board": (position("wall-making"), lambda n: ".X\n" * n + ".", 1500),
    "single cells": (position("wall-making"), lambda n: ".#" * n, 1000),
    "nested angles": (position("wall-making"), lambda n: square(n, lambda r, c: ".#"[max(r, c) % 2]), 3000),
    "sizes without rows": (position("wall-making"), lambda n: f"{n} 5\n" + ".....\n" * (n - 1), 1500),
    "a turned square": (position("diagonal"), lambda n: square(n, lambda r, c: "LRX"[r * c % 3]), 1500),
    "a turned row": (position("diagonal"), lambda n: "L" * n, 300),
    "a turned row that is too long": (position("card"), lambda n: "R" * n, 5000),
    "a piece in a row": (position("king"), lambda n: "@" + "." * n, 100_000),
    "no piece": (position("king"), lambda n: ".\n" * n, 1500),
    "a long limit": (position("grid-game"), lambda n: "K=" + "9" * n + "\n@", 100_000),
    "a long distance": (position("wythoff"), lambda n: "9" * n + " 1", 100_000),
    "heaps": (position("nim"), lambda n: "5 " * n, 1500),
    "long heaps": (position("nim"), lambda n: f"{'9' * 999} " * n, 100),
    "blanks": (position("nim"), lambda n: "5" + " \t" * n + "5", 100_000),
    "empty lines": (position("nim"), lambda n: "5" + "\n" * n + "5", 5000),
    "a sum of heaps": (position("kayles"), lambda n: "5 + " * n + "5", 500),
    "a sum of games": (position(None), lambda n: "nim 5 + kayles 4 + " * n + "nim 1", 250),
    "a sum of codes": (position(None), lambda n: "0.137: 5 + 0.77: 4 + " * n + "nim 1", 50),
    "a sum of boards": (position(None), lambda n: "wall-making\n..\n+\n" * n + "nim 1", 250),
    "signs alone": (position("nim"), lambda n: "+ " * n, 20_000),
    "an unknown name": (position(None), lambda n: "z" * n, 20_000),
    "chords side by side": (
        position("polygon"),
        lambda n: chords([(2 * k + 1, 2 * k + 2) for k in range(n)], 2 * n),
        125,
    ),
    "nested chords": (position("polygon"), lambda n: chords([(k + 1, 2 * n - k) for k in range(n)], 2 * n), 125),
    "chords that cross at the end": (
        position("game-on-plane"),
        lambda n: chords([*((k + 1, 2 * n - k) for k in range(n - 2)), (n - 1, n + 1), (n, n + 2)], 2 * n),
        125,
    ),
    "a long point": (position("polygon"), lambda n: "9 " + "1" * n + "-", 200_000),
    "marks": (position("treblecross"), lambda n: "X.." * n, 800),
    "marks that touch at the end": (position("treblecross"), lambda n: "X.." * n + "X", 60_000),
    "a declared state": (position(declared(one)), lambda n: f"({'1,' * n})", 500),
    "a declared state on many lines": (position(declared(one)), lambda n: "\n".join(["(", *["1,"] * n, ")"]), 500),
    "brackets": (position(declared(one)), lambda n: "(" * n + "1", 5000),
    "signs": (position(declared(one)), lambda n: "-" * n + "1", 50_000),
    "a declared sum": (one.read, lambda n: " + ".join(f"one({k})" for k in range(n)), 75),
    "a declared sum with a parser": (parsed.read, lambda n: " + ".join(map(str, range(n))), 1000),
    "arguments of a ruleset": (games.find, lambda n: f"docs/mygames.py:cram({'1,' * n})", 500),
    "signs of a ruleset": (games.find, lambda n: f"docs/mygames.py:cram({'-' * n}1)", 10_000),
}

CODES: dict[str, Case] = {
    "digits": (grundy.heaps, lambda n: "0." + "7" * n, 250),
    "digits and a wrong one": (grundy.heaps, lambda n: "0." + "7" * n + "x", 250),
    "too many digits": (grundy.heaps, lambda n: "0." + "7" * n, 50_000),
    "zeros": (grundy.heaps, lambda n: "0.7" + "0" * n, 240),
    "a set": (grundy.heaps, lambda n: f"{{{','.join(map(str, range(1, n)))}}}", 250),
    "a number over and over": (grundy.heaps, lambda n: f"{{{'1,' * n}1}}", 1500),
    "a set without end": (grundy.heaps, lambda n: "{" + "1," * n, 1500),
    "a long number": (grundy.heaps, lambda n: f"{{{'1' * n}}}", 10_000),
    "blanks in a set": (grundy.heaps, lambda n: f"{{{' ' * n}1}}", 10_000),
    "a set in a text": (position(None), lambda n: "{" + "1," * n, 1500),
    "a game's name": (games.find, lambda n: "kayles" * n, 5000),
}

MOVES: dict[str, Case] = {
    "blanks": (play("nim", "5"), lambda n: "5 ->" + " " * n + "3", 1_000_000),
    "parts": (play("kayles", "1000000"), lambda n: "1000000 -> " + "1+" * n + "1", 10_000),
    "digits": (play("kayles", "1000000"), lambda n: "1000000 -> " + "9" * n, 1_000_000),
    "long parts": (play("kayles", "1000000"), lambda n: "1000000 -> " + f"{'9' * 3999}+" * n + "1", 10),
    "the number of a part": (play("nim", "5 6"), lambda n: "9" * n + ":5 -> 3", 1_000_000),
    "a cell": (play("wall-making", "..\n.."), lambda n: "r" + "9" * n + "c1", 1_000_000),
    "a chord": (play("polygon", "9"), lambda n: "9" * n + "-1", 1_000_000),
    "a mark": (play("treblecross", "......"), lambda n: "9" * n, 1_000_000),
    "one of many heaps": (lambda heaps: heaps.play("x"), lambda n: games.find("nim")(*[5] * n), 1000),
    "one of many cells": (lambda board: board.play("r1c1"), lambda n: games.find("wall-making")(".#" * n), 400),
}

INPUTS: dict[str, Case] = {
    "a row": (read("boj-11717"), lambda n: f"1 {n}\n" + "." * n, 100_000),
    "rows": (read("boj-11717"), lambda n: f"{n} 1\n" + ".\n" * n, 1500),
    "rows, one missing": (read("boj-11717"), lambda n: f"{n} 1\n" + ".\n" * (n - 1), 1500),
    "queries": (read("boj-28218"), lambda n: f"2 2 1\n..\n..\n{n}\n" + "1 1\n" * n, 250),
    "points": (read("boj-16187"), lambda n: f"{n}\n" + "5\n" * n, 500),
    "bytes that are no text": (lambda data: decode(data, "file"), lambda n: b"\n" * n + b"\xff", 500_000),
    "a template": (task, lambda n: "{n}" * n, 3000),
    "a template of other names": (task, lambda n: "{n}{" * n, 20_000),
}


def _notebook(message: dict[str, object]) -> None:
    from grundy.lab.notebook.widget import GameWidget

    widget = GameWidget(games.find("nim")(5))
    widget._receive(widget, message, None)  # noqa: SLF001 - what the page in the notebook sends


_of_positions = partial(checked, OPERATIONS["positions"].fields)
_of_samples = partial(checked, OPERATIONS["samples"].fields)
MESSAGES: dict[str, Case] = {
    "unknown fields": (_of_positions, lambda n: {f"{k}" * 3: k for k in range(n)}, 3000),
    "a long text": (_of_positions, lambda n: {"game": "nim", "position": "\ud800" * n}, 50_000),
    "a long list": (_of_samples, lambda n: {"game": "nim", "size": [1] * n}, 300_000),
    "a move in a notebook": (_notebook, lambda n: {"do": "play", "move": "5 -> " + "1+" * n}, 60_000),
    **{
        f"an error in {language}": (
            partial(render, language=language),
            lambda n: Message("error.move", {"examples": ["x"] * n, "found": "あ {" * n}),
            4000,
        )
        for language in ("en", "ko", "ja")
    },
}

CASES = {
    f"{kind}: {name}": case
    for kind, cases in (
        ("position", POSITIONS),
        ("code", CODES),
        ("move", MOVES),
        ("input", INPUTS),
        ("message", MESSAGES),
    )
    for name, case in cases.items()
}


def seconds(reader: Callable[[Any], object], given: Any) -> float:
    """Return the processor time of a run; errors that users see are fine."""
    start = time.thread_time()
    with suppress(GrundyError):
        reader(given)
    return time.thread_time() - start


def ratio(reader: Callable[[Any], object], make: Callable[[int], Any], size: int) -> float:
    """Return how many times longer four times the size takes; times below half a millisecond count as that.

    Both sizes are run in turns, so that other work on the machine slows both; the least time of each counts.
    """
    inputs = make(size), make(4 * size)
    gc.disable()
    try:
        rounds = [[seconds(reader, given) for given in inputs] for _ in range(_ROUNDS)]
    finally:
        gc.enable()
    small, large = (min(times[which] for times in rounds) for which in range(2))
    return large / max(small, 0.0005)


def grows_fast(reader: Callable[[Any], object], make: Callable[[int], Any], size: int) -> bool:
    """Say whether the time grows faster than is allowed in each of a few tries."""
    return all(ratio(reader, make, size) > _RATIO for _ in range(_TRIES))


@pytest.mark.parametrize("name", CASES)
def test_time_is_linear(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    assert not grows_fast(*CASES[name])


def test_a_row_that_would_be_turned_into_a_huge_board_is_refused() -> None:
    """A row of n cells, turned by 45 degrees, lies on a board of n x n."""
    assert games.find("diagonal").parse("L" * 1001).nimber == 1
    with pytest.raises(OverBudgetError, match="turned by 45 degrees: 9,006,001 cells, the budget is"):
        games.find("diagonal").parse("L" * 3000)


def test_a_quadratic_reader_is_seen() -> None:
    """What looks at all words before each word does not pass."""

    def quadratic(text: str) -> None:
        seen: list[str] = []
        for word, number in zip(text.split(), count()):
            if f"{word}{number}" not in seen:
                seen.append(f"{word}{number}")

    # Other work on the machine may hide it once.
    assert any(grows_fast(quadratic, lambda n: "5 " * n, 600) for _ in range(3))
