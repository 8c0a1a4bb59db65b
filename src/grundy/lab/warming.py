"""Machine code that a lab or a class will need, which `grundy warm` and an idle server compile in advance.

Each item is a `Recipe`, which another process carries out (`grundy.runtime.compiling`). Small questions compile the
kernels of grundy (`compile_kernels`). A game whose rules are translated has its own module.
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
from grundy.families.heaps.engines import ROWS, TAKES
from grundy.families.numbers.mem import KERNEL as MEM
from grundy.games import declared
from grundy.games.lookup import is_in_a_file
from grundy.lab.openings import opening
from grundy.loopy.labels import KERNEL as DIGRAPHS
from grundy.messages import Message
from grundy.runtime import code_on_disk, compiling, compiling_main, limits
from grundy.runtime.compiling import Recipe
from grundy.search.engine import recipes
from grundy.theory.periods import KERNEL as PERIODS
from grundy.theory.quotients import KERNEL as QUOTIENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grundy.core.ruleset import Ruleset
    from grundy.games import Game
    from grundy.runtime.compiling import Helper

_LONG_SEQUENCE = 300_000  # heaps: enough for the engines of sparse spaces, which need a long table
NOT_KEPT = "warm.not-kept"  # the kind of a message
_PACKAGE = Path(grundy.__file__).parent
_VERSION_BYTES = 64  # at the start of an index file of Numba, which contain its version


class WarmItem(NamedTuple):
    """Machine code that one process makes. `name` says what needs it: a game, or a key below ``warm.for``."""

    name: str
    recipe: Recipe

    @property
    def label(self) -> str | Message:
        """What the machine code is for, as text for users."""
        return Message(f"warm.for.{self.name}") if self.name in _KERNELS else self.name


class _Kernels(NamedTuple):
    """Kernels of grundy, and the package whose games use them."""

    recipe: Recipe
    package: str


def items(names: Sequence[str] = ()) -> tuple[list[WarmItem], list[Message]]:
    """Return the machine code for games and rulesets in files, and messages why rulesets in files have none.

    Without names it is all that the lab needs: the kernels of grundy and the games of the catalogue. Machine code that
    is on disk is included. Files are run. Raises what `grundy.games.find` raises.
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
        if is_in_a_file(game.name) and not found:
            without.append(_why_not(*parts[0]))
    return [WarmItem(name, recipe) for recipe, name in needed.items()], without


def is_made(item: WarmItem) -> bool:
    """Return whether the machine code is on disk, made by the installed version of Numba. Numba is not loaded."""
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
    """Return why a finished process has left no machine code for an item; None if it has left some."""
    if not helper.failed and compiling.is_on_disk(item.recipe):
        return None
    if helper.exit_code not in (0, compiling_main.NOT_KEPT):
        code = "-" if helper.exit_code is None else str(helper.exit_code)
        return Message("warm.not-compiled", {"name": item.label, "code": code})
    folder = _folder_of(Path(item.recipe.functions[0][0]))
    reason = code_on_disk.why_not_writable(folder) or Message("warm.no-file")
    return Message(NOT_KEPT, {"name": item.label, "folder": str(folder), "reason": reason})


def roots(needed: Iterable[WarmItem]) -> list[Path]:
    """Return the folders for the machine code of some items: one for kernels, one for rulesets."""
    files = {Path(file) for item in needed for file, _ in item.recipe.functions}
    of_kernels = {_folder_of(file) for file in files if file.is_relative_to(_PACKAGE)}
    of_rulesets = {_folder_of(file) for file in files if not file.is_relative_to(_PACKAGE)}
    return [Path(os.path.commonpath(group)) for group in (of_kernels, of_rulesets) if group]


def _folder_of(file: Path) -> Path:
    """Return the folder for the machine code of a source file."""
    cache = code_on_disk.own_cache_folder()
    if file.is_relative_to(_PACKAGE) or file.is_relative_to(cache):
        return code_on_disk.cache_folder(file)
    return cache  # if the source of a ruleset could not be written to the cache, it is in a folder of this process


def _games(names: Sequence[str]) -> Iterator[Game]:
    if not names:
        yield from games.all_games()
    for name in names:
        yield from declared.find_all(name) if is_in_a_file(name) else [games.find(name)]


def _why_not(rules: Ruleset, state: object) -> Message:
    """Return a message why rules in a file have no machine code."""
    why = compiled.why_not(rules, state) if rules.compiled else None
    return why or Message("warm.not-asked", {"name": rules.name})


# The kernels of grundy


def compile_kernels(key: str) -> None:
    """Solve a question that compiles some kernels."""
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
            rules.outcomes([state])  # first, because a table of nimbers would answer this without the kernel
            rules.value(state)


_QUESTIONS: dict[str, Callable[[], None]] = {
    "empty-boards": _empty_boards,
    "pieces": _pieces,
    "sparse": partial(_heaps, "0.106", "0.6", length=_LONG_SEQUENCE),
    "census": _census,
}


def _recipe(key: str, seconds: float, folder: str, **functions: Sequence[str]) -> Recipe:
    """Return the recipe of the kernels that a question compiles: their functions, by the names of their files."""
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
    "outcomes_kernel": ("fill",),
    "waves_kernel": ("nimbers", "outcomes"),
}
_EMPTY = {"empty_kernel": ("fill_empty",)}
_CENSUS = {"batch_kernel": ("solve_boards",), "contents_kernel": ("least_words", "solve_words")}
# In the order of compiling: kernels that most questions need come first.
_KERNELS = {
    "boards": _Kernels(BOARDS, "families.cutting"),
    "heaps": _Kernels(HEAPS, "families.heaps"),
    "pieces": _Kernels(_recipe("pieces", 6.0, "families/pieces", **_PIECES), "families.pieces"),
    "takes": _Kernels(TAKES, "families.heaps"),
    "rows": _Kernels(ROWS, "families.heaps"),
    "mem": _Kernels(MEM, "families.numbers.mem"),
    "empty-boards": _Kernels(_recipe("empty-boards", 2.0, "families/cutting", **_EMPTY), "families.cutting"),
    "digraphs": _Kernels(DIGRAPHS, "families.graphs"),
    "sparse": _Kernels(_recipe("sparse", 16.0, "families/heaps/sparse", **_SPARSE), "families.heaps"),
    "periods": _Kernels(PERIODS, "families.heaps"),
    "quotients": _Kernels(QUOTIENTS, "families.heaps"),
    "census": _Kernels(_recipe("census", 15.0, "families/cutting", **_CENSUS), "families.cutting"),
}
