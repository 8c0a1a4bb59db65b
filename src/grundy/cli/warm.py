"""``grundy warm``: compiles in advance what a lab or a class will need."""

from __future__ import annotations

import gc
import os
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

import grundy
from grundy import games
from grundy.authoring.openings import opening
from grundy.cli.common import GameName, language_option
from grundy.cli.output import echo
from grundy.cli.usage import usage_error
from grundy.compiled import engine as compiled
from grundy.core.loopy import labels
from grundy.core.search.engines import machine_codes
from grundy.games import declared
from grundy.games.families.cutting import rectangle_tables
from grundy.games.families.heaps import engines
from grundy.games.families.numbers import mem
from grundy.games.families.pieces import piece_tables
from grundy.games.lookup import is_in_a_file
from grundy.runtime import code_on_disk, compiling, limits, progress
from grundy.runtime.compiling import MachineCode
from grundy.runtime.messages import Message, render
from grundy.runtime.packages import require
from grundy.theory import quotients

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grundy.games import Game

_NOT_KEPT = 2
_ALL = ("all", "everything")  # games, which no GAME stands for
_PACKAGE = Path(grundy.__file__).parent
_FAMILIES = "grundy.games.families."


class WarmStep(NamedTuple):
    """Machine code that is compiled in one go: what needs it, its functions, and what compiles it."""

    name: str | Message
    code: MachineCode
    make: Callable[[], None]

    @property
    def folder(self) -> Path:
        """The folder for the machine code."""
        file = Path(self.code.functions[0][0])
        own = code_on_disk.own_cache_folder()
        # If the source of a ruleset could not be written to the cache, it is in a folder of this process.
        return code_on_disk.cache_folder(file) if file.is_relative_to(_PACKAGE) or file.is_relative_to(own) else own


@click.command("warm")
@click.argument("names", type=GameName(), nargs=-1, metavar="[GAME...]")
@language_option
def command(names: tuple[str, ...], language: str) -> None:
    """Compile in advance what a lab or a class will need.

    Each GAME is a game of the catalogue, a code of heaps, or a ruleset of yours: mygames.py:cram; mygames.py stands for
    all rulesets in it. Files are run. Without a GAME, all games of the catalogue are compiled, and the kernels for
    boards, heaps, pieces, censuses and misère quotients.

    The command first prints how long it takes, and where the machine code is stored. Ctrl-C stops it; finished machine
    code is kept, and the same command continues. Exit code 2 if something was not compiled.
    """
    _check(names)
    require("numba", Message("what.warm"))
    gc.enable()  # other commands switch it off; Numba leaves much behind each compile

    said: set[str] = set()

    def say(message: Message) -> None:
        text = render(message, language)
        if text not in said:  # a search for a position to open with may have told why rules do not compile
            said.add(text)
            echo(f"grundy: {text}", err=True)

    for name in filter(is_in_a_file, names):
        say(Message("work.runs-file", {"path": declared.file_of(name)}))
    with progress.reporting(lambda *_: None, notice=say):
        needed, without, refused = steps(names)
    for message in (*without, *refused):
        say(message)
    for folder in _roots(needed):
        reason = code_on_disk.why_not_writable(folder)
        if reason is not None:
            raise usage_error("usage.cache-folder", folder=str(folder), found=reason)
        say(Message("warm.folder", {"folder": str(folder)}))
    failed = _compile(needed, say)
    total = {"total": len(needed), "count": failed or len(needed), "refused": len(refused)}
    echo(render(Message("warm.failed" if failed else "warm.refused" if refused else "warm.done", total), language))
    if failed or refused:
        raise click.exceptions.Exit(_NOT_KEPT)


def _check(names: Sequence[str]) -> None:
    """Refuse a name of no game, before anything is loaded or run."""
    for name in names:
        if name in _ALL:
            raise usage_error("error.name-near", what=Message("what.game"), found=repr(name), near=["grundy warm"])
        if not is_in_a_file(name):
            games.find(name)


def _compile(needed: Sequence[WarmStep], say: Callable[[Message], None]) -> int:
    """Compile what is missing, load the rest, and return how many steps have left no file."""
    missing = [step for step in needed if not compiling.is_on_disk(step.code)]
    left = sum(step.code.seconds for step in missing)
    if missing:
        say(Message("warm.cost", {"count": len(needed), "missing": len(missing), "seconds": round(left)}))
    failed, spent, pace = 0, 0.0, 1.0
    for step in needed:
        if step in missing:
            params = {"number": missing.index(step) + 1, "total": len(missing), "left": round(pace * left)}
            say(Message("warm.step", {**params, "name": step.name}))
        begun = time.monotonic()
        step.make()  # also where it is on disk: another version of Numba may have made it
        if step in missing:
            spent += time.monotonic() - begun
            left -= step.code.seconds
            pace = spent / sum(other.code.seconds for other in missing[: missing.index(step) + 1])
        reason = code_on_disk.why_not_writable(step.folder)
        if reason is not None:
            failed += 1
            say(Message("warm.not-kept", {"name": step.name, "folder": str(step.folder), "reason": reason}))
    return failed


def _roots(needed: Iterable[WarmStep]) -> list[Path]:
    """Return the folders for the machine code of some steps: one for kernels, one for rulesets."""
    of_kernels = {step.folder for step in needed if isinstance(step.name, Message)}
    of_rulesets = {step.folder for step in needed if not isinstance(step.name, Message)}
    return [Path(os.path.commonpath(group)) for group in (of_kernels, of_rulesets) if group]


def steps(names: Sequence[str] = ()) -> tuple[list[WarmStep], list[Message], list[Message]]:
    """Return the steps for games and rulesets in files, and messages why rulesets in files have no machine code.

    First come those that do not ask for it, then those that cannot be compiled. Without names the steps are all that
    the lab needs. Files are run. Raises what `grundy.games.find` raises.
    """
    kernels, of_rules, without, refused = set[str](), dict[MachineCode, str](), list[Message](), list[Message]()
    for game in _games(names):
        parts = game.parse(game.sample or opening(game)).components
        modules = [type(rules).__module__.removeprefix(_FAMILIES) for rules, _ in parts]
        kernels |= {key for key, used in _KERNELS.items() if any(name.startswith(used.package) for name in modules)}
        found = [code for part in parts for code in machine_codes(*part)]
        for code in found:
            of_rules.setdefault(code, game.name)
        if is_in_a_file(game.name) and not found:
            rules, state = parts[0]
            why = compiled.why_not(rules, state) if rules.compiled else None
            if why is not None:
                refused.append(why)
            else:
                without.append(Message("warm.not-asked", {"name": rules.name}))
    needed = [
        WarmStep(Message(f"warm.for.{key}"), used.code, partial(_ask, used.question))
        for key, used in _KERNELS.items()
        if key in kernels or not names
    ]
    needed += [WarmStep(name, code, partial(compiled.compile_ahead, code)) for code, name in of_rules.items()]
    return needed, without, refused


def _games(names: Sequence[str]) -> Iterator[Game]:
    if not names:
        yield from games.all_games()
    for name in names:
        yield from declared.find_all(name) if is_in_a_file(name) else [games.find(name)]


# The kernels of grundy, each with a question that compiles it


class _Kernels(NamedTuple):
    """Kernels, the package below `grundy.games.families` whose games use them, and a question that calls them."""

    package: str
    code: MachineCode
    question: Callable[[], object]


def _ask(question: Callable[[], object]) -> None:
    with limits.limited(kernel_above=-1):
        question()


def _heaps(*codes: str, length: int = 20) -> None:
    for code in codes:
        grundy.heaps(code).nimbers(length)


def _census() -> None:
    import numpy as np

    from grundy.games.families.cutting import batches

    batches.words_of_size(2, 3).solve(np.arange(4, dtype=np.uint64))
    batches.Enumeration(2, 2).least(0, 4)


def _pieces() -> None:
    board = "\n".join(["." * 30] * 15 + [".#" * 15] + ["." * 29 + "@"] * 1)
    for rules, state in games.find("king")(board).components:
        rules.value(state)


def _digraphs() -> None:
    import numpy as np

    vertices = np.arange(3, dtype=np.int32)
    labels.label(labels.by_row(vertices[:-1], vertices[1:], 3))


def _quotients() -> None:
    from grundy.theory.quotient_games import OctalHeaps
    from grundy.theory.quotient_growth import Growth

    growth = Growth(OctalHeaps((0, 1, 2, 3)))
    while growth.heaps < 30:
        growth.step()


_CONTENTS = str(_PACKAGE / "games" / "families" / "cutting" / "contents_kernel.py")
_SPARSE = MachineCode(tuple(dict.fromkeys(engines.FEW.functions + engines.MANY.functions)))
_CENSUS = MachineCode(tuple((_CONTENTS, name) for name in ("least_words", "solve_words")))
_KERNELS = {
    "boards": _Kernels("cutting", rectangle_tables.KERNEL, lambda: games.wall_making("..\n..").value),
    "heaps": _Kernels("heaps", engines.KERNEL, partial(_heaps, "0.77")),
    "pieces": _Kernels("pieces", piece_tables.KERNEL, _pieces),
    "takes": _Kernels("heaps", engines.TAKES, partial(_heaps, "0.3033")),
    "mem": _Kernels("numbers.mem", mem.KERNEL, lambda: games.mem(9).value),
    "digraphs": _Kernels("graphs", labels.KERNEL, _digraphs),
    "sparse": _Kernels("heaps", _SPARSE, partial(_heaps, "0.106", "0.6", length=300_000)),
    "quotients": _Kernels("heaps", quotients.KERNEL, _quotients),
    "census": _Kernels("cutting", _CENSUS, _census),
}
