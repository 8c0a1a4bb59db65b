"""The checker as one file: its modules joined, for people who want to check without installing grundy."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

MODULES = (  # each module imports only from modules before it
    "report",
    "code_rules",
    "certificate_files",
    "definition",
    "witnesses",
    "proof",
    "sequences",
    "arithmetic_claims",
    "stream_record",
    "stream_run",
    "stream_claims",
    "board_rules",
    "piece_boards",
    "board_claims",
    "quotient_claims",
    "misere_games",
    "tame_claims",
    "main",
)
_PACKAGE = "grundy.verify"
_HEAD = '''"""A checker of certificates of nimbers. It needs Python 3.11 or later and NumPy: python verify.py FILE

Made of the modules of grundy.verify by: python -m grundy.verify --single-file > verify.py
"""

from __future__ import annotations
'''
_TAIL = """

if __name__ == "__main__":
    sys.exit(main())
"""


def single_file() -> str:
    """Return the text of a program that does what ``grundy verify`` does.

    Imports of other packages are written once, at the head. Imports of the checker's own modules, and imports for
    types alone, are dropped. Raises `ValueError` if two modules define the same name.
    """
    imports: set[str] = set()
    parts: list[str] = []
    owners: dict[str, str] = {}
    for name in MODULES:
        text = Path(import_module(f"{_PACKAGE}.{name}").__file__ or "").read_text(encoding="utf-8")
        tree = ast.parse(text)
        heading = f"# {name}: {(ast.get_docstring(tree) or '').splitlines()[0]}"
        dropped = set(_lines_of(tree.body[0]))  # the docstring
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.add(ast.unparse(node))
            if isinstance(node, ast.Import | ast.ImportFrom | ast.If):
                dropped.update(_lines_of(node))
            for defined in _names(node):
                if owners.setdefault(defined, name) != name:
                    message = f"{defined} is defined in {owners[defined]} and in {name}"
                    raise ValueError(message)
        kept = [line for number, line in enumerate(text.splitlines(), start=1) if number not in dropped]
        parts.append(f"\n\n{heading}\n\n" + "\n".join(kept).strip("\n") + "\n")
    others = sorted(line for line in imports if _PACKAGE not in line and "__future__" not in line)
    return _HEAD + "\n" + "".join(f"{line}\n" for line in others) + "".join(parts) + _TAIL


def _lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _names(node: ast.stmt) -> list[str]:
    """Return the names that a top-level statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]
