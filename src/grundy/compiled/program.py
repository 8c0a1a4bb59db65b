"""The program that is translated from a ruleset: its functions, tables and places in the source, each once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.compiled.constant_tables import ConstantTable, table_text
from grundy.compiled.kinds import MASK, MOST, Kind, ListVariable, Refusal, Static, is_wide
from grundy.compiled.sources import FunctionSource, source_of, unwrapped

if TYPE_CHECKING:
    import ast
    from types import FunctionType

_BITS = 64  # of a word


@dataclass(frozen=True)
class ProgramFunction:
    """A function of the program: its name, and the kind of what it returns or yields."""

    name: str
    kind: Kind | None


@dataclass
class Program:
    """The translated functions, each for the kinds of its arguments, with their tables and constants."""

    state: Kind
    canonical: Any = None
    components: Any = None
    has_win: bool = False  # whether an option may end the game
    has_again: bool = False  # whether the same player may move again
    has_while: bool = False  # whether a loop may not end
    has_wide: bool = False  # whether a number is wide
    texts: list[str] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)
    tables: list[ConstantTable] = field(default_factory=list)
    sources: dict[FunctionType, FunctionSource] = field(default_factory=dict)
    constants: dict[int, None] = field(default_factory=dict)
    wide_constants: dict[int, None] = field(default_factory=dict)
    parameters: int = 0  # parameters of the function that yields options
    words: int = 0  # words for all lists
    changing: list[str] = field(default_factory=list)  # names of functions that change a list argument
    data: list[int | tuple[int, ...]] = field(default_factory=list)  # numbers and tuples of objects, passed in `run`
    _made: dict[Any, ProgramFunction | None] = field(default_factory=dict)
    _numbers: dict[ConstantTable, int] = field(default_factory=dict)
    _places: dict[tuple[str, int], int] = field(default_factory=dict)
    _data: dict[tuple[_Same, str], int] = field(default_factory=dict)
    _count: int = 0

    def __post_init__(self) -> None:
        """Find out whether states have wide numbers. Then the results of left shifts are wide as well."""
        self.widens = self.has_wide = is_wide(self.state)

    def source(self, function: Any) -> FunctionSource:
        """Return the source of a function, or of the function of a method."""
        function = unwrapped(function)
        if function not in self.sources:
            self.sources[function] = source_of(function)
        return self.sources[function]

    def table(self, table: ConstantTable) -> int:
        """Return the number of a table."""
        if table not in self._numbers:
            self._numbers[table] = len(self.tables)
            self.tables.append(table)
        return self._numbers[table]

    def place(self, file: str, node: ast.AST) -> int:
        """Return the number of a place in the source, by which machine code reports faults."""
        key = file, int(getattr(node, "lineno", 0))
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

    def datum(self, owner: object, name: str, value: int | tuple[int, ...]) -> str:
        """Return the text of an attribute that is passed in `run`: the number, or the place of the tuple."""
        key = _Same(owner), name
        if key not in self._data:
            self._data[key] = len(self.data)
            self.data.append(value)
        return f"run[DATA + {self._data[key]}]"

    def data_words(self, first: int) -> list[int]:
        """Return the words of all attributes, which begin at the place `first` of `run`: numbers, then tuples."""
        words = []
        tuples: list[int] = []
        for value in self.data:
            if isinstance(value, tuple):
                words.append(first + len(self.data) + len(tuples))
                tuples += [len(value), *value]
            else:
                words.append(value)
        return [word - (word > MOST) * (MASK + 1) for word in [*words, *tuples]]

    def room(self, words: int) -> str:
        """Reserve words for a list; return the text of their place in `run`."""
        self.words += words
        return f"RUN_LENGTH + {self.words - words}"

    def changes(self, text: str) -> bool:
        """Return whether a text changes a list. Such a text must run exactly once, in its place."""
        return any(f"{name}(" in text for name in ("list_pop", *self.changing))

    def name(self, stem: str) -> str:
        """Return a new name."""
        self._count += 1
        return f"{stem}_{self._count}"

    def made(self, what: str, source: FunctionSource, kinds: tuple[Kind, ...], node: ast.AST) -> ProgramFunction | None:
        """Return the translation of a function for arguments of these kinds, None at the first request."""
        key = _key(what, source, kinds)
        if key not in self._made:
            self._made[key] = None
            return None
        found = self._made[key]
        if found is None:
            raise Refusal("recursion", node, name=source.function.__name__)
        return found

    def unmade(self, what: str, source: FunctionSource, kinds: tuple[Kind, ...]) -> None:
        """Forget the request for a function."""
        self._made.pop(_key(what, source, kinds))

    def keep(
        self, what: str, source: FunctionSource, kinds: tuple[Kind, ...], made: ProgramFunction, text: str
    ) -> ProgramFunction:
        """Store the translation of a function."""
        key = _key(what, source, kinds)
        self._made[key] = made
        self.texts.append(text)
        return made

    @property
    def text(self) -> str:
        """The text of the tables and functions; each function comes after those that it calls."""
        made = [table_text(f"table{number}", table) for number, table in enumerate(self.tables)]
        lines = [f"{self.constant(number)} = np.int64({number})" for number in sorted(self.constants)]
        for number in sorted(self.wide_constants):
            words = f"np.int64({number >> _BITS}), np.uint64({number & MASK})"
            lines.append(f"{self.wide_constant(number)} = ({words})")
        return "\n\n\n".join(["\n".join(lines), *made, *self.texts])


def _key(what: str, source: FunctionSource, kinds: tuple[Kind, ...]) -> tuple[Any, ...]:
    return what, source.function, tuple(map(_content, kinds))


def _content(kind: Any) -> Any:
    """Return a key that is equal for kinds that may share a function, as for constants with the same content."""
    if isinstance(kind, ListVariable):
        return kind, kind.is_tuple
    if not isinstance(kind, Static):
        return kind
    value = kind.value
    if isinstance(value, tuple | list):
        return type(value), tuple(_content(Static(one)) for one in value)
    return (type(value), value) if isinstance(value, int | range) else _Same(value)


class _Same:
    """An object compared by identity. It is kept alive, because a new object might get the same address."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)
