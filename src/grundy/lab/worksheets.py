"""Worksheets: puzzles of a level to print, with their key."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from grundy.core.scenes import GridScene, HeapsScene
from grundy.core.terms import texts_of
from grundy.drawing import worksheet
from grundy.drawing.svg import sketch
from grundy.errors import RulesetError
from grundy.games import sampling
from grundy.lab.fields import Integer, Integers, OneOf
from grundy.lab.operation import File, operation
from grundy.lab.puzzles import LEVELS, Puzzle, draw_puzzle, nimber_of
from grundy.lab.requests import GAME
from grundy.messages import LANGUAGES, Message, catalogue, figure, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.scenes import Scene
    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue

MOST = 60  # exercises
_TRIES = 24  # positions from which an exercise is chosen
_AGAIN = 8  # times that an exercise is drawn again because it is there already
_LISTED = 12  # winning moves in the key
_SEEDS = 10**9
_NARROW = 12  # columns of a board for which half of a page has room
_MOST_LINES = 60  # rows and columns of a board on paper: its cells are 3 mm wide, enough for a mark


@operation(
    example={"game": "wall-making", "count": 2, "level": "one", "seed": 7},
    media_types=("text/html",),
    game=GAME,
    count=Integer(least=1, most=MOST),
    level=OneOf(words=LEVELS, about="That of each exercise, as in `puzzles`."),
    size=Integers(each=Integer(least=0, most=10_000), least=1, most=2, about="By default near the usual size."),
    seed=Integer(least=0, most=2**53),
    language=OneOf(words=tuple(LANGUAGES)),
)
def worksheets(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    count: int = 6,
    level: str = "ten",
    size: list[int] | None = None,
    seed: int = 0,
    language: str = "en",
) -> Iterator[File]:
    """Make a worksheet.

    It is an HTML page to print: exercises, and on a page of its own the key. The same seed makes the same one. A GET of
    the same address takes the fields as its query, the size as ``6x6``.
    """
    sheet = made(catalogue.find(game), count=count, level=level, size=size, seed=seed, language=language)
    yield File(sheet.encode(), "text/html; charset=utf-8")


def made(  # noqa: PLR0913 - as above
    game: Game, *, count: int, level: str, size: list[int] | None, seed: int | None, language: str
) -> str:
    """Return a worksheet of a game as HTML; without a seed, one that nobody has seen.

    Raises `RulesetError` for a size that the game has not or a page has no room for, and where no position of that
    size can be won.
    """
    seed = random.randrange(_SEEDS) if seed is None else seed
    if size is not None:
        _check_size(game, size)
    puzzles = _puzzles(game, random.Random(seed), count, level, size)
    exercises = [_exercise(puzzle) for puzzle in puzzles]
    scenes = [scene for puzzle in puzzles for scene in puzzle.position.scenes(())]
    wide = level == "sum" or any(map(_is_wide, scenes))
    sides = f" --size {'x'.join(map(str, size))}" if size else ""
    other = f" --language {language}" if language != "en" else ""
    command = f"grundy worksheet {game.name} --count {count} --level {level}{sides} --seed {seed}{other}"
    heading = worksheet.Heading(*_words(game, scenes, language), command)
    rows = max((len(scene.rows) for scene in scenes if isinstance(scene, GridScene)), default=0)
    return worksheet.page(heading, exercises, language, wide=wide, rows=rows)


def _check_size(game: Game, size: list[int]) -> None:
    """Raise `RulesetError` where the boards of a size are too large for paper: before any of them is solved."""
    for scene in sampling.position_of_size(game, random.Random(0), size, 0).scenes(()):
        if isinstance(scene, GridScene) and max(len(scene.rows), len(scene.rows[0])) > _MOST_LINES:
            found = {"rows": len(scene.rows), "columns": len(scene.rows[0])}
            raise RulesetError("error.worksheet-size", most=_MOST_LINES, **found)


def _puzzles(game: Game, rng: random.Random, count: int, level: str, size: list[int] | None) -> list[Puzzle]:
    """Return puzzles that differ, as far as so many are found."""
    found: dict[str, Puzzle] = {}
    spare: list[Puzzle] = []
    while len(found) < count and len(spare) < _AGAIN * count:
        puzzle = draw_puzzle(game, rng, level, size, tries=_TRIES)
        if puzzle is None:
            raise RulesetError("error.no-puzzle", game=game.name)
        if found.setdefault(str(puzzle.position), puzzle) is not puzzle:
            spare.append(puzzle)
    return [*found.values(), *spare][:count]


def _exercise(puzzle: Puzzle) -> worksheet.Exercise:
    position = puzzle.position
    several = len(position.terms) > 1
    boards = tuple(
        (position.part_numbers(term) if several else "", sketch(scene, text))
        for term, (scene, text) in enumerate(zip(position.scenes(()), texts_of(position.terms), strict=True))
    )
    winning, complete = position.winning_moves().first(_LISTED)
    nimber = nimber_of(position)
    moves = ", ".join(choice.move for choice in winning) + ("" if complete else ", …")
    return worksheet.Exercise(boards, moves, str(position.value) if nimber is None else figure(nimber))


def _is_wide(scene: Scene) -> bool:
    """Say whether half of a page is too narrow for a scene."""
    return isinstance(scene, HeapsScene) or (isinstance(scene, GridScene) and len(scene.rows[0]) > _NARROW)


def _words(game: Game, scenes: list[Scene], language: str) -> tuple[str, tuple[str, ...]]:
    """Return the title, and what is said before the exercises."""
    texts = catalogue(language)
    title = texts.get(f"game.{game.name}", game.title)
    boards = [scene for scene in scenes if isinstance(scene, GridScene)]
    cells = [cell for scene in boards for row in scene.rows for cell in row]
    plain = all(dict(scene.tokens).get("blocked", "blocked") == "blocked" for scene in boards)  # poison is not hatched
    hatched = sorted({cell.symbol for cell in cells if cell.role == "blocked" and plain})
    kinds = ["last", "task", *(["cells"] if cells else []), *(["hatched"] if hatched else [])]
    said = tuple(render(Message(f"worksheet.{kind}", {"letters": hatched}), language) for kind in kinds)
    rules = game.rules_in(texts, drawn=True)
    return render(Message("worksheet.title", {"title": title}), language), (rules, *said)
