"""Codeforces 305E, Playing with String, from the statement: cut a character between equal neighbours."""

from collections.abc import Iterator

from ._play import winners


def answer(text: str) -> str | None:
    """Answer First and the least winning position, or Second; None for a long string."""
    string = text.strip()
    won = winners((string,), _cut)
    if won is None:
        return None
    return f"First\n{_places(string)[won[0]] + 1}\n" if won else "Second\n"


def _places(string: str) -> list[int]:
    return [place for place in range(1, len(string) - 1) if string[place - 1] == string[place + 1]]


def _cut(papers: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for number, string in enumerate(papers):
        for place in _places(string):
            yield (*papers[:number], string[:place], string[place], string[place + 1 :], *papers[number + 1 :])
