"""Assignments within expressions (``:=``), rewritten as statements. The translation refuses those that stay."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLOCKS = ("body", "orelse")


def assigned_first(nodes: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements with assignments in place of `:=`, where these may come before the rest of an expression."""
    return [ast.fix_missing_locations(made) for node in nodes for made in _statement(node)]


def _statement(node: ast.stmt) -> Iterator[ast.stmt]:
    for name in _BLOCKS:
        if isinstance(node, ast.If | ast.While | ast.For):
            setattr(node, name, assigned_first(getattr(node, name)))
    if isinstance(node, ast.If | ast.While) and not _has(node.test):
        yield node
    elif isinstance(node, ast.If):
        yield from _if(node)
    elif isinstance(node, ast.While):
        yield _while(node)
    else:
        for field in ("value", "iter"):
            found = getattr(node, field, None)
            if isinstance(found, ast.expr) and not isinstance(node, ast.AugAssign):  # it reads its target first
                before, found = _taken(found)
                setattr(node, field, found)
                yield from before
        yield node


def _if(node: ast.If) -> list[ast.stmt]:
    """Return nested `if` statements, one for each condition of a conjunction. With `else` it stays one statement."""
    if node.orelse:
        before, node.test = _taken(node.test)
        return [*before, node]
    body = node.body
    for condition in reversed(_conditions(node.test)):
        before, test = _taken(condition)
        body = [*before, ast.copy_location(ast.If(test, body, []), condition)]
    return body


def _while(node: ast.While) -> ast.While:
    """Return a loop whose body begins with the conditions: it breaks at the first one that is false."""
    if node.orelse:
        return node
    head: list[ast.stmt] = []
    for condition in _conditions(node.test):
        before, test = _taken(condition)
        leave = ast.If(ast.UnaryOp(ast.Not(), test), [ast.Break()], [])
        head += [*before, ast.copy_location(leave, condition)]
    return ast.copy_location(
        ast.While(ast.copy_location(ast.Constant(value=True), node.test), head + node.body, []), node
    )


def _conditions(test: ast.expr) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]


def _has(node: ast.AST) -> bool:
    return any(isinstance(one, ast.NamedExpr) for one in ast.walk(node))


def _taken(node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
    """Return the assignments that may come before the rest of an expression, and the expression without them."""
    if not _has(node):
        return [], node
    if isinstance(node, ast.NamedExpr):
        before, value = _taken(node.value)
        made = ast.Assign([node.target], value)
        name = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        return [*before, ast.copy_location(made, node)], name
    taken: list[ast.stmt] = []
    read: set[str] = set()
    for owner, key in _evaluated(node):
        part = owner[key]
        if _has(part) and read & {one.target.id for one in ast.walk(part) if isinstance(one, ast.NamedExpr)}:
            break
        before, part = _taken(part)
        owner[key] = part
        taken += before
        if isinstance(part, ast.Name):
            read.add(part.id)
        elif not isinstance(part, ast.Constant):
            break
    return taken, node


def _evaluated(node: ast.expr) -> Iterator[tuple[Any, Any]]:
    """Yield the places of the parts that Python evaluates in each case, in this order: each is an owner and a key."""
    if isinstance(node, ast.Compare):
        yield vars(node), "left"
        yield node.comparators, 0
    elif isinstance(node, ast.BinOp):
        yield vars(node), "left"
        yield vars(node), "right"
    elif isinstance(node, ast.UnaryOp):
        yield vars(node), "operand"
    elif isinstance(node, ast.BoolOp):
        yield node.values, 0
    elif isinstance(node, ast.IfExp):
        yield vars(node), "test"
    elif isinstance(node, ast.Yield | ast.YieldFrom) and node.value is not None:
        yield vars(node), "value"
    elif isinstance(node, ast.Subscript):
        yield vars(node), "value"
        yield vars(node), "slice"
    elif isinstance(node, ast.Tuple | ast.List):
        yield from ((node.elts, place) for place in range(len(node.elts)))
    elif isinstance(node, ast.Call):
        yield from ((node.args, place) for place in range(len(node.args)))
