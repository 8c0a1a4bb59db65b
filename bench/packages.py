"""Counts the packages of grundy and their imports, from the code: ``python bench/packages.py [SRC] [PICTURE]``.

A box is a package, or a module directly below ``grundy``; an arrow says that one imports the other, also in a function.
Imports for type checkers alone are left out; ``__main__`` counts as ``cli``, which it starts. Prints the lines of each
package against its ceiling, the boxes, floors (the longest path of arrows), arrows, arrows that point up, the largest
circles of files that import each other, and the median length of a file.

Needs ``pip install '.[test,lint]'`` (grimp, networkx) and, for a picture (``.svg``), Graphviz (``dot``).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import grimp
import networkx as nx

CEILINGS = {  # lines of Python, from the highest package to the lowest
    "cli": 3_700,
    "lab": 5_400,
    "contests": 6_000,
    "research": 3_000,
    "authoring": 1_800,
    "drawing": 4_200,
    "compiled": 5_000,
    "games": 16_500,
    "theory": 6_300,
    "core": 7_000,
    "runtime": 3_100,
    "verify": 3_000,
}
BESIDE = {
    "census": "contests",
    "sequences": "contests",
    "boards": "games",
    "errors": "runtime",
}  # modules, at their height
HEIGHT = {name: number for number, name in enumerate(reversed(CEILINGS))}
CIRCLES = 3  # that are printed


def unit(module: str) -> str:
    """Return the box that a module belongs to; an empty text for `grundy` itself."""
    parts = module.split(".")
    return "" if len(parts) == 1 else "cli" if parts[1] == "__main__" else parts[1]


def imports(source: Path) -> tuple[nx.DiGraph[str], nx.DiGraph[str]]:
    """Return the imports between boxes, and those between files."""
    sys.path.insert(0, str(source))
    graph = grimp.build_graph("grundy", exclude_type_checking_imports=True, cache_dir=None)
    boxes: nx.DiGraph[str] = nx.DiGraph()
    files: nx.DiGraph[str] = nx.DiGraph()
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            files.add_edge(importer, imported)
            ends = unit(importer), unit(imported)
            if all(ends) and ends[0] != ends[1]:
                boxes.add_edge(*ends)
    return boxes, files


def height(box: str) -> int:
    """Return the place of a box among the packages, from below."""
    return HEIGHT[BESIDE.get(box, box)]


def picture(boxes: nx.DiGraph[str], floors: list[list[str]]) -> str:
    """Return the picture in Graphviz's language, the highest floor first."""
    lines = ["digraph packages {", "rankdir=TB; bgcolor=transparent; node [shape=box, style=filled, fillcolor=white];"]
    lines += [f"{{rank=same; {'; '.join(floor)}}}" for floor in floors]
    lines += [f"{high} -> {low} [color=gray40];" for high, low in sorted(boxes.edges)]
    return "\n".join([*lines, "}"])


def main() -> None:
    """Print the figures, and draw the picture."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "src"
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in (source / "grundy").rglob("*.py")}
    print(f"{'':12}{'lines':>8}{'ceiling':>9}{'files':>7}{'median':>8}")
    for package, ceiling in CEILINGS.items():
        own = [length for path, length in lengths.items() if path.relative_to(source).parts[1] == package]
        over = f"   {sum(own) - ceiling} too many" if sum(own) > ceiling else ""
        print(f"{package:12}{sum(own):8}{ceiling:9}{len(own):7}{median(own):8.0f}{over}")
    every = list(lengths.values())
    print(f"{'in all':12}{sum(every):8}{sum(CEILINGS.values()):9}{len(every):7}{median(every):8.0f}")
    boxes, files = imports(source)
    up = sorted((high, low) for high, low in boxes.edges if height(high) < height(low))
    condensed = nx.condensation(boxes)
    floors = [
        [box for node in floor for box in condensed.nodes[node]["members"]]
        for floor in nx.topological_generations(condensed)
    ]
    print(f"{len(boxes)} boxes on {len(floors)} floors, {len(boxes.edges)} arrows, {len(up)} point up", *up)
    circles = sorted((circle for circle in nx.strongly_connected_components(files) if len(circle) > 1), key=len)
    for circle in circles[: -CIRCLES - 1 : -1]:
        print(f"a circle of {len(circle)} files:", ", ".join(sorted(name.removeprefix("grundy.") for name in circle)))
    if len(sys.argv) > 2:
        command = [shutil.which("dot") or "dot", f"-T{Path(sys.argv[2]).suffix[1:]}", "-o", sys.argv[2]]
        subprocess.run(command, input=picture(boxes, floors).encode(), check=True)


if __name__ == "__main__":
    main()
