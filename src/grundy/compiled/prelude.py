"""What builtins and methods do, as functions that are translated with the rules that call them.

A function for a method has the name of its form before its name: a text, a list or another sequence, a set. Arguments
for a parameter `items` or `ordered` are collected into a tuple first; the order of `items` makes no difference.
"""

# ruff: noqa: D103, FURB132, PLR1711, PLR1730, RET501 - the docstring of a function is that of the builtin

from __future__ import annotations

from typing import Any

SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))


def total(items: Any, start: Any) -> Any:
    for one in items:
        start += one
    return start


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


def str_startswith(text: str, part: str, first: int = 0) -> bool:
    first = max(first + len(text), 0) if first < 0 else first
    return first <= len(text) and text[first : first + len(part)] == part


def str_endswith(text: str, part: str) -> bool:
    return len(part) <= len(text) and text[len(text) - len(part) :] == part


def str_count(text: str, part: str) -> int:
    return len(text.split(part)) - 1


def str_index(text: str, part: str, first: int = 0) -> int:
    at = text.find(part, first)
    if at < 0:
        raise ValueError
    return at


def str_isdigit(text: str) -> bool:
    for letter in text:
        if ord(letter) > 127:  # Python also knows other digits
            raise ValueError
        if not "0" <= letter <= "9":
            return False
    return len(text) > 0


def list_insert(found: list[Any], place: int, one: Any) -> None:
    last = len(found)
    place = max(place + last, 0) if place < 0 else min(place, last)
    found.append(one)
    for at in range(last, place, -1):
        found[at] = found[at - 1]
    found[place] = one
    return None


def list_reverse(found: list[Any]) -> None:
    for at in range(len(found) // 2):
        found[at], found[-1 - at] = found[-1 - at], found[at]
    return None


def list_clear(found: list[Any]) -> None:
    while found:
        found.pop()
    return None


def list_copy(found: list[Any]) -> list[Any]:
    return found[:]


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


def set_copy(found: Any) -> Any:
    return found | found


def set_discard(found: set[Any], one: Any) -> None:
    if one in found:
        found.remove(one)
    return None


def set_union(found: Any, items: Any) -> Any:
    return found | set(items)


def set_unions(found: Any, items: Any) -> Any:
    for one in items:
        found = found | set(one)
    return found


def set_intersection(found: Any, items: Any) -> Any:
    return found & set(items)


def set_difference(found: Any, items: Any) -> Any:
    return found - set(items)


def set_issubset(found: Any, items: Any) -> Any:
    return found <= set(items)


def set_issuperset(found: Any, items: Any) -> Any:
    return found >= set(items)


def set_isdisjoint(found: Any, items: Any) -> bool:
    return not found & set(items)
