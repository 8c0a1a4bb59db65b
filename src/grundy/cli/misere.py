"""``grundy misere``: the misère quotient of a code, with its proof."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy import games
from grundy.cli.common import GameName, Seconds, Whole, check_output, complete_files, memory_option, words_about_work
from grundy.cli.output import listed
from grundy.cli.output_file import output_options
from grundy.cli.positions import in_order, read_position
from grundy.cli.usage import check_named, writing
from grundy.games.notations.heap_lists import HeapLists
from grundy.runtime import limits, provenance
from grundy.runtime.certificate_files import write_certificate
from grundy.runtime.messages import Message
from grundy.runtime.packages import require
from grundy.theory.finite_quotients import letter_of
from grundy.theory.periods import MOST_SECONDS
from grundy.theory.quotients import MOST_HEAPS
from grundy.theory.state_quotients import StateQuotient, find_state_quotient, kept_state_quotient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.cli.output_file import Outputs
    from grundy.theory.quotients import MisereQuotient

_ROW = 10  # values in a line
_SHOWN = 60  # elements of P, and relations, that the text shows
_SHOWN_VALUES = 200


@click.command("misere", context_settings={"ignore_unknown_options": True})
@click.argument("code", type=GameName())
@click.argument("position", nargs=-1, metavar="[FILE|-|SIZES...]", shell_complete=complete_files)
@click.option(
    "--heaps",
    type=Whole(min=1),
    help=f"Stop at this heap if no period is proved before (default: {MOST_HEAPS:,}, a million if these are all tame, "
    "or when the quotient is probably infinite).",
)
@click.option(
    "--seconds",
    type=Seconds(min=0),
    default=MOST_SECONDS,
    show_default=True,
    help="Stop after this time, with the results that are proved.",
)
@click.option(
    "--budget",
    type=Whole(min=1),
    metavar="STEPS",
    help="Stop after this number of steps, each a few products of elements: the same result on every machine.",
)
@memory_option
@click.option("--sample", is_flag=True, help="Take the game's sample position.")
@click.option("--certificate", metavar="FILE", help="Also write a certificate of the quotient, for grundy verify.")
@output_options(json="Write JSON.", tex="Write presentation, P and values for LaTeX (amsmath).")
def command(
    code: str,
    position: tuple[str, ...],
    heaps: int | None,
    seconds: float,
    budget: int | None,
    memory: int | None,
    sample: bool,
    certificate: str | None,
    outputs: Outputs,
) -> None:
    """Find the misère quotient of heaps under CODE: who loses each sum if the last move loses.

    CODE is an octal code (0.77, 4.56), a set of takes ('{1,3,4}'), or the name of such a game. The quotient is a
    finite commutative monoid; P is the set of its lost elements, and each heap has a value in it. It is proved for all
    heaps if the values repeat for long enough, and otherwise for heaps up to some size; the first line says which.
    Generators are named a, b, c, ... If moves leave three heaps or the code does not end, it is the quotient of the
    heaps before the first one that is not tame, which means: not like a sum of nim heaps.

    For any other game, and for a position of a game of heaps, it is the quotient of all positions that play reaches.
    The position is read as in grundy solve: grundy misere cram board.txt; grundy misere 0.8 20.

    Ctrl-C ends the work; the results that are proved by then are printed.
    """
    code, position = in_order(code, position)
    found = games.find(code.removesuffix(":"))
    check_named("--certificate", certificate)
    check_output(certificate, "certificate")
    require("numpy", Message("what.quotient"))
    find: Callable[..., MisereQuotient | StateQuotient]
    keep: Callable[[], MisereQuotient | StateQuotient | None]
    if position or sample or not isinstance(found.reader, HeapLists):
        parsed = read_position(found, position, sample=sample)
        find, keep = partial(find_state_quotient, parsed), partial(kept_state_quotient, parsed)
    else:
        rules = found.reader.rules
        find, keep = partial(rules.misere_quotient, heaps), partial(rules.misere_quotient, 0)
    with limits.limited(table_bytes=memory):
        try:
            with words_about_work():
                quotient = find(seconds=seconds, steps=budget)
        except KeyboardInterrupt:
            kept = keep()
            if kept is not None:
                outputs.write(_makers(kept))
            raise
    if certificate is not None:
        with writing(certificate, "certificate", with_others=True):
            write_certificate(Path(certificate), quotient.certificate())
    outputs.write(_makers(quotient))


def _makers(found: MisereQuotient | StateQuotient) -> dict[str, Callable[[], Any]]:
    return {
        "txt": lambda: "\n".join(_text(found)),
        "json": found.data,
        "tex": lambda: _latex(found),
    }


def _latex(found: MisereQuotient | StateQuotient) -> str:
    from grundy.drawing import latex

    names = found.names if isinstance(found, StateQuotient) else None
    return f"% {provenance.made_by()}\n{latex.quotient(found, str(found), names)}"


def _text(found: MisereQuotient | StateQuotient) -> Iterator[str]:
    yield str(found)
    yield ""
    presentation = found.presentation()
    names = found.names if isinstance(found, StateQuotient) else None
    named = ", ".join(
        f"{letter_of(place)} = {_name(names, game)}" for place, game in enumerate(presentation.generators)
    )
    yield f"generators  {named or 'none'}"
    relations = [f"{presentation.word(left)} = {presentation.word(right)}" for left, right in presentation.relations]
    yield f"relations   {listed(relations, _SHOWN) or 'none'}"
    lost = [presentation.word(presentation.words[element]) for element in found.lost_elements]
    yield f"P           {listed(lost, _SHOWN) or 'none'}"
    values = found.monoid.values
    words = [presentation.word(presentation.words[element]) for element in values[: _SHOWN_VALUES + 1].tolist()]
    wide = max(map(len, words))
    if names is None:
        for start in range(0, len(words), _ROW):
            row = "  ".join(word.ljust(wide) for word in words[start : start + _ROW])
            yield f"{f'heap {start}':<11} {row}".rstrip()
    else:
        yield from (f"{word.ljust(wide)}  {_name(names, game)}" for game, word in enumerate(words))
    if len(values) > len(words):
        yield f"and {len(values) - len(words):,} more (--json lists them all)"


def _name(names: Sequence[str] | None, game: int) -> str:
    """Return the name of a generator: a heap, or a component in one line."""
    return f"heap {game}" if names is None else names[game].replace("\n", " / ")
