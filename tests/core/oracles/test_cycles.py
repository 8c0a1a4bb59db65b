"""Games with cycles: explanations whose replies win, and the rule by which states get nimbers, from its words."""

from __future__ import annotations

import random
from itertools import product

import grundy
from grundy.theory.explain.coach import comment, hint

Edges = list[list[int]]


def random_graph(rng: random.Random, size: int) -> Edges:
    return [sorted(rng.sample(range(size), min(size, rng.choice([0, 1, 1, 2, 2, 3])))) for _ in range(size)]


def values_by_the_words(edges: Edges) -> list[int | frozenset[int]]:
    """Give nimbers one after another, by the sentence in docs/games-with-cycles.md; the rest is worth infinity."""
    given: dict[int, int] = {}

    def fits(vertex: int) -> int | None:
        seen = {given[after] for after in edges[vertex] if after in given}
        m = next(n for n in range(len(edges) + 1) if n not in seen)
        for after in edges[vertex]:
            smaller = after in given and given[after] < m
            if not smaller and not any(given.get(back) == m for back in edges[after]):
                return None
        return m

    while True:
        new = next(((v, m) for v in range(len(edges)) if v not in given and (m := fits(v)) is not None), None)
        if new is None:
            break
        given[new[0]] = new[1]
    return [given.get(v, frozenset(given[after] for after in edges[v] if after in given)) for v in range(len(edges))]


def test_states_get_nimbers_as_the_documentation_says() -> None:
    rng = random.Random(1)
    for _ in range(150):
        edges = random_graph(rng, rng.randint(1, 7))
        found = grundy.digraph(dict(enumerate(edges)))
        told = [found.value(vertex) for vertex in range(len(edges))]
        assert [value.reach if isinstance(value, grundy.Loopy) else value for value in told] == values_by_the_words(
            edges
        )


def downhill(rng: random.Random, size: int) -> Edges:
    """Return a graph in which most edges lead towards the end, vertex 0, and some back."""
    edges = [{rng.randrange(v) for _ in range(2)} | {rng.randrange(size)} for v in range(1, size)]
    return [[], *map(sorted, edges)]


def lengths(edges: Edges, other: Edges) -> dict[tuple[int, int], int]:
    """Return the remoteness of each sum of two tokens that is no draw, by working back from the end."""
    after = {
        (a, b): [(to, b) for to in edges[a]] + [(a, to) for to in other[b]]
        for a, b in product(range(len(edges)), range(len(other)))
    }
    known: dict[tuple[int, int], int] = {}
    for length in range(len(after) + 1):
        for state, options in after.items():
            if state in known:
                continue
            lost = [known[option] for option in options if known.get(option, 1) % 2 == 0 and known[option] < length]
            all_won = all(known.get(option, 0) % 2 and known[option] < length for option in options)
            if lost or all_won:
                known[state] = 1 + min(lost) if lost else 1 + max((known[option] for option in options), default=-1)
    return known


def test_replies_and_hints_bring_the_end_nearer() -> None:
    """After each move from a lost sum the reply leads to a lost sum that is nearer to the end."""
    rng = random.Random(2)
    checked = 0
    for _ in range(20):
        edges, other = downhill(rng, 5), downhill(rng, 3)
        both = grundy.digraph(dict(enumerate(edges + [[5 + to for to in row] for row in other])))
        known = lengths(edges, other)
        for state in known:
            position = both.position(state[0], 5 + state[1])
            if not position.is_loopy or not list(position.choices()):
                continue

            def left(after: grundy.Position) -> int:
                a, b = (component.state for component in after.components)
                return known[a, b - 5]  # noqa: B023 - called here alone

            why = position.explain()
            assert why.ending is not None
            assert why.ending.moves == known[state]
            if known[state] % 2:
                assert left(position.play(hint(position).move)) == known[state] - 1
                assert why.move is not None
                assert left(position.play(why.move.result.move)) == known[state] - 1
            for reply in why.replies:
                assert left(position.play(reply.move).play(reply.reply)) == left(position.play(reply.move)) - 1
                assert comment(position.choice(reply.move)).reply == reply.reply
                checked += 1
    assert checked > 15


def test_a_reply_that_would_go_round_for_ever_is_not_given() -> None:
    graph = grundy.digraph({"a": ["b", "c"], "b": ["a", "d"], "c": ["d"], "d": []})
    why = graph.position("a").explain()
    assert [(reply.move, reply.reply) for reply in why.replies] == [("b", "d"), ("c", "d")]
    assert "the game is over after 2 moves at most, those of both players counted." in str(why).replace("\n", " ")
    assert why.data()["ending"] == {"move": None, "moves": 2}


def test_options_of_infinite_value_that_are_undone_are_told() -> None:
    """From s a move leads to t, which is worth infinity, and back to a state worth 0."""
    graph = grundy.digraph({"end": [], "s": ["t"], "t": ["end", "u"], "u": ["u"]})
    why = graph.position("s").explain()
    assert (graph.value("s"), str(graph.value("t"))) == (0, "∞{0}")
    assert why.why is not None
    assert why.why.undone
    assert "from there a move leads back to 0" in str(why).replace("\n", " ")
