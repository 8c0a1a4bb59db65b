"""The module of a compiled ruleset: one file with all that Numba compiles, stored in the user's cache folder."""

from __future__ import annotations

import ast
import atexit
import hashlib
import re
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import cache_from_source, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled import search_kernel
from grundy.compiled.kinds import MOST_WORDS, Kind, Refusal, width
from grundy.compiled.program import Program
from grundy.compiled.row_kernel import SPARE
from grundy.compiled.translated_functions import entry_text, may_fill
from grundy.core.function_rulesets import FunctionRuleset
from grundy.runtime import compiling
from grundy.runtime.code_on_disk import own_cache_folder
from grundy.runtime.costs import KERNEL_SECONDS, SEARCH_SECONDS
from grundy.runtime.files import write_atomic
from grundy.runtime.jit import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from grundy.core.ruleset import Ruleset

_MARK = "# --- from here on the text is a part of each module ---\n"
_HEAD = '''"""Made by grundy from the rules of a game. It may be deleted: it is made again when it is needed."""

from __future__ import annotations

import numba
import numpy as np

# References are not counted at each call, and Python cannot call these functions.
part = numba.njit(nogil=True, error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
inlined_part = numba.njit(
    nogil=True, error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True
)
'''
_OPTIONS = re.compile(r"\b(o_\w+)\(")  # functions that write options
# Such a function in two more forms: lines of the first one, and what they become.
_IN_A_BOX = {  # the xor of the values of parts, and the least; `arena` is `dense`
    r"at = open_option\(at\)": "total = least = 0",
    r"at = put\((.*), arena, at\)": r"value = look(\1, arena); total ^= value; least = min(least, value)",
    r"at = close_option\(arena, \w+, at, run\)": "mark_option(total, least, arena, run)",
    r"at = put_option\((.*), arena, at, run\)": r"value = look(\1, arena); mark_option(value, value, arena, run)",
}
_COUNTED = {
    r"at = (open|put)_option\(.*\)": "at += 1",
    r"at = (put|close_option)\(.*\)": "pass",
    r"mark_again\(.*\)": "pass",
}
_INLINED = {"mark_options"}  # called once for each state, with many arguments

_NO_ROWS = "def empty_rows(run):\n    pass"
_EACH_KIND = "# --- the rest is repeated for each kind of element ---"
_ROW_WORDS = 2**20  # for the rows of one state
_MACHINES = 256  # machines that are cached
# Functions that Python calls. Each is compiled on its first call.
ENTRIES = ("list_options", "search", "copy", "fill", "ask")


@dataclass(frozen=True)
class ModulePlan:
    """The text of a module, and what Python has to know about it."""

    text: str
    places: tuple[tuple[str, int], ...]
    state: Kind
    width: int
    has_rows: bool  # whether functions make rows, which need memory
    has_while: bool  # whether the rules have loops that may have no end
    entails: bool  # whether the same player may move again
    fills: bool  # whether the module has `fill`, for states in a box
    sources: tuple[str, ...] = field(compare=False)  # of the functions, for the digest of a verdict
    data: tuple[int, ...] = field(compare=False)  # words of constants, in which plans with one text may differ

    def run(self) -> NDArray[np.int64]:
        """Return an array for counts, limits, the constants of the rules, and rows."""
        first = search_kernel.DATA + len(self.data)
        made = np.zeros(first + (_ROW_WORDS + SPARE if self.has_rows else 0), np.int64)
        made[search_kernel.DATA : first] = self.data
        made[search_kernel.ROWS_FIRST] = first
        made[search_kernel.ROWS_END] = first + _ROW_WORDS
        return made

    @staticmethod
    def reset(run: NDArray[np.int64]) -> None:
        """Set counts and limits back to 0."""
        run[: search_kernel.ROWS] = 0

    @property
    def digest(self) -> str:
        """The digest of the text, which names the module."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]


@lru_cache(_MACHINES)
def machine(plan: ModulePlan) -> SimpleNamespace:
    """Return the functions of a plan, from a cache: a second import would read the machine code from disk again."""
    module = _module(plan)
    return SimpleNamespace(**{name: Kernel(getattr(module, name), counted=False) for name in ENTRIES})


@lru_cache(_MACHINES)
def machine_code(plan: ModulePlan, *entries: str) -> compiling.MachineCode:
    """Return the machine code of entries of a plan."""
    path = str(_file(f"grundy_{plan.digest}.py", plan.text.encode()))
    each = SEARCH_SECONDS if {"search", "ask"} & {*entries} else KERNEL_SECONDS
    return compiling.MachineCode(tuple((path, name) for name in entries), each)


def compile_entries(code: compiling.MachineCode) -> None:
    """Compile machine code that `machine_code` has returned, without using it."""
    words, prunes = np.zeros(1, np.int64), any(name == "ask" for _, name in code.functions)
    memo = words, np.zeros(1, np.int64 if prunes else np.int32)
    for path, name in code.functions:
        module = _imported(Path(path))
        arguments = {
            "list_options": (words, words, words),
            "search": (*memo, words, words, words, words),
            "fill": (memo[1], words, words, words, 0, 0, words),
            "ask": (*memo, words, words, words),
            "copy": (*memo, *memo, 0, words),
        }
        Kernel(getattr(module, name), counted=False).compile(*arguments[name])


def plan(rules: Ruleset, state: Kind, *, may_pack: bool = False) -> ModulePlan:
    """Translate a ruleset for states of a kind. Raises `Refusal`."""
    program = Program(state, _function(rules, "canonical"), _function(rules, "components"), may_pack=may_pack)
    program, entry = entry_text(
        program, rules.options_function if isinstance(rules, FunctionRuleset) else rules.options
    )
    count = width(state)
    if count > MOST_WORDS:
        raise Refusal("state-long", count=count)
    constants = f"WIDTH = {count}"
    constants += f"\nSETTLES = {program.canonical is not None or program.components is not None}"
    constants += f"\nENTAILS = {program.has_again}"
    fills = may_fill(program)
    rows, elements = _kernel("row_kernel.py").split(_EACH_KIND)
    of_rows = program.row_texts(elements.strip()) if program.has_rows else []
    options = [_in_form("count", _COUNTED, text) for text in program.option_texts]
    options += [_in_form("box", _IN_A_BOX, text) for text in program.option_texts if fills]
    own = "\n\n\n".join([_emitters(count), *([_lookers(count)] if fills else []), program.text, *options, entry])
    functions = "\n\n\n".join(
        [
            _kernel("checked_kernel.py"),
            *([_kernel("wide_kernel.py")] if program.has_wide else []),
            *(constants, _kernel("search_kernel.py")),
            *([rows.strip(), *of_rows] if program.has_rows else [_NO_ROWS]),
            own,
        ]
    )
    lines = []
    for line in functions.split("\n"):
        name = line[4:].partition("(")[0] if line.startswith("def ") else None
        if name is not None and name not in ENTRIES:
            lines.append("@inlined_part" if name in _INLINED else "@part")
        lines.append(line)
    text = _HEAD + "\n".join(lines) + "\n"
    return ModulePlan(
        text,
        tuple(program.places),
        state,
        count,
        program.has_rows,
        program.has_while,
        program.has_again,
        fills,
        tuple(ast.dump(one.node) for one in program.sources.values()),
        tuple(program.data_words(search_kernel.DATA)),
    )


def _in_form(name: str, lines: dict[str, str], text: str) -> str:
    """Return a function that writes options in another form: its lines, and its name in its calls."""
    for old, new in lines.items():
        text = re.sub(old, new, text)
    return _OPTIONS.sub(rf"{name}_\1(", text)


def _emitters(count: int) -> str:
    """Return the functions that write states and options into the arena."""
    words = ", ".join(f"w{i}" for i in range(count))
    writes = "\n".join(f"        arena[at + {i}] = w{i}" for i in range(count))
    shifted = "\n".join(f"        arena[at + {i + 1}] = w{i}" for i in range(count))
    return f"""def put({words}, arena, at):
    if at + {count} <= len(arena):
{writes}
    return at + {count}


def put_option({words}, arena, at, run):
    if at + {count + 1} <= len(arena):
        arena[at] = 1
{shifted}
    return at + {count + 1}


def open_option(at):
    return at + 1


def close_option(arena, head, at, run):
    if at <= len(arena):
        arena[head] = (at - head - 1) // WIDTH
    return at
"""


def _lookers(count: int) -> str:
    """Return the functions that read the values of options in a box: see `grundy.compiled.search_kernel`."""
    words = ", ".join(f"w{i}" for i in range(count))
    outside = " or ".join(f"bits(w{i}) >= bits(dense[{3 + i}])" for i in range(count))
    place = "bits(w0)"
    for i in range(1, count):
        place = f"({place}) * bits(dense[{3 + i}]) + bits(w{i})"
    ranges = ", ".join(f"box[{i}]" for i in range(count))
    return f"""def look({words}, dense):
    if {outside}:
        return np.int64(UNKNOWN)
    return np.int64(dense[0][{place}]) - FILLED


def dense_of(values, seen, mark, box):
    return (values, seen, mark, {ranges})"""


def _kernel(name: str) -> str:
    """Return the part of a file of this package that goes into each module."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8").partition(_MARK)[2].strip("\n")


def _module(plan: ModulePlan) -> ModuleType:
    """Return the module of a plan, imported from a file with its text."""
    name = f"grundy_{plan.digest}"
    if name in sys.modules:
        return sys.modules[name]
    return _imported(_file(f"{name}.py", plan.text.encode()))


def _imported(path: Path) -> ModuleType:
    """Import the module in a file."""
    name = path.stem
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (EOFError, ValueError):  # Python's bytecode beside the file is damaged
        Path(cache_from_source(str(path))).unlink()
        spec.loader.exec_module(module)
    sys.modules[name] = module
    return module


def _file(name: str, text: bytes) -> Path:
    """Return the path of a file with this text: in the cache folder, or in one for this process alone.

    A file that has the text already is not written, because machine code on disk belongs to its time of change.
    """
    for folder in (_cache_folder, _own_folder):
        with suppress(OSError):
            path = folder() / name
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not path.is_file() or path.read_bytes() != text:
                write_atomic(path, text)
            return path
    raise OSError(f"expected a folder for {name}, found none that can be written")


@lru_cache(maxsize=1)
def _own_folder() -> Path:
    """Make a folder for this process alone, which is removed at the end of the process."""
    folder = Path(tempfile.mkdtemp(prefix="grundy-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _cache_folder() -> Path:
    """Return the folder for machine code: the one set for Numba, or one in the cache folder of this user."""
    return own_cache_folder() / "rulesets"


def verdict_file(digest: str) -> Path:
    """Return the path of the verdict of a comparison."""
    return _cache_folder() / f"verdict_{digest}.json"


def _function(rules: Ruleset, name: str) -> Callable[..., Any] | None:
    """Return `canonical` or `components`, as the user wrote it, or None if the ruleset does not define it."""
    if isinstance(rules, FunctionRuleset):
        return rules.accelerator(name)
    found: Callable[..., Any] | None = getattr(rules, name) if rules.declares(name) else None
    return found
