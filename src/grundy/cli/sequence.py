"""``grundy sequence``: the nimbers of heaps under a code, printed, stored, plotted."""

from __future__ import annotations

import hashlib
import io
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy import games
from grundy.cli import misere_sequence
from grundy.cli.common import (
    NumberRange,
    check_apart,
    check_output,
    check_terminal,
    memory_option,
    rules_are_done,
    say_the_cost,
    words_about_work,
    write_output,
)
from grundy.cli.output import echo, json_text
from grundy.cli.output_file import output_option
from grundy.cli.positions import heap_rules
from grundy.cli.usage import STDIN, check_named, keeping_in, one_for_stdout, usage_error, writing
from grundy.cli.watched import patience_option, run_apart
from grundy.families.heaps import heap_tables
from grundy.families.heaps.declared import DeclaredHeaps
from grundy.games.declared import DeclaredStates
from grundy.messages import Message, figure
from grundy.runtime import arrays, limits, provenance, trust
from grundy.runtime import parquet as parquet_files
from grundy.runtime.certificate_files import name_beside
from grundy.runtime.packages import require
from grundy.sequences import certificates, oeis, writers
from grundy.theory.periods import find_period

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules
    from grundy.sequences.store import Store
    from grundy.theory.periods import Period

    Values = NDArray[np.unsignedinteger[Any]]

_ROW = 20  # values in a line of text
_SHOWN = 500  # values that the text shows
_ANNOUNCED = 10**9  # options: a larger cost is printed before the work begins
_LONG_SEARCH_SECONDS = 2.0  # before a search for a period is announced
_PLOTS = (".svg", ".png", ".pdf")


@click.command("sequence")
@click.argument("code")
@click.option(
    "--length", type=click.IntRange(min=1), default=100, show_default=True, help="How many values, from heap 0 on."
)
@click.option(
    "--dir", "folder", type=click.Path(file_okay=False), help="Continue the sequence that is stored in this folder."
)
@click.option("--direct", is_flag=True, help="Compute all values, even if a proved period gives them.")
@click.option("--repair", is_flag=True, help="With --dir: remove damaged values, and compute them again.")
@click.option(
    "--period", "with_period", is_flag=True, help="Search the period, after the values; see --period-seconds."
)
@click.option(
    "--period-seconds",
    type=NumberRange(min=0),
    default=limits.budget().period_seconds,
    show_default=True,
    help="Stop the search for the period after this time. It also stops at 10^6 values, or at 25,000,000 values of a "
    "code whose values are quickly computed.",
)
@click.option(
    "--misere",
    is_flag=True,
    help="Misère play, in which the last move loses: outcome, genus, and element of the misère quotient.",
)
@click.option("--json", "form", flag_value="json", help="Write JSON.")
@click.option("--csv", "form", flag_value="csv", help="Write CSV: heap,nimber.")
@click.option("--bfile", "form", flag_value="bfile",
              help="Write an OEIS b-file: a line about its origin, then heap and nimber in each line.")  # fmt: skip
@click.option("--latex", "form", flag_value="latex",
              help="Write a LaTeX tabular; with --period it is folded at the period.")  # fmt: skip
@click.option(
    "--cgsuite", "form", flag_value="cgsuite", help="Write input for CGSuite 2, which computes the values itself."
)
@click.option("--sage", "form", flag_value="sage", help="Write a program for SageMath that computes the values.")
@click.option(
    "--npy",
    type=click.Path(dir_okay=False),
    help="Also write the values to this file, for numpy.load; - is stdout, in place of the text.",
)
@click.option(
    "--parquet",
    type=click.Path(dir_okay=False),
    help="The same as Parquet: columns heap and nimber. Needs pyarrow, the extra 'arrow'.",
)
@click.option(
    "--certificate",
    metavar="FILE",
    help="Also write a certificate of the values, or with --period of the proved period, for grundy verify. With "
    "--dir, FILE lies in that folder.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False),
    help="Also draw a plot, .svg, .png or .pdf; -.svg is stdout, in place of the text. Needs the extra 'plot'.",
)
@click.option(
    "--plot-kind",
    type=click.Choice(["all", "values", "strip", "histogram"]),
    help="What the plot shows (default: all); the strip is the sequence folded at its period.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="OPTIONS",
    help=f"The most options to examine (default {limits.budget().kernel_options:,}, or "
    f"{limits.budget().search_options:,} without a kernel).",
)
@memory_option
@patience_option
@output_option
def command(
    *,
    code: str,
    length: int,
    folder: str | None,
    direct: bool,
    repair: bool,
    with_period: bool,
    period_seconds: float,
    misere: bool,
    form: str | None,
    npy: str | None,
    parquet: str | None,
    certificate: str | None,
    plot: str | None,
    plot_kind: str | None,
    budget: int | None,
    memory: int | None,
    patience: float,
) -> None:
    """Print the nimbers G(0), G(1), ... of heaps under CODE, which may be the name of a game of heaps.

    Codes: octal or hexadecimal digits (0.77, 4.007, 0.3f), digits that repeat forever (0.7[3]), takes
    ('{1,3,4}', 'all-but{1,3}'; quote them from the shell), splits (unequal-2, equal-3). A ruleset of
    your own whose states are single numbers is CODE as well: mygames.py:kayles.

    With --dir the sequence is stored on disk. Stop the command at any moment, even with kill -9: the same command
    continues after the last complete chunk.
    """
    run_apart(code, patience)
    rules = _rules(code)
    if misere:
        others = any((folder, npy, parquet, certificate, plot, plot_kind, direct, repair, with_period))
        _misere(rules, length, form, memory, budget, others=others)
        return
    files = {"--npy": npy, "--parquet": parquet}
    _check(folder, form, files, plot, plot_kind, repair=repair)
    _check_files(files, plot)
    beside = None if certificate is None else _check_certificate(rules, certificate, folder)
    check_apart((npy, parquet, None if _is_stdout(plot) else plot, certificate, beside))
    plot_kind = plot_kind or "all"
    bounds = {} if budget is None else {"kernel_options": budget, "search_options": budget}
    with words_about_work(), limits.limited(table_bytes=memory, **bounds):
        _say_the_cost(rules, length)
        only_printed = form not in {"json", "latex"} and certificate is None
        comes_last = with_period and only_printed and _needs_no_period(rules, length)
        in_the_plot = plot is not None and plot_kind in {"all", "strip"}
        found = _period(rules, period_seconds) if in_the_plot or (with_period and not comes_last) else None
        wanted = length
        if certificate is not None:
            wanted = certificates.values_needed(rules, length, found if with_period else None)
        store = None if folder is None else _stored(Path(folder), rules, wanted, direct=direct, repair=repair)
        values = trust.whole(lambda: rules.nimbers(length, direct=direct) if store is None else store.values(length))
        found = _proved_by_more(rules, values, found)
        rules_are_done()
        if certificate is not None:
            _certify(certificate, rules, wanted, store, found if with_period else None)
        _write_values(values, npy, parquet)
        if plot is not None:
            write_output(STDIN if _is_stdout(plot) else plot, "plot", _plot(rules, values, found, plot, plot_kind))
    if STDIN in (npy, parquet) or _is_stdout(plot):
        return
    _show(form, rules, values, store, None if comes_last else found)
    if comes_last and form is None:
        with words_about_work(), limits.limited(table_bytes=memory, **bounds):
            found = found or _proved_by_more(rules, values, _period(rules, period_seconds))
        echo(f"period   {found}")


def _needs_no_period(rules: HeapRules, length: int) -> bool:
    """Return whether the values can be printed before the search for a period, because they are affordable without it.

    The process of rules in a file is watched until the rules are done. So their period is searched before anything is
    printed.
    """
    return not isinstance(rules, DeclaredHeaps) and heap_tables.affordable(rules, length)


def _period(rules: HeapRules, seconds: float) -> Period:
    """Search the period. A search that takes long is announced on stderr, with its limit of time."""
    words = f"grundy: searching for a period, for {seconds:g} seconds at most (--period-seconds)"
    notice = threading.Timer(_LONG_SEARCH_SECONDS, echo, (words,), {"err": True})
    notice.daemon = True
    notice.start()
    try:
        with limits.limited(period_seconds=seconds):
            return rules.period()
    finally:
        notice.cancel()


def _show(form: str | None, rules: HeapRules, values: Values, store: Store | None, found: Period | None) -> None:
    """Write the values to stdout."""
    if form is None:
        echo("\n".join(_text(rules, values, store, found)))
    elif form == "json":
        kept = {} if store is None else {"stored": store.length, "digest": store.digest()}
        _echo_json(writers.about(rules, values, found, **kept), values)
    elif form == "latex":
        from grundy.drawing import latex

        echo(f"% {provenance.made_by()}")
        echo(latex.sequence(arrays.listed(values), rules.code, found))
    elif form in ("cgsuite", "sage"):
        from grundy.export import systems

        echo(f"{'//' if form == 'cgsuite' else '#'} {provenance.made_by()}")
        echo((systems.cgsuite_of_code if form == "cgsuite" else systems.sage_of_code)(rules, len(values)).rstrip("\n"))
    else:
        if form == "bfile":
            echo(f"# {provenance.made_by()}")
        for lines in writers.csv(values) if form == "csv" else writers.b_file(values, rules.code):
            echo(lines, nl=False)


def _write_values(values: Values, npy: str | None, parquet: str | None) -> None:
    if npy is not None:
        write_output(npy, "values", *_npy(values))
    if parquet is not None:
        write_output(parquet, "values", writers.parquet(values))


def _misere(
    rules: HeapRules, length: int, form: str | None, memory: int | None, budget: int | None, *, others: bool
) -> None:
    """Print the misère values of heaps."""
    if others or form == "bfile":
        raise usage_error("usage.misere-sequence")
    bounds = {} if budget is None else {"search_options": budget}
    with words_about_work(), limits.limited(table_bytes=memory, **bounds):
        misere_sequence.write(rules, length, form)


def _proved_by_more(rules: HeapRules, values: Values, found: Period | None) -> Period | None:
    """Return the period in `values` if the search did not prove one and examined fewer values; otherwise `found`."""
    if found is None or found.status == "proved" or found.checked >= len(values):
        return found
    return find_period(values, rules.theorem, arithmetic=not rules.never_arithmetic)


def _check(
    folder: str | None,
    form: str | None,
    files: dict[str, str | None],
    plot: str | None,
    plot_kind: str | None,
    *,
    repair: bool,
) -> None:
    """Refuse, before any work is done, options that do not go together."""
    to_stdout = [f"{option} -" for option, path in files.items() if path == STDIN] + ["--plot -"] * _is_stdout(plot)
    if folder == "":
        raise usage_error("usage.folder-name", option="--dir")
    if repair and folder is None:
        raise usage_error("usage.needs", option="--dir", other="--repair")
    if len(to_stdout) + (form is not None and bool(to_stdout)) > 1:
        raise one_for_stdout([*to_stdout, f"--{form}"][:2])
    if to_stdout:
        check_terminal((STDIN,), "values")
    if plot_kind is not None and plot is None:
        raise usage_error("usage.needs", option="--plot", other="--plot-kind")
    if plot is not None and _suffix(plot) not in _PLOTS:
        raise usage_error("usage.plot-name", path=plot)


def _check_files(files: dict[str, str | None], plot: str | None) -> None:
    """Refuse files that cannot be written, and those whose packages are missing."""
    for path in files.values():
        if path is not None:
            require("numpy", Message("what.values-file"))
        check_output(path, "values")
    if files["--parquet"] is not None:
        parquet_files.check()
    if plot is not None:
        require("numpy", Message("what.plot"))  # which the module of plots imports
        check_output(STDIN if _is_stdout(plot) else plot, "plot")
        from grundy.drawing import plots

        plots.check()


def _check_certificate(rules: HeapRules, path: str, folder: str | None) -> Path | None:
    """Refuse, before any work is done, a certificate that cannot be written or cannot be checked.

    Returns the path of the file of values that may be written beside it.
    """
    require("numpy", Message("what.certificate"))
    certificates.check_rules(rules)
    check_named("--certificate", path)
    if folder is None or Path(path).parent.resolve() != Path(folder).resolve():
        check_output(path, "certificate")
    if folder is None:
        return Path(path).with_name(name_beside(Path(path), certificates.VALUES_FILE))
    certificates.check_folder(Path(path), Path(folder))
    return None


def _certify(path: str, rules: HeapRules, length: int, store: Store | None, period: Period | None) -> None:
    with writing(path, "certificate", with_others=True):
        if store is not None:
            certificates.save_store_certificate(Path(path), rules, store, period)
        else:
            values = rules.nimbers(length, direct=True)
            certificates.save_certificate(Path(path), rules, values, period)


def _suffix(path: str) -> str:
    return Path(f"plot{path}").suffix.lower()


def _is_stdout(plot: str | None) -> bool:
    """Return whether a plot goes to stdout, as in ``-.svg``; the suffix names the form."""
    return plot is not None and plot.startswith("-.")


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
    if cost.options >= _ANNOUNCED:
        words = f"{figure(cost.options)} options and {figure(cost.bytes)} bytes, less if a period is proved"
        echo(f"grundy: {rules.code} to {figure(length)} values: at most {words}", err=True)


def _stored(folder: Path, rules: HeapRules, length: int, *, direct: bool, repair: bool) -> Store:
    from grundy import sequences

    with keeping_in(folder, "sequence"):
        return sequences.grow(folder, rules, length, direct=direct, repair=repair)


def _npy(values: Values) -> tuple[bytes, memoryview]:
    """Return the parts of a file for `numpy.load`: its header, and the values, which are not copied."""
    import numpy as np

    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(values))
    return header.getvalue(), np.ascontiguousarray(values).data.cast("B")


def _echo_json(about: dict[str, object], values: Values) -> None:
    """Write JSON in parts: the text of all values would take many times their memory."""
    head, _, end = json_text(about | {"values": []}).rpartition("]")
    echo(head, nl=False)
    for part in writers.json_list(values):
        echo(part, nl=False)
    echo(f"\n  ]{end}" if len(values) else f"]{end}")


def _plot(rules: HeapRules, values: Values, found: Period | None, path: str, kind: str) -> bytes:
    from grundy.drawing import plots

    wanted = next(name for name in plots.KINDS if name == kind)
    return plots.picture(plots.plot(values, rules.code, found, wanted), _suffix(path)[1:], provenance.made_by())


def _text(rules: HeapRules, values: Values, store: Store | None, found: Period | None) -> Iterator[str]:
    wide = len(str(arrays.largest(values[:_SHOWN])[0]))
    margin = len(str(min(len(values), _SHOWN)))
    for start in range(0, min(len(values), _SHOWN), _ROW):
        yield f"{start:>{margin}}  " + " ".join(
            f"{value:>{wide}}" for value in values[start : min(start + _ROW, _SHOWN)]
        )
    if len(values) > _SHOWN:
        yield f"and {len(values) - _SHOWN:,} more (--csv writes all)"
    yield ""
    yield f"code     {rules.code}"
    yield f"values   {len(values):,}, from heap 0 to {len(values) - 1:,}"
    most, heap = arrays.largest(values)
    yield f"largest  {most}, first at heap {heap:,}"
    yield f"terms    {oeis.terms(arrays.listed(values[:_SHOWN]))}"
    entry = oeis.entry(rules.code)
    if entry is not None:
        yield f"OEIS     {entry.number}, from heap {entry.heap} on"
    if found is not None:
        yield f"period   {found}"
    if store is not None:
        yield f"stored   {store.length:,} values in {store.folder}, in {len(store.chunks)} chunks"
        yield f"digest   {store.digest()}"
