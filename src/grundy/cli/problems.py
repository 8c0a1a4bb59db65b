"""``grundy problems``: the contest problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy import contests, games
from grundy.cli.common import complete_problems, find_problem, language_option
from grundy.cli.output_file import output_options
from grundy.cli.usage import usage_error
from grundy.contests.statements import statement
from grundy.errors import UnknownNameError
from grundy.games.lookup import is_in_a_file
from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.cli.output_file import Outputs
    from grundy.contests import Problem


@click.command("problems")
@click.argument("words", nargs=-1, metavar="[PROBLEM | WORD...]", shell_complete=complete_problems)
@language_option
@output_options(json="Write JSON.")
def command(words: tuple[str, ...], language: str, outputs: Outputs) -> None:
    """List the contest problems, or state one of them, or describe the problem in a file.

    With words, list those in which each word occurs: in the id, the title, the source, the game, its rules or limits,
    or as the kind of its output (words, nimber, move, winningmoves, marks). Case does not matter.

    \b
        grundy problems nim
        grundy problems codeforces tree
        grundy problems boj-11717
    """  # noqa: D301 - \b is the character that keeps lines as they are
    named = _named(words)
    found = (named,) if named else _with_words(words)
    outputs.write(
        {
            "txt": lambda: _list(found) if named is None else _description(named, words[0], language),
            "json": lambda: [_data(problem, language) for problem in found],
        }
    )


def _list(found: Sequence[Problem]) -> str:
    margin = max(len(problem.id) for problem in found)
    return "\n".join(
        f"{problem.id:<{margin}}  {problem.title}, {problem.source}"
        + (f" (also {', '.join(problem.aliases)})" if problem.aliases else "")
        for problem in found
    )


def _named(words: tuple[str, ...]) -> Problem | None:
    """Return the problem that a single word names; None if the words are to be searched for."""
    if len(words) != 1:
        return None
    try:
        return find_problem(words[0])
    except UnknownNameError:
        if _with_words(words, needed=False):
            return None
        raise


def _with_words(words: tuple[str, ...], *, needed: bool = True) -> tuple[Problem, ...]:
    """Return the problems in which each word occurs. Raises `click.UsageError` if one is `needed` and none is found."""
    wanted = [word.casefold() for word in words]
    found = tuple(
        problem for problem in contests.all_problems() if all(word in _searched_text(problem) for word in wanted)
    )
    if needed and not found:
        raise usage_error("usage.no-problem", found=repr(" ".join(words)))
    return found


def _searched_text(problem: Problem) -> str:
    """Return the text that is searched: the words of the problem, its game with rules, and the kind of its output."""
    game = games.find(problem.game) if problem.game else None
    rules = (game.name, game.title, game.rules) if game else ()
    kind = type(problem.output).__name__
    return " ".join(
        (problem.id, *problem.aliases, problem.title, problem.source, problem.limits, kind, *rules)
    ).casefold()


def _data(problem: Problem, language: str) -> dict[str, object]:
    told = statement(problem.id, language)
    return {
        "id": problem.id,
        "aliases": list(problem.aliases),
        "title": problem.title,
        "source": problem.source,
        "game": problem.game,
        "statement": told and told._asdict(),
        "limits": problem.form.limits_in(language),
        "samples": [{"input": sample.input, "output": sample.output} for sample in problem.samples],
    }


def _description(problem: Problem, name: str, language: str) -> str:
    """Describe a problem; `name` is the one that the user has given."""
    argument = name if is_in_a_file(name) else problem.id

    def say(kind: str, **params: str | int) -> str:
        return render(Message(kind, params), language)

    told = statement(problem.id, language)
    game = games.find(problem.game) if problem.game else None
    rules = f"{game.name}: {game.rules}" if game else say("statement.no-game")
    parts = [
        f"{problem.title} ({', '.join([problem.id, *problem.aliases])})",
        say("statement.source", text=problem.source),
        say("statement.game", text=game.name if game and told else rules),
    ]
    if told:
        parts += [
            f"{say('statement.rules')}\n{_indented(told.rules)}",
            f"{say('statement.input')}\n{_indented(told.input)}",
            f"{say('statement.output')}\n{_indented([told.output])}",
        ]
    parts += [
        say("statement.limits", text=problem.form.limits_in(language)),
        say("statement.try", text=f"grundy answer {argument} input.txt"),
        *([f"        grundy explain {argument} --sample"] if problem.samples else []),
        f"        grundy stress {argument} -- ./sol",
    ]
    for number, sample in enumerate(problem.samples, 1):
        parts += [say("statement.sample", number=number), _indented(sample.input.splitlines())]
        parts += [f"  {say('statement.gives')}", _indented(sample.output.splitlines())]
    if told:
        parts.append(f"{say('statement.reason')}\n{_indented([told.sample])}")
    return "\n".join(parts)


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)
