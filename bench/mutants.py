"""Mutants of a module: its source with one small fault, made by the operators of Cosmic Ray and two of our own."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import parso
from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMPARISONS = "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq Eq_LtE Eq_GtE NotEq_Eq NotEq_Lt NotEq_Gt Is_IsNot IsNot_Is"
ARITHMETIC = (
    "Add_Sub Sub_Add Mul_Add FloorDiv_Mul Mod_FloorDiv LShift_RShift RShift_LShift BitAnd_BitOr BitOr_BitAnd "
    "BitXor_BitOr BitXor_Add Pow_Mul Div_Mul"
)
UNARY = "Delete_USub Delete_Invert Delete_Not"
WORDS = "AddNot ReplaceAndWithOr ReplaceOrWithAnd ReplaceTrueWithFalse ReplaceFalseWithTrue NumberReplacer"
JUMPS = "ReplaceBreakWithContinue ReplaceContinueWithBreak"


class RemoveEarlyExit(Operator):  # type: ignore[misc] # Cosmic Ray has no types
    """Replaces a `return` or `raise` in the body of an `if` by `pass`."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield where such a statement stands."""
        if node.type != "simple_stmt" or node.parent.type != "suite" or node.parent.parent.type != "if_stmt":
            return
        first = node.children[0]
        if first.type in {"return_stmt", "raise_stmt"} or getattr(first, "value", "") in {"return", "raise"}:
            yield first.start_pos, first.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Replace the statement."""
        del index
        first = node.children[0]
        prefix = first.get_first_leaf().prefix
        node.children[0] = parso.python.tree.Keyword("pass", first.start_pos, prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return an example, as Cosmic Ray asks for."""
        return (Example("if x:\n    return 1\n", "if x:\n    pass\n"),)


class MoveBound(Operator):  # type: ignore[misc] # Cosmic Ray has no types
    """Adds one to a bound of a slice, or to an argument of `range`, that is not a number."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield where the bounds stand."""
        for child in _bounds(node):
            yield child.start_pos, child.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Replace a bound."""
        child = _bounds(node)[index]
        prefix = child.get_first_leaf().prefix
        moved = get_ast(f"{prefix}({child.get_code(include_prefix=False)} + 1)")
        if node.type in {"subscript", "arglist"}:
            node.children[node.children.index(child)] = moved
        else:
            node.children[1].children[1] = moved
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return examples, as Cosmic Ray asks for."""
        return (Example("x[:n]", "x[:(n + 1)]"), Example("range(n)", "range((n + 1))"))


def _bounds(node: Any) -> list[Any]:
    if node.type == "subscript":
        return [child for child in node.children if child.type not in {"operator", "number", "sliceop"}]
    if node.type == "arglist" and _is_range(node.parent.parent):
        return [child for child in node.children if child.type not in {"operator", "number", "argument"}]
    if _is_range(node) and node.children[1].children[1].type not in {"arglist", "number", "operator", "argument"}:
        return [node.children[1].children[1]]
    return []


def _is_range(node: Any) -> bool:
    return (
        node.type == "atom_expr"
        and getattr(node.children[0], "value", "") == "range"
        and node.children[1].type == "trailer"
        and node.children[1].children[0].value == "("
    )


@dataclass(frozen=True)
class Mutant:
    """One fault: the operator and its number in the file say which, the lines are those of the statement."""

    path: str
    operator: str
    number: int
    line: int
    lines: tuple[int, int]

    @property
    def key(self) -> str:
        """The name of the mutant, as long as the file does not change."""
        return f"{self.path}:{self.line}:{self.operator}:{self.number}"

    def source(self, text: str) -> str | None:
        """Return the source with the fault; None where nothing that runs is another."""
        mutated: str | None = mutate_code(text, _operator(self.operator), self.number)
        return None if mutated is None or _meaning(mutated) in {_meaning(text), ""} else mutated


def _operator(name: str) -> Any:
    own = {"RemoveEarlyExit": RemoveEarlyExit, "MoveBound": MoveBound}
    return own[name]() if name in own else get_operator(f"core/{name}")()


def operators() -> list[str]:
    """Return the names of the operators that are used."""
    return [
        *(f"ReplaceComparisonOperator_{name}" for name in COMPARISONS.split()),
        *(f"ReplaceBinaryOperator_{name}" for name in ARITHMETIC.split()),
        *(f"ReplaceUnaryOperator_{name}" for name in UNARY.split()),
        *WORDS.split(),
        *JUMPS.split(),
        "RemoveEarlyExit",
        "MoveBound",
    ]


class _Positions(Visitor):  # type: ignore[misc] # Cosmic Ray has no types
    """Collects where an operator can be used, in the order in which Cosmic Ray counts."""

    def __init__(self, operator: Any) -> None:
        self.operator = operator
        self.lines: list[int] = []

    def visit(self, node: Any) -> Any:
        self.lines += [start[0] for start, _ in self.operator.mutation_positions(node)]
        return node


def mutants(root: Path, path: str) -> list[Mutant]:
    """Return all mutants of a file, those included that differ in nothing that runs."""
    text = (root / path).read_text(encoding="utf-8")
    statements = _statements(ast.parse(text))
    tree = get_ast(text)
    found = []
    for name in operators():
        places = _Positions(_operator(name))
        places.walk(tree)
        found += [
            Mutant(path, name, number, line, _around(statements, line)) for number, line in enumerate(places.lines)
        ]
    return found


def _statements(tree: ast.Module) -> list[tuple[int, int]]:
    """Return the first and last line of each statement; of compound ones, of their head."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno
            found.append((node.lineno, max(node.lineno, last or node.lineno)))
    return found


def _around(statements: list[tuple[int, int]], line: int) -> tuple[int, int]:
    inside = [(last - first, first, last) for first, last in statements if first <= line <= last]
    return min(inside)[1:] if inside else (line, line)


class _Bare(ast.NodeTransformer):
    """Removes what does not run: annotations, and blocks for type checkers."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return None
        return self.generic_visit(node)


def _meaning(text: str) -> str:
    """Return the syntax tree of what runs, as text; empty where the text is no program."""
    try:
        return ast.dump(_Bare().visit(ast.parse(text)))
    except SyntaxError:
        return ""
