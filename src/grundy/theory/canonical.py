r"""Canonical forms of misère play: which games are equal in all sums, with each game of misère play beside them.

**Definitions.** A game is the set of its options. o(G) is its outcome where the last move loses. G and H are *equal*
if o(G + X) = o(H + X) for all games X. A *form* is a set of options that are forms; its *birthday* is 0 without
options, else one more than the greatest birthday of an option.

**Simplification.** Let G have the options of H and further ones, R, each of which has an option equal to H (it
*reverses* through H). If H has an option, or G is won, then G = H. Proof, by induction over X. If H + X is won by a
move to a lost H' + X, that is a move of G + X; if by a move to a lost H + X', then G + X' is lost by induction; if
there is no move at all, H and X are over, and G is won by assumption. If H + X is lost, it has a move; and each move of
G + X is answered: that to H' + X is one of H + X; of G + X' the outcome is that of H + X', by induction, which is won;
and from r + X the reply is H + X, which is lost. So G + X is lost. The *canonical form* of G is what is left when all
options are canonical and nothing more can be simplified. It is unique: two canonical forms are equal only if they are
the same set (Conway, On Numbers and Games, chapter 12). So forms are equal here exactly if they are the same object.

**Differences.** In this arithmetic X can be cancelled: G + X = H + X only if G = H; and 0 and ``*1`` alone have an
inverse (the same chapter). So there is at most one X = G - H with H + X = G. Which? Let G not be 0, and all of them
canonical. By uniqueness each option of G is an option of H + X, and each other option of H + X has the option G. So an
option X' has H + X' = some G', and X' = G' - H, or H + X' has the option G, and then G = H' + X', for G = H + X'' would
make X'' = X. Conversely, an option G' of G is H' + X, and X = G' - H', or it is H + X'. Either some G' - H' is the X
that is looked for, or X has all of the options G' - H and some of the options G - H'. These are found by recursion, for
birthdays fall, and what is found is tried. *Parts* of G are all H for which G - H exists. If G has an option
G' = H + X' or H' + X, then H or X is a part of G': so the parts of one option, with their differences, are all.

**Counts.** The forms born by day n + 1 are the sets of forms born by day n that cannot be simplified. A set O
simplifies to H if O consists of the options of H, and of R, which is not empty, lies among the forms that have the
option H and are no options of H, and holds a lost one if H is 0. As canonical forms are unique, O simplifies to one
H at most; so the sets are counted H by H, without listing them: 4,171,780 forms are born by day 5.

Sources: Conway, On Numbers and Games (1976), chapter 12; Winning Ways, chapter 13; Siegel, Combinatorial Game Theory
(2013), chapter V.
"""

from __future__ import annotations

from itertools import chain, combinations
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakValueDictionary

from grundy.core.values import Outcome
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.messages import Message
from grundy.nimbers import mex
from grundy.runtime import limits, progress
from grundy.search.source import ENDS, Ends
from grundy.theory.genus import Genus, OptionValues, values_from_options
from grundy.theory.misere_kinds import Kind, kind_from_options
from grundy.theory.sum_search import CountedOptions, evaluate, nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.theory.sum_search import Asking

__all__ = ["MisereForm", "forms_born_by", "number_born_by"]

MOST_DAYS = 100  # of a form: sums are worked out by recursion
_LAST_LISTED, _LAST_COUNTED = 4, 5  # days
_one_for_each_set = Lock()  # two threads must not make two forms of the same options


class MisereForm:
    """A game up to equality in misère play, as its canonical form: made of its options, which are forms.

    Forms are equal exactly if they are the same object, and can be added. `options` are the options of the canonical
    form, the simplest ones first; `birthday` is its depth. Definitions and proofs are at the head of
    `grundy.theory.canonical`. Raises `RulesetError` for a birthday above 100.

    Cost: to make a form of k options, about k times the number of their options. A sum has as many followers as the
    product of the numbers of those of its parts; they are kept while one of them is in use.

    Source: Conway, On Numbers and Games, chapter 12.

    >>> two = MisereForm.nim(2)
    >>> print(two + two, two + two == MisereForm([two, MisereForm.nim(3)]), MisereForm([two, MisereForm()]))
    *[2[2]] True *[1]
    """

    __slots__ = ("__weakref__", "_found", "birthday", "lost", "option_set")

    birthday: int
    lost: bool
    option_set: frozenset[MisereForm]
    _found: dict[Any, Any]
    _all: ClassVar[WeakValueDictionary[frozenset[MisereForm], MisereForm]] = WeakValueDictionary()

    def __new__(cls, options: Iterable[MisereForm] = ()) -> MisereForm:  # noqa: PYI034 - one form for each set
        """Return the canonical form of the game with these options."""
        given = frozenset(options)
        if not all(isinstance(option, MisereForm) for option in given):
            message = "expected the options of a form to be forms"
            raise TypeError(message)
        known = cls._all.get(given)
        return known or cls._simplified(given) or cls._new(given)

    @classmethod
    def _simplified(cls, given: frozenset[MisereForm]) -> MisereForm | None:
        progress.check_cancelled()
        for form in dict.fromkeys(chain.from_iterable(option.option_set for option in given)):
            if (
                form.option_set <= given
                and all(form in option.option_set for option in given - form.option_set)
                and (form.option_set or any(option.lost for option in given))
            ):
                return form
        return None

    @classmethod
    def _new(cls, given: frozenset[MisereForm]) -> MisereForm:
        birthday = 1 + max((option.birthday for option in given), default=-1)
        if birthday > MOST_DAYS:
            raise RulesetError("error.form-birthday", most=MOST_DAYS, found=birthday)
        allowed = limits.budget().search_states
        if len(cls._all) >= allowed:
            raise OverBudgetError(Message("over.forms"), len(cls._all), allowed, "states")
        made = object.__new__(cls)
        made.option_set = given
        made.birthday = birthday
        made.lost = bool(given) and not any(option.lost for option in given)
        made._found = {}
        with _one_for_each_set:
            known = cls._all.get(given)
            if known is None:
                cls._all[given] = made
        return known or made

    def __reduce__(self) -> tuple[type[MisereForm], tuple[tuple[MisereForm, ...]]]:
        """Pickle the options."""
        return (MisereForm, (self.options,))

    @classmethod
    def nim(cls, size: int) -> MisereForm:
        """Return a nim heap, of at most 100.

        >>> MisereForm.nim(3).options
        (<MisereForm *[0]>, <MisereForm *[1]>, <MisereForm *[2]>)
        """
        if not 0 <= size <= MOST_DAYS:
            raise RulesetError("error.form-birthday", most=MOST_DAYS, found=size)
        heaps: list[MisereForm] = []
        for _ in range(size + 1):
            heaps.append(cls(heaps))
        return heaps[size]

    @classmethod
    def of(cls, position: Position) -> MisereForm:
        """Return the canonical form of a position.

        All states that can be reached are looked at. Raises `NoNimber` where a move ends the game at once,
        `RulesetError` for loopy rules, rules in which the same player may move again, and games that leave out moves
        which misère play has; `OverBudgetError` and `CycleError`.

        >>> import grundy
        >>> [str(MisereForm.of(grundy.games.kayles(n))) for n in range(1, 7)]
        ['*[1]', '*[2]', '*[3]', '*[1]', '*[2[2]321]', '*[3]']
        """
        position.misere.check_moves()
        forms: dict[Component, MisereForm] = {}
        total = cls()
        for component in position.components:
            for node in nodes_of(component):
                total += _form_of(node, forms)
        return total

    @classmethod
    def parse(cls, text: str) -> MisereForm:
        """Return the form that a text says, in CGSuite's notation: see ``grundy.theory.canonical_text``.

        Raises `InputError`.

        >>> print(MisereForm.parse("*[[2],0]"), MisereForm.parse("*[2#0]"), MisereForm.parse("*[2]+*[2]"))
        *[2#0] *[2#0] *[2[2]]
        """
        from grundy.theory.canonical_text import read

        return read(text)

    def __str__(self) -> str:
        """Write it in CGSuite's notation."""
        from grundy.theory.canonical_text import write

        return write(self)

    def __repr__(self) -> str:
        """Show the notation."""
        return f"<MisereForm {self}>"

    @property
    def options(self) -> tuple[MisereForm, ...]:
        """The options of the canonical form, the simplest ones first."""
        found: tuple[MisereForm, ...] | None = self._found.get("options")
        if found is None:
            found = self._found["options"] = tuple(sorted(self.option_set, key=attrgetter("sort_key")))
        return found

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """What forms are sorted by, as in CGSuite: even parts by birthday, number of options, values and options."""
        found: tuple[Any, ...] | None = self._found.get("key")
        if found is None:
            even = self.even_part
            below = tuple([option.sort_key for option in even.options])
            found = (even.birthday, len(below), even.nimber, even.misere_value, below, not self.is_even)
            self._found["key"] = found
        return found

    def __add__(self, other: MisereForm) -> MisereForm:
        """Return the canonical form of the sum."""
        if not isinstance(other, MisereForm):
            return NotImplemented
        one, two = (self, other) if self.birthday >= other.birthday else (other, self)
        if not two.option_set:
            return one
        if one.birthday + two.birthday > MOST_DAYS:
            raise RulesetError("error.form-birthday", most=MOST_DAYS, found=one.birthday + two.birthday)
        sums: dict[MisereForm, MisereForm] = one._found.setdefault("sums", {})
        found = sums.get(two)
        if found is None:
            found = MisereForm(
                [option + two for option in one.option_set] + [one + option for option in two.option_set]
            )
            sums[two] = found
        return found

    def difference(self, other: MisereForm) -> MisereForm | None:
        """Return the form whose sum with `other` this is; None if there is none. There is at most one.

        >>> two = MisereForm.nim(2)
        >>> print((two + two).difference(two), two.difference(two), two.difference(two + two))
        *[2] *[0] None
        """
        differences: dict[MisereForm, MisereForm | None] = self._found.setdefault("differences", {})
        if other not in differences:
            differences[other] = self._difference(other)
        return differences[other]

    def _difference(self, other: MisereForm) -> MisereForm | None:
        if not other.option_set:
            return self
        if not self.option_set:
            return other if other.birthday == 1 else None
        inner = []
        for one in self.option_set:
            for two in other.option_set:
                found = one.difference(two)
                if found is not None and other + found is self:
                    return found
            inner.append(one.difference(other))
        certain = [form for form in inner if form is not None]
        if len(certain) != len(inner):
            return None
        possible = {self.difference(two) for two in other.option_set} - {None, *certain}
        for number in range(len(possible) + 1):
            for chosen in combinations(possible, number):
                found = MisereForm([*certain, *(form for form in chosen if form is not None)])
                if other + found is self:
                    return found
        return None

    @property
    def outcome(self) -> Outcome:
        """`Outcome.P` if the previous player wins, where the last move loses; else `Outcome.N`."""
        return Outcome.P if self.lost else Outcome.N

    @property
    def nimber(self) -> int:
        """The nimber, of normal play."""
        found: int | None = self._found.get("nimber")
        if found is None:
            found = self._found["nimber"] = mex(option.nimber for option in self.option_set)
        return found

    @property
    def misere_value(self) -> int:
        """The misère Grundy value: 1 if it has no options, else the mex over its options."""
        return self.genus.superscript[0]

    @property
    def genus(self) -> Genus:
        """The genus: ``grundy.theory.genus``.

        >>> print(MisereForm.parse("*[2#1]").genus)
        2^1420
        """
        found: Genus | None = self._found.get("genus")
        if found is None:
            below = [OptionValues(option.genus.superscript) for option in self.option_set]
            found = self._found["genus"] = Genus(self.nimber, values_from_options(below, over=not below))
        return found

    @property
    def mate(self) -> MisereForm:
        """The mate: ``*1`` of 0; else the form of the mates of the options. A form and its mate are lost together.

        >>> form = MisereForm.parse("*[2#0]")
        >>> print(form.mate, (form + form.mate).outcome.value)
        *[2#1] P
        """
        found: MisereForm | None = self._found.get("mate")
        if found is None:
            found = MisereForm([option.mate for option in self.option_set]) if self.option_set else MisereForm.nim(1)
            self._found["mate"] = found
        return found

    @property
    def is_even(self) -> bool:
        """Whether it is born before its sum with ``*1``. Of a form and that sum one is even, the other is odd."""
        found: bool | None = self._found.get("even")
        if found is None:
            found = self._found["even"] = self.birthday < (self + MisereForm.nim(1)).birthday
        return found

    @property
    def even_part(self) -> MisereForm:
        """The even one of the form and its sum with ``*1``."""
        return self if self.is_even else self + MisereForm.nim(1)

    @property
    def parts(self) -> tuple[MisereForm, ...]:
        """The even forms, other than 0, of which this one is the sum with another that is neither 0 nor ``*1``.

        >>> [str(part) for part in MisereForm.parse("*[4]+*[2]").parts]
        ['*[2]', '*[4]']
        """
        even = {part.even_part for part in self.all_parts()} - {MisereForm(), self.even_part}
        return tuple(sorted(even, key=attrgetter("sort_key")))

    def all_parts(self) -> frozenset[MisereForm]:
        """Return all forms whose difference to this one exists."""
        found: frozenset[MisereForm] | None = self._found.get("parts")
        if found is None:
            parts = {MisereForm(), MisereForm.nim(1), self, self + MisereForm.nim(1)}
            option = min(self.option_set, key=lambda form: form.birthday, default=None)
            for part in () if option is None else option.all_parts():
                rest = self.difference(part)
                if rest is not None:
                    parts |= {part, rest}
            found = self._found["parts"] = frozenset(parts)
        return found

    @property
    def is_prime(self) -> bool:
        """Whether it is neither 0 nor ``*1``, and has no `parts`."""
        return self.even_part.birthday > 0 and not self.parts

    @property
    def kind(self) -> Kind:
        """What it is like among tame games: see `grundy.theory.misere`."""
        found: Kind | None = self._found.get("kind")
        if found is None:
            kinds = {option: option.kind for option in self.option_set}
            like = kind_from_options(kinds.values()) if kinds else Kind(0, firm=False)
            wild = [option for option, kind in kinds.items() if kind.firm is None]
            if like is None or any(like not in {after.kind for after in option.option_set} for option in wild):
                like = Kind(self.nimber, None)
            found = self._found["kind"] = like
        return found

    @property
    def is_tame(self) -> bool:
        """Whether it is tame: like a sum of nim heaps among tame games, by the criterion in `grundy.theory.misere`.

        >>> [MisereForm.parse(text).is_tame for text in ("*[2##]", "*[(2#1)2##]", "*[2#0]")]
        [True, True, False]
        """
        return self.kind.firm is not None

    @property
    def is_hereditarily_tame(self) -> bool:
        """Whether it and all its followers have the genus of a sum of nim heaps.

        >>> MisereForm.parse("*[2##]").is_hereditarily_tame, MisereForm.parse("*[(2#1)2##]").is_hereditarily_tame
        (True, False)
        """
        found: bool | None = self._found.get("hereditarily-tame")
        if found is None:
            nimber, values = self.nimber, self.genus.superscript
            like_nim = values == (nimber, nimber ^ 2) or (nimber < 2 and values == (nimber ^ 1, nimber ^ 2, nimber))
            found = like_nim and all(option.is_hereditarily_tame for option in self.option_set)
            self._found["hereditarily-tame"] = found
        return found

    @property
    def is_half_tame(self) -> bool:
        """Whether it is not tame, but its sum with itself is tame, of the genus 0^02 (Winning Ways, chapter 13)."""
        return not self.is_tame and (self + self).kind == Kind(0, firm=True)

    @property
    def is_nim_heap(self) -> bool:
        """Whether it is a nim heap."""
        return len(self.option_set) == self.birthday and self is MisereForm.nim(self.birthday)


def _form_of(start: Component, forms: dict[Component, MisereForm]) -> MisereForm:
    """Return the form of a component, and keep those of all that it leads to."""

    def leads_to(component: Component) -> Iterator[tuple[Any] | Ends]:
        rules = component.ruleset
        if rules.loopy:
            raise RulesetError("error.loopy-undecided", name=rules.name)
        for option in rules.moves(component.state, named=False):
            if option.again:
                raise RulesetError("error.again", name=rules.name, what=Message("again.lengths"))
            yield ENDS if option.ends else (tuple([node for part in option.components for node in nodes_of(part)]),)

    def ask(component: Component) -> Asking:
        size = component.ruleset.nim_heap(component.state)
        if size is not None:
            return MisereForm.nim(size)
        found: set[MisereForm] = set()
        for option in counted.options(component):
            if isinstance(option, Ends):
                raise NoNimber("error.no-form", move=component.ruleset.label(component.state))
            total = MisereForm()
            for part in option[0]:
                form = forms.get(part)
                total += (yield part) if form is None else form
            found.add(total)
        return MisereForm(found)

    counted = CountedOptions(leads_to, forms)
    known = forms.get(start)
    made: MisereForm = evaluate(start, ask, counted) if known is None else known
    return made


def forms_born_by(day: int) -> list[MisereForm]:
    """Return all canonical forms born by a day from 0 to 4, the simplest ones first: 1, 2, 3, 5 and 22 of them.

    Raises `RulesetError` for a later day: on the next one there are millions.

    >>> [len(forms_born_by(day)) for day in range(5)], [str(form) for form in forms_born_by(3)]
    ([1, 2, 3, 5, 22], ['*[0]', '*[1]', '*[2]', '*[3]', '*[2#]'])
    """
    _check_day(day, _LAST_LISTED)
    forms = [MisereForm()]
    for _ in range(day):
        subsets = chain.from_iterable(combinations(forms, number) for number in range(len(forms) + 1))
        forms = sorted({MisereForm(subset) for subset in subsets}, key=attrgetter("sort_key"))
    return forms


def number_born_by(day: int) -> int:
    """Return how many canonical forms are born by a day from 0 to 5, those of the last day by a formula.

    Raises `RulesetError` for a later day. The formula is at the head of `grundy.theory.canonical`.

    >>> number_born_by(5)
    4171780
    """
    _check_day(day, _LAST_COUNTED)
    if day == 0:
        return 1
    forms = forms_born_by(day - 1)
    number: int = 2 ** len(forms)
    for form in forms:
        further = [other for other in forms if form in other.option_set and other not in form.option_set]
        unchanged = 1 if form.option_set else 2 ** sum(not other.lost for other in further)
        number -= 2 ** len(further) - unchanged
    return number


def _check_day(day: int, last: int) -> None:
    if day < 0:
        raise RulesetError("error.form-birthday", most=MOST_DAYS, found=day)
    if day > last:
        raise RulesetError("error.form-day", last=last, found=day)
