"""Counts what a maintainer has to carry: ``python bench/size.py [FOLDER] [--list NAME]``.

FOLDER is a checkout, by default this one; nothing of it is imported. Prints for each package of ``src``, for ``bench``
and for each folder of ``tests`` the lines of each kind of file (files that git marks as generated count apart, as
*generated*), the files and the functions of Python. Then, for the whole:

- *constants*: names of a module or class and defaults of parameters that are numbers and stand for seconds, rates or
  options: the name, or the first word of the comment, is that unit. Kernels, whose numbers shape machine code, are left
  out;
- *globals*: statements ``global``;
- *state*: names of a module that hold an empty or growing container, a lock or a context variable;
- *private exceptions*: exception classes that are not shown to users (outside ``errors.py``);
- *ways chosen*: places that catch an exception of grundy's own and do not raise another one;
- *members of Ruleset*: public names in its class;
- *options*: options and arguments of all commands;
- *private patches*: tests that replace a private name.

``--list constants`` (or another of these names) prints the places.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = ("py", "js", "ts", "css", "json", "html")
_TIMED_NAME = re.compile(r"seconds?|rates?|options|patience", re.IGNORECASE)
_TIMED_COMMENT = re.compile(r"(of )?(processor |milli|micro)?(seconds|options)")  # the unit, at the beginning
_STATE = {
    "dict",
    "list",
    "set",
    "OrderedDict",
    "defaultdict",
    "Counter",
    "deque",
    "Lock",
    "RLock",
    "ContextVar",
    "local",
}
_OWN_ERRORS = "errors.py"


class Place(NamedTuple):
    """Something that is counted, and where it stands."""

    kind: str
    file: str
    line: int
    text: str


def files(folder: Path) -> list[str]:
    """Return the files that git knows in a checkout."""
    command = ["git", "-C", str(folder), "ls-files", "-co", "--exclude-standard"]
    found = subprocess.run(command, capture_output=True, check=True)
    return [name for name in found.stdout.decode().splitlines() if (folder / name).is_file()]


def generated(folder: Path) -> set[str]:
    """Return the files that ``.gitattributes`` marks as generated."""
    rules = folder / ".gitattributes"
    lines = rules.read_text().splitlines() if rules.exists() else []
    return {line.split()[0] for line in lines if "linguist-generated" in line}


def package_of(name: str) -> str | None:
    """Return the package or folder that a file counts for, None for files that do not count."""
    parts = name.split("/")
    if name.startswith("src/grundy/"):
        return "/".join(parts[:3]) if len(parts) > 3 else "src/grundy"
    if parts[0] == "tests":
        return "/".join(parts[:2]) if len(parts) > 2 else "tests"
    return "bench" if parts[0] == "bench" else None


def _is_number(node: ast.expr | None) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return _is_number(node.left) and _is_number(node.right)
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(map(_is_number, node.elts))
    return isinstance(node, ast.Constant) and type(node.value) in {int, float} and node.value != 0


def _is_state(node: ast.expr | None) -> bool:
    if isinstance(node, ast.Dict | ast.List | ast.Set):
        return not (node.keys if isinstance(node, ast.Dict) else node.elts)
    if isinstance(node, ast.Call):
        made = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return made in _STATE and not (made in {"dict", "list", "set"} and node.args)
    return False


def _names(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    single = [one for target in targets for one in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return [target.id for target in single if isinstance(target, ast.Name)]


def _comment(lines: list[str], first: int, last: int) -> str:
    """Return the comments on the lines of a statement and on the line before it."""
    found = [line.partition("#")[2] for line in lines[first - 1 : last]]
    before = lines[first - 2].strip() if first > 1 else ""
    return " ".join([*found, before if before.startswith("#") else ""])


def constants(tree: ast.Module, lines: list[str], file: str) -> Iterator[Place]:
    """Yield the numbers that stand for seconds, rates or options."""
    scopes: list[ast.Module | ast.ClassDef] = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for scope in [tree, *scopes]:
        for made in scope.body:
            if isinstance(made, ast.Assign | ast.AnnAssign) and _is_number(made.value):
                for name in _names(made):
                    comment = _comment(lines, made.lineno, made.end_lineno or made.lineno)
                    if _TIMED_NAME.search(name) or _TIMED_COMMENT.match(comment.strip()):
                        yield Place("constants", file, made.lineno, name)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            some = node.args
            pairs = [
                *zip([*some.posonlyargs, *some.args][::-1], some.defaults[::-1], strict=False),
                *zip(some.kwonlyargs, some.kw_defaults, strict=True),
            ]
            for argument, default in pairs:
                if _is_number(default) and _TIMED_NAME.search(argument.arg):
                    yield Place("constants", file, argument.lineno, f"{node.name}({argument.arg})")


def state(tree: ast.Module, file: str) -> Iterator[Place]:
    """Yield statements ``global`` and mutable names of the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield Place("globals", file, node.lineno, ", ".join(node.names))
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_state(node.value):
            yield from (Place("state", file, node.lineno, name) for name in _names(node) if not name.startswith("__"))


def _caught(node: ast.AST) -> list[str]:
    """Return the names of the exceptions that an ``except`` or ``suppress`` catches without raising another one."""
    if isinstance(node, ast.ExceptHandler) and not any(isinstance(inner, ast.Raise) for inner in ast.walk(node)):
        kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "suppress":
        kinds = node.args
    else:
        return []
    return [kind.attr if isinstance(kind, ast.Attribute) else getattr(kind, "id", "") for kind in kinds]


def exception_classes(trees: dict[str, ast.Module]) -> dict[str, str]:
    """Return the exception classes of the package, each with its file."""
    bases = {"Exception", "BaseException", "ValueError", "RuntimeError", "OSError", "LookupError", "TypeError"}
    found: dict[str, str] = {}
    before = -1
    while len(found) != before:
        before = len(found)
        for file, tree in trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and any(
                    getattr(base, "id", "") in {*bases, *found} for base in node.bases
                ):
                    found[node.name] = file
    return found


def _patches(tree: ast.Module, file: str) -> Iterator[Place]:
    """Yield the calls of a test that replace a private name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            texts = [one.value for one in node.args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            replaces = node.func.attr in {"setattr", "object", "patch", "setitem", "delattr"}
            if replaces and any(re.search(r"(^|\.)_[a-zA-Z]", text) for text in texts):
                yield Place("private patches", file, node.lineno, texts[-1])


def _ruleset_members(tree: ast.Module, file: str) -> Iterator[Place]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == "Ruleset":
            for inner in node.body:
                names = [inner.name] if isinstance(inner, ast.FunctionDef) else []
                if isinstance(inner, ast.Assign | ast.AnnAssign):
                    names = _names(inner)
                for name in names:
                    if not name.startswith("_"):
                        yield Place("members of Ruleset", file, inner.lineno, name)


def _command_options(tree: ast.Module, file: str) -> Iterator[Place]:
    """Yield the uses of ``click.option`` and ``click.argument``."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    for node in calls:
        if getattr(node.func, "attr", "") in {"option", "argument"}:
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            yield Place("options", file, node.lineno, " ".join(map(str, texts)))


def places(folder: Path, names: list[str]) -> Iterator[Place]:
    """Yield everything that is counted beside lines."""
    texts = {name: (folder / name).read_text() for name in names if name.endswith(".py")}
    source = {name: ast.parse(text) for name, text in texts.items() if name.startswith("src/")}
    own = exception_classes(source)
    for name, tree in source.items():
        if not name.endswith("kernel.py"):
            yield from constants(tree, texts[name].splitlines(), name)
        yield from state(tree, name)
        yield from _command_options(tree, name)
        if name.endswith(("core/ruleset.py", "core/rules.py")):
            yield from _ruleset_members(tree, name)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name in own and not name.endswith(_OWN_ERRORS):
                yield Place("private exceptions", name, node.lineno, node.name)
            caught = [kind for kind in _caught(node) if kind in own]
            if caught:
                yield Place("ways chosen", name, getattr(node, "lineno", 0), ", ".join(caught))
    for name, text in texts.items():
        if name.startswith("tests/"):
            yield from _patches(ast.parse(text), name)


def main() -> None:
    """Print the table and the counts."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--list", metavar="NAME", dest="listed", help="print the places of one count")
    options = parser.parse_args()
    names = files(options.folder)
    found = list(places(options.folder, names))
    if options.listed:
        for place in found:
            if place.kind == options.listed:
                print(f"{place.file}:{place.line}: {place.text}")
        return
    made = generated(options.folder)
    lines: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name in names:
        package, kind = package_of(name), name.rpartition(".")[2]
        if package is None or kind not in KINDS:
            continue
        text = (options.folder / name).read_text()
        count = text.count("\n")
        lines[package]["generated" if name in made else kind] += count
        if kind == "py":
            lines[package]["files"] += 1
            tree = ast.parse(text)
            lines[package]["functions"] += sum(
                isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(tree)
            )
    columns = (*KINDS, "generated", "files", "functions")
    print(f"{'':24}" + "".join(f"{column:>11}" for column in columns))
    for top in ("src", "bench", "tests"):
        rows = {package: row for package, row in sorted(lines.items()) if package.split("/")[0] == top}
        for package, row in [*rows.items(), (f"{top}, in all", sum(rows.values(), Counter()))]:
            print(f"{package:24}" + "".join(f"{row[column] or '':>11}" for column in columns))
        print()
    counts = Counter(place.kind for place in found)
    for kind in sorted(counts):
        print(f"{kind:24}{counts[kind]:>11}")


if __name__ == "__main__":
    main()
