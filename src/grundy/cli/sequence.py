"""``grundy sequence``: the nimbers of heaps under a code, printed, stored, plotted."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy import games
from grundy.cli import misere_sequence
from grundy.cli.common import (
    ANNOUNCED,
    GameName,
    Whole,
    check_apart,
    check_output,
    memory_option,
    say_the_cost,
    words_about_work,
)
from grundy.cli.output import echo, json_text
from grundy.cli.output_file import output_options
from grundy.cli.positions import heap_rules
from grundy.cli.usage import check_named, keeping_in, usage_error, writing
from grundy.games.declared import DeclaredStates
from grundy.games.families.heaps import heap_tables
from grundy.games.families.heaps.heap_functions import DeclaredHeaps
from grundy.research.sequences import certificates, oeis, writers
from grundy.runtime import arrays, limits, provenance
from grundy.runtime.certificate_files import name_beside
from grundy.runtime.messages import Message, figure
from grundy.runtime.packages import require
from grundy.theory.periods import find_period

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.cli.output_file import Outputs
    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.research.sequences.store import Store
    from grundy.theory.periods import Period

    Values = NDArray[np.unsignedinteger[Any]]

_ROW = 20  # values in a line of text
_SHOWN = 500  # values that the text shows
_PLOTS = ("svg", "png", "pdf")


@click.command("sequence")
@click.argument("code", type=GameName())
@click.option("--length", type=Whole(min=1), default=100, show_default=True, help="How many values, from heap 0 on.")
@click.option(
    "--dir", "folder", type=click.Path(file_okay=False), help="Continue the sequence that is stored in this folder."
)
@click.option("--direct", is_flag=True, help="Compute all values, even if a proved period gives them.")
@click.option("--repair", is_flag=True, help="With --dir: remove damaged values, and compute them again.")
@click.option(
    "--period",
    "with_period",
    is_flag=True,
    help=f"Search the period, after the values. The search stops after {limits.budget().period_seconds:g} seconds, and "
    "at 10^6 values, or at 25,000,000 values of a code whose values are quickly computed.",
)
@click.option(
    "--misere",
    is_flag=True,
    help="Misère play, in which the last move loses: outcome, genus, and element of the misère quotient.",
)
@click.option(
    "--certificate",
    metavar="FILE",
    help="Also write a certificate of the values, or with --period of the proved period, for grundy verify. With "
    "--dir, FILE lies in that folder.",
)
@click.option(
    "--budget",
    type=Whole(min=1),
    metavar="OPTIONS",
    help=f"The most options to examine (default {limits.budget().kernel_options:,}, or "
    f"{limits.budget().search_options:,} without a kernel).",
)
@memory_option
@output_options(
    *_PLOTS,
    "npy",
    "parquet",
    json="Write JSON.",
    csv="Write CSV: heap,nimber.",
    bfile="Write an OEIS b-file: a line about its origin, then heap and nimber in each line.",
    tex="Write a LaTeX tabular; with --period it is folded at the period.",
)
def command(
    *,
    code: str,
    length: int,
    folder: str | None,
    direct: bool,
    repair: bool,
    with_period: bool,
    misere: bool,
    certificate: str | None,
    budget: int | None,
    memory: int | None,
    outputs: Outputs,
) -> None:
    """Print the nimbers G(0), G(1), ... of heaps under CODE, which may be the name of a game of heaps.

    Codes: octal or hexadecimal digits (0.77, 4.007, 0.3f), digits that repeat forever (0.7[3]), takes
    ('{1,3,4}', 'all-but{1,3}'; quote them from the shell), splits (unequal-2, equal-3). A ruleset of
    your own whose states are single numbers is CODE as well: mygames.py:kayles.

    With --dir the sequence is stored on disk. Stop the command at any moment, even with kill -9: the same command
    continues after the last complete chunk.

    -o values.npy is for numpy.load, -o values.parquet has the columns heap and nimber (extra 'arrow'), and -o plot.svg,
    .png or .pdf is a plot (extra 'plot').
    """
    rules = _rules(code)
    if misere:
        if any((folder, certificate, direct, repair, with_period)) or outputs.has(
            *_PLOTS, "npy", "parquet", "bfile", "tex"
        ):
            raise usage_error("usage.misere-sequence")
        bounds = {} if budget is None else {"search_options": budget}
        with limits.limited(table_bytes=memory, **bounds):
            with words_about_work():
                makers = misere_sequence.makers(rules, length)
            outputs.write(makers)
        return
    _check(folder, outputs, repair=repair)
    if certificate is not None:
        certificates.check_rules(rules, period=with_period)
        _check_certificate(certificate, folder, outputs)
    bounds = {} if budget is None else {"kernel_options": budget, "search_options": budget}
    with limits.limited(table_bytes=memory, **bounds):
        found = _Sequence(
            rules,
            length,
            None if folder is None else Path(folder),
            None if certificate is None else Path(certificate),
            with_period=with_period,
            direct=direct,
            repair=repair,
        )
        with words_about_work():
            _say_the_cost(rules, length)
            found.compute()
        outputs.write(found.makers())


@dataclass(frozen=True)
class _Sequence:
    """The values of a sequence and what is made of them: each part is made once, when it is first needed."""

    rules: HeapRules
    length: int
    folder: Path | None
    certificate: Path | None
    with_period: bool
    direct: bool
    repair: bool

    def compute(self) -> None:
        """Compute the values, after the period if they are too many without it, and write the certificate."""
        if self.with_period and not heap_tables.affordable(self.rules, self.length):
            _ = self.period
        _ = self.values
        if self.certificate is not None:
            self._certify(self.certificate)

    @cached_property
    def values(self) -> Values:
        """The values, from the folder if there is one."""
        if self.store is None:
            return self.rules.nimbers(self.length, direct=self.direct)
        return self.store.values(self.length)

    @cached_property
    def period(self) -> Period:
        """The period that a search finds, or that is seen in the values if these are more than the search examined."""
        with words_about_work():
            found = self.rules.period()
            if found.status == "proved" or found.checked >= self.length:
                return found
            return self._seen_period()

    def _seen_period(self) -> Period:
        """Return the period that is seen in the values, proved if they are enough for the theorem of the rules."""
        return find_period(self.values, self.rules.theorem, arithmetic=self.rules.arithmetic)

    @cached_property
    def store(self) -> Store | None:
        """The sequence in the folder, with all values that are needed."""
        if self.folder is None:
            return None
        from grundy import sequences

        length = self.length if self.certificate is None else self._certified_length
        with keeping_in(self.folder, "sequence"):
            return sequences.grow(self.folder, self.rules, length, direct=self.direct, repair=self.repair)

    def makers(self) -> dict[str, Callable[[], Any]]:
        """Return a function for each form of the output."""
        plots: dict[str, Callable[[], Any]] = {form: partial(self._plot, form) for form in _PLOTS}
        return plots | {
            "txt": self._text,
            "json": self._json,
            "csv": lambda: writers.csv(self.values),
            "bfile": lambda: chain([f"# {provenance.made_by()}\n"], writers.b_file(self.values, self.rules.code)),
            "tex": self._latex,
            "npy": lambda: _npy(self.values),
            "parquet": lambda: writers.parquet(self.values),
        }

    @property
    def _wanted_period(self) -> Period | None:
        return self.period if self.with_period else None

    @property
    def _certified_length(self) -> int:
        return certificates.values_needed(self.rules, self.length, self._wanted_period)

    def _certify(self, path: Path) -> None:
        with writing(path, "certificate", with_others=True):
            if self.store is not None:
                certificates.save_store_certificate(path, self.rules, self.store, self._wanted_period)
            else:
                values = self.rules.nimbers(self._certified_length, direct=True)
                certificates.save_certificate(path, self.rules, values, self._wanted_period)

    def _text(self) -> Iterator[str]:
        """Yield the values, what is known of them, and at last the period."""
        values, shown = self.values, min(len(self.values), _SHOWN)
        wide, margin = len(str(arrays.largest(values[:shown])[0])), len(str(shown))
        for start in range(0, shown, _ROW):
            row = " ".join(f"{value:>{wide}}" for value in values[start : min(start + _ROW, shown)])
            yield f"{start:>{margin}}  {row}\n"
        if len(values) > shown:
            yield f"and {len(values) - shown:,} more (--csv writes all)\n"
        most, heap = arrays.largest(values)
        yield f"\ncode     {self.rules.code}\n"
        yield f"values   {len(values):,}, from heap 0 to {len(values) - 1:,}\n"
        yield f"largest  {most}, first at heap {heap:,}\n"
        yield f"terms    {oeis.terms(arrays.listed(values[:shown]))}\n"
        entry = oeis.entry(self.rules.code)
        if entry is not None:
            yield f"OEIS     {entry.number}, from heap {entry.heap} on\n"
        if self.store is not None:
            yield f"stored   {self.store.length:,} values in {self.store.folder}, in {len(self.store.chunks)} chunks\n"
            yield f"digest   {self.store.digest()}\n"
        if self.with_period:
            yield f"period   {self.period}\n"

    def _json(self) -> Iterator[str]:
        """Yield JSON in parts: the text of all values would take many times their memory."""
        kept = {} if self.store is None else {"stored": self.store.length, "digest": self.store.digest()}
        about = writers.about(self.rules, self.values, self._wanted_period, **kept)
        head, _, end = json_text(about | {"values": []}).rpartition("]")
        yield head
        yield from writers.json_list(self.values)
        yield f"\n  ]{end}\n"

    def _latex(self) -> str:
        from grundy.drawing import latex

        table = latex.sequence(arrays.listed(self.values), self.rules.code, self._wanted_period)
        return f"% {provenance.made_by()}\n{table}"

    def _plot(self, form: str) -> bytes:
        from grundy.drawing import plots

        period = self.period if self.with_period else self._seen_period()
        return plots.picture(plots.plot(self.values, self.rules.code, period), form, provenance.made_by())


def _check(folder: str | None, outputs: Outputs, *, repair: bool) -> None:
    """Refuse, before any work is done, options that do not go together, and files whose packages are missing."""
    if folder == "":
        raise usage_error("usage.folder-name", option="--dir")
    if repair and folder is None:
        raise usage_error("usage.needs", option="--dir", other="--repair")
    if outputs.has("npy", "parquet"):
        require("numpy", Message("what.values-file"))
    if outputs.has(*_PLOTS):
        require("numpy", Message("what.plot"))  # which the module of plots imports
        from grundy.drawing import plots

        plots.check()


def _check_certificate(path: str, folder: str | None, outputs: Outputs) -> None:
    """Refuse, before any work is done, a certificate that cannot be written."""
    require("numpy", Message("what.certificate"))
    check_named("--certificate", path)
    if folder is not None:
        certificates.check_folder(Path(path), Path(folder))
        return
    check_output(path, "certificate")
    check_apart((*outputs.files, path, Path(path).with_name(name_beside(Path(path), certificates.VALUES_FILE))))


def _rules(code: str) -> HeapRules:
    game = games.find(code.removesuffix(":"))
    if isinstance(game.reader, DeclaredStates):
        path, _, name = code.rpartition(":") if not code.endswith(".py") else (code, "", "")
        digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
        return DeclaredHeaps(game.reader.rules, f"{Path(path).name}:{name}", digest)
    return heap_rules(game)


def _say_the_cost(rules: HeapRules, length: int) -> None:
    if isinstance(rules, DeclaredHeaps):
        rules.check_length(length)
        say_the_cost(rules.rules, (range(length),))
        return
    cost = rules.cost(length - 1)
    if cost.options >= ANNOUNCED:
        words = f"{figure(cost.options)} options and {figure(cost.bytes)} bytes, less if a period is proved"
        echo(f"grundy: {rules.code} to {figure(length)} values: at most {words}", err=True)


def _npy(values: Values) -> tuple[bytes, memoryview]:
    """Return the parts of a file for `numpy.load`: its header, and the values, which are not copied."""
    import numpy as np

    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(values))
    return header.getvalue(), np.ascontiguousarray(values).data.cast("B")
