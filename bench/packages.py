"""Draws the packages of grundy and their imports, from the code: ``python bench/packages.py [SRC] [SVG]``.

Each package or module directly below ``grundy`` is one box; an arrow says that one imports the other. Imports for type
checkers alone are left out; ``__main__`` counts as ``cli``, which it starts. Prints how many boxes, layers, arrows,
cycles and upward arrows there are. The layer of a box is the number of boxes on the longest path of arrows below it.
Facade methods, which import inside a method of one line, are drawn dashed and do not count for layers.

Needs ``pip install '.[lint]'`` (grimp) and, for the picture, Graphviz (``dot``).
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp


def imports(source: Path) -> tuple[set[str], set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the units below ``grundy``, the imports between them, and those of facade methods alone."""
    sys.path.insert(0, str(source))
    graph = grimp.build_graph("grundy", exclude_type_checking_imports=True, cache_dir=None)
    units = {_unit(name) for name in graph.modules} - {""}
    edges: set[tuple[str, str]] = set()
    facades: set[tuple[str, str]] = set()
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            ends = _unit(importer), _unit(imported)
            if ends[0] == ends[1] or not all(ends):
                continue
            lines = [one["line_number"] for one in graph.get_import_details(importer=importer, imported=imported)]
            (facades if all(_in_facade(source, importer, line) for line in lines) else edges).add(ends)
    return units, edges, facades - edges


def layers(units: set[str], edges: set[tuple[str, str]]) -> dict[str, int]:
    """Return the layer of each unit, from 1; raise `CycleError` where there is none."""
    below: dict[str, set[str]] = {unit: {low for high, low in edges if high == unit} for unit in units}
    found: dict[str, int] = {}
    for unit in TopologicalSorter(below).static_order():
        found[unit] = 1 + max((found[low] for low in below[unit]), default=0)
    return found


def picture(units: set[str], edges: set[tuple[str, str]], facades: set[tuple[str, str]], found: dict[str, int]) -> str:
    """Return the picture in Graphviz's language, the highest layer first."""
    lines = ["digraph packages {", "rankdir=TB; bgcolor=transparent; node [shape=box, style=filled, fillcolor=white];"]
    for layer in sorted(set(found.values()), reverse=True):
        same = "; ".join(sorted(unit for unit in units if found[unit] == layer))
        lines += [f"{{rank=same; {same}}}"]
    lines += [f"{high} -> {low} [color=gray40];" for high, low in sorted(edges)]
    lines += [f"{low} -> {high} [style=dashed, color=firebrick, constraint=false];" for low, high in sorted(facades)]
    return "\n".join([*lines, "}"])


def _unit(module: str) -> str:
    parts = module.split(".")
    return "" if len(parts) == 1 else "cli" if parts[1] == "__main__" else parts[1]


def _in_facade(source: Path, module: str, line: int) -> bool:
    """Say whether a line is in a method that does nothing but import and call."""
    path = source.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
            return len(body) <= 2 and isinstance(body[0], ast.ImportFrom) and isinstance(body[-1], ast.Return)
    return False


def main() -> None:
    """Print the figures, and draw the picture."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "src"
    units, edges, facades = imports(source)
    loose = set(edges)
    cycles = 0
    while True:
        try:
            found = layers(units, loose)
        except CycleError as error:
            cycles += 1
            nodes = error.args[1]
            print("cycle:", " <- ".join(nodes))
            loose.discard((nodes[1], nodes[0]))
        else:
            break
    upward = edges - loose
    print(f"{len(units)} units, {max(found.values())} layers, {len(edges | facades)} arrows, {cycles} cycles")
    print(f"{len(upward)} upward arrows outside facade methods: {', '.join(f'{a} -> {b}' for a, b in sorted(upward))}")
    print(f"{len(facades)} arrows of facade methods: {', '.join(f'{a} -> {b}' for a, b in sorted(facades))}")
    if len(sys.argv) > 2:
        dot = picture(units, edges, facades, found)
        command = [shutil.which("dot") or "dot", f"-T{Path(sys.argv[2]).suffix[1:]}", "-o", sys.argv[2]]
        subprocess.run(command, input=dot.encode(), check=True)


if __name__ == "__main__":
    main()
