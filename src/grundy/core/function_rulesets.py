"""Rulesets made of functions: ``@grundy.ruleset``."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_VARARGS, Parameter, isgeneratorfunction, signature
from sys import maxsize
from types import GeneratorType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from grundy.core.engines import ENGINES
from grundy.core.mistakes import NO_STATES, is_value, mend_of, shown
from grundy.core.notation import literal
from grundy.core.once import once
from grundy.core.read_values import ReadValues
from grundy.core.ruleset import Ruleset
from grundy.core.values import Outcome
from grundy.errors import RulesetError
from grundy.runtime import progress
from grundy.runtime.lazy import convenience
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grundy.core.engines import Engine
    from grundy.core.position import Position
    from grundy.core.scenes import Scene
    from grundy.core.solution import Solution
    from grundy.theory.explain.reductions import Reduction

__all__ = ["FunctionRuleset", "ruleset"]

_ACCELERATORS = ("canonical", "components", "known", "known_outcome", "parse", "format", "scene")
_ITERABLE = {GeneratorType, list, tuple, set, range}  # the types that functions return most often
# A text that no Python literal can be meant by, such as "XX.X".
_PICTURE = re.compile(r"(?!(?:True|False|None)$)[^\s\d()\[\]{},'\"=:+]+")
_LOOPY = {"canonical", "parse", "format", "scene"}  # the accelerators that ``loopy=True`` allows


class DeclarationOptions(NamedTuple):
    """The arguments of `ruleset` that are not functions, with their meanings there."""

    sample: str = ""
    compiled: bool = False
    bounds: tuple[int, ...] | None = None
    loopy: bool = False
    mask: tuple[int, int] | None = None


class FunctionRuleset(Ruleset):
    """A ruleset made of a function; it is pickled by the qualified name of the function.

    `options_function` is the function, and `parameters` is the number of values of a state: of its parameters, without
    one that has a star. With such a parameter a state `takes_more` values. `counts` holds the numbers of values that a
    state may have. A state that `is_single` is the value of the only parameter, and not a tuple of values.
    """

    def __init__(
        self,
        function: Callable[..., Iterable[Any]],
        accelerators: dict[str, Callable[..., Any]],
        declared: DeclarationOptions | None = None,
    ) -> None:
        """Store the function, the given accelerators by their names in `ruleset`, and its other arguments."""
        self.sample, self.compiled, self.bounds, self.loopy, self.mask = declared or DeclarationOptions()
        self.options_function = function
        self.parameters = function.__code__.co_argcount
        self.takes_more = bool(function.__code__.co_flags & CO_VARARGS)
        self.counts = range(self.parameters, maxsize if self.takes_more else self.parameters + 1)
        self.is_single = self.parameters == 1 and not self.takes_more
        annotation = function.__annotations__.get(function.__code__.co_varnames[0]) if self.is_single else None
        self._annotation = "" if annotation is None else getattr(annotation, "__name__", str(annotation))
        self._accelerators = accelerators
        self._reads = ReadValues((function, *accelerators.values()))
        self._edition = 0  # of what the functions read besides their arguments
        self.own_engines = tuple([engine for name, engine in ENGINES.items() if name in accelerators])
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__qualname__ = function.__qualname__

    def check_count(self, count: int) -> None:
        """Raise `RulesetError` if a state has another number of values."""
        if count not in self.counts:
            kind = "error.state-count-least" if self.takes_more else "error.state-count"
            raise RulesetError(kind, name=self.name, count=self.parameters, found=count)

    def accelerator(self, name: str) -> Callable[..., Any] | None:
        """Return the function that the decorator was given under a name, or None."""
        return self._accelerators.get(name)

    @property
    def name(self) -> str:
        """The function's name."""
        return self.options_function.__name__

    def options(self, state: Any) -> Iterable[Any]:
        """Return what the function returns for `state`: an iterable of options."""
        return self._checked(state, self._call(self.options_function, state))

    def _checked(self, state: Any, options: Any) -> Iterable[Any]:
        """Return what the function has returned for `state`. Raises `RulesetError` if it cannot be iterated over."""
        if isinstance(options, str) or not hasattr(options, "__iter__"):
            from pathlib import Path

            code = self.options_function.__code__
            place = f"{Path(code.co_filename).name}:{code.co_firstlineno}"
            raise RulesetError("error.function-options", state=self.label(state), found=repr(options), place=place)
        returned: Iterable[Any] = options
        return returned

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The engines that find values; the functions ``known`` and ``known_outcome`` come first.

        If a value that the functions read besides their arguments has changed since the last question, the ruleset is
        no longer equal to what it was. So the tables and the memo that were stored under it are not used any more.
        """
        from grundy.core.search import engines

        name = self._reads.changed()
        if name is not None:
            self._edition += 1
            progress.notice(Message("notice.rules-changed", {"rules": self.name, "name": name}))
        return (*self.own_engines, *engines.ASKED_FOR) if self.compiled else super().engines

    @once
    def plain_options(self) -> Callable[[Any], Iterable[Any]]:
        """The fastest function that does the same as `options`."""
        function, counts = self.options_function, self.counts

        def unpacked(state: Any) -> Iterable[Any]:
            if type(state) is tuple and len(state) in counts:
                return function(*state)
            return self.options(state)

        called = function if self.is_single else unpacked
        if isgeneratorfunction(function):
            return called

        def returned(state: Any) -> Iterable[Any]:
            options = called(state)
            return options if type(options) in _ITERABLE else self._checked(state, options)

        return returned

    def canonical(self, state: Any) -> Any:
        """Return the state that represents all states equal to `state` by symmetry."""
        own = self._accelerators.get("canonical")
        if own is None:
            return state
        form = self._call(own, state)
        if type(form) in NO_STATES:
            raise RulesetError(
                "error.function-canonical", state=self.label(state), found=shown(form), mend=mend_of(form)
            )
        return form

    def components(self, state: Any) -> Iterable[Any]:
        """Return the states of which `state` is the sum."""
        own = self._accelerators.get("components")
        parts: Any = (state,) if own is None else self._call(own, state)
        if isinstance(parts, str) or not hasattr(parts, "__iter__"):
            raise RulesetError("error.function-components", state=self.label(state), found=repr(parts))
        found: Iterable[Any] = parts
        return found

    def known(self, state: Any) -> int | None:
        """Return the nimber by the formula, or None if there is none for `state`."""
        own = self._accelerators.get("known")
        found: int | None = None if own is None else self._call(own, state)
        if not is_value(found):
            raise RulesetError("error.function-known", state=self.label(state), found=shown(found))
        return found

    def reduction(self, state: Any, solution: Solution) -> Reduction | None:
        """Return a pattern that was observed in a small table of these rules, or None."""
        del solution
        found: Reduction | None = convenience("FunctionRuleset.reduction")(self, state)
        return found

    def known_outcome(self, state: Any) -> Outcome | None:
        """Return the outcome by the formula, which may return ``"N"`` or ``"P"``, or None if there is none."""
        own = self._accelerators.get("known_outcome")
        found = None if own is None else self._call(own, state)
        try:
            return None if found is None else Outcome(found)
        except ValueError:
            words = {"state": self.label(state), "found": shown(found)}
            raise RulesetError("error.function-known-outcome", **words) from None

    def format(self, state: Any) -> str:
        """Return the text of `state`."""
        own = self._accelerators.get("format")
        if own is not None:
            text: str | None = self._call(own, state)
            return text if text is None else str(text)  # type: ignore[return-value] # `label` refuses None
        if self.is_single or not isinstance(state, tuple):
            return f"{self.name}({state!r})"
        return f"{self.name}({', '.join(map(repr, state))})"

    def parse(self, text: str) -> Any:
        """Return the state that `text` describes."""
        own = self._accelerators.get("parse")
        if own is not None:
            return own(text)
        words = self._literals(text)
        if words and not self.is_single:
            state = words[0] if len(words) == 1 and isinstance(words[0], tuple) else words
            self.check_count(len(state))
            return state
        if len(words) > 1 and self._annotation not in ("str", "int"):
            return words
        pictured = self.is_single and not self._annotation and _PICTURE.fullmatch(text) and text != self.name
        return self._text(text) if pictured or self._annotation == "str" else super().parse(text)

    def _text(self, text: str) -> str:
        """Return a state that is a text, which may have quotes, and the name of the rules before it."""
        with suppress(ValueError, SyntaxError):
            state = super().parse(text)
            return state if isinstance(state, str) else text
        return text

    def _literals(self, text: str) -> tuple[Any, ...]:
        """Return literals that stand apart, such as ``3 5`` for wythoff(a, b); nothing for any other text.

        Of several values, one may be a text without quotes: ``4 L``.
        """
        words = text.split()
        if any(word.endswith(",") for word in words):
            return ()
        with suppress(ValueError, SyntaxError):
            return tuple(
                word
                if len(words) > 1 and not self.is_single and _PICTURE.fullmatch(word)
                else literal(ast.parse(word, mode="eval").body)
                for word in words
            )
        return ()

    def scene(self, state: Any, winning: Sequence[str]) -> Scene | None:
        """Return the scene of `state`."""
        own = self._accelerators.get("scene")
        scene: Scene | None = None if own is None else self._call(own, state, winning)
        return scene

    def declares(self, name: str) -> bool:
        """Return whether the decorator was given this accelerator."""
        return name in self._accelerators

    def __call__(self, *state: Any) -> Position:
        """Return the position of one component, the state that consists of these values."""
        self.check_count(len(state))
        return super().__call__(state[0] if self.is_single else state)

    def _call(self, function: Callable[..., Any], state: Any, *arguments: Any) -> Any:
        """Call one of the functions with a state, which is unpacked if it has several values, and with `arguments`."""
        if self.is_single:
            return function(state, *arguments)
        if not isinstance(state, tuple) or len(state) not in self.counts:
            kind = "error.state-values-least" if self.takes_more else "error.state-values"
            number = len(state) if isinstance(state, tuple) else 1
            found = Message("found.values", {"value": shown(state), "number": number})
            raise RulesetError(kind, name=self.name, count=self.parameters, found=found)
        return function(*state, *arguments)

    @property
    def _identity(self) -> tuple[Any, ...]:
        """What equal rulesets have in common."""
        return self.options_function, self._accelerators, self.compiled, self.bounds, self.loopy, self._edition

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionRuleset):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash((self.options_function, self._edition))

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<ruleset {self.name}>"


@overload
def ruleset(
    *,
    canonical: Callable[..., Any] | None = None,
    components: Callable[..., Iterable[Any]] | None = None,
    known: Callable[..., int | None] | None = None,
    known_outcome: Callable[..., Outcome | str | None] | None = None,
    parse: Callable[[str], Any] | None = None,
    format: Callable[..., str] | None = None,
    scene: Callable[..., Scene] | None = None,
    sample: str = "",
    compiled: bool = False,
    bounds: int | tuple[int, ...] | None = None,
    loopy: bool = False,
    mask: tuple[int, int] | None = None,
) -> Callable[[Callable[..., Iterable[Any]]], FunctionRuleset]: ...
@overload
def ruleset(
    function: Callable[..., Iterable[Any]],
    /,
    *,
    canonical: Callable[..., Any] | None = None,
    components: Callable[..., Iterable[Any]] | None = None,
    known: Callable[..., int | None] | None = None,
    known_outcome: Callable[..., Outcome | str | None] | None = None,
    parse: Callable[[str], Any] | None = None,
    format: Callable[..., str] | None = None,
    scene: Callable[..., Scene] | None = None,
    sample: str = "",
    compiled: bool = False,
    bounds: int | tuple[int, ...] | None = None,
    loopy: bool = False,
    mask: tuple[int, int] | None = None,
) -> FunctionRuleset: ...
def ruleset(  # noqa: PLR0913 - each is an option of its own
    function: Callable[..., Iterable[Any]] | None = None,
    /,
    *,
    sample: str = "",
    compiled: bool = False,
    bounds: int | tuple[int, ...] | None = None,
    loopy: bool = False,
    mask: Any = None,
    **accelerators: Callable[..., Any] | None,
) -> FunctionRuleset | Callable[[Callable[..., Iterable[Any]]], FunctionRuleset]:
    """Make a ruleset of a function that yields the options of a state.

    If the function has one parameter, the state is its value. If it has several, or one with a star (``*heaps``), the
    state is the tuple of their values. The function may also return its options, as any iterable. ``yield state`` is an
    option with one component, ``yield split(...)`` is an option with any number of components. ``yield win()`` ends the
    whole game, and the player who moves wins. After ``yield split(..., again=True)`` the same player moves again. The
    function must depend on its arguments alone, and a state must be hashable. Raises `RulesetError` if the function
    takes no argument, or an argument with a default or by keyword only.
    ``ruleset(function, loopy=True)`` is the same as ``ruleset(loopy=True)(function)``, and so with each keyword below.
    Any other keyword raises `TypeError`.

    >>> from grundy import split
    >>> @ruleset
    ... def kayles(pins):
    ...     for take in (1, 2):
    ...         for left in range(pins - take + 1):
    ...             yield split(left, pins - take - left)
    >>> kayles(12).nimber
    4

    The decorator takes further functions, all optional. The list says what each returns, and what happens without it.
    All of them except `parse` are called like the decorated function, with the values of the state as arguments:

    - ``canonical(state)``: one state that represents all states equal to `state` by symmetry. Without it, symmetric
      states are searched one by one, and nimbers are found without pruning.
    - ``components(state)``: the states of which `state` is the sum. Without it, parts that do not touch are searched in
      all combinations, and nimbers are found without pruning.
    - ``known(state)`` and ``known_outcome(state)``: the nimber, and the outcome (``"N"`` or ``"P"``), if a formula
      gives them, else None; `grundy.audit` compares them with the options. Without them, a search finds both.
    - ``parse(text)`` and ``format(state)``: the state of a text, and the text of a state; `parse` raises `ValueError`
      for a text that is no state. Without them, the text is ``name(state)`` with a Python literal.
    - ``scene(state, winning_moves)``: a scene of `grundy.core.scenes` for drawings. Without it, numbers are drawn
      as heaps, texts and tuples of equal rows as boards, sets of pairs as graphs, and other states as texts.
    - ``mask``: rows and columns, such as ``(3, 3)``: a state is an integer whose bits are the cells of a board, bit 0
      the first cell of the first row, and is drawn as this board. Without it, it is drawn as a heap.
    - ``sample``: the text of the position with which the lab opens. Without it, the lab looks for a position.

    With ``compiled=True``, the function and the functions that it calls are translated and compiled by Numba, together
    with the search, when a search first takes long. A state is then an integer, a text, or a tuple or frozenset of
    such states, in up to 64 words: of 32 numbers, or of eight small numbers or letters each. Numbers have 63 bits and a
    sign, or are masks of 64 bits; a number that does not fit is noticed. Machine code is kept on disk. If the function
    has something that cannot be compiled (fractions, recursion, dictionaries that it makes), the line is named, and the
    plain search answers. `bounds` is a number, or a tuple of numbers, one for each value of a
    state: all values of states are less than these, and nimbers are then kept in an array. `bounds` implies
    ``compiled=True``.

    With ``loopy=True``, a state may come back, and play may go on for ever: there are draws, outcome ``D``. All states
    that play leads to are explored and labelled together. Each state is worth a nimber or `grundy.Loopy` (Smith's
    theory), from which the values of sums follow. Each option is then one state of the ruleset. Only `canonical`,
    `parse`, `format`, `scene`, `mask` and `sample` may be given as well (`RulesetError`). `canonical` must be a
    symmetry: the options of ``canonical(state)`` and of `state` must have the same canonical forms. Equal values are
    not enough if a state may come back. Without ``loopy=True``, a state that comes back is an error.

    >>> @ruleset(loopy=True)
    ... def stairs(step):
    ...     if step:
    ...         yield step - 1
    ...         yield min(step + 1, 4)
    >>> [(str(stairs(step).outcome), str(stairs(step).value)) for step in range(4)]
    [('P', '0'), ('N', '∞{0}'), ('D', '∞{}'), ('D', '∞{}')]

    >>> @ruleset(canonical=lambda a, b: (min(a, b), max(a, b)), format=lambda a, b: f"{a} and {b}")
    ... def two_heaps(a, b):
    ...     yield from ((k, b) for k in range(a))
    ...     yield from ((a, k) for k in range(b))
    >>> print(two_heaps(5, 3).winning_moves()[0].after, two_heaps(5, 3).nimber)
    3 and 3 6
    """
    wrong = set(accelerators) - set(_ACCELERATORS)
    if wrong:
        words = ", ".join((*_ACCELERATORS, "sample", "compiled", "bounds", "mask"))
        raise TypeError(f"expected {words} or loopy, found {', '.join(sorted(wrong))}")
    if mask is not None and not (isinstance(mask, tuple) and [*map(type, mask)] == [int, int] and min(mask) > 0):
        raise TypeError(f"expected rows and columns such as mask=(3, 3), found {mask!r}")
    functions = {name: own for name, own in accelerators.items() if own is not None}
    shape = None if bounds is None else _shape(bounds)
    declared = DeclarationOptions(sample, compiled or shape is not None, shape, loopy, mask)
    wrong = {*functions} - _LOOPY | ({"compiled"} if declared.compiled else set())
    if loopy and wrong:
        raise RulesetError("error.loopy-with", wrong=sorted(wrong))
    if function is None:
        return lambda decorated: _function_ruleset(decorated, functions, declared)
    return _function_ruleset(function, functions, declared)


def _shape(bounds: int | tuple[int, ...]) -> tuple[int, ...]:
    """Return bounds as a tuple. Raises `RulesetError` unless they are positive integers."""
    shape = bounds if isinstance(bounds, tuple) else (bounds,)
    if not shape or not all(type(bound) is int and bound > 0 for bound in shape):
        raise RulesetError("error.expected", expected=Message("expected.bounds-compiled"), found=repr(bounds))
    return shape


def _function_ruleset(
    function: Callable[..., Iterable[Any]],
    accelerators: dict[str, Callable[..., Any]],
    declared: DeclarationOptions,
) -> FunctionRuleset:
    """Return the ruleset of a function, after a check of its parameters."""
    if not hasattr(function, "__code__"):
        raise RulesetError("error.expected", expected=Message("expected.function"), found=repr(function))
    if function.__code__.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        raise RulesetError("error.function-async", name=function.__name__)
    parameters = signature(function, follow_wrapped=False).parameters.values()
    if not parameters:
        raise RulesetError("error.function-argument", name=function.__name__)
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.VAR_POSITIONAL)
    wrong = [str(each) for each in parameters if each.default is not Parameter.empty or each.kind not in positional]
    if wrong:
        raise RulesetError("error.function-values", name=function.__name__, found=wrong)
    rules = FunctionRuleset(function, accelerators, declared)
    for name, own in accelerators.items() if not rules.takes_more else ():
        _check_arguments(rules, name, own)
    return rules


def _check_arguments(rules: FunctionRuleset, name: str, own: Callable[..., Any]) -> None:
    """Raise `RulesetError` if a function of the declaration cannot be called with its arguments."""
    count = 1 if name == "parse" else rules.parameters + (name == "scene")
    try:
        taken = signature(own)
    except (TypeError, ValueError):  # a function that is not written in Python
        return
    try:
        taken.bind(*[None] * count)
    except TypeError:
        words = {"which": name, "name": rules.name, "count": count, "found": str(taken)}
        raise RulesetError("error.function-arguments", **words) from None
