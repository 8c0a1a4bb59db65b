"""Translates calls: of builtins, of methods of numbers, and of functions that are compiled as well."""

from __future__ import annotations

import ast
import builtins
import math
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from grundy.compiled.expressions import Expressions, prefix
from grundy.compiled.kinds import (
    MOST_SORTED,
    NUMBER,
    TRUTH,
    ListVariable,
    Number,
    Refusal,
    Static,
    TableRow,
    TupleKind,
    TypedText,
    Wide,
    is_static,
    joined,
)
from grundy.core import components

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.compiled.kinds import Kind
    from grundy.compiled.program import ProgramFunction
    from grundy.compiled.sources import FunctionSource

COLLECTED = (ast.GeneratorExp, ast.ListComp, ast.SetComp)
_FOLDED = {abs, bool, divmod, int, len, max, min, pow, range, reversed, sorted, sum, tuple}
_REDUCED = {all, any, max, min, sum}
_FLOATS = (float, round, math.sqrt, math.floor, math.ceil, math.log, math.log2)
_MATH = ((math.isqrt, 1), (math.gcd, 2))  # functions of numbers, with their number of arguments


class Calls(Expressions):
    """Translates calls."""

    def helper(
        self, what: str, source: FunctionSource, kinds: list[tuple[str, Kind]], node: ast.AST
    ) -> ProgramFunction:
        """Translate another function; `kinds` are those of its parameters."""
        raise NotImplementedError

    def reduction(self, name: str, node: ast.Call) -> TypedText:
        """Return a call of `any`, `all`, `sum`, `min` or `max` of values that are made one by one."""
        raise NotImplementedError

    def reads_list(self, node: ast.AST) -> bool:
        """Return whether a node has the name of a list."""
        names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
        return any(isinstance(self.kinds.get(name), ListVariable) for name in names)

    def may_change(self, nodes: Sequence[ast.AST]) -> bool:
        """Return whether nodes may change a list."""
        raise NotImplementedError

    def popped(self, node: ast.Call) -> TypedText | None:
        """Return the value of ``list.pop()``, None for another call."""
        raise NotImplementedError

    def callee(self, node: ast.Call) -> Any:
        """Return the function that is called. Raises `Refusal` if it is not known before the program runs."""
        kind = self.code(node.func).kind
        if not isinstance(kind, Static):
            raise Refusal("call", node, text=ast.unparse(node.func))
        return kind.value

    def _call(self, node: ast.Call) -> TypedText:
        if isinstance(node.func, ast.Attribute) and node.func.attr in {"bit_count", "bit_length"}:
            value = self.code(node.func.value)
            if isinstance(value.kind, Number | Wide):
                value = self.integer(value, node)
                return TypedText(f"{prefix(value.kind)}{node.func.attr}({value.text}, {self.line(node)})", NUMBER)
        popped = self.popped(node)
        if popped is not None:
            return popped
        function = self.callee(node)
        if function is print:
            raise Refusal("print", node)
        if function in (components.split, components.win):
            raise Refusal("option-place", node, name=function.__name__)
        if any(function is one and len(node.args) == count for one, count in _MATH) and not node.keywords:
            words = ", ".join(map(self.number, node.args))
            return TypedText(f"{function.__name__}({words}, {self.line(node)})", NUMBER)
        if isinstance(function, FunctionType | MethodType) or hasattr(function, "__wrapped__"):
            return self._own(function, node)
        if getattr(builtins, getattr(function, "__name__", ""), None) is not function:
            return self._of_known(function, node)
        return self._builtin(function, node)

    def _of_known(self, function: Any, node: ast.Call) -> TypedText:
        """Return the result of a method of a number or tuple with known arguments. Raises `Refusal` for other calls."""
        own = type(getattr(function, "__self__", None)) in {int, tuple}
        values = self._values(node)
        if not own or values is None or node.keywords:
            raise self.no_call(node, function)
        return self._folded(function, values, node)

    def _folded(self, function: Any, values: list[Any], node: ast.Call) -> TypedText:
        try:
            return TypedText("", Static(function(*values)))
        except Exception as error:  # noqa: BLE001 - as the program itself would raise it
            raise Refusal("raises", node, error=f"{type(error).__name__}: {error}") from None

    def _builtin(self, function: Any, node: ast.Call) -> TypedText:
        name = function.__name__
        root = self._root(node.args[0]) if function is int and len(node.args) == 1 and not node.keywords else None
        if root is not None:
            return TypedText(root, NUMBER)
        if function in _REDUCED and len(node.args) == 1:
            return self._of_one(name, node)
        values = None if any(isinstance(one, COLLECTED) for one in node.args) else self._values(node)
        if values is not None and function in _FOLDED and not node.keywords:
            return self._folded(function, values, node)
        if node.keywords:
            raise Refusal("call", node, text=ast.unparse(node))
        if function in (min, max) and len(node.args) > 1:
            return self._extreme(name, node)
        if len(node.args) == 1:
            found = self._of_argument(function, node.args[0], node)
            if found is not None:
                return found
        if function in (divmod, pow) and len(node.args) == 2:
            return self._of_two(function, node)
        raise self.no_call(node, function)

    @staticmethod
    def no_call(node: ast.Call, function: Any) -> Refusal:
        """Return why a function cannot be called."""
        text = ast.unparse(node)
        if isinstance(getattr(function, "__self__", None), dict):
            return Refusal("dictionary", node)
        if any(isinstance(one, ast.Call) and ast.unparse(one.func) == "str" for one in ast.walk(node)):
            return Refusal("text", node, text=text)
        if function in (set, frozenset):
            return Refusal("set", node)
        return Refusal("float" if function in _FLOATS else "call", node, text=text)

    def _root(self, node: ast.expr) -> str | None:
        """Return the text of ``int(n ** 0.5)`` or ``int(math.sqrt(n))``, by the argument of `int`; None for others."""
        under = None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant):
            under = node.left if node.right.value == 0.5 else None
        elif isinstance(node, ast.Call) and len(node.args) == 1 and self.is_call_of(node, math.sqrt):
            under = node.args[0]
        return None if under is None else f"root_of_float({self.number(under)}, {self.line(node)})"

    def _extreme(self, name: str, node: ast.Call) -> TypedText:
        """Return ``min`` or ``max`` of several numbers, or of several tuples of the same form."""
        codes = [self.as_parts(self.code(one), one) for one in node.args]
        kind: Kind | None = codes[0].kind
        for one in codes:
            kind = None if kind is None else joined(kind, one.kind)
        if isinstance(kind, TupleKind | Wide):
            texts = [self.fitted(one, kind).text for one in codes]
            found = texts[0]
            for text in texts[1:]:
                found = f"{name}_of({found}, {text})"
            return TypedText(found, kind)
        texts, _ = self.integers(codes, node.args)
        return TypedText(f"{name}({', '.join(texts)})", NUMBER)

    def _of_two(self, function: Any, node: ast.Call) -> TypedText:
        """Return ``divmod`` or ``pow`` of two numbers."""
        nodes, line = node.args, self.line(node)
        codes = [self.code(one) for one in nodes]
        if function is pow:
            (text,), kind = self.integers(codes[:1], nodes[:1], wide=self.program.widens)
            return TypedText(f"{prefix(kind)}power({text}, {self.number(nodes[1])}, {line})", kind)
        texts, kind = self.integers(codes, nodes)
        return TypedText(f"{prefix(kind)}divided({', '.join(texts)}, {line})", TupleKind((kind, kind)))

    def _values(self, node: ast.Call) -> list[Any] | None:
        """Return the arguments of a call if all are known before the program runs, otherwise None."""
        try:
            return [self.known(one) for one in node.args]
        except KeyError:
            return None

    def _of_one(self, name: str, node: ast.Call) -> TypedText:
        """Return a call of `any`, `all`, `sum`, `min` or `max` of one collection."""
        argument = node.args[0]
        if isinstance(argument, COLLECTED):
            return self.reduction(name, node)
        code = self.code(argument)
        if isinstance(code.kind, Static) and not node.keywords:
            return self._folded(vars(builtins)[name], [code.kind.value], node)
        kinds = code.kind.kinds if isinstance(code.kind, TupleKind) and code.text.isidentifier() else ()
        many = len(kinds) > 1 and all(isinstance(one, Number) for one in kinds)
        if many and name in {"min", "max"} and not node.keywords:
            return TypedText(f"{name}({', '.join(f'{code.text}[{i}]' for i in range(len(kinds)))})", NUMBER)
        return self.reduction(name, node)

    def _of_argument(self, function: Any, argument: ast.expr, node: ast.Call) -> TypedText | None:
        """Return a call of a builtin with one argument, None for another call."""
        if function in (sorted, tuple):
            return self._of_tuple(function, argument, node)
        if function is len:
            code = self.code(argument)
            if isinstance(code.kind, TupleKind):
                known = code.text.isidentifier()
                return TypedText("", Static(len(code.kind.kinds))) if known else TypedText(f"len({code.text})", NUMBER)
            return TypedText(self.length_text(code), NUMBER) if isinstance(code.kind, TableRow | ListVariable) else None
        if function is abs:
            code = self.integer(self.code(argument), argument)
            return TypedText(f"{prefix(code.kind)}magnitude({code.text}, {self.line(node)})", code.kind)
        if function is bool:
            return TypedText(f"({self.test(argument)})", TRUTH)
        return self.integer(self.code(argument), argument) if function is int else None

    def _of_tuple(self, function: Any, argument: ast.expr, node: ast.Call) -> TypedText | None:
        """Return ``tuple`` or ``sorted`` of a tuple."""
        code = self.parts(argument) if isinstance(argument, ast.Tuple) else self.code(argument)
        if not isinstance(code.kind, TupleKind) or function is tuple:
            return TypedText(code.text, TupleKind(code.kind.kinds)) if isinstance(code.kind, TupleKind) else None
        count = len(code.kind.kinds)
        one = self.one_kind(code.kind) if 2 <= count <= MOST_SORTED else None
        if not isinstance(one, Number | Wide):
            raise Refusal("call", node, text=ast.unparse(node))
        code = self.fitted(code, TupleKind((one,) * count))
        return TypedText(f"sorted{count}(*{code.text})", TupleKind((one,) * count, is_list=True))

    def _list(self, node: ast.List) -> TypedText:
        raise Refusal("list", node)

    def _listcomp(self, node: ast.ListComp) -> TypedText:
        raise Refusal("list", node)

    def _dict(self, node: ast.Dict) -> TypedText:
        raise Refusal("dictionary", node)

    def _dictcomp(self, node: ast.DictComp) -> TypedText:
        raise Refusal("dictionary", node)

    def _set(self, node: ast.Set) -> TypedText:
        raise Refusal("set", node)

    def _setcomp(self, node: ast.SetComp) -> TypedText:
        raise Refusal("set", node)

    def _lambda(self, node: ast.Lambda) -> TypedText:
        raise Refusal("function", node)

    def _joinedstr(self, node: ast.JoinedStr) -> TypedText:
        raise Refusal("text", node, text=ast.unparse(node))

    # functions of the user

    def _own(self, function: Any, node: ast.Call) -> TypedText:
        """Return a call of a function that is compiled as well."""
        text, made = self.own_call("value", function, node)
        assert made.kind is not None
        return TypedText(text, made.kind)

    def own_call(self, what: str, function: Any, node: ast.Call, further: str = "run") -> tuple[str, ProgramFunction]:
        """Return the text of a call, and the function."""
        first: list[TypedText] = []
        if isinstance(function, MethodType):
            first = [TypedText("", Static(function.__self__))]
        source = self.program.source(function)
        if what == "value" and source.is_generator:
            raise Refusal("generator-place", node, name=source.function.__name__)
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            raise Refusal("call", node, text=ast.unparse(node))
        codes = self._bound(source, [*first, *map(self._argument, node.args)], node)
        made = self.helper(what, source, [(name, code.kind) for name, code in codes], node)
        given = [code.text for _, code in codes if not is_static(code.kind)]
        return f"{made.name}({', '.join([*given, further])})", made

    def _argument(self, node: ast.expr) -> TypedText:
        code = self.code(node)
        if isinstance(code.kind, Static) and not isinstance(code.kind.value, int):
            return code
        code = self.plain(code, node)
        return self.integer(code, node) if isinstance(code.kind, Number) else code

    def _bound(self, source: FunctionSource, given: list[TypedText], node: ast.Call) -> list[tuple[str, TypedText]]:
        """Return the names of all parameters with their arguments."""
        names = source.names
        defaults = source.function.__defaults__ or ()
        found = dict(
            zip(names[len(names) - len(defaults) :], (TypedText("", Static(one)) for one in defaults), strict=True)
        )
        found = {name: self._constant_code(code, node) for name, code in found.items()}
        found |= dict(zip(names, given, strict=False))
        named = {str(one.arg): self._argument(one.value) for one in node.keywords}
        free = names[max(len(given), source.function.__code__.co_posonlyargcount) :]
        if len(given) > len(names) or set(named) - set(free) or set(found | named) != set(names):
            raise Refusal("arguments", node, name=source.function.__name__)
        in_order = [name for name in free if name in named] == list(named)
        changing = [one for one in node.keywords if self.program.changes(named[str(one.arg)].text)]
        others = [one for one in node.keywords if one not in changing[:1]]
        if not in_order and changing and (changing[1:] or any(map(self.reads_list, others))):
            raise Refusal("call", node, text=ast.unparse(node))
        return [(name, (found | named)[name]) for name in names]

    def _constant_code(self, code: TypedText, node: ast.AST) -> TypedText:
        known = isinstance(code.kind, Static) and not isinstance(code.kind.value, int)
        return code if known else self.plain(code, node)
