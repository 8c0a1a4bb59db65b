"""States and rulesets as Python literals: ``Name(3)(state)``."""

from __future__ import annotations

import ast
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset

__all__ = ["SETS", "head_text", "literal"]

SETS = ("frozenset", "set")  # calls of these names are literals of sets


@lru_cache(maxsize=64)
def head_text(rules: Ruleset) -> str:
    """Return the name of a ruleset, with the parameters of a dataclass if they can be read back."""
    words = []
    instance: Any = rules  # any class may be a dataclass
    for field in fields(instance) if is_dataclass(instance) else ():
        value = getattr(rules, field.name)
        try:
            if field.init and literal(ast.parse(repr(value), mode="eval").body) != value:
                return rules.name
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            return rules.name
        if field.init:
            words.append(f"{field.name}={value!r}" if field.kw_only else repr(value))
    return f"{rules.name}({', '.join(words)})" if words else rules.name


def literal(node: ast.expr) -> Any:
    """Return the value of a Python literal. Sets, also ``frozenset(...)``, become frozensets, which can be hashed."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in SETS and len(node.args) <= 1 and not node.keywords:
        return frozenset(*map(literal, node.args))
    if isinstance(node, ast.Set):
        return frozenset(map(literal, node.elts))
    if isinstance(node, ast.Tuple | ast.List):
        return (tuple if isinstance(node, ast.Tuple) else list)(map(literal, node.elts))
    return ast.literal_eval(node)
