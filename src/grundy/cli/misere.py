"""``grundy misere``: the misère quotient of a code, with its proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy import games
from grundy.cli.common import STDIN, check_output, memory_option, words_about_work
from grundy.cli.output import echo, json_text
from grundy.cli.output_file import WHOLE, output_option
from grundy.games.notations.heap_lists import HeapLists
from grundy.messages import Message
from grundy.runtime import limits
from grundy.runtime.certificate_files import write_certificate
from grundy.runtime.packages import require
from grundy.theory.periods import MOST_SECONDS
from grundy.theory.quotients import MOST_HEAPS, letter_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.families.heaps.rules import HeapRules
    from grundy.theory.quotients import MisereQuotient

_ROW = 10  # values in a line
_SHOWN = 60  # elements of P, and relations, that the text shows
_SHOWN_VALUES = 200


@click.command("misere")
@click.argument("code")
@click.option(
    "--heaps",
    type=click.IntRange(min=1),
    default=MOST_HEAPS,
    show_default=True,
    help="Stop at this heap where no period is proved before.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=MOST_SECONDS,
    show_default=True,
    help="Stop after so long, with what is proved.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="STEPS",
    help="Stop after so many steps, each a few products of elements: the same on every machine.",
)
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--certificate", metavar="FILE", help="Also write a certificate of the quotient, for grundy verify.")
@output_option
def command(
    code: str,
    heaps: int,
    seconds: float,
    budget: int | None,
    memory: int | None,
    as_json: bool,
    certificate: str | None,
) -> None:
    """Find the misère quotient of heaps under CODE: who loses each sum where the last move loses.

    CODE is octal and ends (0.77, 4.56), a set of takes ('{1,3,4}'), or the name of such a game. The quotient is a
    finite commutative monoid; P is the set of its elements that are lost, and each heap has a value in it. It is proved
    for all heaps once the values have repeated for long enough, else for the heaps up to some size; the first line
    says which. Generators are named a, b, c, ...

    Ctrl-C ends the work; what is proved by then is printed.
    """
    rules = _rules(code)
    if certificate is not None:
        _check_certificate(certificate)
    require("numpy", Message("what.quotient"))
    with limits.limited(table_bytes=memory), words_about_work():
        try:
            found = rules.misere_quotient(heaps, seconds=seconds, steps=budget)
        except KeyboardInterrupt:
            kept = rules.misere_quotient(0)
            echo(json_text(kept.data()) if as_json else "\n".join(_text(kept)))
            click.get_current_context().meta[WHOLE] = True
            raise
    if certificate is not None:
        _certify(found, certificate)
    echo(json_text(found.data()) if as_json else "\n".join(_text(found)))


def _rules(code: str) -> HeapRules:
    game = games.find(code.removesuffix(":"))
    if not isinstance(game.reader, HeapLists):
        message = f"expected a code or a game of heaps, found {game.name}, whose positions are {game.reader.form}"
        raise click.UsageError(message)
    return game.reader.rules


def _check_certificate(path: str) -> None:
    if path == STDIN:
        raise click.UsageError("expected the name of a file for --certificate, found '-'")
    check_output(path, "the certificate")


def _certify(found: MisereQuotient, path: str) -> None:
    try:
        write_certificate(Path(path), found.certificate())
    except OSError as error:
        message = f"{error.filename or path}: expected to write the certificate, found: {error.strerror}"
        raise click.UsageError(message) from None


def _text(found: MisereQuotient) -> Iterator[str]:
    yield str(found)
    yield ""
    made = found.presentation()
    heaps = ", ".join(f"{letter_of(number)} = heap {heap}" for number, heap in enumerate(made.generators))
    yield f"generators  {heaps or 'none'}"
    relations = [f"{made.word(left)} = {made.word(right)}" for left, right in made.relations]
    yield f"relations   {_listed(relations)}"
    yield f"P           {_listed([made.word(made.words[element]) for element in found.lost_elements])}"
    words = [made.word(made.words[element]) for element in found.monoid.values[: _SHOWN_VALUES + 1].tolist()]
    wide = max(map(len, words))
    for start in range(0, len(words), _ROW):
        row = "  ".join(word.ljust(wide) for word in words[start : start + _ROW])
        yield f"{f'heap {start}':<11} {row}".rstrip()
    if found.heaps > _SHOWN_VALUES:
        yield f"and {found.heaps - _SHOWN_VALUES:,} more (--json lists them all)"


def _listed(words: list[str]) -> str:
    more = f", and {len(words) - _SHOWN:,} more (--json lists them all)" if len(words) > _SHOWN else ""
    return (", ".join(words[:_SHOWN]) or "none") + more
