"""The theory in explanations is true: each claim in the data of a reduction is worked out again by brute force.

A checker knows one kind of reduction. It gets the literal oracle of the game, the text of a position and the parameters
of the reduction, and shares no code with what found them.
"""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Callable
from functools import cache, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.games import sampling
from grundy.games.game import SampledReader
from grundy.runtime.messages import Message
from literal import heaps as literal_heaps

if TYPE_CHECKING:
    from collections.abc import Iterator

Checker = Callable[[Any, str, dict[str, Any]], int]

CHECKERS: dict[str, Checker] = {}
FAMILIES = {
    "arc-kayles": 30,
    "bishop": 20,
    "chomp": 6,
    "cram": 15,
    "euclid": 40,
    "fibonacci-nim": 40,
    "general-wythoff": 40,
    "geography": 15,
    "green-hackenbush": 25,
    "grid-game": 20,
    "kayles": 5,
    "king": 20,
    "knight": 20,
    "laskers-nim": 5,
    "mem": 40,
    "mem-plus": 40,
    "mock-turtles": 10,
    "moores-nim": 40,
    "node-kayles": 30,
    "rook": 20,
    "ruler": 10,
    "staircase-nim": 40,
    "take-away": 40,
    "toppling-dominoes": 15,
    "tartan": 10,
    "turning": 10,
    "turning-corners": 10,
    "turning-turtles": 10,
    "wythoff": 20,
}
PAIRS = [f"{size} {other}" for size in range(1, 17) for other in (1, 2, 5)]
FURTHER = {  # positions of games whose samples have one heap
    "fibonacci-nim": PAIRS,
    "laskers-nim": [f"{size}" for size in range(1, 24)],
    "mem": PAIRS,
    "mem-plus": PAIRS,
    "take-away": [f"{limit} {pair}" for limit in ("k", "3*k") for pair in PAIRS],
}


def checks(*kinds: str) -> Callable[[Checker], Checker]:
    """Register a checker; it returns how many claims it has looked at."""

    def register(checker: Checker) -> Checker:
        CHECKERS.update({f"reduction.{kind}": checker for kind in kinds})
        return checker

    return register


def is_lost(oracle: Any, text: str) -> bool:
    return bool(oracle.nimber(text) == 0)


def numbers_of(text: str) -> list[int]:
    return [int(word) for word in text.split() if word.isdecimal()]


def leaves(oracle: Any, text: str, numbers: list[int]) -> bool:
    """Say whether a move leaves these numbers, in any order, and these are lost."""
    wanted = sorted(numbers)
    after = [left for left in oracle.moves(text).values() if sorted(numbers_of(left)) == wanted]
    return bool(after) and all(is_lost(oracle, left) for left in after)


@checks("moore")
def moore(oracle: Any, text: str, about: dict[str, Any]) -> int:
    heaps = numbers_of(text)
    assert text.startswith(f"k={about['k']} ")
    assert about["modulus"] == about["k"] + 1
    rows = [f"{heap:b}".zfill(len(about["columns"])) for heap in heaps] if about["columns"] else []
    for column, digits in zip(about["columns"], zip(*rows, strict=True), strict=True):
        assert column["ones"] == digits.count("1")
        assert column["rest"] == column["ones"] - (column["ones"] // (about["k"] + 1)) * (about["k"] + 1)
    assert [column["place"] for column in about["columns"]] == [2**n for n in range(len(about["columns"]))][::-1]
    assert about["lost"] == is_lost(oracle, text) == all(column["rest"] == 0 for column in about["columns"])
    assert (about["to"] is None) == about["lost"]
    if about["to"] is not None:
        assert leaves(oracle, text, about["to"])
    return 3 + 2 * len(about["columns"])


@checks("staircase")
def staircase(oracle: Any, text: str, about: dict[str, Any]) -> int:
    numbers = numbers_of(text)
    assert [(step["step"], step["tokens"]) for step in about["steps"]] == list(enumerate(numbers, 1))[::2]
    assert about["nimber"] == oracle.nimber(text) == reduce(xor, (step["tokens"] for step in about["steps"]))
    return 1 + len(about["steps"])


@checks("euclid")
def euclid(oracle: Any, text: str, about: dict[str, Any]) -> int:
    large, small = sorted(numbers_of(text), reverse=True)
    assert (about["large"], about["small"]) == (large, small)
    assert about["squares"] == large * large - small * small
    assert about["product"] == large * small
    assert about["nimber"] == oracle.nimber(text) == about["squares"] // about["product"]
    assert (about["to"] is None) == is_lost(oracle, text) == (about["squares"] < about["product"])
    if about["to"] is not None:
        assert leaves(oracle, text, about["to"])
    return 5


@cache
def limit_of(limit: str, taken: int) -> int:
    """Work out a rule such as ``3*k+1``."""
    return int(eval(limit, {"k": taken}))  # noqa: S307 # a text of ours


@checks("fibonacci", "take-away")
def parts(oracle: Any, text: str, about: dict[str, Any]) -> int:
    size, most = numbers_of(text)
    found = about["summands"]
    assert sum(found) == size
    assert sorted(found, reverse=True) == found
    assert set(found) <= set(about["numbers"])
    for small, large in zip(found[1:], found, strict=False):
        assert limit_of(about["limit"], small) < large
    if about["kind"] == "reduction.fibonacci":
        fibonacci = [1, 2]
        while len(fibonacci) < len(about["numbers"]):
            fibonacci.append(fibonacci[-1] + fibonacci[-2])
        assert about["numbers"] == fibonacci[: len(about["numbers"])]
    assert about["least"] == min(found, default=0)
    assert about["most"] == min(size, most)
    assert about["lost"] == is_lost(oracle, text)
    if not about["lost"]:
        limit = limit_of(about["limit"], about["least"])
        assert is_lost(oracle, " ".join([*text.split()[:-2], str(size - about["least"]), str(limit)]))
    return 4 + len(found)


@checks("wythoff")
def wythoff(oracle: Any, text: str, about: dict[str, Any]) -> int:
    assert text.startswith(f"a={about['a']} ")
    for number, (small, large) in enumerate(about["pairs"]):
        before = {heap for pair in about["pairs"][:number] for heap in pair}
        assert small == min(set(range(2 * number + 1)) - before)
        assert large - small == about["a"] * number
        if large < 9:
            assert is_lost(oracle, f"a={about['a']} {small} {large}")
    pair = about["pair"]
    assert pair["large"] - pair["small"] == about["a"] * pair["number"]
    assert about["lost"] == is_lost(oracle, text)
    two = [pair["small"], pair["large"]]
    assert sorted(numbers_of(text)) == two if about["lost"] else leaves(oracle, text, two)
    return 3 + 2 * len(about["pairs"])


@checks("mem")
def mem(oracle: Any, text: str, about: dict[str, Any]) -> int:
    assert [about["size"], about["least"]] == numbers_of(text)
    assert 0 <= about["size"] - about["quotient"] * about["least"] < about["least"]
    assert about["known"] == (about["quotient"] <= about["least"] + 1)
    if about["known"]:
        assert oracle.nimber(text) == about["quotient"]
    return 3


@checks("mem-plus")
def mem_plus(oracle: Any, text: str, about: dict[str, Any]) -> int:
    assert [about["size"], about["least"]] == numbers_of(text)
    taken = range(about["least"], about["least"] + about["moves"])
    assert about["sum"] == sum(taken) <= about["size"] < about["more"] == sum(taken) + about["least"] + about["moves"]
    assert not taken or about["last"] == taken[-1]
    assert oracle.nimber(text) == about["moves"]
    return 4


@cache
def nim_product(one: int, other: int) -> int:
    """Multiply by Conway's definition: the mex of a'b xor ab' xor a'b' over all smaller a' and b'."""
    found = {
        nim_product(less, other) ^ nim_product(one, fewer) ^ nim_product(less, fewer)
        for less in range(one)
        for fewer in range(other)
    }
    return next(number for number in range(len(found) + 1) if number not in found)


ODIOUS = [number for number in range(1, 200) if f"{number:b}".count("1") % 2]
ALONE = {  # what the words say that coin n alone is worth
    "reduction.coins.turtles": lambda coin: coin,
    "reduction.coins.twins": lambda coin: coin - 1,
    "reduction.coins.odious": lambda coin: ODIOUS[coin - 1],
    "reduction.coins.ruler": lambda coin: max(2**bit for bit in range(8) if coin % 2**bit == 0),
}


@checks("coins-row")
def coins_row(oracle: Any, text: str, about: dict[str, Any]) -> int:
    *head, row = text.split()
    assert [one["coin"] for one in about["heads"]] == [n for n, coin in enumerate(row, 1) if coin == "H"]
    for one in about["heads"]:
        alone = "".join("H" if n == one["coin"] else "T" for n in range(1, len(row) + 1))
        assert one["worth"] == oracle.nimber(" ".join([*head, alone]))
        if about["rule"]["kind"] in ALONE:
            assert one["worth"] == ALONE[about["rule"]["kind"]](one["coin"])
    assert about["nimber"] == oracle.nimber(text) == reduce(xor, (one["worth"] for one in about["heads"]), 0)
    return 2 + 2 * len(about["heads"])


@checks("coins-board")
def coins_board(oracle: Any, text: str, about: dict[str, Any]) -> int:
    *head, board = text.split(maxsplit=1) if "x" in text else ["2x2", text]
    codes = head[0].split("x")
    rows = board.split()
    for one in about["heads"]:
        assert rows[one["row"] - 1][one["column"] - 1] == "H"
        sides = zip(codes, ("row", "column"), ("down", "across"), strict=True)
        for code, side, worth in sides:
            line = "T" * (one[side] - 1) + "H"
            assert one[worth] == importlib.import_module("literal.turning").nimber(f"{code} {line}")
        assert one["worth"] == nim_product(one["down"], one["across"])
    assert about["nimber"] == oracle.nimber(text) == reduce(xor, (one["worth"] for one in about["heads"]), 0)
    return 1 + 3 * len(about["heads"])


@checks("map-of-outcomes")
def piece(oracle: Any, text: str, about: dict[str, Any]) -> int:
    after = oracle.moves(text)
    lost = {move for move, left in after.items() if is_lost(oracle, left)}
    assert set(about["reaches"]) <= lost
    assert bool(about["reaches"]) == bool(lost)
    assert len(set(about["reaches"])) == min(8, len(lost))
    if about["form"] in ("form-rook", "form-bishop", "form-king"):
        assert about["nimber"] == oracle.nimber(text)
    if about["form"] == "form-knight":
        assert is_lost(oracle, text) == all(side % 4 in (0, 1) for side in about["piece"])
    if about["form"] == "form-queen":
        assert is_lost(oracle, text) == (sorted(about["piece"]) in [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13]])
    if "@" in text and not about["form"]:
        lines = [line for line in text.split() if not line.startswith("K=")]
        places = [(row, column) for row, line in enumerate(lines) for column, cell in enumerate(line) if cell != "#"]
        stuck = [f"r{row + 1}c{column + 1}" for row, column in places if not oracle.moves(at(text, row, column))]
        assert about["stuck"] == stuck
    return 4 + len(about["stuck"])


def at(text: str, row: int, column: int) -> str:
    """Put the piece of a board elsewhere."""
    head = [line for line in text.split() if line.startswith("K=")]
    lines = [list(line.replace("@", ".")) for line in text.split() if not line.startswith("K=")]
    lines[row][column] = "@"
    return "\n".join([*head, *map("".join, lines)])


@cache
def left_worth(oracle: Any, heap: int) -> int:
    """Return the nimber of a heap by what one move can leave of it."""
    after = {reduce(xor, (left_worth(oracle, part) for part in parts), 0) for parts in oracle.left(heap)}
    return next(number for number in range(len(after) + 1) if number not in after)


@cache
def of_takes(heap: int, least: int, most: int | None) -> int:
    """Return the nimber of a heap from which from `least` to `most` tokens are taken, by the definition."""
    after = {of_takes(heap - take, least, most) for take in range(least, min(heap, most or heap) + 1)}
    return next(number for number in range(heap + 1) if number not in after)


@checks("heaps", "heaps-because")
def heap_codes(oracle: Any, text: str, about: dict[str, Any]) -> int:
    sizes = numbers_of(text)
    found = 0
    for digit in about["digits"] if "[" not in about["code"] else ():
        assert digit["digit"] == sum(2 ** int(left["kind"][-1]) for left in digit["leaves"])
        for take in digit["takes"]:
            for heap in range(max(1, take), 12):
                left = {len(parts) for parts in literal_heaps.moves(about["code"], heap) if sum(parts) == heap - take}
                able = {int(left["kind"][-1]) for left in digit["leaves"]}
                assert left == {parts for parts in able if (parts == 0) == (heap == take) and parts <= heap - take}
                found += 1
    for formula in about["formulas"]:
        heap, nimber = formula["heap"], formula["nimber"]
        assert heap in sizes
        if "rounds" in formula:
            assert heap == formula["equal"] + formula["rounds"] * formula["period"]
            assert nimber == formula["worth"] + formula["rounds"] * formula["saltus"] == left_worth(oracle, heap)
        else:
            assert nimber == of_takes(heap, formula["least"], formula.get("most"))
            assert nimber == formula.get("rest", heap) // formula["least"]
        found += 2
    for equal in about["equals"]:
        assert equal["heap"] in sizes
        if "period" in equal:
            assert (equal["heap"] - equal["equal"]) % equal["period"] == 0
            assert min(equal["heap"], equal["equal"]) >= equal["preperiod"]
            assert equal["nimber"] == literal_heaps.nimber(about["code"], equal["equal"])
            found += 3
    return found


def word_of(edge: str) -> str:
    return edge.partition(".")[0]


@checks("hackenbush")
def hackenbush(oracle: Any, text: str, about: dict[str, Any]) -> int:
    """Take each vertex as the ground: what stands on it is worth that, with no edge fused."""
    found = {step["vertices"][0]: step for step in about["steps"]}

    def above(head: str) -> list[str]:
        """Return the edges that stand on the vertices of a step."""
        step = found.get(head, {"vertices": [head], "loops": [], "branches": []})
        edges = list(step["loops"])
        for branch in step["branches"]:
            ends = word_of(branch["edge"]).split("-")
            (other,) = [end for end in ends if end not in step["vertices"]]
            edges += [branch["edge"], *above(other)]
        return edges

    for step in about["steps"]:
        edges = [word_of(edge).split("-") for edge in above(step["vertices"][0])]
        rooted = " ".join("-".join("0" if end == step["vertices"][0] else end for end in ends) for ends in edges)
        assert step["worth"] == oracle.nimber(rooted), (text, step)
        worths = [1] * len(step["loops"]) + [branch["worth"] for branch in step["branches"]]
        assert step["worth"] == reduce(xor, worths, 0)
    assert sorted(above("0")) == sorted(oracle.standing(text))
    assert found.get("0", {"worth": 0})["worth"] == oracle.nimber(text)
    return 2 + 2 * len(about["steps"])


def part_text(text: str, vertices: list[str]) -> str:
    """Return the graph of some vertices alone."""
    words = [word.lstrip("!") for word in text.split()]
    inside = [word for word in words if "-" in word and set(word.split("-")) <= set(vertices)]
    return " ".join([*inside, *vertices])


@checks("node-kayles", "arc-kayles")
def kayles_on_graph(oracle: Any, text: str, about: dict[str, Any]) -> int:
    code = {"reduction.node-kayles": "0.137", "reduction.arc-kayles": "0.07"}[about["kind"]]
    sums = [about["summands"], *([about["move"]["parts"]] if about["move"] else [])]
    after = [text, *([oracle.moves(text)[about["move"]["move"]]] if about["move"] else [])]
    for parts, position in zip(sums, after, strict=True):
        for part in parts:
            assert part["nimber"] == oracle.nimber(part_text(text, part["vertices"]))
            if part["path"]:
                assert part["nimber"] == literal_heaps.nimber(code, len(part["vertices"]))
        assert oracle.nimber(position) == reduce(xor, (part["nimber"] for part in parts), 0)
    assert len(after) == 1 or is_lost(oracle, after[1])
    return sum(1 + len(parts) for parts in sums)


def largest_matching(edges: frozenset[tuple[str, str]]) -> int:
    """Return how many edges a largest matching has, by trying all."""
    if not edges:
        return 0
    first = min(edges)
    rest = frozenset(edge for edge in edges if not set(edge) & set(first))
    return max(1 + largest_matching(rest), largest_matching(edges - {first}))


@checks("geography")
def geography(oracle: Any, text: str, about: dict[str, Any]) -> int:
    gone = {word[1:] for word in text.split() if word[0] == "!"}
    pairs = (tuple(word.split("-")) for word in text.split() if "-" in word and word[0] != "!")
    edges = frozenset((one, other) for one, other in pairs if not {one, other} & gone)
    ends = [end for edge in about["matching"] for end in edge]
    assert len(set(ends)) == len(ends)
    assert all({(one, other), (other, one)} & edges for one, other in about["matching"])
    assert len(about["matching"]) == largest_matching(edges)
    assert f"@{about['token']}" in text.split()
    assert is_lost(oracle, text) == (about["token"] not in ends) == (about["partner"] is None)
    if about["partner"] is not None:
        assert [about["token"], about["partner"]] in [list(edge) for edge in about["matching"]] or [
            about["partner"],
            about["token"],
        ] in [list(edge) for edge in about["matching"]]
        assert is_lost(oracle, oracle.moves(text)[about["partner"]])
    return 5


@checks("toppling")
def toppling(oracle: Any, text: str, about: dict[str, Any]) -> int:
    assert about["rows"] == [len(row) for row in text.split(".") if row]
    assert about["nimber"] == oracle.nimber(text) == reduce(xor, about["rows"], 0)
    return 2


@checks("chomp")
def chomp(oracle: Any, text: str, about: dict[str, Any]) -> int:
    rows = [row.rstrip("#") for row in text.split() if row.strip("#")]
    assert [len(row) for row in rows] == [about["columns"]] * about["rows"]
    assert not is_lost(oracle, text)
    if about["move"] is not None:
        assert is_lost(oracle, oracle.moves(text)[about["move"]])
    return 2


@checks("searched")
def searched(oracle: Any, text: str, about: dict[str, Any]) -> int:
    assert about["notes"] == []
    return int(oracle.nimber(text) is None or oracle.nimber(text) >= 0)


@checks("cram")
def cram(oracle: Any, text: str, about: dict[str, Any]) -> int:
    assert oracle.nimber(text) == reduce(xor, about["parts_worth"], 0)
    if about["symmetry"]:
        assert "#" not in text
        assert is_lost(oracle, text) == (about["symmetry"] == "lost")
    return 2


def positions(name: str, count: int) -> Iterator[str]:
    """Yield all small positions of a game and random ones, as whole texts."""
    game, oracle, rng = games.find(name), oracle_of(name), random.Random(name)
    most = getattr(oracle, "LARGEST", 12)
    assert isinstance(game.reader, SampledReader)
    for size in range(1, min(3, getattr(oracle, "EVERY", 4)) + 1):
        yield from game.reader.all_texts(size)
    yield from FURTHER.get(name, ())
    for _ in range(count):
        yield str(sampling.random_position(game, rng, most))


def oracle_of(name: str) -> Any:
    return importlib.import_module(f"literal.{name.replace('-', '_')}")


def claims_of(name: str, count: int) -> int:
    """Check the theory of many positions of a game; return how many claims there were."""
    game, oracle, found = games.find(name), oracle_of(name), 0
    for text in dict.fromkeys(positions(name, count)):
        position = game(text)
        for reduction in position.explain().reductions:
            data = reduction.data()
            found += CHECKERS[reduction.kind](oracle, str(position), data)
            assert all(isinstance(note, Message) for note in reduction.notes)
    return found


@pytest.mark.parametrize("name", FAMILIES)
def test_claims_are_those_of_brute_force(name: str) -> None:
    count = int(os.environ.get("GRUNDY_POSITIONS", FAMILIES[name]))
    assert claims_of(name, count) >= 2 * FAMILIES[name]


def test_heaps_far_beyond_a_period() -> None:
    """A heap is a smaller one modulo the period, and both are where the values repeat."""
    for text in ("kayles 1000", "kayles 83 1000", "dawsons-kayles 500", "guiles 300"):
        (reduction,) = games.parse(text).explain().reductions
        data = reduction.data()
        assert [equal["heap"] for equal in data["equals"]][-1:] == numbers_of(text)[-1:]
        assert heap_codes(None, text, data) > 10
        assert "modulo" in str(games.parse(text).explain())


def test_formulas_of_heaps() -> None:
    """Takes in an interval, and all from some number on, by the definition."""
    found = 0
    for code in ("{1,2,3}", "{2,3,4,5}", "all-but{1,2}", "{3}"):
        for heap in range(1, 40, 3):
            (reduction,) = grundy.heaps(code)(heap).explain().reductions
            found += heap_codes(None, str(heap), reduction.data())
    assert found > 80
    assert "the whole part of 2 / 2 is 1" in " ".join(str(grundy.heaps("{2,3,4,5}")(9).explain()).split())


def test_each_game_has_a_theory_or_says_that_it_is_searched() -> None:
    kinds = {game.name: [one.kind for one in game(game.sample).explain().reductions] for game in games.all_games()}
    assert [name for name, found in kinds.items() if not found] == []
    searched = [name for name, found in kinds.items() if {*found} == {"reduction.searched"}]
    known = ["clobber", "fission", "notakto"]
    assert searched == known, "a game without a theory is named here, so that no theory is lost without a word"


@pytest.mark.slow
def test_large_positions_are_explained_by_their_formula() -> None:
    """Where the nimber would take much work, the theory still says who wins, and by which move."""
    explained = games.parse("fibonacci-nim 1000000000000").explain()
    assert explained.value is None
    assert (explained.outcome, explained.winning) == ("N", ("999999999997 6",))
    assert str(explained.said["999999999997 6"]) == "take 3, leaving 999,999,999,997, next at most 6"
    data = explained.data()
    assert (data["nimber"], data["why"], data["move"]) == (None, None, None)
    assert "A formula says who wins" in str(explained)
    lost = games.parse("moores-nim k=2 1000000007 1000000007 1000000007").explain()
    assert (lost.outcome, lost.value, lost.winning) == ("P", None, ())
    assert lost.reductions[0].params["lost"]


def test_patterns_of_own_rulesets_are_observed() -> None:
    """A pattern is said with what it was observed on, and is right at each state of that table."""

    @grundy.ruleset
    def matches(n: int) -> Iterator[int]:
        yield from range(max(0, n - 3), n)

    @cache
    def value(n: int) -> int:
        return grundy.mex({value(left) for left in range(max(0, n - 3), n)})

    (reduction,) = matches(10).explain().reductions
    about = reduction.data()
    assert (about["kind"], about["formula"], about["says"]) == ("reduction.observed", "n % 4", 2)
    assert all(eval(about["formula"], {"n": n}) == value(n) for n in range(about["most"] + 1))  # noqa: S307
    assert "A pattern in matches, observed and not proved" in str(matches(10).explain())
    assert "Observed up to 39 (40 states), not proved." in " ".join(str(matches(10).explain()).split())

    @grundy.ruleset
    def words(text: str) -> Iterator[str]:
        yield from (text[:place] + text[place + 1 :] for place in range(len(text)))

    assert words("abc").explain().reductions == ()


def test_answers_are_said_from_where_they_are_made() -> None:
    """The same text may be another move after another one."""
    replies = games.parse("geography 1-2 2-3 3-1 @1").explain().replies
    said = [(reply.move, str(reply.said)) for reply in replies]
    assert said == [("2", "go from 2 to 3"), ("3", "go from 3 to 2")]


@pytest.mark.parametrize("language", ["en", "ko", "ja"])
def test_moves_are_said_before_their_notation(language: str) -> None:
    words = games.parse("fibonacci-nim 20").explain().text(language)
    said = {"en": "take 2, leaving 18", "ko": "2개를 가져가 18개를 남김", "ja": "2 個取って 18 個を残す"}[language]
    assert said in words
    assert words.index(said) < words.index("18 4")
