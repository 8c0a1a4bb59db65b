"""The contest problems, their statements, and inputs with their answers, the smallest first, to test a solution."""

from __future__ import annotations

import random
import time
from itertools import chain, cycle, islice, product
from typing import TYPE_CHECKING, Any

from grundy import contests, games
from grundy.contests.statements import statement
from grundy.errors import OverBudgetError
from grundy.games.game import SampledReader
from grundy.lab.fields import PROBLEM, SEED, one_of
from grundy.lab.operation import operation
from grundy.runtime import limits
from grundy.runtime.costs import MANY_OPTIONS, MOMENT_SECONDS
from grundy.runtime.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.contests.problem import Problem
    from grundy.lab.catalogue import Catalogue

_TINY, _RANDOM = 1200, 400  # the most tiny inputs, and the most random inputs
_MOST_INPUT = 400  # characters: plain solutions answer such an input at once
_SIZES = (8, 10, 12, 14, 16, 18, 20)  # cells of the random boards
_SIDES = range(1, 7)  # of the empty boards
_MOST_ASKED = 1000  # positions of an input; one short input of cses-1729 asks about a million
_MOST_POSITIONS = 40  # of an input that are named


@operation()
def problems(catalogue: Catalogue) -> list[dict[str, str]]:
    """List the contest problems.

    Each has its id, title and source, its game, empty if the game is not listed, and the `argument` that names the
    problem in commands: the id, or the file of a problem of one's own.
    """
    return [*map(problem_data, (*contests.all_problems(), *contests.added())), *catalogue.problems_elsewhere]


def problem_data(problem: Problem, argument: str = "") -> dict[str, str]:
    """Return the entry of a problem in the list of problems. `argument` names it for commands, if its id does not."""
    named = {"problem": problem.id, "title": problem.title, "source": problem.source, "game": problem.game}
    return {**named, "argument": argument or problem.id}


@operation(
    example={"problem": "boj-11717", "language": "ko"},
    problem=PROBLEM,
    language=one_of(LANGUAGES, "The language of the statement."),
)
def statements(catalogue: Catalogue, *, problem: str, language: str = "en") -> dict[str, Any]:
    """State a contest problem: its `statement`, null for a problem of one's own, its `limits` and `samples`."""
    del catalogue  # problems are not declared
    found = contests.known(problem)
    told = statement(found.id, language)
    samples = [sample._asdict() for sample in found.samples]
    return {
        "problem": found.id,
        "statement": told and told._asdict(),
        "limits": found.form.limits_in(language),
        "samples": samples,
    }


@operation(
    example={"problem": "boj-11717", "seed": 7},
    problem=PROBLEM,
    seed=SEED,
)
def cases(catalogue: Catalogue, *, problem: str, seed: int = 0) -> dict[str, Any]:
    """Make inputs to test a solution.

    Answer with `cases`: small cases first, then larger random cases by size. Each has the `input`, the right `output`,
    and the `positions` that it asks about; if the output lists some of the positions, also their `names` in the output.
    The inputs are those of `grundy stress`.
    """
    del catalogue  # problems are not declared
    found = contests.known(problem)
    tiny, drawn = _texts(found, random.Random(seed))
    small = list(_answered(found, islice(tiny, _TINY)))
    larger = sorted(_answered(found, islice(drawn, _RANDOM)), key=lambda case: len(case["input"]))
    return {"problem": found.id, "game": found.game, "cases": small + larger}


def _texts(problem: Problem, rng: random.Random) -> tuple[Iterator[str], Iterator[str]]:
    """Return the smallest inputs in order, and random inputs. Random boards are not selected by who wins."""
    from grundy.contests.stress.inputs import Inputs  # takes long to load

    inputs = Inputs(problem)
    tiny = map(inputs.text, inputs.tiny())
    reader = games.find(problem.game).reader if problem.game else None
    if isinstance(reader, SampledReader) and reader.kind == "letters":
        # Boards without anything on them are rare among random ones, and many programs are wrong on those alone.
        empty = (reader.text_of_size(rng, (rows, columns), 0) for rows, columns in product(_SIDES, _SIDES))
        return tiny, map(_headed, chain(empty, (reader.random_text(rng, size) for size in cycle(_SIZES))))
    return tiny, map(inputs.text, inputs.random(rng))


def _headed(board: str) -> str:
    """Return the input of a board: its sides, then its rows."""
    rows = board.split("\n")
    return "\n".join([f"{len(rows)} {len(rows[0])}", *rows, ""])


def _answered(problem: Problem, drawn: Iterator[str]) -> Iterator[dict[str, Any]]:
    """Yield each input with its answer for a moment; the last one may take longer."""
    deadline = time.monotonic() + MOMENT_SECONDS
    seen: set[str] = set()
    for text in drawn:
        if time.monotonic() > deadline:
            return
        if text in seen or len(text) > _MOST_INPUT:
            continue
        seen.add(text)
        try:
            case = problem.form.read(text, limits=False)
            with limits.limited(search_options=MANY_OPTIONS, kernel_options=10 * MANY_OPTIONS):
                asked = problem.asked(case)
                if len(asked) > _MOST_ASKED:
                    continue
                output = problem.output.text(asked)
            shown = asked[:_MOST_POSITIONS] if problem.position else []
            positions = [str(question.at) for question in shown]
            answered = {"input": text, "output": output, "positions": positions}
            names = problem.names(shown)
            if names is not None:
                answered["names"] = names
        except OverBudgetError:
            continue
        yield answered
