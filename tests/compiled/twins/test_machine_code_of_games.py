"""The games of the catalogue whose options become machine code, against the plain search over these options."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

import grundy
from grundy import Outcome, games
from grundy.compiled import engine, modules
from grundy.compiled.kinds import kinds_of_state
from grundy.core.search.engines import to_compile
from grundy.core.values import LOONY
from grundy.errors import OverBudgetError
from grundy.games.families.graphs.graph_rules import Graph
from grundy.games.families.graphs.kayles import ArcKayles, NodeKayles
from grundy.games.families.graphs.strings import Strings
from grundy.games.families.grids.chomp import Chomp
from grundy.games.families.grids.clobber import Clobber
from grundy.games.families.grids.cram import Cram
from grundy.games.families.grids.fission import Fission
from grundy.games.families.grids.notakto import Notakto
from grundy.runtime import progress
from literal import strings_and_coins
from support.compiled_games import as_python
from support.twins import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.ruleset import Ruleset

pytestmark = pytest.mark.needs_jit

GRIDS = (Chomp, Clobber, Cram, Fission, Notakto)
GRAPHS = (ArcKayles, NodeKayles)


@pytest.fixture
def _by_machine_code_alone() -> Iterator[None]:
    """Let the rules for machine code run as Python, and nothing else: a plain search would look at too many options."""
    with as_python(), grundy.limited(kernel_above=-1, search_options=0):
        yield


def graph(rng: random.Random, vertices: int, edges: int) -> Graph:
    found = nx.gnm_random_graph(vertices, edges, seed=rng.randrange(10**9))
    return Graph.read([f"{a}-{b}" for a, b in found.edges()] + [str(vertex) for vertex in found], "0")[0]


def small(rng: random.Random, kind: type[Any]) -> tuple[Ruleset, Any]:
    """Return rules on a small board or graph, and a state of it."""
    if kind in GRAPHS:
        vertices = rng.randint(2, 6)
        rules = kind(graph(rng, vertices, rng.randint(1, min(8, vertices * (vertices - 1) // 2))))
        return rules, rules.full() & (rng.getrandbits(15) | rng.getrandbits(15))
    rows = rng.randint(1, 4)
    rules = kind(rows, rng.randint(1, 10 // rows))
    cells = (rng.getrandbits(16) | rng.getrandbits(16)) & rules.grid.full
    while (place := rules.impossible(cells)) is not None:
        cells |= 1 << place[0] * rules.columns + place[1]
    return rules, (cells, rules.grid.full & ~cells & rng.getrandbits(10)) if kind is Clobber else cells


def searched(rules: Ruleset, state: Any) -> int:
    """Return the nimber that the options say."""
    with grundy.limited(search_options=10**6):
        return plain(rules, state, {})


def digest(rules: Ruleset, state: Any) -> str:
    """Return the name of the machine code from a state."""
    form = to_compile(rules, state)
    assert form is not None
    assert engine.why_not(*form) is None
    (kind, *_) = kinds_of_state(form[1])
    return modules.plan(form[0], kind).digest


@pytest.mark.usefixtures("_by_machine_code_alone")
@pytest.mark.parametrize("kind", [*GRIDS, *GRAPHS])
def test_random_states(kind: type[Any]) -> None:
    """Nimbers, and whether there is a given one: outcomes with that."""
    rng = random.Random(kind.__name__)
    for _ in range(6):
        rules, state = small(rng, kind)
        nimber = searched(rules, state)
        assert rules.value(state) == nimber, (rules, state)
        for asked in range(3):
            assert rules.has_nimber(state, asked) == (nimber == asked), (rules, state, asked)


@pytest.mark.slow
@pytest.mark.usefixtures("_by_machine_code_alone")
def test_random_strings() -> None:
    """Boards with coins on single strings are known to be loony, or are searched without them."""
    rng = random.Random(4)
    found = set()
    for _ in range(40):
        vertices = rng.randint(3, 6)
        rules = Strings(graph(rng, vertices, rng.randint(2, min(8, vertices * (vertices - 1) // 2))))
        value = rules.value(rules.full())
        nimber = strings_and_coins.nimber(rules.format(rules.full()))
        assert value == (LOONY if nimber is None else nimber), rules
        found.add(nimber)
    assert found >= {None, 0, 1, 2}


@pytest.mark.usefixtures("_by_machine_code_alone")
@pytest.mark.slow
def test_published_values() -> None:
    """The tables of Cram and of Node Kayles on 3 x n (docs/records.md), Gale's theorem on Chomp, Notakto on 3 x 3."""
    assert games.cram("....\n" * 2).outcome is games.cram("....\n" * 4).outcome is Outcome.P
    assert [games.cram("\n".join(["." * n] * 3)).nimber for n in range(1, 4)] == [1, 1, 0]
    assert [games.arc_kayles(nx.grid_2d_graph(3, n)).nimber for n in range(1, 4)] == [1, 1, 0]
    assert [games.node_kayles(nx.grid_2d_graph(3, n)).nimber for n in range(1, 7)] == [2, 1, 1, 0, 3, 3]
    assert [games.chomp("\n".join(["." * n] * 3)).outcome for n in range(1, 6)] == [Outcome.N] * 5
    assert games.notakto("...\n...\n...").outcome is Outcome.N


@pytest.mark.slow
@pytest.mark.usefixtures("_by_machine_code_alone")
def test_words_of_64_bits() -> None:
    """The last cells of a board of 64, and the last vertices of such a graph; what does not fit has no machine code."""
    last = 0xF << 60
    assert Cram(8, 8).value(last | 1) == Cram(1, 4).value(0xF)
    assert Clobber(8, 8).value((5 << 60, 10 << 60)) == 3
    free = 0xF924FFFF49244924  # three marks in a row are nowhere
    assert Notakto(4, 16).value(free) == searched(Notakto(4, 16), free)
    path = Graph.read([f"{vertex}-{vertex + 1}" for vertex in range(1, 64)])[0]
    assert NodeKayles(path).value(last) == 0
    assert ArcKayles(path).value(last) == 2
    assert Chomp(8, 10).value(1 | 1 << 1 | 1 << 70) == 0
    assert to_compile(Cram(5, 13), last) is to_compile(Chomp(11, 11), last) is None


@pytest.mark.parametrize("kind", [*GRIDS, *GRAPHS])
def test_one_machine_code_for_all_boards(kind: type[Any]) -> None:
    """Sizes, tables and neighbours are data: a game is compiled once."""
    rng = random.Random(3)
    if kind in GRAPHS:
        found = {digest(kind(one), 3) for one in (graph(rng, 4, 3), graph(rng, 9, 12), graph(rng, 20, 40))}
    else:
        state = (1, 2) if kind is Clobber else 3
        found = {digest(kind(*sides), state) for sides in ((2, 3), (5, 5), (4, 15))}
    assert len(found) == 1


def test_one_machine_code_for_all_strings() -> None:
    boards = [Strings(Graph.read([f"{a}-{b}" for a, b in nx.complete_graph(n).edges()], "0")[0]) for n in (4, 6, 8)]
    assert len({digest(rules, rules.full()) for rules in boards}) == 1


def test_small_boards_load_no_machine_code() -> None:
    """A plain search answers them; a budget that a plain search uses up is one that ends the search."""
    with progress.tallied() as tally:
        assert games.clobber("xoxo\noxox").outcome in Outcome
    assert tally.engine == "search"
    with grundy.limited(search_options=1000), progress.tallied() as tally, pytest.raises(OverBudgetError):
        _ = games.clobber("xoxox\noxoxo\nxoxox\noxoxo").nimber
    assert tally.engine == "search"


@pytest.mark.usefixtures("_by_machine_code_alone")
def test_many_states_at_once() -> None:
    cram = Cram(2, 5)
    states = random.Random(2).sample(range(1 << 10), 8)
    expected = [searched(cram, state) for state in states]
    assert list(cram.nimbers(states)) == expected
    assert list(cram.outcomes(states)) == [nimber > 0 for nimber in expected]


@pytest.mark.slow
@pytest.mark.needs_jit
def test_compiled_by_numba() -> None:
    """A game whose tables are handed over, on two boards: the second one finds the machine code of the first."""
    for columns, nimber in ((7, 2), (8, 2)):
        board = nx.grid_2d_graph(3, columns)
        with grundy.limited(kernel_above=-1), progress.tallied() as tally:
            assert games.node_kayles(board).nimber == nimber
        assert tally.engine == "compiled"
    path = Graph.read([f"{vertex}-{vertex + 1}" for vertex in range(1, 64)])[0]  # masks of 64 bits, the last ones
    expected = searched(NodeKayles(path), (1 << 14) - 1)
    with grundy.limited(kernel_above=-1), progress.tallied() as tally:
        assert [NodeKayles(path).value(cells << 60) for cells in (0xF, 7, 5)] == [0, 2, 0]
        assert NodeKayles(path).value((1 << 64) - (1 << 50)) == expected
    assert tally.engine == "compiled"
