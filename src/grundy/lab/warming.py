"""What `grundy warm` and an idle server compile beforehand: the machine code that a lab or a class will need.

Each item is a `Recipe`, which another process carries out (`grundy.runtime.compiling`). The kernels of grundy are
compiled by small questions (`compile_kernels`); a game whose rules are translated has a module of its own.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import grundy
from grundy import games
from grundy.compiled import engine as compiled
from grundy.families.cutting.rectangle_tables import KERNEL as BOARDS
from grundy.families.heaps.engines import KERNEL as HEAPS
from grundy.games import declared
from grundy.lab.openings import opening
from grundy.messages import Message
from grundy.runtime import code_on_disk, compiling, compiling_main, limits
from grundy.runtime.compiling import Recipe
from grundy.search.engine import recipes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grundy.core.ruleset import Ruleset
    from grundy.games import Game
    from grundy.runtime.compiling import Helper

_LONG_SEQUENCE = 300_000  # heaps: enough for the engines of sparse spaces, which need a long table
_LONG_PATH = 20_001  # vertices: fewer are labelled without machine code
NOT_KEPT = "warm.not-kept"  # the kind of a message
_PACKAGE = Path(grundy.__file__).parent
_VERSION_BYTES = 64  # at the beginning of an index of Numba, which hold its version


class WarmItem(NamedTuple):
    """Machine code that one process makes, and what it is for: the name of a game, or a key below ``warm.for``."""

    name: str
    recipe: Recipe

    @property
    def label(self) -> str | Message:
        """What it is for, as readers are told."""
        return Message(f"warm.for.{self.name}") if self.name in _KERNELS else self.name


class _Kernels(NamedTuple):
    """Kernels of grundy that games of some packages use."""

    recipe: Recipe
    package: str


def items(names: Sequence[str] = ()) -> tuple[list[WarmItem], list[Message]]:
    """Return the machine code for games and files of rulesets; and which rulesets in files have none, and why.

    Without names it is all that the lab needs: the kernels of grundy and the games of the catalogue. What is on disk is
    among it. Files are run. Raises what `grundy.games.find` raises.
    """
    needed: dict[Recipe, str] = {} if names else {kernels.recipe: key for key, kernels in _KERNELS.items()}
    without = []
    for game in _games(names):
        parts = game.parse(game.sample or opening(game)).components
        for rules, _ in parts if names else ():
            for key, kernels in _KERNELS.items():
                if type(rules).__module__.startswith(f"grundy.{kernels.package}"):
                    needed.setdefault(kernels.recipe, key)
        found = [recipe for part in parts for recipe in recipes(*part)]
        for recipe in found:
            needed.setdefault(recipe, game.name)
        if declared.is_in_a_file(game.name) and not found:
            without.append(_why_not(*parts[0]))
    return [WarmItem(name, recipe) for recipe, name in needed.items()], without


def is_made(item: WarmItem) -> bool:
    """Say whether its machine code is on disk, by the version of Numba that is installed. Numba is not loaded."""
    from importlib.metadata import version

    made_by = version("numba").encode()
    return all(
        any(_begins_with(index, made_by) for index in code_on_disk.indexes(Path(file), name))
        for file, name in item.recipe.functions
    )


def _begins_with(index: Path, version: bytes) -> bool:
    try:
        with index.open("rb") as file:
            return version in file.read(_VERSION_BYTES)
    except OSError:
        return False


def why_failed(item: WarmItem, helper: Helper) -> Message | None:
    """Return why a process that has ended has left no machine code for an item; None where it has."""
    if not helper.failed and compiling.is_on_disk(item.recipe):
        return None
    if helper.exit_code not in (0, compiling_main.NOT_KEPT):
        code = "-" if helper.exit_code is None else str(helper.exit_code)
        return Message("warm.not-compiled", {"name": item.label, "code": code})
    folder = _folder_of(Path(item.recipe.functions[0][0]))
    reason = code_on_disk.why_not_writable(folder) or Message("warm.no-file")
    return Message(NOT_KEPT, {"name": item.label, "folder": str(folder), "reason": reason})


def roots(needed: Iterable[WarmItem]) -> list[Path]:
    """Return the folders below which the machine code of some items lies, or will: of kernels, and of rulesets."""
    files = {Path(file) for item in needed for file, _ in item.recipe.functions}
    own = {_folder_of(file) for file in files if file.is_relative_to(_PACKAGE)}
    others = {_folder_of(file) for file in files if not file.is_relative_to(_PACKAGE)}
    return [Path(os.path.commonpath(group)) for group in (own, others) if group]


def _folder_of(file: Path) -> Path:
    """Return the folder in which the machine code of a file of source is to be kept."""
    cache = code_on_disk.own_cache_folder()
    if file.is_relative_to(_PACKAGE) or file.is_relative_to(cache):
        return code_on_disk.cache_folder(file)
    return cache  # the text of a ruleset, which could not be written there, lies in a folder for this process alone


def _games(names: Sequence[str]) -> Iterator[Game]:
    if not names:
        yield from games.all_games()
    for name in names:
        yield from declared.find_all(name) if declared.is_in_a_file(name) else [games.find(name)]


def _why_not(rules: Ruleset, state: object) -> Message:
    """Return why rules of a file have no machine code."""
    why = compiled.why_not(rules, state) if rules.compiled else None
    return why or Message("warm.not-asked", {"name": rules.name})


# the kernels of grundy


def compile_kernels(key: str) -> None:
    """Ask the questions that compile some kernels."""
    with limits.limited(kernel_above=-1):
        _QUESTIONS[key]()


def _empty_boards() -> None:
    from grundy.families.cutting.board import empty_boards

    empty_boards(4, 6)


def _census() -> None:
    import numpy as np

    from grundy.families.cutting import batches

    words = np.arange(4, dtype=np.uint64)
    batches.solve_many(batches.kinds_of(words, 2, 2))
    batches.words_of_size(2, 3).solve(words)
    batches.Enumeration(2, 2).least(0, 4)


def _heaps(*codes: str, length: int) -> None:
    for code in codes:
        grundy.heaps(code).nimbers(length)


def _pieces() -> None:
    board = "\n".join(["." * 30] * 15 + [".#" * 15] + ["." * 29 + "@"] * 1)
    for name in ("rook", "king", "knight"):
        for rules, state in games.find(name)(board).components:
            rules.outcomes([state])  # first: a table of nimbers would say them as well
            rules.value(state)


def _mem() -> None:
    games.find("mem")("400").nimber  # noqa: B018 - the question is what compiles


def _digraphs() -> None:
    grundy.digraph([(vertex, vertex + 1) for vertex in range(_LONG_PATH)]).outcomes()


def _periods() -> None:
    grundy.heaps("0.07").period()


def _quotients() -> None:
    grundy.heaps("0.123").misere_quotient(30)


_QUESTIONS: dict[str, Callable[[], None]] = {
    "empty-boards": _empty_boards,
    "takes": partial(_heaps, "{1,3,4}", length=300),
    "rows": partial(_heaps, "0.8", length=50),
    "pieces": _pieces,
    "mem": _mem,
    "digraphs": _digraphs,
    "sparse": partial(_heaps, "0.106", "0.6", length=_LONG_SEQUENCE),
    "periods": _periods,
    "quotients": _quotients,
    "census": _census,
}


def _asked(key: str, seconds: float, folder: str, **functions: Sequence[str]) -> Recipe:
    """Return the recipe of kernels that questions compile: of functions by the names of their files."""
    path = _PACKAGE / folder
    found = tuple((str(path / f"{file}.py"), name) for file, names in functions.items() for name in names)
    return Recipe(f"{__name__}:{compile_kernels.__name__}", (key,), found, seconds, key)


_SPARSE = {
    "few_kernel": ("guess", "nimbers_of", "prove"),
    "many_kernel": ("guess", "prove"),
    "training_kernel": ("greedy",),
}
_PIECES = {
    "nimbers_kernel": ("fill",),
    "options_kernel": ("count_slides", "count_steps"),
    "outcomes_kernel": ("fill",),
    "waves_kernel": ("nimbers", "outcomes"),
}
_QUOTIENTS = ("close", "colour", "reach", "refine", "shift")
_LABELS = {"labels_kernel": ("begin", "by_row", "label")}
_EMPTY = {"empty_kernel": ("fill_empty",)}
_CENSUS = {"batch_kernel": ("solve_boards",), "contents_kernel": ("least_words", "solve_words")}
# In the order in which they are made: those that most questions need come first.
_KERNELS = {
    "boards": _Kernels(BOARDS, "families.cutting"),
    "heaps": _Kernels(HEAPS, "families.heaps"),
    "pieces": _Kernels(_asked("pieces", 6.0, "families/pieces", **_PIECES), "families.pieces"),
    "takes": _Kernels(_asked("takes", 2.0, "families/heaps", takes_kernel=["extend"]), "families.heaps"),
    "rows": _Kernels(_asked("rows", 4.0, "families/heaps", rows_kernel=["extend"]), "families.heaps"),
    "mem": _Kernels(_asked("mem", 2.0, "families/numbers", mem_kernel=["fill"]), "families.numbers.mem"),
    "empty-boards": _Kernels(_asked("empty-boards", 2.0, "families/cutting", **_EMPTY), "families.cutting"),
    "digraphs": _Kernels(_asked("digraphs", 3.0, "loopy", **_LABELS), "families.graphs"),
    "sparse": _Kernels(_asked("sparse", 16.0, "families/heaps/sparse", **_SPARSE), "families.heaps"),
    "periods": _Kernels(_asked("periods", 2.0, "theory", agreement_kernel=["agreement"]), "families.heaps"),
    "quotients": _Kernels(_asked("quotients", 15.0, "theory", quotient_kernel=_QUOTIENTS), "families.heaps"),
    "census": _Kernels(_asked("census", 15.0, "families/cutting", **_CENSUS), "families.cutting"),
}
