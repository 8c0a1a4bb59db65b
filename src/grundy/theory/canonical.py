r"""Canonical forms of misère play: games have the same canonical form exactly if they are equal in all sums.

**Definitions.** A game is the set of its options. o(G) is its outcome if the last move loses. G and H are *equal* if
o(G + X) = o(H + X) for all games X. A *form* is a set of options that are forms. Its *birthday* is 0 if it has no
options, else one more than the greatest birthday of an option.

**Simplification.** Let G have all options of H and further options R, and let each option in R have an option equal to
H (it *reverses* through H). If H has an option, or G is won, then G = H. Proof, by induction over X. First let H + X be
won. If a move to a lost H' + X wins, this is also a move of G + X. If a move to a lost H + X' wins, then G + X' is lost
by induction. If H + X has no move, then H and X have no options, and G is won by assumption. Now let H + X be lost.
Then it has a move, and each move of G + X has a winning reply: a move to H' + X is also a move of H + X; G + X' has the
outcome of H + X' by induction, and H + X' is won; and r + X, with r in R, is answered by the move to H + X, which is
lost. So G + X is lost. The *canonical form* of G is the form in which all options are canonical and no further
simplification is possible. It is unique: two canonical forms are equal only if they are the same set (Conway, On
Numbers and Games, chapter 12). So two forms are equal here exactly if they are the same object.

**Differences.** X can be cancelled: G + X = H + X only if G = H. Only 0 and ``*1`` have an inverse (the same chapter).
So there is at most one X = G - H with H + X = G. To find it, let G not be 0, and let all forms be canonical. By
uniqueness, each option of G is an option of H + X, and each other option of H + X has the option G. So for an option X'
of X there are two cases. Either H + X' is an option G' of G, and X' = G' - H. Or H + X' has the option G; then
G = H' + X', because G = H + X'' would imply X'' = X. Conversely, an option G' of G is H' + X, and then X = G' - H', or
it is H + X'. So either some G' - H' is the wanted X, or X has all options G' - H and some of the options G - H'. These
differences are found by recursion, because birthdays fall, and each candidate for X is tested. The *parts* of G are all
H for which G - H exists. An option G' of G is H + X' or H' + X, so H or X is a part of G'. Therefore the parts of one
option, with their differences, include all parts.

**Counts.** The forms born by day n + 1 are the sets of forms born by day n that cannot be simplified. A set O
simplifies to H if O consists of the options of H and of a non-empty set R with two properties: each form in R has the
option H and is no option of H; and, if H is 0, R contains a lost form. Canonical forms are unique, so O simplifies to
at most one H. Therefore the sets are counted for each H without listing them: 4,171,780 forms are born by day 5.

Sources: Conway, On Numbers and Games (1976), chapter 12; Winning Ways, chapter 13; Siegel, Combinatorial Game Theory
(2013), chapter V.
"""

from __future__ import annotations

from itertools import chain, combinations
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakValueDictionary

from grundy.core.abilities import nim_heap
from grundy.core.nimbers import mex
from grundy.core.search.source import ENDS, Ends
from grundy.core.values import Outcome
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import Memo
from grundy.runtime.messages import Message
from grundy.theory.misere_kinds import Genus, GenusOption, MisereKind, kind_from_options, values_from_options
from grundy.theory.sum_search import CountedOptions, evaluate, nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.theory.sum_search import Asking

__all__ = ["MisereForm", "forms_born_by", "number_born_by"]

MOST_DAYS = 100  # birthday of a form; limited because sums are computed by recursion
_LAST_LISTED, _LAST_COUNTED = 4, 5  # days
_one_for_each_set = Lock()  # two threads must not make two forms of the same options


class MisereForm:
    """A canonical form: a game up to equality in misère play, built from its options, which are forms.

    Two forms are equal exactly if they are the same object. Forms can be added. `options` are the options of the
    canonical form, the simplest ones first; `birthday` is its depth. The docstring of `grundy.theory.canonical` has the
    definitions and proofs. Raises `RulesetError` for a birthday above 100.

    Cost: a form of k options costs about k times the number of options of these options. The number of followers of a
    sum is the product of the numbers of followers of its parts; forms stay in memory only while they are in use.

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
        option_set = frozenset(options)
        if not all(isinstance(option, MisereForm) for option in option_set):
            message = "expected the options of a form to be forms"
            raise TypeError(message)
        known = cls._all.get(option_set)
        return known or cls._simplified(option_set) or cls._new(option_set)

    @classmethod
    def _simplified(cls, options: frozenset[MisereForm]) -> MisereForm | None:
        """Return the form to which a set of options simplifies; None if it cannot be simplified."""
        progress.check_cancelled()
        for form in dict.fromkeys(chain.from_iterable(option.option_set for option in options)):
            if (
                form.option_set <= options
                and all(form in option.option_set for option in options - form.option_set)
                and (form.option_set or any(option.lost for option in options))
            ):
                return form
        return None

    @classmethod
    def _new(cls, options: frozenset[MisereForm]) -> MisereForm:
        birthday = 1 + max((option.birthday for option in options), default=-1)
        if birthday > MOST_DAYS:
            raise RulesetError("error.form-birthday", most=MOST_DAYS, found=birthday)
        allowed = limits.budget().search_states
        if len(cls._all) >= allowed:
            raise OverBudgetError(Message("over.forms"), len(cls._all), allowed, "states")
        form = object.__new__(cls)
        form.option_set = options
        form.birthday = birthday
        form.lost = bool(options) and not any(option.lost for option in options)
        form._found = {}
        with _one_for_each_set:
            known = cls._all.get(options)
            if known is None:
                cls._all[options] = form
        return known or form

    def __reduce__(self) -> tuple[type[MisereForm], tuple[tuple[MisereForm, ...]]]:
        """Return the class and the options, from which a pickle restores the form."""
        return (MisereForm, (self.options,))

    @classmethod
    def nim(cls, size: int) -> MisereForm:
        """Return the form of a nim heap of at most 100. Raises `RulesetError` for another size.

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

        All reachable states are visited. Raises `NoNimber` if a move ends the game at once; `RulesetError` for loopy
        rules, rules in which the same player may move again, and games that leave out moves which misère play has;
        `OverBudgetError` and `CycleError`.

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
        """Return the form of a text in CGSuite's notation: see ``grundy.theory.canonical_text``.

        Raises `InputError` for a text that is no form.

        >>> print(MisereForm.parse("*[[2],0]"), MisereForm.parse("*[2#0]"), MisereForm.parse("*[2]+*[2]"))
        *[2#0] *[2#0] *[2[2]]
        """
        from grundy.theory.canonical_text import read

        return read(text)

    def __str__(self) -> str:
        """Return the form in CGSuite's notation."""
        from grundy.theory.canonical_text import write

        return write(self)

    def __repr__(self) -> str:
        """Return the name of the class with the notation."""
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
        """The sort key of a form, as in CGSuite: birthday, number of options, values and options of the even part."""
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
        larger, smaller = (self, other) if self.birthday >= other.birthday else (other, self)
        if not smaller.option_set:
            return larger
        if larger.birthday + smaller.birthday > MOST_DAYS:
            raise RulesetError("error.form-birthday", most=MOST_DAYS, found=larger.birthday + smaller.birthday)
        sums: dict[MisereForm, MisereForm] = larger._found.setdefault("sums", {})
        found = sums.get(smaller)
        if found is None:
            options = [option + smaller for option in larger.option_set]
            found = MisereForm(options + [larger + option for option in smaller.option_set])
            sums[smaller] = found
        return found

    def difference(self, other: MisereForm) -> MisereForm | None:
        """Return the form X with `other` + X equal to this form; None if no such form exists. It is unique.

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
        """The outcome if the last move loses: `Outcome.P` if the previous player wins, else `Outcome.N`."""
        return Outcome.P if self.lost else Outcome.N

    @property
    def nimber(self) -> int:
        """The nimber in normal play."""
        found: int | None = self._found.get("nimber")
        if found is None:
            found = self._found["nimber"] = mex(option.nimber for option in self.option_set)
        return found

    @property
    def misere_value(self) -> int:
        """The misère Grundy value: 1 if the form has no options, else the mex over its options."""
        return self.genus.superscript[0]

    @property
    def genus(self) -> Genus:
        """The genus: ``grundy.theory.misere_kinds``.

        >>> print(MisereForm.parse("*[2#1]").genus)
        2^1420
        """
        found: Genus | None = self._found.get("genus")
        if found is None:
            below = [GenusOption(option.genus.superscript) for option in self.option_set]
            found = self._found["genus"] = Genus(self.nimber, values_from_options(below, over=not below))
        return found

    @property
    def mate(self) -> MisereForm:
        """The mate: the mate of 0 is ``*1``; any other mate has the mates of the options as options.

        The sum of a form and its mate is lost.

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
        """Whether the birthday of the form is less than that of its sum with ``*1``.

        Of a form and its sum with ``*1``, one is even and the other is odd.
        """
        found: bool | None = self._found.get("even")
        if found is None:
            found = self._found["even"] = self.birthday < (self + MisereForm.nim(1)).birthday
        return found

    @property
    def even_part(self) -> MisereForm:
        """The form if it is even, else its sum with ``*1``."""
        return self if self.is_even else self + MisereForm.nim(1)

    @property
    def parts(self) -> tuple[MisereForm, ...]:
        """The even forms X other than 0 such that this form is X + Y for some Y other than 0 and ``*1``.

        >>> [str(part) for part in MisereForm.parse("*[4]+*[2]").parts]
        ['*[2]', '*[4]']
        """
        even = {part.even_part for part in self.all_parts()} - {MisereForm(), self.even_part}
        return tuple(sorted(even, key=attrgetter("sort_key")))

    def all_parts(self) -> frozenset[MisereForm]:
        """Return all forms X for which the difference of this form and X exists."""
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
        """Whether the form is neither 0 nor ``*1`` and has no `parts`."""
        return self.even_part.birthday > 0 and not self.parts

    @property
    def kind(self) -> MisereKind:
        """The kind of the form among tame games: see `grundy.theory.misere`."""
        found: MisereKind | None = self._found.get("kind")
        if found is None:
            kinds = {option: option.kind for option in self.option_set}
            like = kind_from_options(kinds.values()) if kinds else MisereKind(0, firm=False)
            wild = [option for option, kind in kinds.items() if kind.firm is None]
            if like is None or any(like not in {after.kind for after in option.option_set} for option in wild):
                like = MisereKind(self.nimber, None)
            found = self._found["kind"] = like
        return found

    @property
    def is_tame(self) -> bool:
        """Whether the form is tame, so that it behaves like a sum of nim heaps in sums of tame games.

        The criterion is that of `grundy.theory.misere`.

        >>> [MisereForm.parse(text).is_tame for text in ("*[2##]", "*[(2#1)2##]", "*[2#0]")]
        [True, True, False]
        """
        return self.kind.firm is not None

    @property
    def is_hereditarily_tame(self) -> bool:
        """Whether the form and all its followers have the genus of a sum of nim heaps.

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
        """Whether the form is not tame, but its sum with itself is tame with genus 0^02 (Winning Ways, chapter 13)."""
        return not self.is_tame and (self + self).kind == MisereKind(0, firm=True)

    @property
    def is_nim_heap(self) -> bool:
        """Whether the form is a nim heap."""
        return len(self.option_set) == self.birthday and self is MisereForm.nim(self.birthday)


def _form_of(start: Component, forms: dict[Component, MisereForm]) -> MisereForm:
    """Return the form of a component; the forms of all components that it reaches are added to `forms`."""

    def leads_to(component: Component) -> Iterator[tuple[Any] | Ends]:
        rules = component.ruleset
        if rules.loopy:
            raise RulesetError("error.loopy-undecided", name=rules.name)
        for option in rules.moves(component.state, named=False):
            if option.again:
                raise RulesetError("error.again", name=rules.name, what=Message("again.lengths"))
            yield ENDS if option.ends else (tuple([node for part in option.components for node in nodes_of(part)]),)

    def ask(component: Component) -> Asking:
        size = nim_heap(*component)
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

    counted = CountedOptions(leads_to, Memo(forms))
    known = forms.get(start)
    form: MisereForm = evaluate(start, ask, counted) if known is None else known
    return form


def forms_born_by(day: int) -> list[MisereForm]:
    """Return all canonical forms born by a day from 0 to 4, the simplest ones first: 1, 2, 3, 5 and 22 forms.

    Raises `RulesetError` for a later day: by day 5 there are millions.

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
    """Return the number of canonical forms born by a day from 0 to 5; those of the last day are counted by a formula.

    Raises `RulesetError` for a later day. The docstring of `grundy.theory.canonical` has the formula.

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
