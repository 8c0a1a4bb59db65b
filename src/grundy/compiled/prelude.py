"""What builtins and methods do, as functions that are translated with the rules that call them.

A function for a method has the name of its form before its name: a text, a list or another sequence, a set.
"""

# ruff: noqa: D103, FURB132, PLR1711, PLR1730, RET501 - the docstring of a function is that of the builtin

from __future__ import annotations

from typing import Any

SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))


def total(items: Any) -> Any:
    found = 0
    for one in items:
        found += one
    return found


def least(items: Any) -> Any:
    best = items[0]
    for one in items:
        if one < best:
            best = one
    return best


def most(items: Any) -> Any:
    best = items[0]
    for one in items:
        if one > best:
            best = one
    return best


def least_or(items: Any, default: Any) -> Any:
    return least(items) if items else default


def most_or(items: Any, default: Any) -> Any:
    return most(items) if items else default


def gcd(a: int, b: int) -> int:
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def quotient_and_rest(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b


def power(base: int, times: int) -> int:
    if times < 0:  # a fraction
        raise ValueError
    if -1 <= base <= 1:
        times = min(times, 2 + times % 2)
    found = 1
    for _ in range(times):
        found *= base
    return found


def number(text: str) -> int:
    text = text.strip()
    first = 1 if text[:1] == "-" or text[:1] == "+" else 0
    if first == len(text):
        raise ValueError
    found = 0
    for letter in text[first:]:
        if not "0" <= letter <= "9":  # Python also knows other digits, and underscores
            raise ValueError
        found = 10 * found + ord(letter) - 48
    return -found if text[0] == "-" else found


def text_of(number: int) -> str:
    rest = abs(number)
    letters = [chr(48 + rest % 10)]
    while rest > 9:
        rest //= 10
        letters.append(chr(48 + rest % 10))
    if number < 0:
        letters.append("-")
    return "".join(letters[::-1])


def str_split(text: str, between: Any = None, times: int = -1) -> list[str]:
    parts = []
    begin = 0
    if between is None:
        if times >= 0:
            raise ValueError
        for at in range(len(text) + 1):
            if at == len(text) or text[at] in SPACES:
                if at > begin:
                    parts.append(text[begin:at])
                begin = at + 1
        return parts
    if not between:
        raise ValueError
    at = text.find(between)
    while at >= 0 and times != 0:
        parts.append(text[begin:at])
        begin = at + len(between)
        times -= 1
        at = text.find(between, begin)
    parts.append(text[begin:])
    return parts


def str_replace(text: str, old: str, new: str, times: int = -1) -> str:
    return new.join(text.split(old, times))


def str_lstrip(text: str, letters: str = SPACES) -> str:
    while text and text[0] in letters:
        text = text[1:]
    return text


def str_rstrip(text: str, letters: str = SPACES) -> str:
    while text and text[-1] in letters:
        text = text[:-1]
    return text


def str_strip(text: str, letters: str = SPACES) -> str:
    return text.lstrip(letters).rstrip(letters)


def str_startswith(text: str, part: str) -> bool:
    return text[: len(part)] == part


def str_endswith(text: str, part: str) -> bool:
    return len(part) <= len(text) and text[len(text) - len(part) :] == part


def str_count(text: str, part: str) -> int:
    return len(text.split(part)) - 1


def list_reverse(found: list[Any]) -> None:
    for at in range(len(found) // 2):
        found[at], found[-1 - at] = found[-1 - at], found[at]
    return None


def list_count(found: Any, one: Any) -> int:
    times = 0
    for other in found:
        if other == one:
            times += 1
    return times


def list_index(found: Any, one: Any) -> int:
    for at, other in enumerate(found):
        if other == one:
            return at
    raise ValueError


def list_remove(found: list[Any], one: Any) -> None:
    found.pop(found.index(one))
    return None


def set_discard(found: set[Any], one: Any) -> None:
    if one in found:
        found.remove(one)
    return None
