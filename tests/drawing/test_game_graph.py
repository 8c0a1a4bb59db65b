"""Game graphs and followers: against play itself, and as they are written and drawn."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.core.values import WIN, Outcome
from grundy.drawing import game_graphs
from grundy.errors import CycleError, OverBudgetError, PictureError, RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.position import Position
    from support.command import Command


@grundy.ruleset
def race(steps: int) -> Iterator[Any]:
    """One or two steps; whoever arrives has won the whole game."""
    yield from range(max(1, steps - 2), steps)
    if steps <= 2:
        yield grundy.win(move="arrive")


@grundy.ruleset
def circle(place: int) -> Iterator[int]:
    """Round and round."""
    yield (place + 1) % 3


def played(position: Position) -> set[frozenset[Any]]:
    """Return all positions that play leads to, as sets of components with their numbers."""
    seen = set()
    waiting = [position]
    while waiting:
        here = waiting.pop()
        parts = list(here.components)
        own = frozenset((part, parts.count(part)) for part in parts)
        if own not in seen:
            seen.add(own)
            waiting += [choice.after for choice in here.choices()]
    return seen


@pytest.mark.parametrize(
    "position",
    [
        grundy.games.kayles(7),
        grundy.games.nim(2, 3, 2),
        grundy.games.wall_making("..X\n..."),
        grundy.games.wythoff(3, 4) + grundy.games.kayles(3),
    ],
    ids=str,
)
def test_a_graph_has_each_position_once_with_all_its_moves(position: Position) -> None:
    graph = position.graph()
    assert graph.positions[0] == position
    assert len(graph.positions) == len(played(position))
    for number, here in enumerate(graph.positions):
        out = [edge for edge in graph.edges if edge.before == number]
        assert sorted(move for edge in out for move in edge.moves) == sorted(choice.move for choice in here.choices())
        values = {graph.positions[edge.after].nimber for edge in out}
        assert here.nimber == grundy.mex(values)
        for edge in out:
            assert {here.play(move).nimber for move in edge.moves} == {graph.positions[edge.after].nimber}


def test_moves_that_end_the_game_lead_to_no_position() -> None:
    graph = race(3).graph()
    assert [str(position) for position in graph.positions] == ["race(3)", "race(1)", "race(2)"]
    assert [edge for edge in graph.edges if edge.after < 0] == [(1, -1, ("arrive",)), (2, -1, ("arrive",))]
    assert [position.value for position in graph.positions] == [0, WIN, WIN]
    assert '-1 [label="the game is over", shape=plain];' in graph.dot()
    assert "N WIN, can end the game" in game_graphs.picture(graph)


def test_followers_are_the_states_of_all_options() -> None:
    states = [component.state for component in grundy.heaps("0.07").followers(9)]
    assert states[0] == 9
    assert sorted(states) == [1, 2, 3, 4, 5, 6, 7, 9]  # two go at once, so 8 does not come up; an empty heap is none
    mixed = grundy.ruleset(lambda n: [grundy.split(grundy.games.nim(n), n - 1)] if n else [])
    assert {type(component.ruleset).__name__ for component in mixed.followers(2)} == {"FunctionRuleset", "Nim"}


def test_work_is_bounded() -> None:
    with pytest.raises(OverBudgetError, match="the game graph: 11 positions, the budget is 10"):
        grundy.games.nim(9, 9).graph(10)
    with (
        grundy.limited(search_options=20),
        pytest.raises(OverBudgetError, match="of a state: 21 options"),
    ):
        grundy.heaps("nim").followers(100)
    with grundy.limited(search_states=20), pytest.raises(OverBudgetError, match="of a state: 21 states"):
        grundy.heaps("nim").followers(100)
    for wrong in (0, -1, 1.5, "3"):
        with pytest.raises(RulesetError, match="expected an integer of at least 1 for most"):
            grundy.games.nim(3).graph(wrong)  # type: ignore[arg-type]


def test_a_graph_with_a_cycle_is_found_but_has_no_values() -> None:
    graph = circle(0).graph()
    assert len(graph.positions) == 3
    with pytest.raises(CycleError):
        graph.dot()
    with pytest.raises(CycleError):
        game_graphs.picture(graph)


def test_networkx_has_the_same_nodes_and_edges() -> None:
    graph = grundy.games.kayles(5).graph()
    drawn = graph.networkx()
    assert drawn.number_of_nodes() == len(graph.positions)
    assert {(*ends, tuple(data["moves"])) for *ends, data in drawn.edges(data=True)} == set(graph.edges)
    assert drawn.nodes[0] == {"position": "kayles 5", "outcome": "N", "value": "4"}


def test_texts_are_quoted_for_dot() -> None:
    quotes = grundy.ruleset(lambda word: [word[1:]] if word else [])
    dot = quotes('"\\').graph().dot()
    labels = re.findall(r'^  \d+ \[label="((?:[^"\\]|\\.)*)"', dot, re.MULTILINE)
    assert len(labels) == 3


def test_the_picture_has_each_position_above_its_options() -> None:
    graph = grundy.games.wall_making("...\n.X.").graph()
    picture = game_graphs.picture(graph)
    tops = [float(y) for y in re.findall(r'<rect x="[\d.]+" y="([\d.]+)"[^>]*g-soft', picture)]
    assert len(tops) == len(graph.positions)
    assert all(tops[edge.before] < tops[edge.after] for edge in graph.edges)
    lost = sum(position.outcome is Outcome.P for position in graph.positions)
    assert f"{len(tops)} positions, {len(tops) - lost} N and {lost} P" in picture
    with pytest.raises(PictureError, match="expected a game graph of at most 120 positions for a picture, found"):
        game_graphs.picture(grundy.games.nim(20, 20).graph())


def test_the_command_lists_positions(grundy_command: Command, tmp_path: Any) -> None:
    done = grundy_command(
        "graph", "kayles", "4", "-o", "-", "-o", str(tmp_path / "a.dot"), "-o", str(tmp_path / "a.svg")
    )
    lines = done.out.splitlines()
    assert lines[0] == "7 positions, 5 N and 2 P; 15 moves"
    assert lines[3] == "0  N 1   kayles 4    1, 2, 3, 4*"
    assert lines[-1] == "6  P 0   kayles 0    no move"
    assert "\ndigraph {\n" in (tmp_path / "a.dot").read_text()
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    data = json.loads(grundy_command("graph", "kayles", "4", "--json").out)
    assert len(data["positions"]) == 7
    assert data["edges"][0] == {"before": 0, "after": 1, "moves": ["4 -> 3"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim", "9", "9", "--most", "10"], "the game graph: 11 positions, the budget is 10 (--most allows more)"),
        (["nim", "3", "-o", "-.dot", "--json"], "expected one thing for stdout: .json or .dot"),
        (["nim", "3", "-o", "none/a.dot"], "expected a file to write the result to, found no folder none"),
        (["nim", "20", "20", "-o", "-.svg"], "expected a game graph of at most 120 positions for a picture"),
    ],
)
def test_the_command_refuses(grundy_command: Command, arguments: list[str], message: str) -> None:
    done = grundy_command("graph", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
