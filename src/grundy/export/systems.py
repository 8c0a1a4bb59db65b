r"""Positions and codes as input for other systems: CGSuite 2 and SageMath.

The output lists all components that play reaches with their options, so the other system computes the values itself.
CGSuite knows octal codes and Nim; for these games the output is a call of its own functions.

>>> import grundy
>>> print(cgsuite(grundy.games.kayles(10, 7)))
// kayles 10 7
game.heap.TakeAndBreak("0.77")(10) + game.heap.TakeAndBreak("0.77")(7)
>>> print(cgsuite(grundy.games.wall_making("X.")))
// wall-making: X.
g0 := {0|0};
g0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import OverBudgetError, RulesetError
from grundy.families.heaps.nim import Nim
from grundy.families.heaps.take_and_break import Code
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.families.heaps.heap_rules import HeapRules

MOST = 5000  # components in the output

_SAGE = """# {about}
# For SageMath, or for Python. options[n] lists the options of component n, each as the components that it leaves.
options = {options}
position = {position}
nimbers = []
for choices in options:
    found = set()
    for left in choices:
        value = 0
        for part in left:
            value = value.__xor__(nimbers[part])
        found.add(value)
    nimbers.append(min(set(range(len(found) + 1)) - found))
nimber = 0
for part in position:
    nimber = nimber.__xor__(nimbers[part])
print(nimber)
"""


def cgsuite(position: Position) -> str:
    """Return a position as input for CGSuite 2 (CGScript): the definitions of its components, then the sum.

    Raises `RulesetError` for rules with moves that end the whole game, with moves after which the same player moves
    again, or with cycles; `OverBudgetError` for more than 5,000 components.
    """
    about = f"// {repr(position).removeprefix('<Position ').removesuffix('>')}\n"
    terms = [_as_own_game(component) for component in position.components]
    if all(terms):
        return about + (" + ".join(map(str, terms)) or "0")
    found = _explored(position)
    names = {component: f"g{number}" for number, component in enumerate(found)}

    def total(parts: Iterable[Component]) -> str:
        return "+".join(names[part] for part in parts) or "0"

    lines = []
    for component, options in found.items():
        written = ",".join(dict.fromkeys(map(total, options)))
        lines.append(f"{names[component]} := {{{written}|{written}}};" if written else f"{names[component]} := 0;")
    return about + "\n".join([*lines, total(position.components)])


def sage(position: Position) -> str:
    """Return a program for SageMath, also valid Python, that computes the nimber of a position from its options.

    Raises the same errors as `cgsuite`.
    """
    found = _explored(position)
    numbers = {component: number for number, component in enumerate(found)}
    options = [sorted({tuple(sorted(numbers[part] for part in parts)) for parts in left}) for left in found.values()]
    about = repr(position).removeprefix("<Position ").removesuffix(">")
    return _SAGE.format(about=about, options=options, position=[numbers[one] for one in position.components])


def cgsuite_of_code(rules: HeapRules, length: int) -> str:
    """Return input for CGSuite 2 that computes the nimbers of heaps 0 to `length` - 1 under a code.

    Raises `RulesetError` for a code that CGSuite does not know: it knows finite octal codes.

    >>> import grundy
    >>> print(cgsuite_of_code(grundy.heaps("0.77"), 100))
    // 0.77, heaps 0 to 99
    game.heap.TakeAndBreak("0.77").NimValueSequence(99)
    """
    if not _is_octal(rules):
        raise RulesetError("error.cgsuite-code", code=rules.code)
    ruled = f'game.heap.TakeAndBreak("{rules.code}")'
    return f"// {rules.code}, heaps 0 to {length - 1}\n{ruled}.NimValueSequence({length - 1})"


def sage_of_code(rules: HeapRules, length: int) -> str:
    """Return a program for SageMath, also valid Python, with the nimbers of heaps 0 to `length` - 1 under a code."""
    options = [sorted({tuple(part.state for part in option.components) for option in rules.moves(heap)})
               for heap in range(length)]  # fmt: skip
    text = _SAGE.format(about=f"{rules.code}, heaps 0 to {length - 1}", options=options, position=[])
    head, _, _ = text.partition("nimber = 0")
    return f"{head}print(nimbers)\n"


def _is_octal(rules: object) -> bool:
    return isinstance(rules, Code) and not set(rules.code) - set("01234567.")


def _as_own_game(component: Component) -> str | None:
    """Return a component as a call of CGSuite's own games; None if CGSuite does not know its game."""
    if isinstance(component.ruleset, Nim):
        return f"*{component.state}"
    if _is_octal(component.ruleset):
        return f'game.heap.TakeAndBreak("{component.ruleset.code}")({component.state})'  # type: ignore[attr-defined]
    return None


def _explored(position: Position) -> dict[Component, list[tuple[Component, ...]]]:
    """Return all components that play reaches, each with its options; a component comes after those of its options."""
    if position.is_loopy:
        raise RulesetError("error.export-rules")
    found: dict[Component, list[tuple[Component, ...]]] = {}
    stack: list[tuple[Component, bool]] = [(component, False) for component in reversed(position.components)]
    options: dict[Component, list[tuple[Component, ...]]] = {}
    while stack:
        component, done = stack.pop()
        if component in found:
            continue
        if done:
            found[component] = options[component]
            continue
        if len(options) == MOST:
            raise OverBudgetError(Message("over.export"), MOST + 1, MOST, "positions")
        moves = list(component.ruleset.moves(component.state, named=False))
        if any(option.ends or option.again for option in moves):
            raise RulesetError("error.export-rules")
        options[component] = [option.components for option in moves]
        stack.append((component, True))
        stack += [(part, False) for left in options[component] for part in left if part not in found]
    return found
