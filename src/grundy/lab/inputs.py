"""The inputs of contest problems, as the positions that they ask about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy import contests
from grundy.errors import InputError, RulesetError
from grundy.lab.fields import GAME, INPUT, PROBLEM
from grundy.lab.operation import operation

if TYPE_CHECKING:
    from grundy.lab.catalogue import Catalogue

_MOST_LISTED = 100  # positions of an input
_MOST_TEXT = 10**6  # characters of all listed positions


@operation(
    example={"game": "grid-game", "text": "2 2 0\n.#\n..\n2\n1 1\n2 1\n"},
    game=GAME,
    text=INPUT,
)
def inputs(catalogue: Catalogue, *, game: str, text: str) -> dict[str, Any]:
    """Read the input of a contest problem.

    Answer with the problem, and the first 100 positions that the input asks about; `more` counts the others. If the
    output lists some of the positions, `names` has their names in the output. Sizes may exceed the limits of the
    contest.
    """
    name = catalogue.find(game).name
    wrong: InputError | None = None
    for problem in contests.all_problems():
        if problem.game != name:
            continue
        try:
            asked = problem.asked(problem.form.read(text, limits=False), values=False)
        except InputError as error:
            wrong = wrong or error
            continue
        shown: list[str] = []
        for question in asked[:_MOST_LISTED]:
            shown.append(str(question.at))
            if sum(map(len, shown)) > _MOST_TEXT:
                break
        names = problem.names(asked[: len(shown)])
        return {
            "problem": problem.id,
            "title": problem.title,
            "positions": shown,
            "more": len(asked) - len(shown),
            **({} if names is None else {"names": names}),
        }
    raise wrong or RulesetError("error.no-contest", game=name)


@operation(
    example={"problem": "boj-11717", "text": "2 2\nX.\n..\n"},
    problem=PROBLEM,
    text=INPUT,
)
def answers(catalogue: Catalogue, *, problem: str, text: str) -> dict[str, str]:
    """Answer the input of a contest problem, as `grundy answer` does.

    Sizes may exceed the limits of the contest.
    """
    del catalogue  # problems are not declared
    return {"outputs": contests.known(problem).answer(text, limits=False)}
