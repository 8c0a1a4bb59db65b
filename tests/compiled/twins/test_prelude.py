"""The functions of the prelude as Python, against the builtins and methods that they stand for."""

from __future__ import annotations

import math
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from grundy.compiled import prelude

if TYPE_CHECKING:
    from collections.abc import Callable

BUILTINS: dict[str, Callable[..., Any]] = {
    "total": sum, "least": min, "most": max, "gcd": math.gcd, "power": pow, "number": int, "text_of": str,
    "least_or": lambda items, default: min(items, default=default),
    "most_or": lambda items, default: max(items, default=default),
    "quotient_and_rest": divmod,
}  # fmt: skip
GIVEN: dict[str, tuple[str, ...]] = {  # what the arguments are; a "?" may be left out
    "total": ("ns",), "quotient_and_rest": ("n", "n"), "least": ("ns",), "most": ("ns",),
    "gcd": ("n", "n"), "power": ("n", "k"),
    "number": ("digits",),
    "text_of": ("n",), "least_or": ("ns", "n"), "most_or": ("ns", "n"),
    "str_split": ("text", "part?", "k?"),
    "str_replace": ("text", "part", "part", "k?"), "str_lstrip": ("text", "part?"),
    "str_rstrip": ("text", "part?"), "str_strip": ("text", "part?"), "str_startswith": ("text", "part"),
    "str_endswith": ("text", "part"), "str_count": ("text", "part"),
    "list_reverse": ("ns",), "list_count": ("ns", "n"), "list_index": ("ns", "n"), "list_remove": ("ns", "n"),
    "set_discard": ("set", "n"),
}  # fmt: skip


def made(random: Random, sort: str) -> Any:
    """Return an argument of a sort."""
    number = random.randint(-6, 6)
    texts = {"text": "XXO. \t", "part": "XO. ", "digits": "0123456789-+X "}
    if sort in texts:
        return "".join(random.choices(texts[sort], k=random.randint(0, 9 if sort == "text" else 3)))
    numbers = [random.randint(-3, 6) for _ in range(random.randint(0, 5))]
    return {"n": number, "k": abs(number), "ns": numbers, "set": set(numbers)}[sort]


def called(function: Callable[..., Any], given: list[Any]) -> Any:
    """Return the result with what has become of the first argument, or None for an exception."""
    given = [one.copy() if isinstance(one, list | set) else one for one in given]
    with suppress(Exception):
        return function(*given), given[0]
    return None


def functions() -> list[str]:
    return [
        name
        for name, one in vars(prelude).items()
        if callable(one) and getattr(one, "__module__", "") == prelude.__name__
    ]


def test_each_function_has_a_twin() -> None:
    assert {*functions()} == {*GIVEN}


@pytest.mark.parametrize("name", GIVEN)
def test_it_does_the_same(name: str) -> None:
    """It may raise an exception where Python has an answer, which is rare: then the plain search answers."""
    random, answered = Random(name), 0
    form, _, method = name.partition("_")
    right = BUILTINS.get(name) or getattr({"str": str, "list": list, "set": set}[form], method)
    for _ in range(300):
        sorts = [one for one in GIVEN[name] if not one.endswith("?") or random.random() < 0.5]
        left_out = len(sorts) < len(GIVEN[name]) and GIVEN[name][1:2] == ("part?",)
        given = [made(random, one.strip("?")) for one in (sorts[:1] if left_out else sorts)]
        found = called(getattr(prelude, name), given)
        if found is not None:
            assert found == called(right, given), given
            answered += 1
    assert answered > 40
