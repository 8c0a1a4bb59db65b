"""``grundy solve``: outcome, nimber and winning moves of a position."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from grundy.cli import pictures
from grundy.cli.common import (
    GameName,
    check_apart,
    check_output,
    complete_files,
    limit_options,
    words_about_work,
    wrapped,
)
from grundy.cli.output import listed
from grundy.cli.output_file import output_options
from grundy.cli.positions import draw_terms, in_order, read_position
from grundy.cli.usage import check_named, usage_error, writing
from grundy.core.notation import PlainNotation
from grundy.core.terms import line_of
from grundy.core.values import Loony, Loopy, Outcome, Win
from grundy.drawing.export.answers import (
    MOST_CHOICES,
    MOST_MOVES,
    answer_alone,
    listed_moves,
    misere_answer,
    value_of,
    work_data,
)
from grundy.games.lookup import find, is_in_a_file
from grundy.runtime import limits, parquet, progress, provenance
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.cli.output_file import Outputs
    from grundy.core.choices import Choice
    from grundy.core.position import Position
    from grundy.theory.misere import Misere

_KINDS = {True: "tame", False: "wild", None: "tame or wild: not known"}
_WINNERS = {
    Outcome.N: "the next player, who moves now, wins",
    Outcome.P: "the previous player wins",
    Outcome.D: "a draw: nobody can win if both play well, and play goes on for ever",
}


@click.command("solve", context_settings={"ignore_unknown_options": True})
@click.argument("game", type=GameName())
@click.argument("position", nargs=-1, metavar="[FILE|-|SIZES...]", shell_complete=complete_files)
@click.option("--sample", is_flag=True, help="Solve the game's sample position.")
@limit_options
@click.option(
    "--misere",
    is_flag=True,
    help="Whoever makes the last move loses; genera are shown.",
)
@click.option(
    "--remoteness",
    is_flag=True,
    help="Also print how long play lasts (remoteness, suspense).",
)
@click.option("--save", metavar="FILE", help="Store the solved tables in FILE.")
@click.option(
    "--certificate",
    metavar="FILE",
    help="Write a certificate for grundy verify.",
)
@click.option("--load", metavar="FILE", help="Take solved tables of this position from FILE.")
@output_options(*pictures.FORMS, "tex", "parquet", json="Write JSON.")
def command(
    game: str,
    position: tuple[str, ...],
    sample: bool,
    misere: bool,
    remoteness: bool,
    save: str | None,
    certificate: str | None,
    load: str | None,
    outputs: Outputs,
) -> None:
    """Solve a position of GAME: a name from `grundy games`, a code of heaps, or rules in a file of yours, which is run.

    \b
        grundy solve kayles 10 7 + nim 3      a sum: heaps 10 and 7 of kayles, and nim
        grundy solve 0.137 12                 a heap under a code
        grundy solve cram 4x4                 an empty board
        grundy solve wall-making X../...      a board of two rows
        grundy solve wall-making board.txt    a board in a file; - is stdin
        grundy solve mygames.py:cram 4x4      rules in a file

    The parts of a sum may also stand in one file, with a line + between them. A picture (.svg; .png and .pdf with the
    extras 'png' and 'pdf') shows the nimber after each move, .tex (TikZ) the position alone, and .parquet (extra
    'arrow') the choices: move, nimber, wins.
    """  # noqa: D301 - \b is the character that keeps lines as they are
    if misere:
        _check_misere(outputs, remoteness=remoteness, save=save, load=load, certificate=certificate)
    _check_files(outputs, position, save, load, certificate)
    game, position = in_order(game, position)
    found = find(game.rstrip(":"))
    parsed = read_position(found, position, sample=sample)
    _check_solvable(parsed, save, certificate)
    tabled: limits.Limits = {} if save is None else {"kernel_above": -1}  # small boards get a table, too
    with limits.limited(**tabled), tables.keeping_all():
        data: dict[str, Any] = {}
        with words_about_work(), progress.tallied() as tally:
            if load is not None:
                _load(parsed, load)
            if misere:
                data = misere_answer(parsed, found.name)
            else:
                if any(map(is_in_a_file, (game, *position))):
                    _check_work(parsed)
                if outputs.has("json"):
                    data = answer_alone(parsed, found.name) | (_lengths(parsed) if remoteness else {})
                value_of(parsed)
        if save is not None or certificate is not None:
            _save(parsed, save, certificate)
        outputs.write(
            {
                "txt": lambda: _misere_text(parsed, data) if misere else _text(parsed, lengths=remoteness),
                "json": lambda: {**data, "work": work_data(tally)},
                "tex": lambda: _tikz(parsed),
                "parquet": lambda: parquet.encoded([parsed.arrow()]),
                **pictures.pictures(parsed.svg),
            }
        )


def _check_files(
    outputs: Outputs, position: tuple[str, ...], save: str | None, load: str | None, certificate: str | None
) -> None:
    """Refuse, before any work is done, files that cannot be written, or of which one would overwrite another."""
    for option, path in (("--save", save), ("--load", load), ("--certificate", certificate)):
        check_named(option, path)
    check_output(save, "tables")
    pictures.check_pictures(outputs)
    table = None if certificate is None else _table_beside(certificate)
    # One file may hold the tables before and after.
    check_apart((save, certificate, table), (*position, load if load != save else None))


def _table_beside(certificate: str) -> Path:
    """Return the path of the table that belongs to a certificate."""
    from pathlib import Path

    from grundy.drawing.export.certificates import TABLE_FILE
    from grundy.runtime.certificate_files import name_beside

    return Path(certificate).with_name(name_beside(Path(certificate), TABLE_FILE))


def _check_misere(outputs: Outputs, *, remoteness: bool, **files: str | None) -> None:
    """Refuse options that are about normal play only."""
    given = ["--remoteness"] * remoteness + [f"--{name}" for name, path in files.items() if path is not None]
    given += [f"-o .{form}" for form in (*pictures.FORMS, "parquet") if outputs.has(form)]
    if given:
        raise usage_error("usage.normal-play", option=given[0])


_REASONS = {
    Win: "because a move ends the whole game at once",
    Loony: "won in every sum, because the same player may move again",
    Loopy: "infinity with the nimbers of the options, because play can go on for ever",
}


def _lengths(position: Position) -> dict[str, int]:
    """Return remoteness and suspense. There is no suspense where play may go on for ever."""
    suspense = {} if position.is_loopy else {"suspense": position.suspense}
    return {"remoteness": position.remoteness, **suspense}


def _load(position: Position, path: str) -> None:
    from pathlib import Path

    from grundy.drawing.export.saved_tables import load_tables

    if Path(path).exists() and not Path(path).is_file():
        raise usage_error("usage.unreadable", path=path, error=Message("found.something-else"))
    try:
        load_tables(position, path)
    except OSError as error:
        raise usage_error("usage.unreadable", path=path, error=str(error.strerror)) from None


def _check_solvable(position: Position, save: str | None, certificate: str | None) -> None:
    """Refuse, before any work is done, files for positions that have no tables, or no certificates."""
    if save is not None:
        from grundy.drawing.export.saved_tables import check

        check(position)
    if certificate is not None:
        from grundy.drawing.export.certificates import check_board

        check_output(certificate, "certificate")
        check_board(position)


def _save(position: Position, save: str | None, certificate: str | None) -> None:
    from pathlib import Path

    if save is not None:
        from grundy.drawing.export.saved_tables import save_tables

        with writing(save, "tables"):
            save_tables(position, Path(save))
    if certificate is not None:
        from grundy.drawing.export.certificates import save_certificate

        with writing(certificate, "certificate"):
            save_certificate(position, Path(certificate))


def _check_work(position: Position) -> None:
    """Search for a period before a search that is too long, under rules of a user's file."""
    from grundy.games.families.heaps.heap_functions import check_work

    for rules, state in position.components:
        check_work(rules, state)


def _tikz(position: Position) -> str:
    from grundy.drawing import tikz

    return f"% {provenance.made_by()}\n{tikz.position(position)}"


def _text(position: Position, *, lengths: bool) -> str:
    value = value_of(position)
    unknown = "not computed: it would exceed the budget (the outcome is known by a formula)"
    winning, complete = listed_moves(position.winning_moves())
    drawings = draw_terms(position, position.scenes(winning))
    numbered = " (before the colon: the component)" if winning and len(position.components) > 1 else ""
    lines = [
        f"outcome  {position.outcome}, {_WINNERS[position.outcome]}",
        f"nimber   none: {value}, {_REASONS[type(value)]}"
        if isinstance(value, Win | Loopy)
        else f"nimber   {unknown if value is None else value}",
        f"winning  {_moves(_labels(position, winning), complete=complete)}{numbered}",
        *_in_words(winning),
    ]
    if position.outcome is Outcome.D:
        drawing, all_drawing = position.drawing_moves().first(MOST_CHOICES)
        lines.append(f"drawing  {_moves([choice.move for choice in drawing], complete=all_drawing)}")
    if lengths:
        found = _lengths(position).items()
        lengths_text = [f"{name} {'none' if number < 0 else f'{number:,}'}" for name, number in found]
        lines.append(f"length   {', '.join(lengths_text)}")
    return "\n\n".join([*drawings, _wrapped(lines)])


def _in_words(winning: list[Choice]) -> list[str]:
    """Return a line with the first winning move in words, if the game has words for it."""
    return [
        f"move     {choice.said.in_words()}"
        for choice in winning[:1]
        if not isinstance(choice.position.terms[choice.term].notation, PlainNotation)
    ]


def _labels(position: Position, winning: list[Choice]) -> list[str]:
    """Return the texts of winning moves; if another result has the same label, with the position after the move."""
    if not all(isinstance(term.notation, PlainNotation) for term in position.terms):  # games have no such labels
        return [choice.move for choice in winning]
    results: dict[str, set[Any]] = {}
    for choice in islice(position.choices(), MOST_CHOICES):
        results.setdefault(choice.move, set()).add(choice.option._replace(terms=()))
    return [
        f"{choice.move} (to {line_of(choice.after.terms)})" if len(results.get(choice.move, ())) > 1 else choice.move
        for choice in winning
    ]


def _misere_text(position: Position, data: dict[str, Any]) -> str:
    """Return the answer for misère play, with the position as text: drawings show values of normal play."""
    outcome = Outcome(data["outcome"])
    if data["winning_moves"] is None:
        line = f"outcome  {outcome}, {_WINNERS[outcome]}; whoever makes the move that ends the game loses"
        return f"{position}\n\n{_wrapped([line, 'winning  ' + data['why_no_moves']])}"
    play = position.misere
    parts = {part["position"].replace("\n", "/"): part for part in data["components"]}
    words = [f"{text}: {part['genus'] or 'no genus found'}, {_KINDS[part['tame']]}" for text, part in parts.items()]
    lines = [
        f"outcome  {outcome}, {_WINNERS[outcome]}; whoever makes the last move loses",
        f"misère   {_KINDS[data['tame']]}{': like misère Nim' if data['tame'] else ''}",
        f"reason   {play.reason}",
        f"winning  {_misere_moves(data, play)}",
        *_in_words(play.winning_moves().first(1)[0]),
        f"genus    {listed(words, MOST_MOVES, '; ') or 'none: there is no component'}",
    ]
    return f"{position}\n\n{_wrapped(lines)}"


def _misere_moves(data: dict[str, Any], play: Misere) -> str:
    """Return the winning moves, or families of them if they are too many to list."""
    families = play.winning_families() if data.get("more_winning_moves") else None
    if families is None:
        complete = not data.get("more_winning_moves")
        return _moves([choice["move"] for choice in data["winning_moves"]], complete=complete)
    return listed([str(family) for family in families], MOST_MOVES, "; ", "more families")


def _wrapped(lines: list[str]) -> str:
    """Join lines, each of which begins with its label; on a terminal they are wrapped."""
    return "\n".join(wrapped(line, len("winning  ")) for line in lines)


def _moves(winning: list[str], *, complete: bool) -> str:
    if not complete:
        return ", ".join([*winning, "and others that were not examined"]) if winning else "not found: too many moves"
    return listed(list(dict.fromkeys(winning)), MOST_MOVES) or "no move"  # rules may yield an option twice
