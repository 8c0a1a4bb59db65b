"""Sheets of exercises and exams of a game, with their key."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from grundy.core.scenes import GridScene
from grundy.drawing import worksheet
from grundy.drawing.sheets import Keys, Sheet
from grundy.errors import RulesetError
from grundy.games.sampling import position_of_size
from grundy.lab.fields import GAME, SEED, SIZE, integer, one_of
from grundy.lab.operation import FileAnswer, operation
from grundy.lab.puzzles import LEVELS
from grundy.lab.questions import KINDS, Asker, ExerciseCandidate, kinds_of
from grundy.runtime import provenance
from grundy.runtime.messages import LANGUAGES, Message, catalogue, render
from grundy.theory.explain.endings import last_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.scenes import Scene
    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue

MOST = 60  # exercises
MIXED = "mixed"
_AGAIN = 24  # how often an exercise is drawn until it is not like an earlier one
_SEEDS = 10**9  # number of seeds to choose from
_MOST_LINES = 60  # rows or columns of a board on paper: its cells are then 3 mm wide, enough for a mark


@operation(
    example={"game": "wall-making", "count": 2, "level": "one", "seed": 7},
    media_types=("text/html",),
    game=GAME,
    count=integer(1, MOST),
    kind=one_of((*KINDS, MIXED), "The kind of the questions; a mixed sheet has all kinds in turn."),
    level=one_of(LEVELS, "The level of each position, as in `puzzles`."),
    size=SIZE,
    seed=SEED,
    language=one_of(LANGUAGES),
)
def worksheets(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    count: int = 6,
    kind: str = KINDS[0],
    level: str = "ten",
    size: list[int] | None = None,
    seed: int = 0,
    language: str = "en",
) -> Iterator[FileAnswer]:
    """Make a worksheet.

    It is an HTML page to print: exercises, and the key on a separate page. The same seed makes the same worksheet. A
    GET of the same address takes the fields as its query, with the size as ``6x6``.
    """
    kinds = () if kind == MIXED else (kind,)
    found = catalogue.find(game)
    sheet = make_sheet(found, count=count, kinds=kinds, level=level, size=size, seed=seed, language=language)
    yield FileAnswer(worksheet.page(sheet).encode(), "text/html; charset=utf-8")


def make_sheet(  # noqa: PLR0913 - as above
    game: Game,
    *,
    count: int,
    kinds: Sequence[str] = KINDS[:1],
    level: str = "ten",
    size: list[int] | None = None,
    seed: int | None = None,
    language: str = "en",
    key: Keys = "with",
) -> Sheet:
    """Return a sheet of questions about a game: the given kinds in turn, or without `kinds` all that the game has.

    Exercises are ordered by effort, the least first and wide ones last. No two are alike (`grundy.lab.alike`). Without
    a seed, a random seed is taken. Raises `RulesetError` for a size that the game does not have or that is too large
    for a page, for a kind of question that the game does not have, and if not enough different exercises were found.
    """
    seed = random.randrange(_SEEDS) if seed is None else seed
    if size is not None:
        _check_size(game, size)
    asker = Asker(game, random.Random(seed), level, size, language)
    candidates = sorted(_different(asker, kinds, count), key=lambda one: (one.exercise.wide, one.effort))
    scenes = [scene for candidate in candidates for scene in candidate.scenes]
    words = {"--count": count, "--level": level, "--size": "x".join(map(str, size or ())), "--seed": seed}
    words |= {"--language": "" if language == "en" else language, "--key": "" if key == "with" else key}
    chosen = [f"--kind {kind}" for kind in (kinds or (MIXED,)) if tuple(kinds) != KINDS[:1]]
    options = [f"{name} {value}" for name, value in words.items() if value != ""]
    title, rules = _words(game, scenes, language, entailing=any(candidate.entailing for candidate in candidates))
    # The example of a move is of the first exercise that asks for moves, and no answer of it.
    labels = {asker.say("move"), asker.say("moves")}
    asks = [each for each in candidates if any(line.label in labels for line in each.exercise.lines)]
    examples = ([move for move in each.moves if move not in each.exercise.answer] for each in asks)
    written = [asker.say("write", move=max(found, key=len)) for found in islice(filter(None, examples), 1)]
    return Sheet(
        title,
        (*rules, *written),
        tuple(candidate.exercise for candidate in candidates),
        " ".join(["grundy worksheet", game.name, *chosen, *options]),
        provenance.made_by().partition(": ")[0],
        language,
        rows=max((len(scene.rows) for scene in scenes if isinstance(scene, GridScene)), default=0),
        key=key,
    )


def _check_size(game: Game, size: list[int]) -> None:
    """Raise `RulesetError` if the boards of a size are too large for paper, before any of them is solved."""
    for scene in position_of_size(game, random.Random(0), size, 0).scenes(()):
        if isinstance(scene, GridScene) and max(len(scene.rows), len(scene.rows[0])) > _MOST_LINES:
            found = {"rows": len(scene.rows), "columns": len(scene.rows[0])}
            raise RulesetError("error.worksheet-size", most=_MOST_LINES, **found)


def _different(asker: Asker, kinds: Sequence[str], count: int) -> list[ExerciseCandidate]:
    """Return questions about positions of which no two are alike.

    If a kind has no other question, a mixed sheet goes on with the next kind, and a sheet of named kinds is refused.
    """
    found: list[ExerciseCandidate] = []
    turn = kinds_of(asker, kinds)
    before: Counter[str] = Counter()  # questions of each kind
    tries = 1 if kinds else len(KINDS)
    for number in range(count):
        for _ in range(tries):
            kind = next(turn, KINDS[0])
            drawn = (asker.ask(kind, before[kind]) for _ in range(_AGAIN))
            candidate = next((each for each in drawn if each is not None and each.identity not in asker.used), None)
            if candidate is not None:
                break
        else:
            if not found and asker.won() is None:
                raise RulesetError("error.no-puzzle", game=asker.game.name)
            about = Message(f"worksheet.kind.{kind}")
            missing = {"question": about, "count": count, "found": number, "tries": _AGAIN}
            raise RulesetError("error.worksheet-kind", game=asker.game.name, **missing)
        before[kind] += 1
        asker.used.add(candidate.identity)
        found.append(candidate)
    return found


def _words(game: Game, scenes: list[Scene], language: str, *, entailing: bool) -> tuple[str, tuple[str, ...]]:
    """Return the title, and the texts before the exercises."""
    texts = catalogue(language)
    title = texts.get(f"game.{game.name}", game.title)
    boards = [scene for scene in scenes if isinstance(scene, GridScene)]
    cells = [cell for scene in boards for row in scene.rows for cell in row]
    # Poisoned cells are not hatched.
    plain = all(dict(scene.tokens).get("blocked", "blocked") == "blocked" for scene in boards)
    hatched = sorted({cell.symbol for cell in cells if cell.role == "blocked" and plain})
    named = any(len(scene.rows) > 1 for scene in boards)  # in a single row, cells are counted
    kinds = [last_move(entailing=entailing), *["worksheet.cells"] * named, *["worksheet.hatched"] * bool(hatched)]
    notes = tuple(render(Message(kind, {"letters": hatched}), language) for kind in kinds)
    rules = game.rules_in(texts, drawn=True)
    return render(Message("worksheet.title", {"title": title}), language), (rules, *notes)
