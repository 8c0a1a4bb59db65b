"""The program that is translated from a ruleset: its functions, constants and places in the source, each once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.compiled import prelude
from grundy.compiled.kinds import (
    LEAST,
    LETTER,
    MASK,
    MOST,
    Letter,
    Packed,
    Refusal,
    Row,
    Static,
    TupleKind,
    Wide,
    has_wide,
    in_order,
    joined,
    leaves,
    width,
)
from grundy.compiled.sources import FunctionSource, source_of, unwrapped

if TYPE_CHECKING:
    import ast
    from types import FunctionType

    from grundy.compiled.kinds import Kind

_BITS = 64  # of a word


@dataclass(frozen=True)
class ProgramFunction:
    """A function of the program: its name, the kind of what it returns or yields, whether its order is that of sets."""

    name: str
    kind: Kind | None
    unordered: bool = False


@dataclass
class Program:
    """The translated functions, each for the kinds of its arguments, with their constants.

    The kinds of variables, results and elements are found in passes: what a pass finds is known in the next one.
    """

    state: Kind
    canonical: Any = None
    components: Any = None
    found: dict[Any, Any] = field(default_factory=dict)  # kinds, as far as earlier passes found them
    changed: bool = False  # whether this pass found further ones
    has_win: bool = False  # whether an option may end the game
    has_again: bool = False  # whether the same player may move again
    has_while: bool = False  # whether a loop may not end
    has_wide: bool = False  # whether a number is wide
    has_rows: bool = False
    texts: list[str] = field(default_factory=list)
    option_texts: list[str] = field(default_factory=list)  # of the functions among them that write options
    places: list[tuple[str, int]] = field(default_factory=list)
    sources: dict[FunctionType, FunctionSource] = field(default_factory=dict)
    constants: dict[int, None] = field(default_factory=dict)
    wide_constants: dict[int, None] = field(default_factory=dict)
    parameters: int = 0  # parameters of the function that yields options
    may_pack: bool = False  # whether states in a fixed form may also be packed, which is better where lengths change
    data: list[tuple[Any, Any]] = field(default_factory=list)  # constants, with their kinds, passed in `run`
    elements: dict[Any, tuple[str, Any]] = field(default_factory=dict)  # of rows: shapes, suffixes of functions, kinds
    stored: dict[Packed | Row, str] = field(default_factory=dict)  # with the suffixes of functions that store them
    _made: dict[Any, ProgramFunction | None] = field(default_factory=dict)
    _places: dict[tuple[str, int], int] = field(default_factory=dict)
    _data: dict[Any, int] = field(default_factory=dict)
    _count: int = 0

    def __post_init__(self) -> None:
        """Find out whether states have wide numbers. Then the results of left shifts are wide as well."""
        self.widens = self.has_wide = has_wide(self.state)

    def next_pass(self) -> Program:
        """Return an empty program for the next pass: only the kinds that were found stay."""
        made = Program(self.state, self.canonical, self.components, self.found, sources=self.sources)
        made.parameters, made.may_pack = self.parameters, self.may_pack
        return made

    def source(self, function: Any) -> FunctionSource:
        """Return the source of a function, or of the function of a method."""
        function = unwrapped(function)
        if function not in self.sources:
            self.sources[function] = source_of(function)
        return self.sources[function]

    def place(self, source: FunctionSource, node: ast.AST) -> int:
        """Return the number of a place in the source, by which machine code reports faults.

        A fault in `prelude` is one of the rules, in which it is called.
        """
        if source.file == prelude.__file__:
            source = next(iter(self.sources.values()))
            node = source.node
        key = source.file, int(getattr(node, "lineno", 0))
        if key not in self._places:
            self._places[key] = len(self.places)
            self.places.append(key)
        return self._places[key]

    def constant(self, number: int) -> str:
        """Return a name for a number, because Numba would compile a function again for each literal argument."""
        self.constants[number] = None
        return f"n{number}" if number >= 0 else f"n_{-number}"

    def wide_constant(self, number: int) -> str:
        """Return a name for a wide number."""
        self.wide_constants[number] = None
        return f"w{number}" if number >= 0 else f"w_{-number}"

    def datum(self, key: Any, value: Any, kind: Kind) -> str:
        """Return the text of a constant that is passed in `run`: a number, or the place of a row."""
        if key not in self._data:
            self._data[key] = len(self.data)
            self.data.append((value, kind))
        return f"run[DATA + {self._data[key]}]"

    def row(self, value: Any, kind: Row) -> str:
        """Return the text of the place of a constant row."""
        self.has_rows = True
        least, most = (0, MASK) if has_wide(kind) else (LEAST, MOST)
        for one in leaves(tuple(value)):
            if isinstance(one, int) and not least <= one <= most:
                raise Refusal("large", number=one)
        return self.datum((type(value), repr(value), kind), value, kind)

    def data_words(self, first: int) -> list[int]:
        """Return the words of all constants, which begin at the place `first` of `run`: numbers, then rows."""
        words = [0] * len(self.data)
        for at, (value, kind) in enumerate(self.data):
            (words[at],) = _constant_words(value, kind, words, first)
        return [word - (word > MOST) * (MASK + 1) for word in words]

    def suffix(self, element: Any) -> str:
        """Return the suffix of the functions of rows for a kind of elements."""
        self.has_rows = True
        element = LETTER if element is None else element
        key = _shape(element)
        if key not in self.elements:
            for one in _rows_in(element):
                self.suffix(one.element)
            self.elements[key] = f"k{len(self.elements)}", element
        return self.elements[key][0]

    def packing(self, kind: Packed | Row) -> str:
        """Return the suffix of the functions that store a state that is a row, or a row in it."""
        row = kind.kind if isinstance(kind, Packed) else kind
        for one in [row] if kind is not row else _rows_in(row.element):
            self.packing(one)
        self.suffix(row.element)
        return self.stored.setdefault(kind, f"p{len(self.stored)}")

    def row_texts(self, kernel: str) -> list[str]:
        """Return the functions of rows for each kind of elements, and those that store states."""
        made: list[str] = []
        done: set[str] = set()
        while len(done) < len(self.elements):
            for suffix, element in [*self.elements.values()]:
                if suffix not in done:
                    done.add(suffix)
                    size = f"SIZE_{suffix} = {width(element)}"
                    made += [size, order_text(element, suffix, self), re.sub("_K\\b", f"_{suffix}", kernel)]
        bits = next((one.bits for one in self.stored if isinstance(one, Packed)), 0)
        for kind, suffix in self.stored.items():
            made.append(
                _packing_text(kind, suffix, self) if isinstance(kind, Packed) else _slots_text(kind, suffix, bits, self)
            )
        return made

    def name(self, stem: str) -> str:
        """Return a new name."""
        self._count += 1
        return f"{stem}_{self._count}"

    def note(self, key: Any, kind: Any) -> Any:
        """Note the kind of a variable, result or element; return the common kind of all, None without."""
        had = self.found.get(key)
        kind = kind if had is None else joined(had, kind)
        if kind is not None and not _alike(had, kind):
            self.found[key] = kind
            self.changed = True
        return kind

    def made(self, what: str, source: FunctionSource, kinds: tuple[Kind, ...], node: ast.AST) -> ProgramFunction | None:
        """Return the translation of a function for arguments of these kinds, None at the first request."""
        key = instance(what, source, kinds)
        if key not in self._made:
            self._made[key] = None
            return None
        found = self._made[key]
        if found is None:
            raise Refusal("recursion", node, name=source.function.__name__)
        return found

    def keep(self, key: Any, made: ProgramFunction, text: str) -> ProgramFunction:
        """Store the translation of a function."""
        self._made[key] = made
        self.texts.append(text)
        if key[0] == "options":
            self.option_texts.append(text)
        return made

    @property
    def text(self) -> str:
        """The text of the constants and functions; each function comes after those that it calls."""
        lines = [f"{self.constant(number)} = np.int64({number})" for number in sorted(self.constants)]
        for number in sorted(self.wide_constants):
            words = f"np.int64({number >> _BITS}), np.uint64({number & MASK})"
            lines.append(f"{self.wide_constant(number)} = ({words})")
        return "\n\n\n".join(["\n".join(lines), *self.texts])


def _alike(had: Any, kind: Any) -> bool:
    if isinstance(had, Static) and isinstance(kind, Static):
        return had.value is kind.value
    return bool(had == kind)


def instance(what: str, source: FunctionSource, kinds: tuple[Any, ...]) -> Any:
    """Return a key for a function with arguments of some kinds: equal where the translation is the same."""
    return what, source.function, tuple(map(_content, kinds))


def _content(kind: Any) -> Any:
    if not isinstance(kind, Static):
        return kind
    value = kind.value
    if isinstance(value, tuple | list):
        return type(value), tuple(_content(Static(one)) for one in value)
    return (type(value), value) if isinstance(value, int | range | str) else Same(value)


class Same:
    """An object compared by identity. It is kept alive, because a new object might get the same address."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def leaf_kinds(kind: Any) -> list[Any]:
    """Return the kinds of the words of a value."""
    return [one for part in kind.kinds for one in leaf_kinds(part)] if isinstance(kind, TupleKind) else [kind]


def _rows_in(kind: Any) -> list[Row]:
    return [one for one in leaf_kinds(kind) if isinstance(one, Row)]


def _shape(kind: Any) -> Any:
    """Return what the functions of rows depend on: for each word whether it is wide, or a row of what."""
    return tuple(
        _shape(LETTER if one.element is None else one.element) if isinstance(one, Row) else isinstance(one, Wide)
        for one in leaf_kinds(kind)
    )


def _constant_words(value: Any, kind: Any, words: list[int], first: int) -> list[int]:
    """Return the words of a constant; its rows are written behind `words`, which begin at the place `first`."""
    if isinstance(kind, TupleKind):
        pairs = zip(value, kind.kinds, strict=True)
        return [word for one, part in pairs for word in _constant_words(one, part, words, first)]
    if isinstance(kind, Row):
        element = LETTER if kind.element is None else kind.element
        parts = [_constant_words(one, element, words, first) for one in in_order(value, Row(element, kind.form))]
        at = len(words)
        words += [len(parts), first + at + 3, len(parts), *(word for part in parts for word in part)]
        return [first + at]
    if isinstance(kind, Letter):
        return [-1 if value is None else ord(value)]
    return [int(value)]


def order_text(element: Any, suffix: str, program: Program) -> str:
    """Return the function that compares two elements of a kind."""
    lines = []
    for at, kind in enumerate(leaf_kinds(element)):
        place = f" + {at}" if at else ""
        if isinstance(kind, Row):
            lines.append(f"found = compare_{program.suffix(kind.element)}(run[p{place}], run[q{place}], run)")
            lines.append("if found != 0:\n        return found")
            continue
        lines.append(f"a, b = run[p{place}], run[q{place}]")
        first, second = ("bits(a)", "bits(b)") if isinstance(kind, Wide) else ("a", "b")
        lines.append(f"if a != b:\n        return -1 if {first} < {second} else 1")
    return f"def order_{suffix}(p, q, run):\n    " + "\n    ".join([*lines, "return 0"])


def _packing_text(kind: Packed, suffix: str, program: Program) -> str:
    """Return the functions that make words of a row, and a row of words."""
    count, row = kind.words * 64 // kind.bits, program.packing(kind.kind)
    each = 64 // kind.bits
    words = ", ".join(f"packed_word(at + {at * each}, {kind.bits}, run)" for at in range(kind.words))
    lines = "\n    ".join(f"unpack(words[base + {at}], at + {at * each}, {kind.bits}, run)" for at in range(kind.words))
    return f"""def pack_{suffix}(row, line, run):
    at = taken({count}, line, run)
    end = at + {count}
    last = write_{row}(row, at, end, line, run) if run[FAULT] == 0 else at
    for i in range(last, end):
        run[i] = 0
    return ({words},)


def unpack_{suffix}(words, base, run):
    line = np.int64(0)
    at = taken({count}, line, run)
    {lines}
    return read_{row}(at, line, run)[0]"""


def _slots_text(kind: Row, suffix: str, bits: int, program: Program) -> str:
    """Return the functions that write a row into slots, and read it from them."""
    into, out = [], []
    for word, one in enumerate(leaf_kinds(kind.element)):
        place = f"run[p + {word}]"
        if isinstance(one, Row):
            into.append(f"at = write_{program.packing(one)}({place}, at, end, line, run)")
            out.append(f"{place}, at = read_{program.packing(one)}(at, line, run)")
        else:
            more, less = (" + 1", " - 1") if isinstance(one, Letter) else ("", "")
            into.append(f"at = put_slot({place}{more}, {bits}, at, end, line, run)")
            out.append(f"{place}, at = run[at]{less}, at + 1")
    inside, outside = "\n        ".join(into), "\n        ".join(out)
    return f"""def write_{suffix}(row, at, end, line, run):
    at = put_slot(run[row], {bits}, at, end, line, run)
    for i in range(run[row]):
        p = run[row + 1] + i * {width(kind.element)}
        {inside}
    return at


def read_{suffix}(at, line, run):
    row = new_row(run[at], {width(kind.element)}, line, run)
    at += 1
    for i in range(run[row]):
        p = run[row + 1] + i * {width(kind.element)}
        {outside}
    return row, at"""
