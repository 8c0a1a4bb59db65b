"""Positions of a census that are listed: one search finds the values of those that are single components."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy import games
from grundy.core.components import Split, components_of
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.nimbers import nim_sum
from grundy.core.ruleset import Ruleset
from grundy.core.search.batch import values_of
from grundy.core.search.engines import remember, states_in_memo
from grundy.errors import GrundyError, InputError, RulesetError, exception_words
from grundy.games import declared
from grundy.games.lookup import is_in_a_file, path_in
from grundy.runtime import limits, progress
from grundy.runtime.garbage import rare_collections
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from grundy.core.components import Component
    from grundy.core.position import Position

_OUTCOMES = ("outcome", "misere")  # columns of letters
_SAMPLED = 64  # states of which the options are looked at
_ENTRY = 200  # bytes of a state that is kept with its value
MORE: dict[str, Callable[[Position], Any]] = {  # columns that are found on request
    "misere": lambda position: str(position.misere.outcome),
    "remoteness": lambda position: position.remoteness,
}


class RulesFile(NamedTuple):
    """A file with rulesets, which travels with the work: its path on the machine of the user, and its bytes."""

    path: str
    text: bytes


class ListedPart(NamedTuple):
    """Positions of a part: their game and their texts; `more` names the columns that are found on request.

    `states` are the pickled states of the texts, which are then not parsed; `file` has the rules, if they are in one.
    """

    game: str
    texts: Sequence[str]
    more: Sequence[str] = ()
    file: RulesFile | None = None
    states: bytes | None = None


def file_of(name: str) -> RulesFile | None:
    """Return the file of a ruleset in a file; None for a game of the catalogue."""
    return RulesFile(declared.file_of(name), declared.text_of(path_in(name))) if is_in_a_file(name) else None


@rare_collections()
def solve_listed(part: ListedPart) -> Any:
    """Return the rows of positions of a game. The nimber of a position whose value is not a nimber is null.

    One search finds the values of all positions that are single components. What it has found stays in this process,
    for its next parts.

    Raises `InputError` for a text that is not a position of the game, and `RulesetError`, with the line, if rules in a
    file raise an exception.
    """
    import pyarrow as pa

    name = part.game
    if part.file is not None:  # the same file for all workers, wherever they are
        declared.keep({part.file.path: part.file.text})
        name = part.file.path + name.removeprefix(path_in(name))
    game = games.find(name)
    if part.states is None:
        positions = [game.parse(text) for text in part.texts]
        sums: list[Sequence[Component]] = [position.components for position in positions]
    else:
        rules = _declared_rules(game)
        sums = list(zip(components_of(rules, pickle.loads(part.states)), strict=True))  # noqa: S301 - of this run
    try:
        with limits.limited(threads=1), tables.keeping_all():  # the values of all parts, however many they are
            found = _solved_together(sums)
    except Exception:  # noqa: BLE001 - one of the positions raises it again, with its text
        found = [None] * len(sums)
    rows: list[Any] = list(found)
    for number in range(len(rows)) if part.more or None in found else ():
        if found[number] is None or part.more:
            position = positions[number] if part.states is None else _position_of(*sums[number][0])
            rows[number] = _row(position, part.texts[number], found[number], part.more)
    columns = {"position": pa.array(part.texts, pa.large_string())}
    for name, column in zip((*_Found._fields, *part.more), zip(*rows, strict=True), strict=True):
        kind = pa.dictionary(pa.int8(), pa.string()) if name in _OUTCOMES else pa.int64()
        columns[name] = pa.array(column, kind)
    return pa.table(columns)


def texts_of_lines(name: str, text: str, source: str) -> tuple[str, ...]:
    """Return the positions in the lines of a text; empty lines are skipped.

    Raises `InputError`, with line and column in `source`, for a line that is not a position.
    """
    game = games.find(name)
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        progress.check_cancelled()
        if line.strip():
            try:
                game.parse(line)
            except InputError as error:
                raise InputError(
                    error.expected, error.found, error.location._replace(source=source, line=number)
                ) from None
            found.append(line.strip())
    return tuple(found)


def listed_states(name: str, function: str) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """Return texts of states of a ruleset in a file, and the states; a function in the same file lists the states.

    Raises `RulesetError` if there is no such function, or if it lists something that is not a state.
    """
    states = declared.function_beside(name, function)()
    rules = _declared_rules(games.find(name))
    if not isinstance(states, Iterable):
        raise RulesetError("error.expected", expected=Message("expected.states"), found=repr(states))
    texts, found = [], []
    for state in states:
        progress.check_cancelled()
        if isinstance(rules, FunctionRuleset) and not rules.is_single:
            rules.check_count(len(state) if isinstance(state, tuple) else 1)
        found.append(state)
        texts.append(rules.label(state))
    return tuple(texts), tuple(found)


def is_closed(name: str, states: Sequence[Any]) -> bool:
    """Return whether most options of states of a ruleset in a file are among them, by a sample of the states."""
    rules, found = _declared_rules(games.find(name)), []
    with suppress(Exception):  # rules may raise anything, and states may have no hash: a part then says which
        there = set(states)
        for state in states[:: -(-len(states) // _SAMPLED)]:
            found += [part in there for move in rules.options(state) for part in _parts(move)]
    return 2 * sum(found) > len(found)


def keep_values(name: str, states: Sequence[Any], nimbers: Sequence[int | None]) -> None:
    """Keep the nimbers of states of a ruleset in a file, where a search of this process finds them."""
    remember(_declared_rules(games.find(name)), states, nimbers)


class _Found(NamedTuple):
    """What a census says about a position."""

    outcome: str
    nimber: int | None
    winning_moves: int


def _solved_together(sums: Sequence[Sequence[Component]]) -> list[_Found | None]:
    """Return what is found about sums by one search for each ruleset, None for those to be solved one by one."""
    found: list[_Found | None] = [None] * len(sums)
    alone: defaultdict[Ruleset, list[int]] = defaultdict(list)
    for number, components in enumerate(sums):
        if len(components) == 1 and _has_plain_moves(components[0].ruleset):
            alone[components[0].ruleset].append(number)
    for rules, numbers in alone.items():
        states = [sums[number][0].state for number in numbers]
        values = list(values_of(rules, states))
        for number, value, wins in zip(numbers, values, _wins(rules, states, values), strict=True):
            if wins is not None:
                found[number] = _Found("N" if value else "P", value, wins)
    return found


def _has_plain_moves(rules: Ruleset) -> bool:
    """Return whether the winning moves of rules are those options that are worth 0."""
    return not rules.loopy and type(rules).moves_worth is Ruleset.moves_worth


def _wins(rules: Ruleset, states: Sequence[Any], values: Sequence[int]) -> list[int | None]:
    """Return how many options of each state win, from its value; None for states with other moves than to states."""
    options = getattr(rules, "plain_options", rules.options)
    memo = None if rules.own_engines else states_in_memo(rules)
    value_of = ({} if memo is None else memo).__getitem__
    wins: list[int | None] = [None if value < 0 else 0 for value in values]
    left = []
    for number, (state, value) in enumerate(zip(states, values, strict=True)):
        if value > 0:
            try:
                wins[number] = list(map(value_of, options(state))).count(0)
            except KeyError:
                left.append(number)
    if left:
        moves = (options(states[number]) for number in left)
        for number, count in zip(left, _wins_of_parts(rules, moves, type(states[0])), strict=True):
            wins[number] = count
    return wins


def _wins_of_parts(rules: Ruleset, moves: Iterable[Iterable[Any]], kind: type) -> Iterator[int | None]:
    """Yield how many of the options of each state win; states, and parts of options, are of one kind."""
    leads: list[tuple[list[Any], list[tuple[Any, ...]]] | None] = []  # options that are states, and those that split
    for options in moves:
        parted = [*map(_parts, options)]
        plain = all(type(part) is kind for parts in parted for part in parts)
        one, more = [parts[0] for parts in parted if len(parts) == 1], [parts for parts in parted if len(parts) != 1]
        leads.append((one, more) if plain else None)
    lost = _kept(rules, 0, {part for each in leads if each for part in each[0]})
    nimbers = _kept(rules, None, {part for each in leads if each for parts in each[1] for part in parts})
    for each in leads:
        yield each and [lost[part] for part in each[0]].count(0) + sum(_lost(nimbers, parts) for parts in each[1])


def _parts(option: Any) -> tuple[Any, ...]:
    return option.parts if type(option) is Split else (option,)


def _lost(nimbers: Mapping[Any, int], parts: Sequence[Any]) -> bool:
    """Return whether a sum of parts is lost; a part that is no nimber makes it won."""
    worth = [nimbers[part] for part in parts]
    return min(worth, default=0) >= 0 and not nim_sum(*worth)


def _kept(rules: Ruleset, nimber: int | None, states: set[Any]) -> Mapping[Any, int]:
    """Return a table that stays in this process, with the values of states; with `nimber`, others are negative."""
    key = ("census", rules, nimber)
    known: dict[Any, int] = tables.get(key) or {}
    new = [state for state in states if state not in known]
    known.update(zip(new, values_of(rules, new, nimber), strict=True))
    tables.put(key, known, _ENTRY * len(known))
    return known


def _row(position: Position, text: str, found: _Found | None, more: Sequence[str]) -> tuple[Any, ...]:
    """Return a row: outcome, nimber, winning moves, and the columns that are asked for."""
    try:
        with limits.limited(threads=1):
            if found is None:
                outcome, wins, value = str(position.outcome), len(position.winning_moves()), position.value
                found = _Found(outcome, value if isinstance(value, int) else None, wins)
            return (*found, *(MORE[key](position) for key in more))
    except GrundyError:
        raise
    except Exception as error:  # a user's function may raise anything; only this process can find the line
        where = declared.location_in_file(error)
        if where is None:
            raise
        words = exception_words(error)
        raise RulesetError("error.census-rules", where=where, position=text, error=words) from error


def _declared_rules(game: games.Game) -> Ruleset:
    """Return the ruleset of a game in a file."""
    assert isinstance(game.reader, declared.DeclaredStates)
    return game.reader.rules


def _position_of(rules: Ruleset, state: Any) -> Position:
    several = isinstance(rules, FunctionRuleset) and not rules.is_single
    return rules(*state) if several and isinstance(state, tuple) else rules(state)
