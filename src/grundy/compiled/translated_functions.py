"""Translates the functions of a user: options that they yield go into the arena, what they return is a value."""

from __future__ import annotations

import ast
from types import MethodType
from typing import TYPE_CHECKING, Any

from grundy.compiled.calls import COLLECTED
from grundy.compiled.expressions import prefix
from grundy.compiled.kinds import (
    NUMBER,
    TRUTH,
    Kind,
    ListVariable,
    Number,
    Refusal,
    Static,
    TupleKind,
    TypedText,
    Wide,
    Widened,
    built,
    is_static,
    joined,
    same,
    tuple_text,
    words_texts,
)
from grundy.compiled.program import Program, ProgramFunction
from grundy.compiled.statements import RESULT, Statements
from grundy.core import components

if TYPE_CHECKING:
    from grundy.compiled.sources import FunctionSource

_RAISING = (ast.FloorDiv, ast.Mod, ast.Div, ast.LShift, ast.RShift, ast.Pow)  # raise exceptions for some numbers
MOST_IN_BOX = 3  # most numbers of a state in a box
_MOST_WIDER = 200  # most variables, lists and results of a function whose kinds become wider
_FURTHER = {  # the last parameters of a translated function, by the use of its values
    "options": "arena, at, run",
    "marks": "dense, run",
    "parts": "arena, at, run",
    "moves": "at, run",
    "value": "run",
    "each": "run",
}


def translated(
    program: Program, source: FunctionSource, what: str, kinds: list[tuple[str, Kind]], node: ast.AST
) -> ProgramFunction:
    """Translate a function for arguments of these kinds. `what` says how its values are used.

    - ``value``: the function returns one value.
    - ``each``: the function yields values, over which a loop goes.
    - ``options``: the options of a state are written into the arena.
    - ``marks``: the values of the options of a state are read in a box, and marked.
    - ``parts``: states are written into the arena, as the parts of an option.
    - ``moves``: the options of a state are counted.
    """
    key = tuple(kind for _, kind in kinds)
    made = program.made(what, source, key, node)
    if made is not None:
        return made
    try:
        return _widened(program, source, what, kinds)
    except Refusal as refusal:
        if refusal.file is None and refusal.line is not None:
            refusal.file = source.file
        raise
    except Widened:  # of a list of the calling function, which is translated again
        program.unmade(what, source, key)
        raise
    except RecursionError:
        raise Refusal("expression", node, name="...") from None


def _widened(program: Program, source: FunctionSource, what: str, kinds: list[tuple[str, Kind]]) -> ProgramFunction:
    """Translate a function. Start again each time the kind of a variable, list or result becomes wider."""
    wider: dict[Any, Kind] = {}
    while len(wider) < _MOST_WIDER:
        function = FunctionTranslation(program, source, what, kinds, wider)
        try:
            return function.made()
        except Widened as found:
            wider = {**wider, function.key_of(found): found.kind}
    raise Refusal("two-kinds", source.node, text=source.function.__name__)


class FunctionTranslation(Statements):
    """The translation of one function."""

    def __init__(
        self, program: Program, source: FunctionSource, what: str, kinds: list[tuple[str, Kind]], wider: dict[Any, Kind]
    ) -> None:
        self.wider = wider
        self.program = program
        self.source = source
        self.mode = what
        self.result: Kind | None = None
        self.lines: list[str] = []
        self.depth = 1
        self.scopes = 0
        self.lists = {}
        self.forms = {}
        self.current_block = 0
        self.changes_given = False
        self.parameters = kinds
        self.kinds = dict(kinds)
        self.assigned = set(self.kinds)
        self.local = set(self.kinds) | set(_stored_names(source.body))
        self.names = frozenset(one.id for part in source.body for one in ast.walk(part) if isinstance(one, ast.Name))

    def made(self) -> ProgramFunction:
        """Translate the function, and store it in the program."""
        name = self.program.name(f"f_{_plain(self.source.function.__name__)}")
        given = [self._parameter(name, kind) for name, kind in self.parameters if not is_static(kind)]
        reached = self.run(self.source.body)
        if self.mode == "value" and (reached or self.result is None):
            raise Refusal("nothing", self.source.node, name=self.source.function.__name__)
        if self.mode == "each" and self.result is None:
            raise Refusal("nothing", self.source.node, name=self.source.function.__name__)
        if reached:
            self.leave_empty(self.source.node)
        text = f"def {name}({', '.join([*given, _FURTHER[self.mode]])}):\n{self.finished()}"
        if any(isinstance(kind, ListVariable) for _, kind in self.parameters):
            self.note_changes(name, text)
        made = ProgramFunction(name, self.result)
        return self.program.keep(self.mode, self.source, tuple(kind for _, kind in self.parameters), made, text)

    def note_changes(self, name: str, text: str) -> None:
        """Note the name of a function if it changes a list that another function made."""
        if self.changes_given or self.program.changes(text):
            self.program.changing.append(name)

    def _parameter(self, name: str, kind: Kind) -> str:
        """Return the name of a parameter in the program. Write its conversion if the variable has to be wider."""
        wider = joined(kind, self.wider.get(name, kind))
        if wider is None or same(wider, kind):
            return f"v_{name}"
        self.kinds[name] = wider
        self.write(f"v_{name} = {self.fitted(TypedText(f'p_{name}', kind), wider).text}")
        return f"p_{name}"

    def key_of(self, found: Widened) -> Any:
        """Return the key in `wider` of what has to be wider. Raises `found` if it is a list of another function."""
        if not isinstance(found.thing, ListVariable):
            return found.thing
        for name, listed in self.lists.items():
            if listed is found.thing:
                return "list", name
        raise found

    def helper(
        self, what: str, source: FunctionSource, kinds: list[tuple[str, Kind]], node: ast.AST
    ) -> ProgramFunction:
        """Translate another function."""
        return translated(self.program, source, what, kinds, node)

    # yielded values

    def yielded(self, node: ast.expr) -> bool:
        """Write the use of a yielded value; return whether the function ends there."""
        if isinstance(node, ast.IfExp) and self.mode != "each":
            self.write(f"if {self.test(node.test)}:")
            ends = self._indented(node.body)
            self.write("else:")
            return self._indented(node.orelse) and ends
        if self.mode == "each":
            code = self.as_parts(self.stored(node), node)
            self.write(f"yield {self.fitted(code, self.returns(code.kind, node)).text}")
        elif self.mode == "moves":
            self._counted(node)
            if self.is_call_of(node, components.win):  # later options are never made: there may be no end of them
                self.leave()
                return True
        elif self.mode == "parts":
            self._any_part(node, node)
        elif self.is_call_of(node, components.win):
            self.program.has_win = True
            self.write("run[ENDED] = 1")
            self.leave()
            return True
        elif self.is_call_of(node, components.split):
            self._split(node)
        elif self.mode == "marks":
            value = self.kept_text(self._look(self._words(node)))
            self.write(f"mark_option({value}, {value}, dense, run)")
        else:
            self.write(f"at = put_option({', '.join(self._words(node))}, arena, at)")
        return False

    @staticmethod
    def _look(words: list[str]) -> str:
        """Return the text that reads the value of a state in the box: below 0 if the state has no nimber there."""
        return f"look({', '.join(words)}, dense)"

    def _counted(self, node: ast.expr) -> None:
        """Write the count of an option. Its parts are evaluated only if this may change a list."""
        if self.may_change([node]):
            own = self.is_call_of(node, components.split) or self.is_call_of(node, components.win)
            for one in node.args if own and isinstance(node, ast.Call) else [node]:
                if isinstance(one, ast.Starred):
                    self.each(one.value, self._evaluate, early=False)
                else:
                    self._evaluate(one)
        self.write("at += 1")

    def _evaluate(self, item: TypedText | ast.expr) -> None:
        if isinstance(item, ast.expr):
            self.write(tuple_text(self._words(item)))

    def _indented(self, node: ast.expr) -> bool:
        self.depth += 1
        ends = self.yielded(node)
        self.depth -= 1
        return ends

    def yielded_from(self, node: ast.expr) -> None:
        """Write the use of the values of a `yield from`."""
        if isinstance(node, ast.IfExp):
            self.write(f"if {self.test(node.test)}:")
            for word, branch in (("", node.body), ("else:", node.orelse)):
                if word:
                    self.write(word)
                self.depth += 1
                self.write("pass")
                self.yielded_from(branch)
                self.depth -= 1
            return
        if isinstance(node, ast.Set) and not self.is_of_options:
            raise Refusal("set", node)
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            made = [self.kept(self.as_parts(self.stored(one), one)) for one in node.elts if self.mode == "each"]
            for one in made or node.elts:
                self._item(one)
            return
        if isinstance(node, ast.Call) and self.mode != "each" and self._is_own(node):
            text, _ = self.own_call(self.mode, self.callee(node), node, _FURTHER[self.mode])
            self.write(text if self.mode == "marks" else f"at = {text}")
            if self.mode in {"options", "marks"}:
                self.write("if run[ENDED] != 0:")
                self.depth += 1
                self.leave()
                self.depth -= 1
            return
        early = isinstance(node, COLLECTED) and any(self.is_call_of(one, components.win) for one in _expressions(node))
        self.each(node, self._item, early=early, twice=self.is_of_options)

    def _is_own(self, node: ast.Call) -> bool:
        function = self.callee(node)
        return hasattr(function, "__code__") or hasattr(function, "__wrapped__") or hasattr(function, "__func__")

    def _item(self, item: TypedText | ast.expr) -> None:
        if not isinstance(item, TypedText):
            self.yielded(item)
        elif self.mode == "moves":
            self.write("at += 1")
        elif self.mode == "each":
            code = self.as_parts(item, self.source.node)
            kind = self.returns(code.kind, self.source.node)
            self.write(f"yield {self.fitted(code, kind).text}")
        elif self.mode == "parts":
            self._place(self._code_words(item, self.source.node))
        else:
            self._option([item], self.source.node)

    # states

    def _option(self, parts: list[ast.expr | TypedText], node: ast.AST) -> str:
        """Write an option with these parts; return the name of the variable with its place in the arena."""
        if self.mode == "marks":
            self.write("total = least = 0")
            for part in parts:
                self._any_part(part, node)
            self.write("mark_option(total, least, dense, run)")
            return ""
        head = self.program.name("head")
        self.write(f"{head} = at")
        self.write("at += 1")
        for part in parts:
            self._any_part(part, node)
        self.write(f"close_option(arena, {head}, at)")
        return head

    def _any_part(self, part: ast.expr | TypedText, node: ast.AST) -> None:
        if isinstance(part, ast.Starred):
            self.each(part.value, lambda item: self._any_part(item, node), early=False)
        elif isinstance(part, TypedText):
            self._place(self._code_words(part, node))
        else:
            self._place(self._words(part))

    def _split(self, node: ast.expr) -> None:
        assert isinstance(node, ast.Call)
        if any(one.arg not in ("move", "again") or self._has_effects(one.value) for one in node.keywords):
            raise Refusal("call", node, text=ast.unparse(node))
        head = self._option(list(node.args), node)
        for one in node.keywords:
            if one.arg == "again":
                self._again(one.value, head)
            else:
                self._check_move(one.value)

    def _again(self, node: ast.expr, head: str) -> None:
        """Write the mark of an option after which the same player moves again: it is set if `node` is true."""
        test = self.test(node)
        if test == "False":
            return
        self.program.has_again = True
        self.write(f"if {test}:")
        self.write(f"    mark_again(arena, {head}, at)")

    def _has_effects(self, node: ast.expr) -> bool:
        """Return whether the text of a move, which is not evaluated, would change a variable or a list."""
        every = list(ast.walk(node))
        receivers = [
            one.func.value for one in every if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)
        ]
        return any(isinstance(one, ast.NamedExpr) for one in every) or any(map(self.list_of, receivers))

    def _check_move(self, node: ast.expr) -> None:
        """Write the arithmetic and the indices in the text of a move that may raise an exception."""
        for one in ast.walk(node):
            try:
                if isinstance(one, ast.BinOp) and type(one.op) in _RAISING:
                    self.write(self.code(one).text or "pass")
                elif isinstance(one, ast.Subscript) and not isinstance(one.slice, ast.Slice):
                    self._check_index(one)
            except Refusal as refusal:
                if refusal.reason.kind == "found.uncompiled-raises":  # an expression of constants, at each state
                    raise

    def _check_index(self, node: ast.Subscript) -> None:
        kind = self.code(node.value).kind
        if isinstance(kind, Static) and isinstance(kind.value, tuple | list | str):
            length = self.program.constant(len(kind.value))
            self.write(f"place_at({self.number(node.slice)}, {length}, {self.line(node)})")

    def _words(self, node: ast.expr) -> list[str]:
        """Return the texts of the words of a state."""
        if isinstance(node, ast.Tuple) and isinstance(self.program.state, TupleKind):
            kinds = self.program.state.kinds
            plain = not any(isinstance(kind, TupleKind) for kind in kinds) and not self.makes_list(node)
            if len(kinds) == len(node.elts) and plain:
                codes = [self.integer(self.code(one), one) for one in node.elts]
                pairs = zip(codes, kinds, strict=True)
                line = self.line(node)
                return [word for code, kind in pairs for word in words_texts(code.text, code.kind, kind, line)]
        if isinstance(self.program.state, TupleKind):
            words = self._tuple_words(node, self.program.state)
            if words is None and isinstance(node, ast.Call):
                words = self._extreme_words(node, self.program.state)
            if words is not None:
                return words
        return self._code_words(self.code(node), node)

    def _tuple_words(self, node: ast.expr, state: TupleKind) -> list[str] | None:
        """Return the texts of the words of a tuple that is stored as a list, None for other expressions."""
        named = self.list_of(node)
        if named is not None and named.is_tuple:
            return self._list_words(named, state, node)
        if self.makes_list(node) and self.is_tuple(node):
            return self._list_words(self.made_list(node), state, node)
        return None

    def _extreme_words(self, node: ast.Call, state: TupleKind) -> list[str] | None:
        """Return the texts of the words of ``min`` or ``max`` of tuples that are stored as lists, None for others."""
        name = next((one.__name__ for one in (min, max) if self.is_call_of(node, one)), "")
        if not name or len(node.args) < 2 or node.keywords:
            return None
        ways = [self._tuple_words(one, state) for one in node.args]
        if None in ways or state != TupleKind((NUMBER,) * len(state.kinds)):
            return None
        found, *others = [tuple_text(words) for words in ways if words is not None]
        for text in others:
            found = f"{name}_of({found}, {text})"
        kept = self.kept(TypedText(found, state))
        return [f"{kept.text}[{i}]" for i in range(len(state.kinds))]

    def _list_words(self, listed: ListVariable, state: TupleKind, node: ast.AST) -> list[str]:
        """Return the texts of the words of a tuple that is stored as a list. Write a check of its length."""
        element = self.kind_in(listed)
        if any(kind != element for kind in state.kinds):
            raise Refusal("state", node)
        self.write(f"if run[{listed.place}] != {len(state.kinds)}:")
        self.depth += 1
        self.write(f"fail(RAISED, {self.line(node)})")
        self.leave()
        self.depth -= 1
        return [f"run[{listed.first} + {i}]" for i in range(len(state.kinds))]

    def _code_words(self, code: TypedText, node: ast.AST) -> list[str]:
        if isinstance(code.kind, Static) and callable(code.kind.value):
            raise Refusal("state", node)
        code = self.as_parts(code, node)
        if isinstance(code.kind, TupleKind) and code.kind.has_list:
            raise Refusal("list-state", node)
        if joined(code.kind, self.program.state) is None:
            raise Refusal("state", node)
        text = code.text if isinstance(code.kind, Number | Wide) else self.kept(code).text
        return words_texts(text, code.kind, self.program.state, self.line(node))

    def _place(self, words: list[str]) -> None:
        """Write one part of an option, in canonical form for the components of a state; or read its value in a box."""
        if self.mode == "parts" and self.program.canonical is not None:
            call, kind, line = _canonical_call(self.program, words)
            words = words_texts(self.kept(TypedText(call, kind)).text, kind, self.program.state, line)
        if self.mode == "marks":
            value = self.kept_text(self._look(words))
            self.write(f"total ^= {value}")
            self.write(f"least = min(least, {value})")
        else:
            self.write(f"at = put({', '.join(words)}, arena, at)")

    # reductions

    def reduction(self, name: str, node: ast.Call) -> TypedText:
        """Write a function for `any`, `all`, `sum`, `min` or `max` of values made one by one; return its call."""
        given = sorted(one.id for one in ast.walk(node) if isinstance(one, ast.Name) and one.id in self.assigned)
        names = list(dict.fromkeys(given))
        inner = self._reducing(name, node, names)
        assert inner.result is not None
        made = self.program.name(f"f_{name}")
        passed = [f"v_{one}" for one in names if not is_static(self.kinds[one])]
        text = f"def {made}({', '.join([*passed, 'run'])}):\n{inner.finished()}"
        inner.note_changes(made, text)
        self.changes_given |= inner.changes_given
        self.program.texts.append(text)
        return TypedText(f"{made}({', '.join([*passed, 'run'])})", TRUTH if name in {"any", "all"} else inner.result)

    def _reducing(self, name: str, node: ast.Call, names: list[str]) -> FunctionTranslation:
        """Return the translation of a reduction, whose parameters are these variables."""
        wider = {key: kind for key, kind in self.wider.items() if key != RESULT}
        while True:
            parameters = [(one, self.kinds[one]) for one in names]
            inner = FunctionTranslation(self.program, self.source, "value", parameters, wider)
            inner.local |= self.local
            inner.scopes = self.scopes
            try:
                inner.reduce(name, node)
            except Widened as found:
                key = inner.key_of(found)
                if isinstance(key, str):  # a variable of the function around it
                    raise
                wider = {**wider, key: found.kind}
            else:
                return inner

    def reduce(self, name: str, node: ast.Call) -> None:
        """Write the body of a reduction."""
        further = {str(one.arg): one.value for one in node.keywords}
        if set(further) - ({"default"} if name in {"min", "max"} else {"start"} if name == "sum" else set()):
            raise Refusal("call", node, text=ast.unparse(node))
        kind = self.returns(NUMBER, node)
        total = TypedText("0", NUMBER) if "start" not in further else self.integer(self.code(further["start"]), node)
        self.returns(total.kind, node)
        self.write(f"total = {self.fitted(total, kind).text}")
        self.write("some = False")
        default = None
        if "default" in further:
            default = self.kept(self.integer(self.code(further["default"]), node))
            self.returns(default.kind, node)
        every = isinstance(node.args[0], ast.ListComp | ast.SetComp)  # Python makes all elements before the first test

        def body(item: TypedText | ast.expr) -> None:
            if name in {"any", "all"}:
                test = self.test_of(item) if isinstance(item, TypedText) else self.test(item)
                self.write(f"if {'not ' if name == 'all' else ''}({test}):")
                self.write("    some = True" if every else f"    return {name == 'any'}")
                return
            code = self.integer(item if isinstance(item, TypedText) else self.code(item), node)
            self.returns(code.kind, node)
            text = self.fitted(code, kind).text
            if name == "sum":
                self.write(f"total = {prefix(kind)}add(total, {text}, {self.line(node)})")
            else:
                function = f"{name}_of" if isinstance(kind, Wide) else name
                self.write(f"total = {function}(total, {text}) if some else {text}")
                self.write("some = True")

        twice = name != "sum" and not self.may_change([node])
        self.each(node.args[0], body, early=name in {"any", "all"} and not every, twice=twice)
        if name in {"any", "all"}:
            self.write(f"return {'not some' if name == 'all' else 'some'}")
            return
        if name in {"min", "max"}:
            self.write("if not some:")
            self.depth += 1
            if default is not None:
                self.write(f"return {self.fitted(default, kind).text}")
            else:
                self.write(f"fail(RAISED, {self.line(node)})")
                self.write("return total")
            self.depth -= 1
        self.write("return total")


def _canonical_call(program: Program, words: list[str]) -> tuple[str, Kind, str]:
    """Return a call of `canonical`, the kind of its result, and the last arguments of checked arithmetic."""
    source = program.source(program.canonical)
    arguments = _state_arguments(program, words, program.canonical)
    made = translated(program, source, "value", arguments[0], source.node)
    if made.kind is None or joined(made.kind, program.state) is None:
        raise Refusal("state", source.node)
    if isinstance(made.kind, TupleKind) and made.kind.has_list:
        refusal = Refusal("list-state", source.node)
        refusal.file = source.file
        raise refusal
    line = f"{program.constant(program.place(source.file, source.node))}, run"
    return f"{made.name}({', '.join([*arguments[1], 'run'])})", made.kind, line


def _state_arguments(program: Program, words: list[str], function: object) -> tuple[list[tuple[str, Kind]], list[str]]:
    """Return the parameters of a function that gets a state, and the texts of its arguments."""
    names = program.source(function).names
    kind = program.state
    first: list[tuple[str, Kind]] = []
    if isinstance(function, MethodType):
        first = [(names.pop(0), Static(function.__self__))]
    if len(names) == 1 == program.parameters:
        return [*first, (names[0], kind)], [built(list(words), kind)]
    kinds = kind.kinds if isinstance(kind, TupleKind) else ()
    if not len(kinds) == len(names) == program.parameters:
        raise Refusal("state", program.source(function).node)
    waiting = list(words)
    return [*first, *zip(names, kinds, strict=True)], [built(waiting, one) for one in kinds]


def entry_text(program: Program, options: object) -> str:
    """Translate the rules; return the functions that call them with the words of a state."""
    source = program.source(options)
    program.parameters = len(source.names) - isinstance(options, MethodType)
    words = [f"words[base + {i}]" for i in range(_count(program.state))]
    arguments = _state_arguments(program, words, options)
    made, moves = (translated(program, source, what, arguments[0], source.node) for what in ("options", "moves"))
    given = ", ".join(arguments[1])
    marking = ""
    if may_fill(program):
        marks = translated(program, source, "marks", arguments[0], source.node)
        marking = f"def mark_options(words, base, dense, run):\n    {marks.name}({given}, dense, run)\n\n\n"
    return f"""{marking}def expand(words, base, arena, at, run):
    return {made.name}({given}, arena, at, run)


def count_moves(words, base, run):
    return {moves.name}({given}, 0, run)


def settle(words, base, arena, at, run):
    {_settling(program, words)}"""


def may_fill(program: Program) -> bool:
    """Return whether states may be in a box, where `grundy.compiled.fill_kernel` finds their values."""
    numbers = program.state.kinds if isinstance(program.state, TupleKind) else (program.state,)
    return (
        len(numbers) <= MOST_IN_BOX
        and all(isinstance(one, Number) for one in numbers)
        and program.canonical is None
        and program.components is None
        and not program.has_again
    )


def _settling(program: Program, words: list[str]) -> str:
    """Return the lines that write the components of a state in canonical form."""
    if program.components is not None:
        source = program.source(program.components)
        arguments = _state_arguments(program, words, program.components)
        made = translated(program, source, "parts", arguments[0], source.node)
        return f"return {made.name}({', '.join([*arguments[1], 'arena, at, run'])})"
    if program.canonical is None:
        return f"return put({', '.join(words)}, arena, at)"
    call, kind, line = _canonical_call(program, words)
    texts = words_texts("found", kind, program.state, line)
    return f"found = {call}\n    return put({', '.join(texts)}, arena, at)"


def _count(kind: Kind) -> int:
    return sum(map(_count, kind.kinds)) if isinstance(kind, TupleKind) else 1


def _stored_names(nodes: list[ast.stmt]) -> list[str]:
    """Return the names of the variables of a function, without those of comprehensions."""
    found = []
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            found.append(one.id)
        elif isinstance(one, ast.NamedExpr):
            found.append(one.target.id)
        inside = list(ast.iter_child_nodes(one))
        if isinstance(one, COLLECTED):
            targets = [id(part.target) for part in one.generators]
            inside = [part for part in inside if not isinstance(part, ast.comprehension)]
            inside += [part for gen in one.generators for part in (gen.iter, *gen.ifs) if id(part) not in targets]
        waiting += inside
    return found


def _expressions(node: ast.expr) -> list[ast.expr]:
    return [one for one in ast.walk(node) if isinstance(one, ast.expr)]


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
