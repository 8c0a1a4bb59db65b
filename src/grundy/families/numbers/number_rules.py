"""The base of all rulesets whose states are tuples of numbers."""

from __future__ import annotations

from dataclasses import fields
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self

from grundy.core.scenes import Cell, GridScene
from grundy.errors import OverBudgetError, RulesetError
from grundy.families.base_rules import OneStateRules, moves_by_place
from grundy.messages import Message
from grundy.runtime import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grundy.core.components import Option
    from grundy.core.position import Position
    from grundy.core.scenes import Floor

Numbers = tuple[int, ...]

_MOST_LOOKED_AT = 20_000  # options of one state
_MOST_TOKENS, _MOST_HEAPS = 40, 12  # of a picture


class NumberRules(OneStateRules):
    """Rulesets whose states are tuples of integers of at least 0, most of them sizes of heaps.

    A parameter of the rules, if there is one, is the word before the numbers: ``k=2 3 5 7``.
    """

    count: ClassVar[tuple[int, int]] = (1, 12)  # how many numbers there may be
    least: ClassVar[int] = 0  # that a number may be
    example: ClassVar[str] = ""  # of the parameter
    floor: ClassVar[Floor] = "nothing"
    token: ClassVar[str] = "counter"  # what heaps are made of in a picture

    @classmethod
    def of(cls, word: str) -> Self:
        """Return the ruleset with the parameter that `word` says; raise `ValueError` if it says none."""
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
        """Return the state that is written as `numbers`; some leave out what is the same in all openings."""
        return numbers

    def heaps(self, state: Numbers) -> Numbers:
        """Return the numbers that a picture shows as rows of tokens."""
        return state

    def move_in_words(self, state: Numbers, option: Option) -> Message | None:
        """Say from which heaps how many tokens are taken."""
        left = self.heaps(option.components[0].state)
        taken = [(size, size - now) for size, now in zip(self.heaps(state), left, strict=True) if now != size]
        if len(taken) == 1:
            size, count = taken[0]
            if size == count and len(left) == 1:
                return Message("reduction.said.take-all", {"taken": count})
            return Message("reduction.said.take", {"taken": count, "size": size, "left": size - count})
        parts = [Message("reduction.said.from", {"taken": count, "size": size}) for size, count in taken]
        return Message("reduction.said.take-from", {"heaps": parts})

    def options(self, state: Numbers) -> Iterator[Option]:
        """Return an option for each state that one move leaves; its move is the numbers of that."""
        return map(self._option_to, self.after(state))

    def lost_after(self, state: Numbers) -> Iterable[Numbers]:
        """Yield lost states that one move leaves, by a formula: among many options they are not found one by one."""
        del state
        return ()

    def limit_of_moves(self, state: Numbers) -> tuple[int, Message]:
        """Return few moves: each takes a question of its own."""
        what = Message("over.moves-of-numbers", {"numbers": " ".join(map(str, state)), "name": self.name})
        return _MOST_LOOKED_AT, what

    def moves_worth(self, state: Numbers, nimber: int) -> Iterator[Option]:
        """Yield the options that are worth `nimber`.

        If there are more options than `limit_of_moves`, the options that `lost_after` knows are yielded, and then
        `OverBudgetError` is raised.
        """
        try:
            options = self.moves_looked_at(state)
            found = [option for option in options if self.has_nimber(option.components[0].state, nimber)]
        except OverBudgetError:
            yield from map(self._option_to, () if nimber else self.lost_after(state))
            raise
        yield from found

    def prepare(self, state: Numbers) -> int | None:
        """Refuse a search that cannot end: where there is no formula, it meets as many states as there are tokens."""
        allowed = limits.budget().search_options
        if max(state) > allowed and not self.declares("known"):
            what = Message("over.work", {"what": Message("label.text", {"text": self.format(state)})})
            raise OverBudgetError(what, max(state), allowed, "options")
        return None

    def options_below(self, state: Numbers) -> int | None:
        """Return at least how many there are where these are too many for a search: tokens can go one by one."""
        most = max(self.heaps(state))
        return most if most > limits.budget().search_options else None

    def check(self, state: Any) -> Numbers:
        """Return the state as a tuple, completed as an opening; raise `RulesetError` for what are no such numbers."""
        least, most = self.count
        numbers = state if isinstance(state, tuple) else (state,)
        right = least <= len(numbers) <= most and all(hasattr(one, "__index__") for one in numbers)
        if not right or any(index(one) < self.least for one in numbers):
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
        """Describe the heaps as rows of tokens: a move sits on the first of the tokens that go."""
        heaps = self.heaps(state)
        if len(heaps) > _MOST_HEAPS or max(heaps) > _MOST_TOKENS:
            return None
        last = len(heaps) - 1

        def places_of(option: Option) -> tuple[tuple[int, int], ...]:
            left = self.heaps(option.components[0].state)
            falls = [(heap, now) for heap, (was, now) in enumerate(zip(heaps, left, strict=True)) if now < was]
            return tuple((last - heap if self.floor == "steps" else heap, now) for heap, now in falls)

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
