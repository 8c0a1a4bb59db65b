"""Rulesets in users' files: ``mygames.py:cram``, or with parameters ``mygames.py:TakeUpTo(3)``."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import sys
import traceback
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from importlib.util import decode_source, find_spec, module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from types import CodeType, NoneType
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, SumTerm
from grundy.core.mistakes import is_hashable, mend_of, shown
from grundy.core.notation import PlainNotation, literal
from grundy.core.ruleset import Ruleset
from grundy.errors import InputError, RulesetError, UnknownNameError, first_raised
from grundy.games.game import Game, Reader
from grundy.games.lookup import is_in_a_file, path_in
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import FrameType, ModuleType

    from grundy.games.text import Scanner, TextWord
    from grundy.runtime.processes.child import ProgramLine

_FILES: dict[str, ModuleType | None] = {}  # by the path in tracebacks; None if an exception ended the file
_TEXTS: dict[str, bytes] = {}  # by the same path: what is loaded, whatever stands in the file by now
_MOST_BYTES = 2**24  # of a file
_SHOWN = 40  # characters of a wrong state that an error repeats


@dataclass(frozen=True)
class DeclaredStates(Reader):
    """Reads a state of a declared ruleset with its `parse`, or as a Python literal."""

    rules: Ruleset
    kind = "ruleset"
    inline = True

    @property
    def form(self) -> str:
        """The notation in words."""
        return str(self._form)

    @property
    def _form(self) -> Message:
        """The notation in words, as a message."""
        if self.rules.declares("parse"):
            return Message("form.parsed", {"name": self.rules.name})
        return Message("form.literal", {"head": self.rules.head})

    @property
    def _expected(self) -> Message:
        return Message("expected.state", {"name": self.rules.name, "form": self._form})

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a state to the end of `scan`."""
        del game  # it names the file; the ruleset has its own name
        words = [scan.take(self._expected)]
        if words[0].text == self.rules.name and scan.peek() is not None:  # the name before a term of a sum
            words = []
        while scan.peek() is not None:
            words.append(scan.take(Message("expected.word")))
        text = _spaced(words)
        try:
            state = self.rules.parse(text)
            if not is_hashable(state):
                kind = "error.function-parse" if self.rules.declares("parse") else "error.state-typed"
                raise RulesetError(kind, name=self.rules.name, found=shown(state), mend=mend_of(state))
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:  # the last: nested too deep
            found = repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")
            if self.rules.declares("parse") or isinstance(error, RulesetError):
                found += f": {error}"
            raise InputError(self._expected, found, scan.location(words[0])) from error
        return SumTerm(PlainNotation(self.rules), (Component(self.rules, state),))


def keep(texts: Mapping[str, bytes]) -> None:
    """Load files with these texts, by their paths (`file_of`), in place of what the files say by now.

    A file that was loaded with another text kept before is loaded again when it is next needed.
    """
    for path, text in texts.items():
        if _TEXTS.get(path, text) != text:
            _FILES.pop(path, None)
    _TEXTS.update(texts)


def text_of(path: str) -> bytes:
    """Return the text of a file. Raises `RulesetError` if it does not exist, or is too large."""
    full = Path(_path(path))
    try:
        if "\0" in path or not full.is_file():
            found = Message("found.no-file", {"path": repr(path)})
            raise RulesetError("error.expected", expected=Message("expected.file"), found=found)
        if full.stat().st_size > _MOST_BYTES:
            raise RulesetError("error.input-large", source=repr(path), most=_MOST_BYTES)
        return full.read_bytes()
    except OSError as error:
        raise RulesetError("usage.file", path=path, error=str(error.strerror)) from None


def is_loaded(name: str) -> bool:
    """Return whether the file of a name is loaded. Texts may name only loaded files, because loading runs a file."""
    return _FILES.get(file_of(name)) is not None


def file_of(name: str) -> str:
    """Return the path of the file of a name, as in tracebacks, without loading it."""
    return _path(path_in(name))


def location_of_lines(lines: Iterable[ProgramLine], files: Iterable[str]) -> tuple[str, str] | None:
    """Return ``file:line`` of the innermost of these lines that is in one of the files, and the function's name."""
    path_of = {path.encode("ascii", "backslashreplace").decode(): path for path in files}  # by `faulthandler`'s text
    own = [line for line in lines if line.file in path_of]
    if not own:
        return None
    functions = [line.function for line in own if not line.function.startswith("<")]  # without comprehensions
    return _line(path_of[own[0].file], own[0].number), (functions or [own[0].function])[0]


def _line(path: str, line: int) -> str:
    """Return the text of a line in errors: ``file:line``, with the path from the working folder."""
    return f"{_shown(path)}:{line}"


def find(name: str) -> Game:
    """Load the file and return its ruleset as a game; the name of a file without a ruleset means its only ruleset.

    Raises `RulesetError` if the file does not exist or has no such ruleset. Exceptions of the file itself are passed
    on; `location_in_file` returns their place.
    """
    path, _, wanted = name.rpartition(":")
    if name.endswith(".py"):
        path, own = name, names_in(name)
        wanted = own[0] if len(own) == 1 else ""
        name = f"{path}:{wanted}"
    module = _load(path or name)  # a name that is no file is refused by itself
    rules = _ruleset(module, wanted, path)
    about = (
        inspect.getdoc(rules) or f"{Path(path).name} says no rules: a docstring of {rules.name} stands here."
    ).partition("\n")[0]
    return Game(name, rules.name, about, path, DeclaredStates(rules), sample=rules.sample, facts=())


def find_all(name: str) -> list[Game]:
    """Return the game that `find` returns; for the name of a file without a ruleset, the games of all its rulesets."""
    return [find(f"{name}:{own}") for own in names_in(name)] if name.endswith(".py") else [find(name)]


def names_in(path: str) -> list[str]:
    """Load a file and return the names of its rulesets, in their order; if it has none, those of its ruleset classes.

    Raises `RulesetError` if the file has neither. Exceptions of the file itself are passed on.
    """
    module = _load(path)
    own = {key: value for key, value in vars(module).items() if _is_declared(value)}
    names = [key for key, value in own.items() if isinstance(value, Ruleset)] or [f"{key}()" for key in own]
    if not names:
        raise RulesetError("error.file-none", path=_shown(path))
    return names


def values_in(path: str) -> dict[str, Any]:
    """Load a file and return its global names with their values.

    Raises `RulesetError` if the file does not exist. Exceptions of the file itself are passed on.
    """
    return dict(vars(_load(path)))


def location_of_frame(frame: FrameType) -> tuple[str, str] | None:
    """Return ``file:line`` of a frame and its function's name, if it is in a loaded file."""
    code = frame.f_code
    return (_line(code.co_filename, frame.f_lineno), code.co_name) if code.co_filename in _FILES else None


def function_beside(name: str, wanted: str) -> Callable[..., Any]:
    """Return the function `wanted` in the file of the ruleset `name`. Raises `RulesetError` if there is none."""
    found = getattr(_load(path_in(name)), wanted, None) if is_in_a_file(name) else None
    if not callable(found):
        raise RulesetError("error.file-no-function", name=wanted, path=path_in(name) or name)
    return found  # type: ignore[no-any-return] # whatever a file defines


def location_in_file(error: BaseException) -> str | None:
    """Return ``file:line`` of the innermost line of a loaded file in the traceback of an exception, if any."""
    if isinstance(error, SyntaxError) and error.filename in _FILES:
        return _line(str(error.filename), error.lineno or 1)
    for frame in reversed(traceback.extract_tb(first_raised(error).__traceback__)):
        if frame.filename in _FILES:
            return _line(frame.filename, frame.lineno or 1)
    return None


def _shown(path: str) -> str:
    """Return a path as users see it: from the working folder if it is inside."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path


def _path(path: str) -> str:
    try:
        return str(Path(path).absolute())
    except FileNotFoundError:
        raise RulesetError("usage.folder-gone") from None


def _is_taken(name: str, path: str) -> bool:
    """Return whether another module has this name: one that is loaded, or one that an import would find."""
    if name in sys.modules or "." in name:
        return name in sys.modules
    found = find_spec(name)
    return found is not None and found.origin != path


def _load(path: str) -> ModuleType:
    full = _path(path)
    loaded = _FILES.get(full)
    if loaded is not None:
        return loaded
    text = _TEXTS[full] if full in _TEXTS else text_of(path)
    name = Path(full).stem
    if _is_taken(name, full):
        name = f"grundy_file_{name}_{len(_FILES)}"
    spec = spec_from_file_location(name, full)
    if spec is None:
        raise RulesetError("error.expected", expected=Message("expected.file"), found=repr(path))
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickles need it there
    sys.path.append(str(Path(full).parent))  # at the end: modules beside the file can be imported, but hide no others
    _FILES[full] = None
    _show_lines(full, text)
    try:
        with redirect_stdout(sys.stderr), _builtins_kept(path):  # output of the file is no result of a command
            exec(_compiled(text, full), vars(module))  # noqa: S102 - the user's file
    except SyntaxError as error:
        if error.filename is None:  # for example after a null byte
            error.filename, error.lineno = full, text.partition(b"\0")[0].count(b"\n") + 1
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


def _compiled(text: bytes, full: str) -> CodeType:
    if text[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        raise RulesetError("error.expected", expected=Message("expected.utf8"), found=Message("found.utf16"))
    try:
        return compile(text, full, "exec", dont_inherit=True)
    except UnicodeDecodeError as error:  # in place of a SyntaxError where Python suggests a name
        line = 1 + text.decode(errors="replace").partition("\ufffd")[0].count("\n")
        raise SyntaxError(str(error), (full, line, 0, None)) from None


def _show_lines(full: str, text: bytes) -> None:
    """Let tracebacks and the compiler of rules read the lines that were loaded, whatever stands in the file by now."""
    with suppress(SyntaxError, UnicodeError):  # which running the text raises
        lines = StringIO(decode_source(text)).readlines()
        linecache.cache[full] = len(text), None, lines, full


@contextmanager
def _builtins_kept(path: str) -> Iterator[None]:
    """Put back builtin names of Python that a file changes: with changed names, grundy would not work.

    Raises `RulesetError` if the file changes some.
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


def _check_once(name: str, path: str) -> None:
    """Refuse a ruleset that the file defines twice, or that yields options and returns others: these have no effect."""
    tree = ast.parse("".join(linecache.getlines(_path(path))))
    named = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name]
    if len(named) > 1:
        location = _line(_path(path), named[1].lineno)
        raise RulesetError("error.file-twice", location=location, name=name, first=named[0].lineno)
    for node in named:
        asked = [each.lineno for each in ast.walk(node) if isinstance(each, ast.Yield) and _asks(each.value, name)]
        if asked:
            raise RulesetError("error.file-asks", location=_line(_path(path), asked[0]), name=name)
        inside = [*_inside(node)] if isinstance(node, ast.FunctionDef) else []
        lost = [each.lineno for each in inside if isinstance(each, ast.Return) and _has_content(each.value)]
        if lost and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inside):
            raise RulesetError("error.file-returns", location=_line(_path(path), lost[0]), name=name)


def _inside(function: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a function, without what stands in functions inside it."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield node
            yield from _inside(node)


def _asks(option: ast.expr | None, name: str) -> bool:
    """Return whether an option is computed from the nimber of a position of the rules themselves."""
    if isinstance(option, ast.BinOp):
        return _asks(option.left, name) or _asks(option.right, name)
    if isinstance(option, ast.Attribute) and isinstance(option.value, ast.Call):
        return option.attr == "nimber" and ast.unparse(option.value.func) == name
    return False


def _has_content(value: ast.expr | None) -> bool:
    """Return whether a returned value is neither None nor an empty list, tuple or dictionary."""
    return any(getattr(value, field, None) for field in ("elts", "keys")) or not isinstance(
        value, NoneType | ast.Constant | ast.List | ast.Tuple | ast.Dict
    )


def _ruleset(module: ModuleType, wanted: str, path: str) -> Ruleset:
    """Return the ruleset `wanted` of a file: an object of this name, or a class that is called with literals."""
    name, arguments, keywords = _name_and_arguments(wanted)
    found = getattr(module, name, None)
    if _is_declared(found):
        _check_once(name, path)
    if isinstance(found, Ruleset) and arguments is None:
        return found
    if isinstance(found, type) and issubclass(found, Ruleset) and found is not Ruleset:
        if inspect.isabstract(found):
            raise RulesetError("error.file-abstract", name=name, path=path)
        kind = "error.file-parameters"
        try:
            rules: Ruleset = found(*(arguments or []), **keywords)
            kind = "error.file-hashable"
            hash(rules)
        except TypeError as error:
            raise RulesetError(kind, ruleset=f"{path}:{name}(...)", error=str(error)) from error
        return rules
    if callable(found) and arguments is None:
        kind = "error.file-class" if isinstance(found, type) else "error.file-function"
        raise RulesetError(kind, name=name, path=path)
    names = [key for key, value in vars(module).items() if _is_declared(value)]
    if not names:
        raise RulesetError("error.file-none", path=path)
    kind = "what.ruleset" if wanted else "what.ruleset-after"
    raise UnknownNameError(Message(kind, {"path": path, "first": names[0]}), wanted, names)


def _name_and_arguments(wanted: str) -> tuple[str, list[Any] | None, dict[str, Any]]:
    """Return the name and the arguments of ``Name(1, 2)``; without parentheses the arguments are None."""
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
    """Return the text of words, with the blanks and line ends between them."""
    text, line, column = "", words[0].line, words[0].column
    for word in words:
        if word.line > line:
            text, column = text + "\n" * (word.line - line), words[0].column
        text += " " * (word.column - column) + word.text
        line, column = word.line, word.column + len(word.text)
    return text
