"""Translates the functions of a user: options that they yield go into the arena, what they return is a value."""

from __future__ import annotations

import ast
from copy import deepcopy
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from grundy.compiled.calls import CHANGES
from grundy.compiled.kinds import (
    Number,
    Packed,
    Refusal,
    Row,
    Static,
    TupleKind,
    TypedText,
    has_wide,
    joined,
    tuple_text,
    value_kind,
    width,
)
from grundy.compiled.loops import COLLECTED
from grundy.compiled.program import Program, ProgramFunction, instance
from grundy.compiled.statements import RESULT, Statements, calls_in
from grundy.compiled.values import Later
from grundy.core import components

if TYPE_CHECKING:
    from grundy.compiled.sources import FunctionSource

_RAISING = (ast.FloorDiv, ast.Mod, ast.Div, ast.LShift, ast.RShift, ast.Pow)  # raise exceptions for some numbers
MOST_IN_BOX = 3  # most numbers of a state in a box
_MOST_PASSES = 60
_FURTHER = {  # the last parameters of a translated function, by the use of its values
    "options": "arena, at, run",
    "parts": "arena, at, run",
    "value": "run",
    "each": "run",
}


def translated(
    program: Program, source: FunctionSource, what: str, kinds: list[tuple[str, Any]], node: ast.AST
) -> ProgramFunction:
    """Translate a function for arguments of these kinds. `what` says how its values are used.

    - ``value``: the function returns one value.
    - ``each``: the function yields values, over which a loop goes.
    - ``options``: the options of a state are written into the arena (`modules` makes further forms of the text).
    - ``parts``: states are written into the arena, as the parts of an option.
    """
    made = program.made(what, source, tuple(kind for _, kind in kinds), node)
    if made is not None:
        return made
    try:
        return FunctionTranslation(program, source, what, kinds).made()
    except Refusal as refusal:
        if refusal.file is None and refusal.line is not None:
            refusal.file = source.file
        raise
    except RecursionError:
        raise Refusal("expression", node, name="...") from None


class FunctionTranslation(Statements):
    """The translation of one function."""

    def __init__(self, program: Program, source: FunctionSource, what: str, kinds: list[tuple[str, Any]]) -> None:
        self.program = program
        self.source = source
        self.mode = what
        self.key = (instance(what, source, tuple(kind for _, kind in kinds)),)
        self.result: Any = program.found.get((*self.key, RESULT))
        self.lines: list[str] = []
        self.marks: list[str] = []
        self.depth = 1
        self.scopes = 0
        self.forgotten: set[str] = set()
        self.unordered = self.any_order = self.leaves_early = False
        self.parameters = kinds
        self.kinds = dict(kinds)
        self.versions: dict[str, int] = {}
        self.assigned = set(self.kinds)
        self.local = set(self.kinds) | set(_stored_names(source.body))
        self.names = frozenset(one.id for part in source.body for one in ast.walk(part) if isinstance(one, ast.Name))

    def made(self) -> ProgramFunction:
        """Translate the function, and store it in the program."""
        name = self.program.name(f"{self.mode[0]}_{_plain(self.source.function.__name__)}")
        given = [self._parameter(name, kind) for name, kind in self.parameters if not isinstance(kind, Static)]
        for one, kind in self.parameters:
            self.program.note((*self.key, f"v_{one}"), self.kinds[one] if not isinstance(kind, Static) else kind)
        reached = self.run(self.source.body)
        if self.mode == "value" and reached and self.result is not None and not isinstance(self.result, Static):
            self._do_return(ast.copy_location(ast.Return(None), self.source.body[-1]))
        elif self.mode == "value" and reached and not self.source.returns_values:
            raise Refusal("nothing", self.source.node, name=self.source.function.__name__)
        elif reached:
            self.leave_empty(self.source.node)
        if self.mode == "each" and not any("yield " in line for line in self.lines):
            self.write(f"yield {0}")
        text = f"def {name}({', '.join([*given, _FURTHER[self.mode]])}):\n{self.finished()}"
        return self.program.keep(self.key[0], ProgramFunction(name, self.result, self.unordered), text)

    def _parameter(self, name: str, kind: Any) -> str:
        """Return the name of a parameter in the program. Write its conversion if the variable has to be wider."""
        wider = self.program.found.get((*self.key, f"v_{name}"), kind)
        if wider == kind or wider is None or isinstance(wider, Static):
            return f"v_{name}"
        self.kinds[name] = wider
        self.write(f"v_{name} = {self.fitted(TypedText(f'p_{name}', kind), wider, self.source.node).text}")
        return f"p_{name}"

    def helper(self, what: str, source: FunctionSource, kinds: list[tuple[str, Any]], node: ast.AST) -> ProgramFunction:
        """Translate another function."""
        made = translated(self.program, source, what, kinds, node)
        if what == "value" and made.kind is None:
            raise Later
        return made

    # yielded values

    def yielded(self, node: ast.expr) -> bool:
        """Write the use of a yielded value; return whether the function ends there."""
        if isinstance(node, ast.IfExp) and self.mode != "each":
            self.write(f"if {self.test(node.test)}:")
            ends = self._indented(node.body)
            self.write("else:")
            return self._indented(node.orelse) and ends
        if self.mode == "each":
            self._yield(self.stored(node), node)
        elif self.mode == "parts":
            self._any_part(node, node)
        elif self.is_call_of(node, components.win):
            self.program.has_win = True
            self.write("run[ENDED] = 1")
            self.leave()
            return True
        elif self.is_call_of(node, components.split):
            self._split(node)
        else:
            self._single(self._words(node))
        return False

    def _single(self, words: list[str]) -> None:
        """Write an option with one part."""
        self.write(f"at = put_option({', '.join(words)}, arena, at, run)")

    def _yield(self, code: TypedText, node: ast.AST) -> None:
        kind = self.returns(code, node)
        if isinstance(kind, Static):
            code = self.plain(code, node)
            kind = self.returns(code, node)
        self.write(f"yield {self.fitted(code, kind, node).text}")

    def _indented(self, node: ast.expr) -> bool:
        with self.indented():
            return self.yielded(node)

    def yielded_from(self, node: ast.expr) -> None:
        """Write the use of the values of a `yield from`."""
        if isinstance(node, ast.Tuple | ast.List | ast.Set) and self.mode != "each":
            for one in node.elts:
                if isinstance(one, ast.Starred):
                    self.yielded_from(one.value)
                else:
                    self.yielded(one)
            return
        if isinstance(node, ast.Call) and self.mode != "each" and self._is_own(node):
            text, _ = self.own_call(self.mode, self.callee(node), node, _FURTHER[self.mode])
            self.write(f"at = {text}")
            if self.mode == "options":
                self.write("if run[ENDED] != 0:")
                with self.indented():
                    self.leave()
            return
        if isinstance(node, COLLECTED) and self.is_of_options:
            self._yield_collected(node)
            return
        over = self.over(node)
        if over.unordered and not self.is_of_options:
            self.unordered = True
        with self.in_any_order():
            over.run(partial(self._item, node=node), "")

    def _yield_collected(self, node: Any) -> None:
        """Write the options that a comprehension makes: each is written when it is made."""
        made = self._renamed(deepcopy(node))
        body: list[ast.stmt] = [ast.Expr(ast.Yield(made.elt))]
        for part in reversed(made.generators):
            for test in reversed(part.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(part.target, part.iter, body, [])]
        for one in body:
            for inside in ast.walk(one):
                if isinstance(inside, ast.expr | ast.stmt) and not hasattr(inside, "lineno"):
                    ast.copy_location(inside, node)
        before = set(self.assigned)
        self.run(body)
        self.assigned = before

    def _is_own(self, node: ast.Call) -> bool:
        return isinstance(self.callee(node), FunctionType | MethodType) or hasattr(self.callee(node), "__wrapped__")

    def _item(self, item: TypedText, node: ast.AST) -> None:
        if self.mode == "each":
            self._yield(item, node)
        elif self.mode == "parts":
            self._place(item, node)
        else:
            self._single(self._code_words(item, node))

    # states

    def _option(self, parts: list[ast.expr], node: ast.AST) -> str:
        """Write an option with these parts; return the name of the variable with its place in the arena."""
        head = self.program.name("head")
        self.write(f"{head} = at")
        self.write("at = open_option(at)")
        for part in parts:
            self._any_part(part, node)
        self.write(f"at = close_option(arena, {head}, at, run)")
        return head

    def _any_part(self, part: ast.expr, node: ast.AST) -> None:
        if isinstance(part, ast.Starred):
            over = self.over(part.value)
            with self.in_any_order():
                over.run(partial(self._place, node=node), "")
        else:
            self._put_words(self._words(part, canonical=True))

    def _split(self, node: ast.expr) -> None:
        assert isinstance(node, ast.Call)
        if any(one.arg not in ("move", "again") or _has_effects(one.value) for one in node.keywords):
            raise Refusal("call", node, text=node)
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

    def _check_move(self, node: ast.expr) -> None:
        """Write the arithmetic and the indices in the text of a move that may raise an exception."""
        for one in ast.walk(node):
            if not isinstance(one, ast.BinOp | ast.Subscript):
                continue
            if isinstance(one, ast.BinOp) and type(one.op) not in _RAISING:
                continue
            before, depth = len(self.lines), self.depth
            try:
                self.write(self.code(one).text or "pass")
            except (Refusal, Later) as refusal:
                del self.lines[before:]
                self.depth = depth
                if isinstance(refusal, Refusal) and refusal.reason.kind == "found.uncompiled-raises":
                    raise  # an expression of constants, at each state

    def _words(self, node: ast.expr, *, canonical: bool = False) -> list[str]:
        """Return the texts of the words of a state."""
        if isinstance(node, ast.Tuple) and isinstance(self.program.state, TupleKind):
            plain = not any(isinstance(one, ast.Starred) for one in node.elts)
            if plain and len(node.elts) == len(self.program.state.kinds):
                return self._code_words(self.parts(self.codes(node.elts), node), node, canonical=canonical)
        return self._code_words(self.code(node), node, canonical=canonical)

    def _code_words(self, code: TypedText, node: ast.AST, *, canonical: bool = False) -> list[str]:
        """Return the texts of the words of a state; in canonical form where parts are written."""
        state = self.program.state
        kind = value_kind(state)
        if isinstance(code.kind, Static) and (callable(code.kind.value) or code.kind.value is None):
            raise Refusal("state", node)
        if isinstance(code.kind, Row) and code.kind.changes:
            raise Refusal("list-state", node)
        self._check_form(code.kind, state, node, top=True)
        if joined(code.kind, kind) is None or (isinstance(code.kind, Static) and _is_other(code.kind.value, state)):
            raise Refusal("state", node)
        code = self.fitted(code, kind, node)
        if canonical and self.mode == "parts" and self.program.canonical is not None:
            code = _canonical(self, code, node)
        return self.state_words(code, state, node)

    def _check_form(self, kind: Any, state: Any, node: ast.AST, *, top: bool) -> None:
        """Refuse a row in the place of a tuple of known length, if states of these rules may also be packed."""
        if not isinstance(state, TupleKind):
            return
        if isinstance(kind, TupleKind) and len(kind.kinds) == len(state.kinds):
            for one, other in zip(kind.kinds, state.kinds, strict=True):
                self._check_form(one, other, node, top=False)
        elif self.program.may_pack and (self.program.parameters == 1 or not top):
            raise Refusal("state", node)

    def state_words(self, code: TypedText, state: Any, node: ast.AST) -> list[str]:
        """Return the texts of the words in which a state is stored."""
        if isinstance(state, TupleKind):
            code = self.kept(code)
            parts = [TypedText(f"{code.text}[{at}]", value_kind(one)) for at, one in enumerate(state.kinds)]
            return [
                word for part, one in zip(parts, state.kinds, strict=True) for word in self.state_words(part, one, node)
            ]
        if not isinstance(state, Packed):
            return self.words(code, state, node)
        row = self.fitted(code, value_kind(state), node).text
        made = self.temp(f"pack_{self.program.packing(state)}({row}, {self.line(node)})", state)
        return [f"{made.text}[{at}]" for at in range(width(state))]

    def _place(self, code: TypedText, node: ast.AST) -> None:
        """Write one part of an option, in canonical form for the components of a state; or read its value in a box."""
        self._put_words(self._code_words(code, node, canonical=True))

    def _put_words(self, words: list[str]) -> None:
        self.write(f"at = put({', '.join(words)}, arena, at)")


def _is_other(value: Any, state: Any) -> bool:
    """Return whether a constant has another form than states."""
    if isinstance(state, TupleKind):
        return not isinstance(value, tuple) or len(value) != len(state.kinds)
    if isinstance(state, Packed):
        return type(value).__name__ != state.kind.form
    return not isinstance(value, int)


def _canonical(function: FunctionTranslation, code: TypedText, node: ast.AST) -> TypedText:
    """Return the canonical form of a state."""
    program = function.program
    source = program.source(program.canonical)
    code = function.kept(code)
    arguments = _state_arguments(program, code, program.canonical)
    made = function.helper("value", source, arguments[0], source.node)
    if isinstance(made.kind, Row) and made.kind.changes:
        refusal = Refusal("list-state", source.node)
        refusal.file = source.file
        raise refusal
    kind = value_kind(program.state)
    if made.kind is None or isinstance(made.kind, Static) or joined(made.kind, kind) is None:
        raise Refusal("state", source.node)
    found = function.temp(f"{made.name}({', '.join([*arguments[1], 'run'])})", made.kind)
    return function.fitted(found, kind, node)


def _state_arguments(program: Program, code: TypedText, function: object) -> tuple[list[tuple[str, Any]], list[str]]:
    """Return the parameters of a function that gets a state, and the texts of its arguments."""
    source = program.source(function)
    names = source.names
    first: list[tuple[str, Any]] = []
    if isinstance(function, MethodType):
        first = [(names.pop(0), Static(function.__self__))]
    if source.star or (len(names) == 1 == program.parameters):
        return [*first, (source.star or names[0], code.kind)], [code.text]
    kinds = code.kind.kinds if isinstance(code.kind, TupleKind) else ()
    if not len(kinds) == len(names) == program.parameters:
        raise Refusal("state", source.node)
    return [*first, *zip(names, kinds, strict=True)], [f"{code.text}[{at}]" for at in range(len(kinds))]


def entry_text(program: Program, options: object) -> tuple[Program, str]:
    """Translate the rules; return the program, and the functions that call it with the words of a state."""
    source = program.source(options)
    program.parameters = 1 if source.star else len(source.names) - isinstance(options, MethodType)
    for _ in range(_MOST_PASSES):
        text = _entry(program, source, options)
        if not program.changed:
            return program, text
        program = program.next_pass()
    raise Refusal("two-kinds", source.node, text=source.function.__name__)


def _entry(program: Program, source: FunctionSource, options: object) -> str:
    read, state = _reader(program)
    arguments = _state_arguments(program, state, options)
    made = translated(program, source, "options", arguments[0], source.node)
    given = ", ".join(arguments[1])
    return f"""def mark_options(words, base, dense, run):
    {read}
    box_{made.name}({given}, dense, 0, run)


def expand(words, base, arena, at, run):
    {read}
    return {made.name}({given}, arena, at, run)


def count_moves(words, base, run):
    {read}
    ended = run[ENDED]
    run[ENDED] = 0
    moves = count_{made.name}({given}, run, 0, run) + run[ENDED]
    run[ENDED] = ended
    return moves


def settle(words, base, arena, at, run):
    {read}
    {_settling(program, state)}"""


def _reader(program: Program) -> tuple[str, TypedText]:
    """Return the lines that read a state from its words, and the state."""
    places = iter(range(width(program.state)))

    def read(kind: Any) -> str:
        if isinstance(kind, TupleKind):
            return tuple_text(map(read, kind.kinds))
        place = next(places)
        if isinstance(kind, Packed):
            for _ in range(width(kind) - 1):
                next(places)
            return f"unpack_{program.packing(kind)}(words, base + {place}, run)"
        return f"wide_of_word(words[base + {place}])" if has_wide(kind) else f"words[base + {place}]"

    text = f"state = {read(program.state)}"
    return f"empty_rows(run)\n    {text}", TypedText("state", value_kind(program.state))


def may_fill(program: Program) -> bool:
    """Return whether states may be in a box, where `fill` finds their values."""
    numbers = program.state.kinds if isinstance(program.state, TupleKind) else (program.state,)
    return (
        len(numbers) <= MOST_IN_BOX
        and all(isinstance(one, Number) for one in numbers)
        and program.canonical is None
        and program.components is None
        and not program.has_again
    )


def _settling(program: Program, state: TypedText) -> str:
    """Return the lines that write the components of a state in canonical form."""
    if program.components is not None:
        source = program.source(program.components)
        arguments = _state_arguments(program, state, program.components)
        made = translated(program, source, "parts", arguments[0], source.node)
        return f"return {made.name}({', '.join([*arguments[1], 'arena, at, run'])})"
    if program.canonical is None:
        return f"return put({', '.join(f'words[base + {at}]' for at in range(width(program.state)))}, arena, at)"
    source = program.source(program.canonical)
    function = FunctionTranslation(program, source, "parts", [])
    words = function.state_words(_canonical(function, state, source.node), program.state, source.node)
    function.write(f"return put({', '.join(words)}, arena, at)")
    return "\n".join(function.lines).lstrip()


def _has_effects(node: ast.expr) -> bool:
    """Return whether the text of a move, which is not evaluated, might change a variable or a list."""
    named = any(isinstance(one, ast.NamedExpr) for one in ast.walk(node))
    return named or any(isinstance(one.func, ast.Attribute) and one.func.attr in CHANGES for one in calls_in(node))


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


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
