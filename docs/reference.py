"""The public names of grundy, and a page of the API reference for each public module.

A module is public if it is `grundy` or a module that a public module names in its `__all__`. Public names are the
names in `__all__` of public modules (without one: what the module defines), the types that they take and return
(`TYPES`), and the members of public classes that do not begin with an underscore.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import grundy
from grundy.games import Game

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType


# Types that public functions take and return, under the modules from which they are imported.
TYPES = {
    "grundy.drawing.game_graph": ["Edge", "GameGraph"],
    "grundy.research.census.folder": ["Manifest"],
    "grundy.research.census.parts": ["PartName"],
    "grundy.research.census.running": ["Progress"],
    "grundy.contests.inputs.expressions": ["Scope"],
    "grundy.contests.inputs.lengths": ["ListEnd"],
    "grundy.contests.inputs.parts": ["InputPart", "Silent"],
    "grundy.contests.inputs.repeated": ["Repeated"],
    "grundy.contests.outputs": ["AskedPosition"],
    "grundy.core.choices": ["Choices", "DrawingMoves", "WinningMoves"],
    "grundy.core.components": ["Split", "SumTerm"],
    "grundy.core.function_rulesets": ["FunctionRuleset"],
    "grundy.core.notation": ["Notation"],
    "grundy.core.solution": ["Solution"],
    "grundy.core.table": ["Table"],
    "grundy.core.values": ["Loony", "Win"],
    "grundy.theory.explain.reasons": [
        "Effect",
        "Explanation",
        "ExplainedPart",
        "Reply",
        "Result",
        "Why",
    ],
    "grundy.theory.explain.reductions": ["Board", "Reduction"],
    "grundy.games.families.heaps.heap_rules": ["HeapRules"],
    "grundy.games.game": ["Reader", "SampledReader", "Side"],
    "grundy.runtime.messages": ["Message", "Said", "render"],
    "grundy.lab.notebook.widget": ["GameWidget"],
    "grundy.runtime.limits": ["Budget", "Cost"],
    "grundy.runtime.progress": ["Tally"],
    "grundy.research.sequences.folder": ["Chunk", "SequenceManifest", "ValuesFile"],
    "grundy.theory.misere": ["Genus", "Misere"],
    "grundy.theory.periods": ["Exceptions", "Theorem"],
    "grundy.theory.canonical": ["MisereForm", "forms_born_by", "number_born_by"],
    "grundy.theory.state_quotients": ["StateQuotient", "find_state_quotient"],
    "grundy.theory.finite_quotients": ["FiniteQuotient", "Presentation"],
    "grundy.theory.misere_kinds": ["MisereKind"],
    "grundy.theory.quotients": ["MisereQuotient", "MoveFamily"],
    "grundy.theory.tame": ["TameQuotient"],
}


class Entry(NamedTuple):
    """A public name of a module, and the object that it names."""

    name: str
    thing: Any


def public_modules() -> dict[str, ModuleType]:
    """Return the public modules by the names under which users find them, `grundy` first."""
    modules = {"grundy": grundy}
    waiting = ["grundy"]
    while waiting:
        parent = waiting.pop(0)
        for name in _names(modules[parent]):
            thing = getattr(modules[parent], name)
            if inspect.ismodule(thing) and thing not in modules.values():
                modules[f"{parent}.{name}"] = thing
                waiting.append(f"{parent}.{name}")
    return modules | {path: import_module(path) for path in TYPES}


def entries(path: str, module: ModuleType) -> list[Entry]:
    """Return what a public module names, modules apart."""
    named = [Entry(f"{path}.{name}", getattr(module, name)) for name in sorted(_names(module))]
    if module is grundy.games:
        named += [Entry(f"{path}.{game.name.replace('-', '_')}", game) for game in grundy.games.all_games()]
    return [entry for entry in named if not inspect.ismodule(entry.thing)]


def _names(module: ModuleType) -> list[str]:
    """Return the public names of a module: `TYPES`, its `__all__`, or what it defines if it has none."""
    if module.__name__ in TYPES:
        return TYPES[module.__name__]
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__
    ]


def members(cls: type) -> list[str]:
    """Return the public members that a class defines itself: methods, properties, fields and constants."""
    names = {**inspect.get_annotations(cls), **vars(cls)}
    return [name for name in names if not name.startswith("_")]


def public_names() -> set[str]:
    """Return all public names, each with the path under which users find it."""
    modules = public_modules()
    found = set(modules)
    seen: set[int] = set()
    for path, module in modules.items():
        for name, thing in entries(path, module):
            found.add(name)
            if inspect.isclass(thing) and id(thing) not in seen:
                found |= {f"{name}.{member}" for member in members(thing)}
                seen.add(id(thing))
    return found


def write_pages(folder: Path) -> dict[str, str]:
    """Write a page for each public module, and return the public path of each object by the path of its definition."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.rst"):
        old.unlink()
    modules = public_modules()
    homes: dict[str, str] = {module.__name__: path for path, module in modules.items()}
    for path, module in modules.items():
        text = _page(path, module, homes, modules)
        (folder / f"{path}.rst").write_text(text, encoding="utf-8")
    captions = {"Modules": [path for path in modules if path not in TYPES]}
    captions["Types that public functions take and return"] = list(TYPES)
    text = _title("API reference") + "Every public name, from its docstring.\n"
    for caption, paths in captions.items():
        text += f"\n.. toctree::\n   :caption: {caption}\n   :maxdepth: 1\n\n" + "".join(
            f"   {path}\n" for path in paths
        )
    (folder / "index.rst").write_text(text, encoding="utf-8")
    return homes


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}\n\n"


def _page(path: str, module: ModuleType, homes: dict[str, str], modules: dict[str, ModuleType]) -> str:
    blocks = [_title(path), f".. py:module:: {path}\n", inspect.getdoc(module) or "", f".. py:currentmodule:: {path}"]
    inner = [name for name in modules if name.rpartition(".")[0] == path and name not in TYPES]
    if inner:
        blocks.append("Modules: " + ", ".join(f":py:mod:`{name}`" for name in inner))
    for name, thing in entries(path, module):
        home = f"{getattr(thing, '__module__', None)}.{getattr(thing, '__qualname__', None)}"
        if inspect.isclass(thing) or inspect.isroutine(thing):
            if home in homes:
                short = name.rpartition(".")[2]
                blocks.append(f".. py:data:: {short}\n\n   The same as `{homes[home]}`.")
                continue
            homes[home] = name
        blocks.append(_directive(name, thing))
    return "\n\n".join(blocks) + "\n"


def _directive(name: str, thing: Any) -> str:
    if isinstance(thing, Game):
        short = name.rpartition(".")[2]
        return f".. py:data:: {short}\n   :type: Game\n\n   {thing.title}. {thing.rules}\n\n   Source: {thing.source}."
    if inspect.isclass(thing):
        kind = "exception" if issubclass(thing, BaseException) else "class"
        listed = ", ".join(members(thing))
        options = f"\n   :members: {listed}\n   :undoc-members:" if listed else ""
        bases = "\n   :show-inheritance:" if thing.__bases__ != (object,) else ""
        return f".. auto{kind}:: {name}{bases}{options}"
    return f".. auto{'function' if inspect.isroutine(thing) else 'data'}:: {name}"
