"""``grundy explain``: why a position is won or lost, in words or as data."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from grundy import contests, games
from grundy.cli.common import (
    GameName,
    Whole,
    check_samples,
    complete_files,
    find_problem,
    input_of,
    language_option,
    limit_options,
    read_text,
    samples_option,
    words_about_work,
)
from grundy.cli.output_file import output_options
from grundy.cli.positions import check_words, draw_terms, in_order, read_position
from grundy.cli.usage import STDIN, usage_error
from grundy.errors import RulesetError, UnknownNameError
from grundy.games.lookup import is_in_a_file
from grundy.runtime.messages import Message, Said, catalogue, render
from grundy.runtime.table_cache import tables
from grundy.theory.explain.text import paragraph
from grundy.theory.explain.words import positions

if TYPE_CHECKING:
    from grundy.cli.output_file import Outputs
    from grundy.contests import Problem
    from grundy.core.position import Position
    from grundy.games import Game
    from grundy.theory.explain.reasons import Explanation

_SAME_TERMS = {"grundy-value": "nimber", "grundy-number": "nimber", "xor": "nim-sum"}
_MOST_POSITIONS = 5  # explained positions of a contest's input
_MOST_ON_A_BOARD = 1000  # winning moves that the drawing marks


@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("game", type=GameName(), metavar="GAME|PROBLEM")
@click.argument("position", nargs=-1, metavar="[FILE|-|SIZES...]", shell_complete=complete_files)
@click.option("--move", metavar="MOVE", help="Explain this move, such as r2c5 or 2:7 -> 6 (default: a winning move).")
@click.option("--component", type=Whole(min=1), metavar="N",
              help="Explain the nimber of component N, as the table of the sum counts them.")  # fmt: skip
@click.option("--misere", is_flag=True, help="Explain misère play, in which the player who makes the last move loses.")
@click.option("--sample", is_flag=True, help="Explain the game's sample position.")
@samples_option
@language_option
@limit_options
@output_options(json="Write JSON.")
def command(
    game: str,
    position: tuple[str, ...],
    move: str | None,
    component: int | None,
    misere: bool,
    sample: bool,
    ignore_samples: bool,
    language: str,
    outputs: Outputs,
) -> None:
    """Explain a position of GAME, which is read as in `grundy solve`: grundy explain kayles 10 + nim 3.

    Says why each component has its nimber, how the nimbers add up, what a move does to the sum, and how to reply to
    each move of a lost position; for some games, also the theory that solves them.

    For a contest PROBLEM, such as boj-11717 or a file of your own, the contest's input is read, and the first five
    positions that it asks about are explained.

    With --misere: how the outcome is known (a misère quotient, tameness or a search), and what each move leads to.
    """
    term = "-".join((game, *position)).casefold().replace(" ", "-")
    gloss = f"gloss.{_SAME_TERMS.get(term, term)}"
    if gloss in catalogue(language):
        outputs.write({form: lambda: render(Message(gloss), language) for form in ("txt", "json")})
        return
    game, position = in_order(game, position)
    found = _find(game, ignore_samples=ignore_samples)
    if misere and (component is not None or not isinstance(found, games.Game)):
        raise usage_error("usage.explain-misere")
    with tables.keeping_all():
        with words_about_work():
            if isinstance(found, games.Game):
                first, left_out = [read_position(found, position, sample=sample)], 0
            else:
                first, left_out = _positions_of(found, position, sample=sample)
                misere = found.output.misere
            explained: list[tuple[Position, Any]]
            if misere:
                from grundy.lab.misere_play import explain as explain_misere

                explained = [(each, explain_misere(each, move)) for each in first]
            else:
                explained = [(each, _explained(each, move, component)) for each in first]
        data = [reasons if misere else reasons.data() for _, reasons in explained]
        say = _misere_words if misere else _words
        if isinstance(found, games.Game):
            makers = {"txt": lambda: say(*explained[0], language), "json": lambda: data[0]}
        else:
            about = {"problem": found.id, "positions": data, "positions_left_out": left_out}
            makers = {
                "txt": lambda: positions([say(*each, language) for each in explained], left_out, language),
                "json": lambda: about,
            }
        outputs.write(makers)


def _find(name: str, *, ignore_samples: bool) -> Game | Problem:
    """Return the game or the problem of a name."""
    if is_in_a_file(name):
        from grundy.contests.problem_files import holds_a_problem

        if holds_a_problem(name):
            return check_samples(find_problem(name), name, ignored=ignore_samples)
    try:
        return games.find(name.rstrip(":"))
    except UnknownNameError as error:
        if error.what != Message("what.game"):  # the ruleset in a file is unknown, not the file
            raise
    try:
        return contests.find(name, samples=not ignore_samples)
    except UnknownNameError:
        raise UnknownNameError(Message("what.game-or-problem"), name, [*games.names(), *contests.names()]) from None


def _positions_of(problem: Problem, files: tuple[str, ...], *, sample: bool) -> tuple[list[Position], int]:
    """Return the first positions that a contest's input asks about, and the number of the others."""
    check_words(files, sample=sample)
    if len(files) > 1:
        raise usage_error("usage.input-file", problem=problem.id, count=len(files))
    if sample and not problem.samples:
        raise usage_error("usage.no-sample", game=problem.id)
    text, source = (problem.samples[0].input, "<sample>") if sample else read_text(files[0] if files else STDIN)
    with input_of(problem):
        found = iter(problem.read(text, source=source))
        first = list(islice(found, _MOST_POSITIONS))
    if not first:
        raise RulesetError("usage.no-positions", problem=problem.id)
    return first, sum(1 for _ in found)


def _explained(position: Position, move: str | None, component: int | None) -> Explanation:
    """Explain a position. The component is counted from 1, as in the text of explanations."""
    count = len(position.components)
    if component is not None and component > count:
        raise usage_error("usage.component-option", last=count, found=component)
    return position.explain(move, None if component is None else component - 1)


def _words(position: Position, explanation: Explanation, language: str) -> str:
    """Return the drawing of a position and its explanation."""
    winning, _ = position.winning_moves().first(_MOST_ON_A_BOARD)
    return "\n\n".join([*draw_terms(position, position.scenes(winning), language), explanation.text(language)])


def misere_words(position: Position, language: str = "en") -> str:
    """Return the explanation of a position in misère play."""
    from grundy.lab.misere_play import explain as explain_misere

    return _misere_words(position, explain_misere(position, None), language)


def _misere_words(position: Position, reasons: dict[str, Any], language: str) -> str:
    """Return a position and its explanation in misère play: reasons as messages, and a line for each move."""
    text = partial(_text, language)

    over = not reasons["moves"]
    verdict = text("over.misere" if over else f"why.{reasons['outcome']}")
    lines = [f"{verdict} ({render(_message(reasons['by']), language)})"]
    if reasons["reason"] is not None:
        lines.append(render(_message(reasons["reason"]), language))
    if reasons["quotient"] is not None:
        lines += _quotient_words(reasons["quotient"], language)
    for move in reasons["moves"]:
        said = {name: _message(words) for name, words in move.get("said", {}).items()}
        made, reply = (Said(one, said.get(one)).in_words(language) for one in (move["move"], move["reply"] or ""))
        what = "wins" if move["wins"] else "last" if move["reply"] is None else "reply"
        value = "" if move["value"] is None else f" ({move['value']})"
        lines.append(paragraph(f"{made}: {text(f'why.misere-{what}', reply=reply)}{value}", "  ", "    "))
    if reasons["moves_left_out"]:
        lines.append("  " + text("replies.more", number=reasons["moves_left_out"]))
    return "\n".join([str(position), "", *lines])


def _quotient_words(quotient: dict[str, Any], language: str) -> list[str]:
    """Return a position in its misère quotient: what is proved, values, their product, and the step of a move."""
    text = partial(_text, language)

    def listed(words: list[str], name: str) -> str:
        left_out = quotient[f"{name}_left_out"]
        return ", ".join(words) + (text("why.quotient-more", number=left_out) if left_out else "")

    step = quotient["step"]
    generators = [f"{generator['letter']} = {generator['game']}" for generator in quotient["generators"]]
    values = listed([f"{part['position']} = {part['value']}" for part in quotient["parts"]], "parts")
    relations = listed([" = ".join(pair) for pair in quotient["relations"]], "relations")
    lines = [
        "",
        f"{text('why.quotient')}: {render(_message(quotient['says']), language)}",
        "  " + text("why.quotient-values", list=values),
        "  " + text("why.quotient-lost" if quotient["lost"] else "why.quotient-won", value=quotient["value"]),
    ]
    if step is not None:
        kind = "why.quotient-step-P" if step["lost"] else "why.quotient-step"
        lines.append("  " + text(kind, move=step["move"], before=step["before"], after=step["after"]))
    lines += [
        "  " + text("why.quotient-P", list=listed(quotient["P"], "P")),
        "  " + text("why.quotient-generators", list=", ".join(generators)),
        "  " + text("why.quotient-relations", list=relations),
        "",
    ]
    return lines


def _text(language: str, kind: str, **params: Any) -> str:
    return render(Message(kind, params), language)


def _message(data: dict[str, Any]) -> Message:
    """Return a message from its data."""
    words = {move: _message(said) for move, said in data.get("said", {}).items()}

    def parameter(value: Any) -> Any:
        if isinstance(value, dict):
            return _message(value)
        return Said(value, words.get(value)) if isinstance(value, str) else value

    return Message(
        data["kind"], {name: parameter(value) for name, value in data.items() if name not in ("kind", "said")}
    )
