"""The base of all rulesets of heaps: nimbers, periods and notation."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.abilities import octal_heap
from grundy.core.components import Component, Option, SumTerm, components_of
from grundy.core.notation import Notation
from grundy.core.position import Position
from grundy.core.ruleset import Ruleset
from grundy.errors import RulesetError
from grundy.runtime import limits
from grundy.runtime.costs import MANY_OPTIONS, WORK_SECONDS
from grundy.runtime.lazy import convenience
from grundy.runtime.messages import Message
from grundy.runtime.packages import available, installed, require
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.scenes import HeapsScene, Places
    from grundy.core.solution import Solution
    from grundy.games.families.heaps.engines import HeapEngine
    from grundy.games.families.heaps.heap_tables import SolvedHeaps
    from grundy.theory.arithmetic_periods import ArithmeticTheorem
    from grundy.theory.explain.reductions import Reduction
    from grundy.theory.periods import Period, Theorem
    from grundy.theory.quotients import MisereQuotient

_MOST_INTEGER = 2**62
_MOST_SHOWN = 100  # letters of a code in a message
_NUMBER = re.compile(r"[0-9]{1,4000}")
STANDING = ("pin", "skittle", "pawns")  # tokens that stand in rows, and not in heaps
_MOST_VALUES = 30  # the largest heap of the table of nimbers in an explanation
_FEW_HEAPS = 400  # in which an explanation looks for a period
_OPEN = ("0.6", "unequal-2")  # codes of which it is not known whether the nimbers repeat
_MOST_EQUALS = 12  # heaps of which an explanation says what they equal


class HeapRules(Ruleset):
    """Rulesets whose states are sizes of heaps, integers of at least 0.

    Three optional methods make a ruleset of heaps fast: `engine` (a kernel that fills a table), `theorem` (which proves
    a period), and `known` (a formula).
    """

    tabulated = False  # whether a table is faster than the plain search
    narrow = False  # whether arrays of nimbers have 16 bits per value, not 32
    inside = False  # whether a move may take tokens from between other tokens, and leave two heaps

    @property
    @abstractmethod
    def code(self) -> str:
        """The code, from which `heaps` reads these rules."""

    @property
    def stored_code(self) -> str:
        """The mark of stored values: the code, if it determines the rules."""
        return self.code

    @property
    def shown_code(self) -> str:
        """The code for messages, without the middle of a long code."""
        return self.code if len(self.code) <= _MOST_SHOWN else f"{self.code[: _MOST_SHOWN - 20]}...{self.code[-10:]}"

    @property
    @abstractmethod
    def summary(self) -> Message:
        """The moves in a sentence."""

    @abstractmethod
    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether a move may turn a heap of `size` into heaps of these sizes, each at least 1, in order."""

    @abstractmethod
    def cost(self, state: int) -> limits.Cost:
        """Return the cost of the table up to heap `state`: the number of options (at most), and the bytes."""

    @property
    def left(self) -> HeapRules:
        """The rules of the heaps that a move leaves."""
        return self

    @property
    def has_kernel(self) -> bool:
        """Whether a kernel fills the table. The kernel for at most two heaps exists as WebAssembly too."""
        from grundy.games.families.heaps.engines import MODULE
        from grundy.runtime import wasm

        return self.tabulated and (installed("numba") or (self.narrow and wasm.serves(MODULE)))

    @property
    def theorem(self) -> Theorem | None:
        """The theorem that proves periods of this ruleset, if there is one."""
        return None

    @property
    def arithmetic(self) -> bool | ArithmeticTheorem:
        """The theorem that proves periods with a saltus; otherwise whether such a period is possible."""
        return True

    @property
    def provable(self) -> bool:
        """Whether finitely many values may prove a period."""
        return self.theorem is not None or not isinstance(self.arithmetic, bool)

    @property
    def tail(self) -> tuple[int, int] | None:
        """The take from which on every move that leaves one heap is allowed, and the least such heap: 0 or 1.

        None if there is no such take.
        """
        return None

    @property
    def pair_digits(self) -> tuple[dict[int, int], bool] | None:
        """The digits, by the tokens that a move takes, and whether two heaps that are left must differ.

        None unless the code ends, moves leave at most two heaps, and some move leaves two heaps.
        """
        return None

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> HeapEngine:
        """Return an engine that fills a table of heaps below `size`, whose first values are given."""
        from grundy.games.families.heaps.engines import PlainEngine

        return PlainEngine(self.nimber, size, prefix)

    @property
    def name(self) -> str:
        """The code."""
        return self.code

    def __str__(self) -> str:
        """Write the code, which reads back."""
        return self.code

    def __repr__(self) -> str:
        """Write what makes it."""
        return f"heaps({self.code!r})"

    def _repr_html_(self) -> str | None:
        """Draw the first nimbers in a notebook, if they are little work."""
        found: str | None = convenience("html").sequence(self.code, str(self.summary), self.nimbers)
        return found

    def notation(self) -> Notation:
        """Write heaps after the code: ``0.77: 10 7``."""
        return HeapNotation(f"{self.code}:")

    def label(self, state: int) -> str:
        """Write a heap as its size."""
        return str(state)

    def __call__(self, *state: Any) -> Position:
        """Return the position with heaps of these sizes. Raises `RulesetError` for a negative one."""
        return Position([SumTerm(self.notation(), components_of(self, [*map(self.check, state)]))])

    def check(self, state: Any) -> int:
        """Return the size of a heap as an integer; raise `RulesetError` if it is none, or negative."""
        if type(state) is int and state >= 0:
            return state
        if not hasattr(state, "__index__") or index(state) < 0:
            expected = Message("expected.integer-from", {"what": Message("expected.heap-size"), "low": 0})
            raise RulesetError("error.expected", expected=expected, found=repr(state))
        return index(state)

    def prepare(self, state: int) -> int | None:
        """Return the nimber from a table to heap `state` or with a proved period; None if a table does not pay off."""
        solved: SolvedHeaps | None = tables.get(self)
        if solved is not None and solved.knows(state):
            return solved.value(state)
        if not self.tabulated or not self._worth_a_table(state):
            return None
        from grundy.games.families.heaps import heap_tables

        return heap_tables.solve(self, state + 1).value(state)

    def _worth_a_table(self, state: int) -> bool:
        from grundy.runtime import compiling

        return compiling.worth_a_start(self.cost(state).options)

    def known(self, state: int) -> int | None:
        """Return the nimber from the table; None if no table has it."""
        solved: SolvedHeaps | None = tables.get(self)
        return solved.value(state) if solved is not None and solved.knows(state) else None

    def equal_heap(self, state: int) -> tuple[HeapRules, int, Message] | None:
        """Return the rules and the size of an equal, simpler heap, and the reason; None if no such heap is known.

        A heap beyond the first period equals a heap of the first period, if the period is proved and has no saltus.
        """
        solved: SolvedHeaps | None = tables.get(self)
        if solved is None or solved.period is None or solved.period.saltus:
            return None
        heap, _ = solved.period.reduce(state)
        period = solved.period
        why = Message("reduction.note.period", {"period": period.period, "preperiod": period.preperiod})
        return None if heap == state else (self, heap, why)

    def digits_in_words(self) -> tuple[Message, ...]:
        """Return notes on what the first digits of the code allow, each digit as a sum of powers of 2.

        Rules without digits have no notes. Parameters: the numbers of tokens (``takes``), the ``digit``, its ``sum`` as
        text, and what it ``leaves``.
        """
        return ()

    def formula_in_words(self, state: int) -> Message | None:
        """Return a message that says how a formula gives the nimber of a heap; None without a formula.

        Parameters: the ``heap`` and the ``nimber``. For takes in an interval also ``least``, ``most``, their ``total``
        and the ``rest`` of the heap. For values that rise from period to period also the ``period``, the ``saltus``,
        the number of ``rounds``, the ``equal`` heap before them and what it is ``worth``.
        """
        del state
        return None

    def options_below(self, state: int) -> int | None:
        """Return the number of options of all heaps up to `state`, as their table has them."""
        return self.cost(state).options

    def limited_moves(self, state: int) -> Iterator[Option]:
        """Yield the moves; raise `OverBudgetError` after a million, which take a few seconds."""
        what = Message("over.moves-of-heap", {"heap": state, "code": self.shown_code})
        return limits.at_most(super().limited_moves(state), MANY_OPTIONS, what)

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options of a heap that are worth `nimber`, found by the values of all heaps that they leave."""
        for option in self.limited_moves(state):
            total: Any = 0
            for _, part in option.components:
                total ^= self.value(part)
            if total == nimber:
                yield option

    def nimbers(self, states: Any, *, direct: bool = False) -> NDArray[Any]:
        """Return G(0), G(1), ..., G(length - 1) as unsigned integers, shape (length,), read-only.

        Without NumPy, the result is a list of int. If the period is proved, later values are copies of it; `direct`
        computes all values. `states` is the length, or the sizes of heaps: an array of shape (n,) or an iterable. For
        sizes, their nimbers are returned, as by `Ruleset.nimbers`. Raises `RulesetError` for a length that is no
        integer of at least 0, `OverBudgetError` for a table beyond the budget, `CapacityError` for a nimber that does
        not fit the table.

        >>> import grundy
        >>> grundy.heaps("0.77").nimbers(12)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint16)
        >>> grundy.heaps("0.77").nimbers([5, 10**30])
        array([4, 1])
        """
        from grundy.games.families.heaps import heap_tables

        if isinstance(states, Iterable) and not isinstance(states, str):
            return heap_tables.of_heaps(self, states)
        return self._first(heap_tables.checked_length(states, 0), direct=direct)

    def of_table(self, top: int, sizes: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]] | None:
        """Return the nimbers of many heaps at once, from a table, a proved period or a formula; None if none has them.

        `sizes` and the result are arrays of shape (n,), and `top` is the largest size.
        """
        from grundy.games.families.heaps import heap_tables

        return heap_tables.of_table(self, top, sizes)

    def known_many(self, states: list[int]) -> list[int] | None:
        """Return the nimbers of many heaps at once; None if no table has them."""
        if not available("numpy") or max(states) > _MOST_INTEGER:
            return None
        import numpy as np

        found = self.of_table(max(states), np.array(states, np.int64))
        return None if found is None else found.tolist()

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        """Return the first nimbers, read-only."""
        from grundy.games.families.heaps import heap_tables

        if length == 0 or not (self.tabulated and self._worth_a_table(length - 1)):
            solved = tables.get(self)
            if length and solved is not None and solved.knows(length - 1) and not direct:
                return heap_tables.first_values(self, solved, length)
            if length and not self.tabulated:
                heap_tables.check(self, "over.heap-nimbers", length - 1)
            return heap_tables.one_by_one(self.nimber, length, narrow=self.narrow)
        return heap_tables.first_values(self, heap_tables.solve(self, length, direct=direct), length)

    def period(self, length: int | None = None, *, seconds: float | None = None) -> Period:
        """Return the period of the nimbers: proved, observed or unknown (see `grundy.theory.periods.Period`).

        The sequence grows until the period is proved, or it has 10^6 values, or `seconds` are over: by default 60, as
        the budget says (`period_seconds` of `grundy.limited`). Other limits of the budget may end the search earlier.
        Without a theorem, it also ends with a period that is observed on a thousand values and twelve times its length.
        With `length`, the sequence grows until the period is proved or it has so many values, by default without a
        limit of time. Raises `RulesetError` for a length that is no integer of at least 1.

        Cost: the values, and a comparison of their ends each time the sequence has grown by a half.
        Source: Guy and Smith, The G-values of various games (1956); see `grundy.theory.periods.Theorem`.

        >>> import grundy
        >>> found = grundy.heaps("0.77").period()
        >>> found.preperiod, found.period, found.status
        (71, 12, 'proved')
        >>> print(grundy.heaps("0.4").period(length=3))
        unknown: no period is seen in the first 3 values
        """
        from grundy.games.families.heaps import heap_tables

        return heap_tables.period(self, length, seconds)

    def misere_quotient(
        self, heaps: int | None = None, *, seconds: float | None = WORK_SECONDS, steps: int | None = None
    ) -> MisereQuotient:
        """Return the misère quotient of all heaps, or of the heaps for which it is proved within the limits.

        The search ends when a period is proved, at heap `heaps`, after `seconds`, or after `steps` (each step is a few
        products of elements). If `heaps` is None, it ends at heap 8,000, or earlier if the quotient is probably
        infinite; if all these heaps are tame, and without `steps`, it goes on to a million. The theorems are in
        `grundy.theory.quotients` and `grundy.theory.tame`. Results of octal codes that end are kept, and a later search
        continues from them. Other rules have a quotient of the heaps before the first one that is not tame.
        Raises `RulesetError` if moves leave other games. Raises `MissingPackageError` without NumPy.

        Cost: closing the minimal transition pairs, which depends on the order. Kayles takes a tenth of a
        second. Source: Plambeck and Siegel, Misère quotients for impartial games (2008).

        >>> import grundy
        >>> print(grundy.heaps("0.77").misere_quotient())
        40 elements, 9 of them lost (P); values repeat with period 12 from heap 71 on: proved for all heaps (computed to 166)
        """  # noqa: E501 - an output
        from grundy.theory import quotients

        octal = octal_heap(self, 0)
        if octal is not None:
            code, digits, first = octal
            nimbers = None if first else self.nimbers
            return quotients.find_quotient(code, digits, heaps, seconds=seconds, steps=steps, nimbers=nimbers)
        require("numpy", Message("what.quotient"))
        from grundy.theory.tame import ListedKinds, find_tame

        return find_tame(self.code, ListedKinds(self._heaps_left, self.theorem, self.tail), heaps, seconds)

    def _heaps_left(self, state: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that each move leaves. Raises `RulesetError` if it leaves something else."""
        for option in self.moves(state):
            if option.ends or any(part.ruleset != self for part in option.components):
                raise RulesetError("error.quotient-code", code=self.shown_code)
            yield tuple(part.state for part in option.components)


@dataclass(frozen=True)
class HeapNotation(Notation):
    """The sizes of the heaps after a name or a code: ``kayles 10 7``, ``0.137: 12``.

    A move names a heap and the heaps that it leaves: ``10 -> 4+5``, or ``1 -> 0`` for no heap. In a list of several
    heaps, the number of the heap comes first: ``2:10 -> 4+5``.
    """

    head: str
    token: str = "counter"  # the pieces of a heap in a picture
    is_list = True

    @property
    def game(self) -> str:
        """The name or the code."""
        return self.head.rstrip(":")

    def text(self, components: Sequence[Component]) -> str:
        """Write the sizes after the head, and 0 if no heap exists."""
        return f"{self.head} {' '.join(str(component.state) for component in components) or 0}"

    def identity(self, components: tuple[Component, ...]) -> Any:
        """Return a key that is equal for heaps in any order and without empty heaps."""
        return (self, tuple(sorted(component.state for component in components if component.state)))

    def move_text(self, component: Component, move: Any) -> str:
        """Write a move."""
        del component
        return f"{move[0]} -> {'+'.join(map(str, move[1:])) or 0}"

    def move_in_words(self, component: Component, option: Option) -> Message:
        """Say how many tokens are taken from the heap, and into which heaps it is split."""
        left = [part.state for part in option.components]
        taken = component.state - sum(left)
        row = "row-" if self.token in STANDING else ""
        kind = ("take" if any(left) else "take-heap") if len(left) < 2 else "take-split" if taken else "split"
        return Message(f"reduction.said.{row}{kind}", {"size": component.state, "taken": taken, "parts": left})

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return the heap."""
        del components, move
        return (index,)

    def sizes(self, option: Option) -> tuple[int, ...]:
        """Return the sizes of the heaps that are left."""
        return tuple(component.state for component in option.components)

    def find(self, component: Component, text: str) -> Option | None:
        """Return the option that a text names, by the rules and without a list of all options; blanks do not count."""
        size, _, right = "".join(text.split()).partition("->")
        parts = [part for part in right.split("+") if part != "0"]
        if size != str(component.state) or not all(_NUMBER.fullmatch(part) for part in parts):
            return None
        sizes = tuple(sorted(int(part) for part in parts))
        rules = component.ruleset
        if not isinstance(rules, HeapRules) or not right or not rules.allows(component.state, sizes):
            return None
        return Option((component.state, *sizes), tuple(Component(rules.left, part) for part in sizes))

    def label(self, component: Component) -> Message:
        """Name a heap, or a row."""
        return Message("label.row-of" if self.token in STANDING else "label.heap", {"size": component.state})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction | None:
        """Return the explanation of the rules, and for each heap the simpler heap that it equals, if one is known.

        Parameters of ``reduction.heaps``: the ``code``, its ``rules``, ``equals``, ``digits`` and ``formulas``. Each
        item of ``equals`` has the ``heap``, the ``code`` and the size ``equal`` of the heap that it equals, and the
        ``nimber``; if a period is the reason, also the ``period`` and ``preperiod``. ``digits`` and ``formulas`` are
        described at `HeapRules.digits_in_words` and `HeapRules.formula_in_words`. ``reduction.heaps-because`` also has
        ``because``, the reason why the heaps are equal.
        """
        from grundy.theory.explain.reductions import Reduction, first_of

        rules = components[0].ruleset if components else None
        if not isinstance(rules, HeapRules):
            return None
        equals: list[dict[str, Any]] = []
        because: Message | None = None
        for size in dict.fromkeys(component.state for component in components):
            found = rules.equal_heap(size)
            if found is not None:
                other, heap, because = found
                equals.append(
                    {
                        "heap": size,
                        "code": other.code,
                        "equal": heap,
                        "nimber": solution.nimber_of(Component(rules, size)),
                        **(because.params if because.kind == "reduction.note.period" else {}),
                    }
                )
        digits = rules.digits_in_words()
        named = digits and self.game != rules.code  # its moves are said without the digits of the code
        summary = Message("code.named", {"code": rules.code}) if named else rules.summary
        params = {"code": rules.code, "rules": summary, "equals": equals[:_MOST_EQUALS]}
        params |= {"digits": [dict(note.params) for note in digits if "leaves" in note.params]}
        equal_notes = [
            Message(f"reduction.note.equal{'-period' if 'period' in about else ''}", about) for about in equals
        ]
        sizes = list(dict.fromkeys(component.state for component in components))[:_MOST_EQUALS]
        formulas = [note for note in map(rules.formula_in_words, sizes) if note is not None]
        params["formulas"] = [dict(note.params) for note in formulas]
        if named:
            digits = tuple(
                Message(f"reduction.note.takes{'' if 'leaves' in note.params else '-more'}", note.params)
                for note in digits
            )
        notes = (*digits, *first_of(equal_notes, _MOST_EQUALS), *formulas)
        if because is None:
            more = () if formulas else tuple(self._values_in_words(rules, max(sizes), solution))
            return Reduction("reduction.heaps", params, (*notes, *more))
        return Reduction("reduction.heaps-because", {**params, "because": because}, notes)

    def _values_in_words(self, rules: HeapRules, size: int, solution: Solution) -> Iterator[Message]:
        """Yield notes on the nimbers of the heaps up to `size`, and on the period of a code, if it is found soon."""
        if rules.code == "nim":
            yield Message("reduction.note.nim")
            return
        last = min(size, _MOST_VALUES)
        values = ", ".join(str(solution.nimber_of(Component(rules, heap))) for heap in range(last + 1))
        yield Message("reduction.note.heap-values", {"last": last, "values": values})
        if rules.code in _OPEN:
            yield Message("reduction.note.open")
        elif rules.digits_in_words():
            found = rules.period(_FEW_HEAPS)
            if found.status == "proved" and not found.saltus:
                yield Message("reduction.note.period", {"period": found.period, "preperiod": found.preperiod})

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> HeapsScene:
        """Describe the heaps; equal heaps show the same winning moves."""
        del values
        from grundy.core.scenes import Heap, HeapsScene

        moves: dict[str, dict[str, None]] = {}
        for move in winning:
            moves.setdefault(move.split(" ")[0], {})[move] = None
        heaps = [
            Heap(size, solution.nimber_of(component), tuple(moves.get(str(size), ())))
            for component in components
            for size in (component.state,)
        ]
        inside = any(getattr(component.ruleset, "inside", False) for component in components)
        return HeapsScene(self.game, tuple(heaps), inside, self.token)
