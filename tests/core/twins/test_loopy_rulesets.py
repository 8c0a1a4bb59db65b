"""Loopy rulesets: their positions and sums against retrograde analysis of the graph of all sums, and by hand."""

from __future__ import annotations

import pickle
from collections import deque
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.errors import CycleError, NoNimber, OverBudgetError, RulesetError
from grundy.theory.explain.coach import comment, hint
from support.loopy_games import stairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy import Position

Graph = tuple[tuple[int, ...], ...]


class Explicit(grundy.Ruleset):
    """The rules of a graph that is given: the options of each vertex."""

    loopy = True

    def __init__(self, graph: Graph) -> None:
        """Keep the graph."""
        self.graph = graph

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Explicit) and type(other) is type(self) and self.graph == other.graph

    def __hash__(self) -> int:
        return hash(self.graph)

    def options(self, state: int) -> tuple[int, ...]:
        """Return the options of a vertex."""
        return self.graph[state]


class PlainGraph(Explicit):
    """The same for a graph without cycles."""

    loopy = False


def graphs(most: int) -> st.SearchStrategy[Graph]:
    return st.integers(1, most).flatmap(
        lambda size: st.tuples(*[st.lists(st.integers(0, size - 1), max_size=3, unique=True).map(tuple)] * size)
    )


def plain_graphs(most: int) -> st.SearchStrategy[Graph]:
    return st.integers(1, most).flatmap(
        lambda size: st.tuples(
            *[
                st.lists(st.integers(0, v - 1), max_size=3, unique=True).map(tuple) if v else st.just(())
                for v in range(size)
            ]
        )
    )


def analysed(start: tuple[int, ...], parts: tuple[Graph, ...]) -> dict[tuple[int, ...], tuple[str, int]]:
    """Return outcome and remoteness of all sums that play leads to, from the definition, length by length."""
    after: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here not in after:
            after[here] = [
                (*here[:at], option, *here[at + 1 :]) for at, graph in enumerate(parts) for option in graph[here[at]]
            ]
            waiting.extend(after[here])
    found: dict[tuple[int, ...], tuple[str, int]] = {}
    length = 0
    while True:
        new = {}
        for node, options in after.items():
            if node in found:
                continue
            if any(found.get(option, ("", 0))[0] == "P" for option in options):
                new[node] = ("N", length)
            elif all(found.get(option, ("", 0))[0] == "N" for option in options):
                new[node] = ("P", length)
        if not new:
            break
        found |= new
        length += 1
    return {node: found.get(node, ("D", -1)) for node in after}


def position_of(places: tuple[int, ...], parts: tuple[Graph, ...], plain: int) -> Position:
    """Return a sum of vertices; the last `plain` graphs are rules without cycles."""
    first = len(parts) - plain
    return sum(
        (
            (Explicit(graph) if number < first else PlainGraph(graph))(place)
            for number, (graph, place) in enumerate(zip(parts, places, strict=True))
        ),
        grundy.Position(),
    )


def agrees(places: tuple[int, ...], parts: tuple[Graph, ...], plain: int) -> None:
    """Compare all that a position says with retrograde analysis of the sum."""
    right = analysed(places, parts)
    position = position_of(places, parts, plain)
    outcome, length = right[places]
    assert str(position.outcome) == outcome
    assert position.remoteness == length
    value: Any = position.solution.value
    assert (outcome == "P") == (value == 0)
    after = [
        right[(*places[:at], option, *places[at + 1 :])][0]
        for at, graph in enumerate(parts)
        for option in graph[places[at]]
    ]
    assert [str(choice.after.outcome) for choice in position.choices()] == after
    assert len(position.winning_moves()) == after.count("P")
    assert len(position.drawing_moves()) == (after.count("D") if outcome == "D" else 0)
    assert [str(choice.after.value) for choice in position.choices()] == [
        str(position.solution.value_after(choice)) for choice in position.choices()
    ]
    assert position.explain().outcome == outcome


@given(st.data(), graphs(6))
@settings(max_examples=30, deadline=None)
def test_positions_of_random_rules(data: st.DataObject, graph: Graph) -> None:
    agrees((data.draw(st.integers(0, len(graph) - 1)),), (graph,), 0)


class Folded(Explicit):
    """The rules of a graph whose vertices 2n and 2n + 1 are mirror images: one state stands for both."""

    def canonical(self, state: int) -> int:
        """Return the even one."""
        return state & ~1


@given(graphs(6))
@settings(max_examples=30, deadline=None)
def test_symmetric_states_are_explored_once(graph: Graph) -> None:
    mirrored = tuple(
        tuple(2 * option + (side + option) % 2 for option in options) for options in graph for side in (0, 1)
    )
    for vertex in range(len(mirrored)):
        for further in (grundy.Position(), grundy.games.nim(2)):
            right, quick = (rules(mirrored)(vertex) + further for rules in (Explicit, Folded))
            assert (quick.outcome, quick.value, quick.remoteness) == (right.outcome, right.value, right.remoteness)
            assert len(quick.drawing_moves()) == len(right.drawing_moves())
    assert len(Folded(mirrored).digraph(*range(len(mirrored)))) == len(graph)


@given(st.data(), st.tuples(graphs(4), graphs(4)), plain_graphs(5))
@settings(max_examples=30, deadline=None)
def test_sums_of_loopy_and_plain_components(data: st.DataObject, loopy: tuple[Graph, ...], plain: Graph) -> None:
    parts = (*data.draw(st.sampled_from([loopy, loopy[:1]])), plain)
    agrees(tuple(data.draw(st.integers(0, len(graph) - 1)) for graph in parts), parts, 1)


@given(st.data(), graphs(5), plain_graphs(4))
@settings(max_examples=30, deadline=None)
def test_the_coach_wins_in_time_and_keeps_draws(data: st.DataObject, graph: Graph, plain: Graph) -> None:
    """Against an opponent who plays at random it wins within the remoteness, and never loses a draw."""
    parts = (graph, plain)
    places = tuple(data.draw(st.integers(0, len(one) - 1)) for one in parts)
    position = position_of(places, parts, 1)
    coach, outcome, left = grundy.coach.Coach(seed=1), str(position.outcome), position.remoteness
    for ply in range(12):
        choices = list(position.choices())
        if not choices:
            assert outcome != "D" or ply % 2 == 1
            break
        if ply % 2 == 0:
            choice = coach.reply(position)
            assert str(comment(choice))
            assert str(hint(position))
            if outcome == "N":
                assert choice.after.remoteness < left
                assert comment(choice).verdict in ("won", "kept")
            elif outcome == "D":
                assert comment(choice).verdict in ("kept-draw", "won", "kept")
        else:
            choice = data.draw(st.sampled_from(choices))
        position, left = choice.after, choice.after.remoteness
        outcome = str(position.outcome) if outcome == "D" else outcome


@given(st.data(), graphs(6), graphs(4), plain_graphs(4))
@settings(max_examples=30, deadline=None)
def test_the_coach_comes_to_an_end_where_sums_are_too_many(
    data: st.DataObject, graph: Graph, other: Graph, plain: Graph
) -> None:
    """Ranks lead to the end as well, against an opponent who plays at random."""
    parts = (graph, other, plain)
    position = position_of(tuple(data.draw(st.integers(0, len(one) - 1)) for one in parts), parts, 1)
    if position.outcome is not grundy.Outcome.N:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("grundy.theory.explain.endings.shortest", lambda _: None)
        for _ in range(40):
            position = grundy.coach.Coach(seed=1).reply(position).after
            assert position.outcome is grundy.Outcome.P
            choices = list(position.choices())
            if not choices:
                return
            position = data.draw(st.sampled_from(choices)).after
    raise AssertionError(position)


def test_the_coach_does_not_go_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 2 both moves win, but from 1 the opponent comes back."""
    monkeypatch.setattr("grundy.theory.explain.endings.shortest", lambda _: None)
    position = Explicit(((), (2,), (0, 1)))(2)
    assert len(position.winning_moves()) == 2
    assert {grundy.coach.Coach(seed=seed).reply(position).after.components[0].state for seed in range(5)} == {0}


def test_a_sum_that_is_too_large_to_explore_is_won_still() -> None:
    """Twelve heaps beside the stairs have far too many sums; the coach and the hint take little work."""
    position = stairs(1) + grundy.games.kayles(*[9] * 12)
    with grundy.limited(search_options=2_000):
        assert hint(position).move == "1:stairs(0)"
        assert grundy.coach.Coach(seed=1).reply(position).move == "1:stairs(0)"
        with pytest.raises(OverBudgetError):
            _ = position.remoteness


@grundy.ruleset
def forgotten(step: int) -> Iterator[int]:
    """Rules whose states come back, without saying so."""
    yield (step + 1) % 3


def test_values_by_hand() -> None:
    """The street is 0; step 1 can be left for it; from step 2 on nobody has to go down: a draw.

    Added to a heap of 1, step 1 is worth ∞{1}, so that 0 is in no set: a draw. To a heap of 2, likewise.
    """
    assert [(str(stairs(n).outcome), str(stairs(n).value), stairs(n).remoteness) for n in range(5)] == [
        ("P", "0", 0), ("N", "∞{0}", 1), ("D", "∞{}", -1), ("D", "∞{}", -1), ("D", "∞{}", -1),
    ]  # fmt: skip
    nim = grundy.games.nim
    assert [str((stairs(1) + nim(n)).outcome) for n in range(3)] == ["N", "D", "D"]
    assert str((stairs(1) + stairs(1)).value) == "∞{}"
    assert (stairs(0) + nim(3)).nimber == 3
    assert [choice.move for choice in (stairs(1) + nim(1) + nim(1)).winning_moves()] == ["1:stairs(0)"]
    assert [choice.move for choice in stairs(3).drawing_moves()] == ["stairs(2)", "stairs(4)"]
    with pytest.raises(NoNimber, match=r"play can go on for ever, and the value is ∞\{0\}"):
        _ = stairs(1).nimber
    with pytest.raises(NoNimber, match="for ever"):
        stairs.nimber(2)
    assert stairs.nimber(0) == 0


def test_a_move_that_can_be_undone_does_not_count() -> None:
    """Winning Ways, chapter 12: the values of tests/core/twins/test_graphs.py, from rules."""
    graph = ((), (0,), (0, 3), (3, 1), (4,), (5, 0), (0, 1, 7), (7, 6))
    assert [str(Explicit(graph).value(v)) for v in range(8)] == ["0", "1", "1", "∞{1}", "∞{}", "∞{0}", "∞{0,1}", "∞{}"]


def test_many_states_are_explored_together() -> None:
    table = stairs.table(5)
    assert table.values.tolist() == [0, -3, -3, -3, -3]
    assert table.letters.tolist() == ["P", "N", "D", "D", "D"]
    assert table.outcomes.tolist() == stairs.outcomes(range(5)).tolist() == [False, True, False, False, False]
    assert [table.told(place) for place in range(3)] == [0, "∞{0}", "∞{}"]
    with pytest.raises(NoNimber):
        stairs.nimbers([0, 1])
    assert stairs.nimbers([0, 0]).tolist() == [0, 0]


def test_loopy_rulesets_pickle_and_equal_by_content() -> None:
    again = pickle.loads(pickle.dumps(stairs(2)))
    assert again == stairs(2)
    assert again.outcome is grundy.Outcome.D
    assert pickle.loads(pickle.dumps(grundy.Loopy(frozenset({1})))) == grundy.Loopy(frozenset({1}))
    function = stairs.options_function
    assert grundy.ruleset(loopy=True)(function) == grundy.ruleset(loopy=True)(function) != grundy.ruleset(function)


def test_a_cycle_without_loopy_says_what_is_missing() -> None:
    with pytest.raises(CycleError, match=r"0 -> 1 -> 2 -> 0; with loopy=True the rules may do so"):
        _ = forgotten(0).nimber


def splits(n: int) -> Iterator[Any]:
    yield grundy.split(n, n)


def ends(n: int) -> Iterator[Any]:
    yield grundy.win(move=f"win from {n}")


@pytest.mark.parametrize("function", [splits, ends])
def test_options_that_are_no_state_are_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(RulesetError, match="expected options with one state of the same rules"):
        _ = grundy.ruleset(loopy=True)(function)(1).outcome


def test_what_does_not_go_with_loopy_is_refused() -> None:
    with pytest.raises(RulesetError, match="parse, format, scene and sample at most, found known"):
        grundy.ruleset(loopy=True, known=lambda n: n)
    with pytest.raises(RulesetError, match="found compiled"):
        grundy.ruleset(loopy=True, bounds=5)

    class Known(Explicit):
        def known(self, state: int) -> int | None:
            return state

    with pytest.raises(RulesetError, match="found known"):
        _ = Known(((),))(0).outcome


def test_what_is_not_decided_says_so() -> None:
    for ask in (
        lambda: stairs(2).misere.outcome,
        lambda: stairs(2).suspense,
        lambda: (stairs(2) + grundy.games.nim(1)).suspense,
        lambda: grundy.compounds.selective(stairs(2)),
        lambda: grundy.compounds.conjunctive(stairs(2)),
    ):
        with pytest.raises(RulesetError, match="not decided for stairs"):
            ask()

    @grundy.ruleset
    def enters(n: int) -> Iterator[Any]:
        yield grundy.split(stairs(n))

    with pytest.raises(RulesetError, match="found a move of enters to stairs, which is declared with loopy=True"):
        _ = enters(1).outcome


@grundy.ruleset(loopy=True)
def endless(n: int) -> Iterator[int]:
    """Rules that never come to an end of their states."""
    yield n + 1
    yield max(0, n - 1)


def test_the_work_is_bounded_and_can_be_stopped() -> None:
    for bound in ({"search_options": 1000}, {"search_states": 1000}, {"table_bytes": 100_000}):
        with grundy.limited(**bound), pytest.raises(OverBudgetError):
            _ = endless(0).outcome

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), grundy.reporting(lambda *_: None, cancel=stop):
        _ = endless(0).outcome


def test_a_win_at_once_beats_infinity() -> None:
    @grundy.ruleset
    def race(steps: int) -> Iterator[Any]:
        yield grundy.win(move="arrive") if steps < 2 else steps - 1

    position = stairs(2) + race(1)
    assert position.value == grundy.WIN
    assert [choice.move for choice in position.winning_moves()] == ["2:arrive"]
    assert str((stairs(2) + race(2)).outcome) == "D"  # who goes on in the race hands it over
