"""Misère play: the player who makes the last move loses.

Nimbers do not decide misère play. This module uses the facts that are proved below, and searches all other sums. Write
``*n`` for a nim heap of n, and o(X) for the misère outcome of a sum X.

**Equivalent components.** Let all options of a component be nim heaps, one of them ``*0`` or ``*1``, and let m be their
mex. Then the component is equivalent to ``*m`` in all sums: the misère mex rule (Winning Ways, chapter 13). So
``*(2k + 1)`` is equivalent to ``*2k`` + ``*1``, and ``*1`` + ``*1`` to ``*0``. Nothing else cancels: ``*2`` + ``*2``
is not equivalent to ``*0``.

**Tame.** A sum of nim heaps has a kind (nimber, firm). A nim heap is *firm* if it has two tokens or more. A sum is firm
if one of its parts is firm, otherwise it is *fickle*. A sum of nim heaps is lost if it is firm with nimber 0, or fickle
with nimber 1 (Bouton 1901). A game is *tame*, and has a kind, if it is a sum of tame games, or by the following rule.
Let S be the set of kinds of its tame options, and n the mex of their nimbers:

- the game is fickle n if n < 2, (n ^ 1, fickle) is in S and (n ^ 1, firm) is not; a game without options is fickle 0;
- the game is firm n < 2 if (n ^ 1, fickle) is not in S;
- the game is firm n >= 2 if S has (0, firm) or (1, fickle), and S has (1, firm) or (0, fickle);
- in each case, each other (wild) option must have an option of exactly this kind: the wild option *reverts*.

Otherwise the game is *wild*. Theorem: a sum of tame games has the outcome of its kind. Proof, by induction over the sum
Y. Let the kind be lost. A move to a tame option changes the kind to one that is not lost: to see this, check for each
of the three cases all kinds that the rest of Y may have. A move to a wild option is answered by reverting it, which
gives a smaller sum of the same lost kind. Now let the kind not be lost. If Y is firm with nimber v > 0, some game of
the sum, with nimber n, has n ^ v < n, and its S has the kind that leaves a lost sum. If Y is fickle with nimber 0,
either Y has no moves and the player to move has won, or any game with options can be moved from fickle n to fickle
n ^ 1. Source of the notions: Conway, ONAG, chapter 12; Winning Ways, chapter 13.

**Genus.** See ``grundy.theory.misere_kinds``.

**WIN.** An option that ends the game wins for the player who moves, in misère play as well. So a sum with a component
of value `WIN` is won, and a move to such a sum loses. This move matters only if it is the only move, because the
component is then not over.

**Games that end by one move.** Treblecross ends when a player completes three in a row, and the Game on Plane (of three
or more points) ends when a player closes a polygon. Play ends by no other move, and in misère play the player who makes
it loses. Theorem: in misère play, a sum with such a game has the outcome that it has in *normal* play in which such
moves are forbidden. Proof: such a move loses at once. A player with another move need not make it; a player without
another move still has such a move, and loses. So the other components are also played as in normal play.
`Notation.misere_form` returns the game that remains without these moves: a row of Notakto, or a number of segments that
does not depend on play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.abilities import octal_heap
from grundy.core.choices import WinningMoves
from grundy.core.components import Component, Option
from grundy.core.position import Position
from grundy.core.search.source import Ends
from grundy.core.values import Outcome
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.bounds import Memo
from grundy.runtime.costs import ASIDE_OPTIONS, MANY_OPTIONS
from grundy.runtime.messages import Message
from grundy.theory import quotients
from grundy.theory.canonical import MisereForm
from grundy.theory.misere_kinds import (
    WON_SUM,
    Genus,
    GenusOption,
    MisereClasses,
    MisereKind,
    kind_from_options,
    shortened,
    value_at,
    values_from_options,
)
from grundy.theory.quotients import MisereQuotient
from grundy.theory.state_quotients import StateQuotient, known_state_quotient, quick_state_quotient
from grundy.theory.sum_search import evaluate, thread_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from grundy.core.choices import Choice, OptionsOf
    from grundy.theory.quotients import MoveFamily
    from grundy.theory.sum_search import Asking, CountedOptions, Sum


_MOST_LISTED = 100_000  # winning moves of a heap that are listed one by one


class Misere:
    """A position in misère play, in which the player who makes the last move loses: `Position.misere`.

    The outcome is found in one of these ways:

    - for heaps of one octal code, by the misère quotient of the code if it is known (`quotient`);
    - for components that are all proved tame, as in misère Nim, without a search of sums;
    - otherwise by a search that visits each reachable sum at most once, until the outcome is known. After 20,000
      options of heaps of one octal code, a quotient is tried for about a second; for other positions the quotient of
      all components that play reaches is tried after a million options.

    All options of all states of the components are visited once, except those of nim heaps. The cost of a search of
    wild sums is bounded by the budget only: the number of sums grows like the number of partitions.

    The result is right if `components` and `canonical` of the rulesets preserve the tree of play, as those that only
    split, turn and flip boards do. A `canonical` that preserves only nimbers gives wrong results in misère play.

    Outcomes of Treblecross and the Game on Plane, alone and in sums, follow their complete rules, in which a move near
    a mark, or one that touches a segment, may be right. The choices of a position leave out such moves, therefore
    `winning_moves` raises `RulesetError` for these games; and a sum with such a game is never called tame. Strings and
    Coins has no misère play here: a player who frees a coin must move again, so the last move does not decide.

    Source: Winning Ways, chapter 13; Conway, ONAG, chapter 12. The docstring of `grundy.theory.misere` has the
    criterion of tameness and the proofs.

    >>> import grundy
    >>> [n for n in range(1, 21) if grundy.games.kayles(n).misere.outcome is grundy.Outcome.P]
    [1, 4, 9, 12, 20]
    >>> position = grundy.games.kayles(5, 3)
    >>> [choice.move for choice in position.misere.winning_moves()]
    ['1:5 -> 3', '1:5 -> 1+2', '2:3 -> 1']
    >>> huge = grundy.games.kayles(10**100, 7, 7, 3).misere
    >>> huge.outcome.value, str(huge.reason)
    ('N', 'by the misère quotient of 0.77, of order 40, proved for all heaps')
    """

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __repr__(self) -> str:
        """Return the text of the position, without solving it."""
        return f"<Misere {self._position!r}>"

    @property
    def quotient(self) -> MisereQuotient | StateQuotient | None:
        """The misère quotient that decides this sum; None if tameness or a search decides it.

        For heaps of one octal code it is the quotient of the code: a known one that reaches the largest heap, or one
        found in about a second if a search of 20,000 options does not decide the sum. For other positions it is the
        quotient of all components that play reaches (`grundy.theory.state_quotients`): a known one, or one found in
        about a second if a search of a million options does not decide the sum. See `grundy.theory.quotients`.
        """
        components = self._position.components
        asked = self._octal()
        known = known_state_quotient(components) if asked is None else _known(asked)
        if known is not None or not components:
            return known
        first = ASIDE_OPTIONS if asked is not None else MANY_OPTIONS
        try:
            with limits.limited(search_options=min(first, limits.budget().search_options)):
                self._search()
        except OverBudgetError:
            if asked is not None:
                return quotients.quick_quotient(asked[0], asked[1], max(asked[2]))
            return self._quick() if limits.budget().search_options >= first else None
        return None

    def _quick(self) -> StateQuotient | None:
        try:
            return quick_state_quotient(self._position)
        except (OverBudgetError, RulesetError):  # too many games, or a move that ends the game
            return None

    def _octal(self) -> tuple[str, tuple[int, ...], list[int]] | None:
        """Return code, digits and heaps if all components are heaps of one octal code; otherwise None."""
        heaps = [octal_heap(*component) for component in self._position.components]
        codes = {None if heap is None else heap[1] for heap in heaps}
        if len(codes) != 1 or heaps[0] is None:
            return None
        return *heaps[0][:2], [heap[2] for heap in heaps if heap is not None]

    @property
    def reason(self) -> Message:
        """The message that says how the outcome was found: by a quotient, a form in normal play, tameness or a search.

        Raises what `outcome` raises.
        """
        if self.form is not None:
            return Message("misere-by.form")
        found = self.quotient
        if isinstance(found, StateQuotient):
            return Message("misere-by.states", {"games": len(found.games), "order": found.order})
        if found is not None:
            figures = {"code": found.code, "order": found.order, "heaps": found.heaps}
            return Message("misere-by.quotient" if found.period else "misere-by.quotient-partial", figures)
        with self._table() as table:
            tame = table.classes.kind(table.sum(self._position.components)).firm is not None
        return Message("misere-by.tame" if tame else "misere-by.search")

    def winning_families(self) -> list[MoveFamily] | None:
        """Return all winning moves as families, once for each size of heap; None if no quotient of a code decides.

        >>> import grundy
        >>> [str(family) for family in grundy.games.kayles(100, 9, 5).misere.winning_families()][:3]
        ['100 -> 1+97', '100 -> 7+91', '100 -> 9+89']
        """
        found, asked = self.quotient, self._octal()
        return list(found.winning_moves(asked[2])) if isinstance(found, MisereQuotient) and asked else None

    @property
    def form(self) -> Position | None:
        """The position whose *normal* play is the misère play of this position; None if no such position is known.

        It exists for sums with a game that ends by one move: see `grundy.theory.misere`.

        >>> import grundy
        >>> grundy.games.treblecross(6).misere.form
        <Position notakto: ......>
        """
        forms = [term.notation.misere_form(term.components) for term in self._position.terms]
        if all(form is None for form in forms):
            return None
        if self._position.is_loopy:
            name = next(part.ruleset.name for part in self._position.components if part.ruleset.loopy)
            raise RulesetError("error.loopy-undecided", name=name)
        parts = zip(self._position.terms, forms, strict=True)
        return Position.of(part for term, form in parts for part in (term.components if form is None else form))

    def check_moves(self) -> None:
        """Raise `RulesetError` if the choices of the position leave out moves that misère play has."""
        names = [term.notation.game for term in self._position.terms if term.notation.misere_form(term.components)]
        if names:
            raise RulesetError("error.misere-moves", name=names[0])

    @property
    def outcome(self) -> Outcome:
        """`Outcome.P` if the previous player wins, `Outcome.N` if the next player wins.

        Raises `OverBudgetError` if a sum of wild components needs more than the budget (see
        `grundy.runtime.limits.limited`), and `CycleError` if the rules lead back to an earlier state.
        """
        form = self.form
        if form is not None:
            return form.outcome
        found, asked = self.quotient, self._octal()
        if isinstance(found, StateQuotient):
            return Outcome.P if found.is_lost(self._position.components) else Outcome.N
        if found is not None and asked is not None:
            return Outcome.P if found.is_lost(asked[2]) else Outcome.N
        return self._search()

    def _search(self) -> Outcome:
        with self._table() as table:
            return Outcome.P if table.lost(table.sum(self._position.components)) else Outcome.N

    @property
    def tame(self) -> bool:
        """Whether the sum is tame, like a sum of nim heaps, by the definition in `grundy.theory.misere`.

        If each component is tame by itself, no search is needed. Otherwise all reachable sums of the wild components
        are visited. Except nim heaps, options and components are not simplified first, so a wild component may be
        equivalent to a tame one. Raises `OverBudgetError` and `CycleError`.

        >>> import grundy
        >>> [n for n in range(21) if not grundy.games.kayles(n).misere.tame]
        [5, 9, 11, 12, 15, 16, 17, 18, 19, 20]
        """
        if self.form is not None:
            return False
        with self._table() as table:
            return table.tame(table.sum(self._position.components))

    @property
    def genus(self) -> Genus:
        """The genus of the sum.

        If a component is wild, the values of all reachable sums are computed, so such sums must be small. Raises
        `NoNimber` if a move ends the game at once, `OverBudgetError` and `CycleError`.

        >>> import grundy
        >>> [str(grundy.games.kayles(n).misere.genus) for n in (0, 1, 2, 5, 9)]
        ['0^120', '1^031', '2^20', '4^146', '4^046']
        """
        if self.form is not None:
            raise NoNimber("error.no-genus")
        with self._table() as table:
            return table.genus(table.sum(self._position.components))

    @property
    def canonical(self) -> MisereForm:
        """The canonical form; equal forms are equal in all sums. Raises what `MisereForm.of` raises.

        >>> import grundy
        >>> print(grundy.games.kayles(5).misere.canonical)
        *[2[2]321]
        """
        return MisereForm.of(self._position)

    def winning_moves(self) -> WinningMoves:
        """Return the choices after which the position is a P-position, and those that end the game.

        The view is lazy, as in normal play: see `grundy.core.choices.WinningMoves`. Raises `OverBudgetError` and
        `CycleError`, and `RulesetError` in games that leave out moves (`check_moves`).
        """
        self.check_moves()
        return WinningMoves(self._position, self._find_winning, self._wins)

    def _find_winning(self) -> OptionsOf | None:
        """Return a function that finds the winning options of a component; None if no choice wins."""
        components = self._position.components
        found, asked = self.quotient, self._octal()
        if isinstance(found, StateQuotient):
            return None if found.is_lost(components) else found.winning_options(components)
        if found is not None and asked is not None:
            return None if found.is_lost(asked[2]) else self._by_quotient(found, asked[2])
        return None if self._search() is Outcome.P else self._by_search

    def _by_search(self, place: int, component: Component) -> Iterator[Option]:
        others = [other for number, other in enumerate(self._position.components) if number != place]
        with self._table() as table:  # one table for all components, because numbers differ between tables
            yield from table.winning(component, [n for other in others for n in table.classes.numbers(other)])

    def _by_quotient(self, found: MisereQuotient, heaps: list[int]) -> OptionsOf:
        def winning(place: int, component: Component) -> Iterator[Option]:
            rest = found.value(heaps[:place] + heaps[place + 1 :])
            for number, parts in enumerate(found.winning_parts(heaps[place], rest)):
                if number == _MOST_LISTED:
                    what = Message("over.moves-of-heaps", {"tokens": heaps[place]})
                    raise OverBudgetError(what, number, _MOST_LISTED, "options")
                left = tuple([Component(component.ruleset, part) for part in parts])
                yield Option((heaps[place], *parts), left)

        return winning

    def _wins(self, choice: Choice) -> bool:
        return choice.option.ends or choice.after.misere.outcome is Outcome.P

    def _table(self) -> AbstractContextManager[_MisereTable]:
        return thread_table("misere", _MisereTable)


def _known(asked: tuple[str, tuple[int, ...], list[int]]) -> MisereQuotient | None:
    """Return the known quotient of a code if it reaches the largest heap; otherwise None."""
    known = quotients.known_quotient(asked[1])
    return known if known is not None and known.reaches(max(asked[2])) else None


class _MisereTable:
    """The known facts: the classes of components, which of their sums are lost, and misère values of sums."""

    def __init__(self) -> None:
        self.classes = MisereClasses()
        self._lost: Memo[Sum] = Memo()
        self._kinds: Memo[Sum] = Memo()
        self._values: Memo[Sum] = Memo()

    @property
    def bytes(self) -> int:
        """The approximate size in bytes."""
        return self.classes.bytes + sum(memo.bytes for memo in (self._lost, self._kinds, self._values))

    def sum(self, components: Iterable[Component]) -> Sum:
        """Return the sum of components."""
        return self.classes.add(number for component in components for number in self.classes.numbers(component))

    def winning(self, component: Component, rest: list[int]) -> Iterator[Option]:
        """Yield the winning options of a component; `rest` has the numbers of the rest of the sum."""
        for option in self._candidates(component, rest):
            if option.ends or self.lost(self.classes.add(rest + self.classes.after(option))):
                yield option

    def _candidates(self, component: Component, rest: list[int]) -> Iterable[Option]:
        """Return options of a component that include all winning ones; `rest` has the numbers of the rest of the sum.

        A nim heap beside tame components has few candidates, which are found without listing its options.
        """
        rules, state = component.ruleset, component.state
        kind = self.classes.kind(self.classes.add(rest))
        if self.classes.at_once(component) is None or kind.firm is None:
            return rules.moves(state)
        nimbers = [kind.nimber] if kind.firm else [kind.nimber, kind.nimber ^ 1]
        return [option for nimber in nimbers for option in rules.moves_worth(state, nimber)]

    def lost(self, node: Sum) -> bool:
        """Return whether the player to move loses a sum."""
        lost = self._at_once(node)
        if lost is None:
            counted = self.classes.counted(self._lost)
            lost = bool(evaluate(node, lambda asked: self._ask_lost(asked, counted), counted))
        return lost

    def _at_once(self, node: Sum) -> bool | None:
        """Return whether a sum is lost, without a search; None if a search is needed."""
        if node == WON_SUM:
            return False
        nimber, firm = self.classes.kind(node)
        return self._lost.values.get(node) if firm is None else nimber == (not firm)

    def _ask_lost(self, node: Sum, counted: CountedOptions) -> Asking:
        undecided: dict[Sum, None] = {}
        for option in counted.options(node):
            after = () if isinstance(option, Ends) else option[0]
            lost = self._at_once(after)
            if lost:
                return False
            if lost is None:
                undecided[after] = None
        for after in undecided:
            lost = self._lost.values.get(after)
            if (yield after) if lost is None else lost:
                return False
        return True

    def tame(self, node: Sum) -> bool:
        """Return whether a sum is tame, which holds if the sum of its wild components is tame as one game."""
        wild = self._wild(node)
        if node == WON_SUM or not wild:
            return node != WON_SUM
        kind = self._kinds.values.get(wild)
        if kind is None:
            counted = self.classes.counted(self._kinds)
            kind = evaluate(wild, lambda asked: self._ask_kind(asked, counted), counted)
        return kind.firm is not None

    def _wild(self, node: Sum) -> Sum:
        """Return the components of a sum that are not tame by themselves."""
        facts = self.classes.facts
        return tuple([number for number in node if number > 0 and facts[number].firm is None])

    def _kind(self, node: Sum) -> Asking:
        """Return the kind of a sum from the kind of its tame components and the kind of the others as one game."""
        wild = self._wild(node)
        nimber, firm = self.classes.kind(tuple([number for number in node if number not in wild]))
        if not wild:
            return MisereKind(nimber, firm)
        kind = self._kinds.values.get(wild)
        if kind is None:
            kind = yield wild
        return MisereKind(nimber ^ kind.nimber, None if kind.firm is None else firm or kind.firm)

    def _ask_kind(self, node: Sum, counted: CountedOptions) -> Asking:
        """Return the kind of a sum of wild components as one game, from its options."""
        kinds: dict[Sum, MisereKind] = {}
        for after in {() if isinstance(option, Ends) else option[0] for option in counted.options(node)} - {WON_SUM}:
            kinds[after] = yield from self._kind(after)
        wild = MisereKind(self.classes.kind(node).nimber, None)
        like = kind_from_options(kinds.values())
        if like is None:
            return wild
        for option, kind in kinds.items():
            if kind.firm is None and not (yield from self._reverts(option, like, counted)):
                return wild
        return like

    def _reverts(self, node: Sum, kind: MisereKind, counted: CountedOptions) -> Asking:
        """Return whether an option of a sum has this kind."""
        for option in counted.options(node):
            after = WON_SUM if isinstance(option, Ends) else option[0]
            if after != WON_SUM and (yield from self._kind(after)) == kind:
                return True
        return False

    def genus(self, node: Sum) -> Genus:
        """Return the genus of a sum."""
        if node == WON_SUM:
            raise NoNimber("error.no-genus")
        rest, twos, odd = _without_twos(node)
        values = self._values_at_once(rest)
        if values is None:
            counted = self.classes.counted(self._values)
            values = evaluate(rest, lambda asked: self._ask_values(asked, counted), counted)
        least = max(2, len(values) - twos)
        superscript = shortened([value_at(values, k + twos) ^ odd for k in range(least)])
        return Genus(self.classes.kind(node).nimber, superscript)

    def _values_at_once(self, rest: Sum) -> tuple[int, ...] | None:
        """Return the misère values of a sum, without a search; None if a search is needed."""
        nimber, firm = self.classes.kind(rest)
        if firm is None:
            return self._values.values.get(rest)
        return (nimber, nimber ^ 2) if firm else (nimber ^ 1, nimber ^ 2, nimber)

    def _ask_values(self, node: Sum, counted: CountedOptions) -> Asking:
        """Return the misère values of a wild sum with 0, 1, 2, ... heaps of two."""
        known: list[GenusOption] = []
        for after in {(WON_SUM if isinstance(option, Ends) else option[0]) for option in counted.options(node)}:
            if after != WON_SUM:  # a move there loses, so it does not count for the mex
                rest, twos, odd = _without_twos(after)
                values = self._values_at_once(rest)
                known.append(GenusOption((yield rest) if values is None else values, twos, odd))
        return values_from_options(known, over=False)


def _without_twos(node: Sum) -> tuple[Sum, int, int]:
    """Return a sum without its nim heaps of one and two, the number of heaps of two, and 1 if there is a heap of one.

    An odd nim heap counts as an even heap and a heap of one.
    """
    odd = sum(-number for number in node if number < 0) & 1
    even = [number + (-number & 1) if number < 0 else number for number in node]
    return tuple([number for number in even if number not in (0, -2)]), even.count(-2), odd
