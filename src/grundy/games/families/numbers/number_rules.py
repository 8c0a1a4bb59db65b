"""The base of all rulesets whose states are tuples of numbers."""

from __future__ import annotations

from dataclasses import fields
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self

from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.base_rules import OneStateRules
from grundy.runtime import limits
from grundy.runtime.costs import ASIDE_OPTIONS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grundy.core.components import Option
    from grundy.core.position import Position
    from grundy.core.scenes import Floor, GridScene

Numbers = tuple[int, ...]

_MOST_TOKENS, _MOST_HEAPS = 40, 12  # in a picture


class NumberRules(OneStateRules):
    """Rulesets whose states are tuples of integers of at least 0, most of them sizes of heaps.

    Rules with a parameter write it as the word before the numbers: ``k=2 3 5 7``.
    """

    count: ClassVar[tuple[int, int]] = (1, 12)  # the least and the largest count of numbers
    least: ClassVar[int] = 0  # the least value of a number
    example: ClassVar[str] = ""  # an example of the parameter
    floor: ClassVar[Floor] = "nothing"
    token: ClassVar[str] = "counter"  # the pieces of a heap in a picture

    @classmethod
    def of(cls, word: str) -> Self:
        """Return the ruleset with the parameter in `word`; raise `ValueError` if the word is no parameter."""
        letter, _, number = word.partition("=")
        names = [field.name for field in fields(cls)]  # type: ignore[arg-type] # rulesets are dataclasses
        if [letter] != names or not number.isdecimal() or len(number) > 9 or int(number) < 1:
            raise ValueError(word)
        return cls(int(number))  # type: ignore[call-arg] # the one field

    @property
    def parameter(self) -> str:
        """The word before the numbers."""
        return "".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))  # type: ignore[arg-type]

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states that one move leaves, each once."""
        raise NotImplementedError

    def opening(self, numbers: Numbers) -> Numbers:
        """Return the state that `numbers` write. Numbers that are the same in all openings may be left out."""
        return numbers

    def heaps(self, state: Numbers) -> Numbers:
        """Return the numbers that a picture shows as rows of tokens."""
        return state

    def move_in_words(self, state: Numbers, option: Option) -> Message | None:
        """Say how many tokens are taken from each heap."""
        left = self.heaps(option.components[0].state)
        pairs = zip(self.heaps(state), left, strict=True)
        taken = sorted(((size, size - now) for size, now in pairs if now != size), reverse=True)
        if len(taken) == 1:
            size, count = taken[0]
            return Message(f"reduction.said.take{'-heap' if size == count else ''}", {"taken": count, "size": size})
        parts = [Message("reduction.said.from", {"taken": count, "size": size}) for size, count in taken]
        return Message("reduction.said.take-from", {"heaps": parts})

    def options(self, state: Numbers) -> Iterator[Option]:
        """Return an option for each state that one move leaves. The move is named by the numbers of that state."""
        return map(self._option_to, self.after(state))

    def lost_after(self, state: Numbers) -> Iterable[Numbers]:
        """Yield lost states that one move leaves, by a formula, for states with too many options to try."""
        del state
        return ()

    def limited_moves(self, state: Numbers) -> Iterator[Option]:
        """Yield the moves; raise `OverBudgetError` soon, because each move takes a search of its own."""
        what = Message("over.moves-of-numbers", {"numbers": " ".join(map(str, state)), "name": self.name})
        return limits.at_most(super().limited_moves(state), ASIDE_OPTIONS, what)

    def moves_worth(self, state: Numbers, nimber: int) -> Iterator[Option]:
        """Yield the options that are worth `nimber`.

        If there are more options than `limited_moves` allows, the options that `lost_after` knows are yielded, and then
        `OverBudgetError` is raised.
        """
        try:
            options = self.limited_moves(state)
            found = [option for option in options if self.has_nimber(option.components[0].state, nimber)]
        except OverBudgetError:
            yield from map(self._option_to, () if nimber else self.lost_after(state))
            raise
        yield from found

    def prepare(self, state: Numbers) -> int | None:
        """Refuse a search that cannot end: without a formula, it visits at least as many states as there are tokens."""
        allowed = limits.budget().search_options
        if max(state) > allowed and not hasattr(self, "known"):
            what = Message("over.work", {"what": Message("label.text", {"text": self.format(state)})})
            raise OverBudgetError(what, max(state), allowed, "options")
        return None

    def options_below(self, state: Numbers) -> int | None:
        """Return a lower bound if it is too large for a search, else None: tokens can be taken one by one."""
        most = max(self.heaps(state))
        return most if most > limits.budget().search_options else None

    def check(self, state: Any) -> Numbers:
        """Return the state as a tuple, completed as an opening; raise `RulesetError` for anything but such numbers."""
        least, most = self.count
        numbers = state if isinstance(state, tuple) else (state,)
        are_numbers = least <= len(numbers) <= most and all(hasattr(number, "__index__") for number in numbers)
        if not are_numbers or any(index(number) < self.least for number in numbers):
            about = {"least": least, "most": most, "low": self.least}
            raise RulesetError("error.expected", expected=Message("expected.numbers", about), found=repr(state))
        return self.opening(tuple(map(index, numbers)))

    def format(self, state: Numbers) -> str:
        """Write the parameter, if there is one, and the numbers."""
        return " ".join(filter(None, (self.parameter, *map(str, state))))

    def parse(self, text: str) -> Numbers:
        """Return the state that `format` wrote."""
        words = text.split()
        if self.parameter and words[:1] == [self.parameter]:
            words = words[1:]
        return self.check(tuple(map(int, words)))

    def scene(self, state: Numbers, winning: Sequence[str]) -> GridScene | None:
        """Describe the heaps as rows of tokens. A move is on the first of the tokens that it takes."""
        from grundy.core.scenes import Cell, GridScene, moves_by_place

        heaps = self.heaps(state)
        if len(heaps) > _MOST_HEAPS or max(heaps) > _MOST_TOKENS:
            return None
        last = len(heaps) - 1

        def places_of(option: Option) -> tuple[tuple[int, int], ...]:
            left = self.heaps(option.components[0].state)
            smaller = [
                (heap, after) for heap, (size, after) in enumerate(zip(heaps, left, strict=True)) if after < size
            ]
            return tuple((last - heap if self.floor == "steps" else heap, after) for heap, after in smaller)

        moves = ((str(option.move), places_of(option)) for option in self.options(state))
        by_place, spreads = moves_by_place(moves, winning)
        wide = max(1, *heaps) + (len(heaps) // 2 if self.floor == "steps" else 0)  # lower steps reach farther
        rows = tuple(
            tuple(
                Cell("o", move=by_place.get((row, place)), wins=by_place.get((row, place)) in winning)
                if place < heap
                else Cell("#", "removed")
                for place in range(wide)
            )
            for row, heap in enumerate(heaps[::-1] if self.floor == "steps" else heaps)
        )
        tokens = (("o", self.token), ("removed", "nothing"))
        return GridScene(rows, moves=spreads, tokens=tokens, floor=self.floor)

    def __call__(self, *state: Any) -> Position:
        """Return the position with these numbers; a tuple may be given as well."""
        numbers = state[0] if len(state) == 1 and isinstance(state[0], tuple) else state
        return super().__call__(self.check(tuple(numbers)))

    def _option_to(self, left: Numbers) -> Option:
        return self.option(left, " ".join(map(str, left)))
