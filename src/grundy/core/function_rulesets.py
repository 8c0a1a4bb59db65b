"""Rulesets made of functions: ``@grundy.ruleset``."""

from __future__ import annotations

import ast
from contextlib import suppress
from inspect import Parameter, isgeneratorfunction, signature
from types import GeneratorType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from grundy.core.literals import literal
from grundy.core.ruleset import Ruleset
from grundy.core.values import Outcome
from grundy.errors import RulesetError
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grundy.core.position import Position
    from grundy.core.scenes import Scene
    from grundy.core.solution import Solution
    from grundy.explain.reasons import Reduction

__all__ = ["FunctionRuleset", "ruleset"]

_ACCELERATORS = ("canonical", "components", "known", "known_outcome", "parse", "format", "scene")
_LOOPY = {"canonical", "parse", "format", "scene"}  # of these, what goes with ``loopy=True``


class DeclarationOptions(NamedTuple):
    """What is declared beside functions: the text of a position, whether rules are compiled or loopy, bounds."""

    sample: str = ""
    compiled: bool = False
    bounds: tuple[int, ...] | None = None
    loopy: bool = False


class FunctionRuleset(Ruleset):
    """A ruleset made of a function; it is the function's own name that pickles."""

    def __init__(
        self,
        function: Callable[..., Iterable[Any]],
        accelerators: dict[str, Callable[..., Any]],
        further: DeclarationOptions | None = None,
    ) -> None:
        """Keep the function, those of `ruleset`'s accelerators that there are, and what else was declared."""
        self.sample, self.compiled, self.bounds, self.loopy = further or DeclarationOptions()
        self._function = function
        self._parameters = function.__code__.co_argcount
        self._accelerators = accelerators
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__qualname__ = function.__qualname__

    @property
    def parameters(self) -> int:
        """How many values a state has, as the function takes them."""
        return self._parameters

    @property
    def options_function(self) -> Callable[..., Iterable[Any]]:
        """The function itself, whose parameters are the values of a state."""
        return self._function

    def accelerator(self, name: str) -> Callable[..., Any] | None:
        """Return one of the functions that the decorator was given, None where there is none."""
        return self._accelerators.get(name)

    @property
    def name(self) -> str:
        """The function's name."""
        return self._function.__name__

    def options(self, state: Any) -> Iterable[Any]:
        """Call the function."""
        options = self._function(state) if self._parameters == 1 else self._call(self._function, state)
        if type(options) is GeneratorType:
            return options
        if isinstance(options, str) or not hasattr(options, "__iter__"):
            raise RulesetError("error.function-options", state=self.label(state), found=repr(options))
        return options

    @property
    def plain_options(self) -> Callable[[Any], Iterable[Any]]:
        """The quickest function that does what `options` does."""
        function, count = self._function, self._parameters
        if not isgeneratorfunction(function):
            return self.options
        if count == 1:
            return function

        def unpacked(state: Any) -> Iterable[Any]:
            return function(*state) if type(state) is tuple and len(state) == count else self.options(state)

        return unpacked

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for `state`."""
        own = self._accelerators.get("canonical")
        return state if own is None else self._call(own, state)

    def components(self, state: Any) -> Iterable[Any]:
        """Return the parts of `state`."""
        own = self._accelerators.get("components")
        parts: Any = (state,) if own is None else self._call(own, state)
        if isinstance(parts, str) or not hasattr(parts, "__iter__"):
            raise RulesetError("error.function-components", state=self.label(state), found=repr(parts))
        found: Iterable[Any] = parts
        return found

    def known(self, state: Any) -> int | None:
        """Return the nimber that the formula has."""
        own = self._accelerators.get("known")
        found: int | None = None if own is None else self._call(own, state)
        return found

    def reduction(self, state: Any, solution: Solution) -> Reduction | None:
        """Return a pattern that is observed in a small table of these rules, if there is one."""
        from grundy.authoring.observed_pattern import reduction

        del solution
        return reduction(self, state)

    def known_outcome(self, state: Any) -> Outcome | None:
        """Return the outcome that the formula has, which may be written as N or P."""
        own = self._accelerators.get("known_outcome")
        found = None if own is None else self._call(own, state)
        return None if found is None else Outcome(found)

    def format(self, state: Any) -> str:
        """Return the text of `state`."""
        own = self._accelerators.get("format")
        if own is not None:
            return str(self._call(own, state))
        return f"{self.name}{state!r}" if self._parameters > 1 else f"{self.name}({state!r})"

    def parse(self, text: str) -> Any:
        """Return the state that `text` says."""
        own = self._accelerators.get("parse")
        if own is not None:
            return own(text)
        words = text.split()
        if self._parameters > 1 and len(words) == self._parameters:  # wythoff 3 5
            with suppress(ValueError, SyntaxError):
                return tuple(literal(ast.parse(word, mode="eval").body) for word in words)
        return super().parse(text)

    def scene(self, state: Any, winning: Sequence[str]) -> Scene | None:
        """Return the scene of `state`."""
        own = self._accelerators.get("scene")
        scene: Scene | None = None if own is None else self._call(own, state, winning)
        return scene

    def declares(self, name: str) -> bool:
        """Say whether an accelerator is there."""
        return name in self._accelerators

    def __call__(self, *state: Any) -> Position:
        """Return the position with the state whose parameters these are."""
        if len(state) != self._parameters:
            raise RulesetError("error.state-count", name=self.name, count=self._parameters, found=len(state))
        return super().__call__(*state)

    def _call(self, function: Callable[..., Any], state: Any, *further: Any) -> Any:
        """Call one of the functions, with a state of several parameters unpacked."""
        if self._parameters == 1:
            return function(state, *further)
        if not isinstance(state, tuple) or len(state) != self._parameters:
            raise RulesetError("error.state-values", name=self.name, count=self._parameters, found=repr(state))
        return function(*state, *further)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionRuleset):
            return NotImplemented
        mine = self._function, self._accelerators, self.compiled, self.bounds, self.loopy
        return mine == (other._function, other._accelerators, other.compiled, other.bounds, other.loopy)

    def __hash__(self) -> int:
        return hash(self._function)

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
) -> FunctionRuleset: ...
def ruleset(
    function: Callable[..., Iterable[Any]] | None = None,
    /,
    *,
    sample: str = "",
    compiled: bool = False,
    bounds: int | tuple[int, ...] | None = None,
    loopy: bool = False,
    **accelerators: Callable[..., Any] | None,
) -> FunctionRuleset | Callable[[Callable[..., Iterable[Any]]], FunctionRuleset]:
    """Make a ruleset of a function that yields the options of a state.

    With one parameter the state is its value; with several, their tuple. ``yield state`` is an
    option with one component, ``yield split(...)`` one with any number, ``yield win()`` ends the whole
    game in the mover's favour, and after ``yield split(..., again=True)`` the same player moves again. The
    function must depend on its arguments alone, and a state must be hashable. Raises `RulesetError` if the function
    takes no argument, or one with a default or a star.
    ``ruleset(function, loopy=True)`` is the same as ``ruleset(loopy=True)(function)``, with any of the words below, and
    raises `TypeError` for another one.

    >>> from grundy import split
    >>> @ruleset
    ... def kayles(pins):
    ...     for take in (1, 2):
    ...         for left in range(pins - take + 1):
    ...             yield split(left, pins - take - left)
    >>> kayles(12).nimber
    4

    The decorator may take functions that are not needed, each with what is lost without it; all but
    `parse` get the state as the decorated function does, several parameters unpacked:

    - ``canonical(state)``: one state for all that are worth the same by symmetry. Lost: symmetric
      states are searched one by one, and nimbers without pruning.
    - ``components(state)``: the states of which this one is the sum. Lost: parts that do not touch are
      searched in all combinations, and nimbers without pruning.
    - ``known(state)`` and ``known_outcome(state)``: the nimber, and the outcome (``"N"`` or ``"P"``), where a formula
      has them, else None; `grundy.audit` compares them with the options. Lost: these are searched for.
    - ``parse(text)`` and ``format(state)``: the text of a state; `parse` raises `ValueError` for what is
      none. Lost: the text is ``name(state)`` with a Python literal.
    - ``scene(state, winning_moves)``: a scene of `grundy.core.scenes` for drawings. Lost: the text is drawn.
    - ``sample``: the text of a position, on which the lab opens. Lost: the lab looks for one.

    With ``compiled=True`` the function, with what it calls, is translated and compiled by Numba on its first longer
    question, together with the search. Its states are an integer, or a tuple of up to eight; numbers have 63 bits and a
    sign or are masks of 64 bits, and what does not fit is noticed. Machine code is kept on disk. What cannot be
    compiled (texts, dictionaries, fractions, recursion) is named by its line, and the plain search answers. `bounds`
    are numbers below which those of a state lie, one or a tuple of them: the values are then in an array. They imply
    ``compiled=True``.

    With ``loopy=True`` a state may come back, and play may go on for ever: there are draws, outcome ``D``. All states
    that play leads to are explored and labelled together, each state is worth a nimber or `grundy.Loopy` (Smith's
    theory), and the values of sums with other components follow from these. Each option is then one state of the
    ruleset; `canonical`, `parse`, `format`, `scene` and `sample` go with it, and nothing else (`RulesetError`). What
    `canonical` returns must lead to the same states as `state`, but for `canonical` of them, as a symmetry does: equal
    values are not enough where a state may come back. Lost without it: a state that comes back is an error.

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
        words = ", ".join((*_ACCELERATORS, "sample", "compiled", "bounds"))
        raise TypeError(f"expected {words} or loopy, found {', '.join(sorted(wrong))}")
    given = {name: own for name, own in accelerators.items() if own is not None}
    shape = _shape(bounds)
    further = DeclarationOptions(sample, compiled or shape is not None, shape, loopy)
    wrong = {*given} - _LOOPY | ({"compiled"} if further.compiled else set())
    if loopy and wrong:
        raise RulesetError("error.loopy-with", wrong=sorted(wrong))
    if function is None:
        return lambda decorated: _made(decorated, given, further)
    return _made(function, given, further)


def _shape(bounds: int | tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Return bounds as a tuple, with a check."""
    shape = bounds if bounds is None or isinstance(bounds, tuple) else (bounds,)
    if shape is not None and not (shape and all(type(one) is int and one > 0 for one in shape)):
        raise RulesetError("error.expected", expected=Message("expected.bounds-compiled"), found=repr(bounds))
    return shape


def _made(
    function: Callable[..., Iterable[Any]],
    accelerators: dict[str, Callable[..., Any]],
    further: DeclarationOptions,
) -> FunctionRuleset:
    if not hasattr(function, "__code__"):
        raise RulesetError("error.expected", expected=Message("expected.function"), found=repr(function))
    if not signature(function, follow_wrapped=False).parameters:
        raise RulesetError("error.function-argument", name=function.__name__)
    extra = [str(one) for one in signature(function, follow_wrapped=False).parameters.values() if not _is_plain(one)]
    if extra:
        raise RulesetError("error.function-values", name=function.__name__, found=extra)
    return FunctionRuleset(function, accelerators, further)


def _is_plain(one: Parameter) -> bool:
    return one.default is Parameter.empty and one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
