"""Rulesets in files of their users' own: ``mygames.py:cram``, or with parameters ``mygames.py:TakeUpTo(3)``."""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import traceback
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, SumTerm
from grundy.core.literals import literal
from grundy.core.notation import PlainNotation
from grundy.core.ruleset import Ruleset
from grundy.errors import InputError, RulesetError, UnknownNameError
from grundy.games.game import Game, Reader
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType, ModuleType

    from grundy.games.text import Scanner, TextWord
    from grundy.processes.child import ProgramLine

_FILES: dict[str, ModuleType | None] = {}  # by path, as tracebacks name it; None where the file did not run
_MOST_BYTES = 2**24  # of a file
_SHOWN = 40  # characters of a wrong state that an error repeats


@dataclass(frozen=True)
class DeclaredStates(Reader):
    """Reads a state of a declared ruleset: with its `parse`, or as a Python literal."""

    rules: Ruleset
    kind = "ruleset"
    inline = True

    @property
    def form(self) -> str:
        """Where the notation comes from."""
        if self.rules.declares("parse"):
            return f"what the `parse` of {self.rules.name} reads"
        return f"a Python literal, bare or as {self.rules.head}(...)"

    @property
    def _form(self) -> Message:
        """The notation in the language of the reader."""
        if self.rules.declares("parse"):
            return Message("form.parsed", {"name": self.rules.name})
        return Message("form.literal", {"head": self.rules.head})

    @property
    def _expected(self) -> Message:
        return Message("expected.state", {"name": self.rules.name, "form": self._form})

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read one state to the end of `scan`."""
        del game  # it is the file's; the ruleset knows its own name
        words = [scan.take(self._expected)]
        if words[0].text == self.rules.name and scan.peek() is not None:  # the head of a part of a sum
            words = []
        while scan.peek() is not None:
            words.append(scan.take(Message("expected.word")))
        text = _spaced(words)
        try:
            state = self.rules.parse(text)
            hash(state)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:  # the last: nested too deep
            shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
            found = repr(shown) + (f": {error}" if self.rules.declares("parse") else "")
            raise InputError(self._expected, found, scan.location(words[0])) from error
        return SumTerm(PlainNotation(self.rules), (Component(self.rules, state),))


def is_in_a_file(name: str) -> bool:
    """Say whether a game's name says that it is in a file."""
    return name.endswith(".py") or ".py:" in name


def is_loaded(name: str) -> bool:
    """Say whether a name is of a file that has been loaded: texts may name no other, for loading runs it."""
    return is_in_a_file(name) and _FILES.get(file_of(name)) is not None


def file_of(name: str) -> str:
    """Return the path of the file that a name is in, as tracebacks have it, without loading it."""
    return _path(name if name.endswith(".py") else name.rpartition(":")[0])


def stood_at(lines: Iterable[ProgramLine], files: Iterable[str]) -> tuple[str, str] | None:
    """Return ``file:line`` of the innermost of these lines that is in one of the files, and the function's name."""
    named = {path.encode("ascii", "backslashreplace").decode(): path for path in files}  # as `faulthandler` has it
    own = [line for line in lines if line.file in named]
    if not own:
        return None
    names = [line.function for line in own if not line.function.startswith("<")]  # and not of a comprehension
    return _line(named[own[0].file], own[0].number), (names or [own[0].function])[0]


def _line(path: str, line: int) -> str:
    """Return a line of a file as errors name it: ``file:line``, as seen from the working folder."""
    return f"{_shown(path)}:{line}"


def find(name: str) -> Game:
    """Load the file and return its ruleset as a game; the name of a file alone stands for its only ruleset.

    Raises `RulesetError` where there is no such file, or nothing in it that is a ruleset; what the file
    itself raises is passed on (`location_in_file` says where).
    """
    path, _, wanted = name.rpartition(":")
    if name.endswith(".py"):
        path, only = name, names_in(name)
        wanted = only[0] if len(only) == 1 else ""
        name = f"{path}:{wanted}"
    module = _load(path)
    rules = _ruleset(module, wanted, path)
    about = (inspect.getdoc(rules) or f"declared in {Path(path).name}").partition("\n")[0]
    return Game(name, rules.name, about, path, DeclaredStates(rules), sample=rules.sample, facts=())


def find_all(name: str) -> list[Game]:
    """Return the game that `find` does; of a file, named alone, all its rulesets."""
    return [find(f"{name}:{one}") for one in names_in(name)] if name.endswith(".py") else [find(name)]


def names_in(path: str) -> list[str]:
    """Load a file and return the names of its rulesets, in their order; those of classes where there are no others.

    Raises `RulesetError` where there is none; what the file itself raises is passed on.
    """
    module = _load(path)
    own = {key: value for key, value in vars(module).items() if _is_declared(value)}
    names = [key for key, value in own.items() if isinstance(value, Ruleset)] or [f"{key}()" for key in own]
    if not names:
        raise RulesetError("error.file-none", path=_shown(path))
    return names


def values_in(path: str) -> dict[str, Any]:
    """Load a file and return what it defines, by name.

    Raises `RulesetError` where there is no such file; what the file itself raises is passed on.
    """
    return dict(vars(_load(path)))


def stands_in_file(frame: FrameType) -> tuple[str, str] | None:
    """Return ``file:line`` of a frame and its function's name, if it is in a file that has been loaded."""
    code = frame.f_code
    return (_line(code.co_filename, frame.f_lineno), code.co_name) if code.co_filename in _FILES else None


def function_beside(name: str, wanted: str) -> Callable[..., Any]:
    """Return the function called `wanted` in the file of the ruleset `name`. Raises `RulesetError` if there is none."""
    path = name if name.endswith(".py") else name.rpartition(":")[0]
    found = getattr(_load(path), wanted, None) if is_in_a_file(name) else None
    if not callable(found):
        raise RulesetError("error.file-no-function", name=wanted, path=path or name)
    return found  # type: ignore[no-any-return] # whatever a file defines


def location_in_file(error: BaseException) -> str | None:
    """Return ``file:line`` of the last line of a loaded file that an exception went through, if any."""
    if isinstance(error, SyntaxError) and error.filename in _FILES:
        return _line(str(error.filename), error.lineno or 1)
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        error = error.__cause__  # Python has made the one of the other, where a generator raised it
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in _FILES:
            return _line(frame.filename, frame.lineno or 1)
    return None


def _shown(path: str) -> str:
    """Return a path as seen from the working folder."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path


def _path(path: str) -> str:
    return str(Path(path).absolute())


def _load(path: str) -> ModuleType:
    full = _path(path)
    loaded = _FILES.get(full)
    if loaded is not None:
        return loaded
    if "\0" in path or not Path(full).is_file():
        found = Message("found.no-file", {"path": repr(path)})
        raise RulesetError("error.expected", expected=Message("expected.file"), found=found)
    if Path(full).stat().st_size > _MOST_BYTES:
        raise RulesetError("error.input-large", source=repr(path), most=_MOST_BYTES)
    name = Path(full).stem
    if name in sys.modules:  # do not hide a module that somebody needs
        name = f"grundy_file_{name}_{len(_FILES)}"
    spec = spec_from_file_location(name, full)
    if spec is None or spec.loader is None:
        raise RulesetError("error.expected", expected=Message("expected.file"), found=repr(path))
    module = module_from_spec(spec)
    sys.modules[name] = module  # as dataclasses and pickles expect it
    sys.path.append(str(Path(full).parent))  # its neighbours can be imported, but hide nothing
    _FILES[full] = None
    try:
        with redirect_stdout(sys.stderr), _builtins_kept(path):  # what it prints is no result
            spec.loader.exec_module(module)
    except SyntaxError as error:
        if error.filename is None:  # as of a null byte
            error.filename, error.lineno = full, _line_of_null(full)
        del sys.modules[name]
        raise
    except SystemExit as error:
        del sys.modules[name]
        raise RulesetError("error.file-exits", path=repr(path)) from error
    except BaseException:
        del sys.modules[name]
        raise
    _FILES[full] = module
    return module


@contextmanager
def _builtins_kept(path: str) -> Iterator[None]:
    """Put back the names of Python itself that a file gives another meaning, in which grundy would not work.

    Raises `RulesetError` where there are some.
    """
    before = dict(vars(builtins))
    changed: list[str] = []
    try:
        yield
    finally:
        now = vars(builtins)
        for key, value in before.items():
            if key not in now or now[key] is not value:
                changed.append(key)
                now[key] = value
    if changed:
        raise RulesetError("error.file-builtins", path=repr(path), names=", ".join(changed))


def _line_of_null(path: str) -> int:
    """Return the line of the first null byte of a file."""
    return Path(path).read_bytes().partition(b"\0")[0].count(b"\n") + 1


def _check_once(name: str, path: str) -> None:
    """Refuse a ruleset whose name the file defines more than once, for then the first definition does nothing."""
    tree = ast.parse(Path(path).read_bytes())
    lines = [
        node.lineno for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
    ]
    if len(lines) > 1:
        raise RulesetError("error.file-twice", location=_line(_path(path), lines[1]), name=name, first=lines[0])


def _ruleset(module: ModuleType, wanted: str, path: str) -> Ruleset:
    """Return the ruleset called so: one that is there, or a class, called with literals."""
    name, arguments, keywords = _called(wanted)
    found = getattr(module, name, None)
    if _is_declared(found):
        _check_once(name, path)
    if isinstance(found, Ruleset) and arguments is None:
        return found
    if isinstance(found, type) and issubclass(found, Ruleset) and found is not Ruleset:
        try:
            made: Ruleset = found(*(arguments or []), **keywords)
            hash(made)
        except TypeError as error:
            raise RulesetError("error.file-hashable", ruleset=f"{path}:{name}(...)", error=str(error)) from error
        return made
    if callable(found) and arguments is None:
        raise RulesetError("error.file-function", name=name, path=path)
    names = [key for key, value in vars(module).items() if _is_declared(value)]
    if not names:
        raise RulesetError("error.file-none", path=path)
    raise UnknownNameError(Message("what.ruleset", {"path": path}), wanted, names)


def _called(wanted: str) -> tuple[str, list[Any] | None, dict[str, Any]]:
    """Take ``Name(1, 2)`` apart; without parentheses there are no arguments."""
    try:
        node = ast.parse(wanted, mode="eval").body
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return (
                node.func.id,
                list(map(literal, node.args)),
                {str(given.arg): literal(given.value) for given in node.keywords},
            )
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):  # the last two: nested too deep
        pass
    return wanted, None, {}


def _is_declared(value: object) -> bool:
    if isinstance(value, type):
        return issubclass(value, Ruleset) and value is not Ruleset
    return isinstance(value, Ruleset)


def _spaced(words: list[TextWord]) -> str:
    """Return the text of words with the blanks and lines between them."""
    text, line, column = "", words[0].line, words[0].column
    for word in words:
        if word.line > line:
            text, column = text + "\n" * (word.line - line), words[0].column
        text += " " * (word.column - column) + word.text
        line, column = word.line, word.column + len(word.text)
    return text
