"""Helpers of the commands about one position: reading it, and drawing it on a terminal."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from typing import TYPE_CHECKING

import click

from grundy.cli.common import read_text, writes_to_terminal
from grundy.cli.usage import STDIN, usage_error
from grundy.drawing.export.answers import outcome_map
from grundy.errors import InputError
from grundy.games.lookup import canonical, find, is_in_a_file, names
from grundy.games.text import BOARD_SIZE, EMPTY, ROW_MARK
from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.core.position import Position
    from grundy.core.scenes import Scene
    from grundy.games import Game
    from grundy.games.families.heaps.heap_rules import HeapRules

_MOST_DIGITS = 5  # of a size
_TEXT_FILES = (".txt", ".in")  # no text of a position ends so
_SIDES = 2  # of a board
_ARGUMENTS = "<arguments>"  # the source of a position that is typed
_A_SIZE = "4x4"
_SIZE = re.compile("[0-9]+[xX][0-9]+")  # also one that is too large or too small: no file has such a name
_DASHES = ("-", "\u2013", "\u2014")  # the others are those that word processors write for two
_MOST_WORDS = 3  # of the name of a game


def heap_rules(game: Game) -> HeapRules:
    """Return the rules of a code or of a game of heaps; raise `click.UsageError` for another game."""
    from grundy.games.notations.heap_lists import HeapLists

    if not isinstance(game.reader, HeapLists):
        raise usage_error("usage.heaps", game=game.name, form=game.reader.form)
    return game.reader.rules


def in_order(game: str, position: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the name of the game and the words of the position.

    On the command line, the name may be several words (``wall making``), and stand last (``10 7 kayles``).
    """
    called = re.fullmatch(r"\s*([a-zA-Z][\w-]*)[(,:](.*?)\)?\s*", game)
    if called and canonical(called[1]) in names():  # nim(3, 4, 5), as in Python, or nim,3,4,5
        return canonical(called[1]), (*called[2].replace(",", " ").split(), *position)
    check_words((game,), sample=False)
    if not position and " " in game.strip() and not is_in_a_file(game) and not _names_a_file(game):  # "nim 3 4 5"
        game, *others = game.split()
        position = tuple(others)
    if re.fullmatch(r"\*[0-9]+", game):  # a nimber, or several: *4 + *6
        return "nim", (game[1:], *(word.removeprefix("*") for word in position))
    words = (game, *position)
    for end in range(min(len(words), _MOST_WORDS), 1, -1):
        name = canonical(" ".join(words[:end]))
        if name in names() and words[1].strip() and not _names_a_file(words[1]):
            return name, words[end:]
    last = canonical(words[-1])
    is_position = not is_in_a_file(game) and ((game[:1].isdecimal() and "." not in game) or _names_a_file(game))
    if last in names() and canonical(game) not in names() and is_position:
        return last, words[:-1]
    return canonical(game), position


def read_position(game: Game, position: tuple[str, ...], *, sample: bool) -> Position:
    """Return the position that the arguments describe, or the game's sample."""
    check_words(position, sample=sample)
    if sample and not game.sample:
        raise usage_error("usage.no-sample", game=game.name)
    # A file may be loaded if an argument after a + names it; elsewhere the shell may have put files in place of a *.
    for before, word in zip(("", *position), position, strict=False):
        if is_in_a_file(word):
            if not before.endswith("+"):
                raise usage_error("usage.rules-as-position", game=game.name, found=word)
            find(word)
    text, source = (game.sample, f"<sample of {game.name}>") if sample else _text(game, position)
    try:
        return game.parse(text, source)
    except InputError as error:
        if not (position or sample or text.strip()):
            raise _missing("usage.stdin-empty", game) from None
        # At the first word, nothing of the text is a position of this game.
        if is_in_a_file(game.name) or not (game.reader.inline or error.location[1:] == (1, 1)):
            raise
        about = {"found": error.found, "game": game.name, "form": game.reader.form, "example": _example(game)}
        raise InputError(error.expected, Message("found.no-position", about), error.location) from None


def _missing(kind: str, game: Game) -> click.UsageError:
    return usage_error(kind, game=game.name, form=game.reader.form, example=_example(game))


def _example(game: Game) -> str:
    """Return a command line with a position of a game."""
    from grundy.games.spaces import ruleset_of, sides_of

    if is_board(game, _A_SIZE):
        shown = f"{_A_SIZE} or {game.sample.replace(chr(10), ROW_MARK)}"
    elif not game.sample:  # rules in a file
        shown = " ".join(["5"] * sides_of(ruleset_of(game)))
    else:
        shown = game.sample if game.reader.inline and "\n" not in game.sample else "--sample"
    return f"{click.get_current_context().command_path} {game.name} {shown}"


def read_sides(game: Game, size: str, option: str) -> list[int]:
    """Return the sides of random positions of a game from an option; a single number stands for all sides."""
    numbers = size.lower().split("x")
    if not all(number.isdecimal() and len(number) <= _MOST_DIGITS for number in numbers):
        raise usage_error("usage.size-option", option=option, found=repr(size))
    sides = [int(number) for number in numbers]
    return sides * len(game.reader.sides) if len(sides) == 1 else sides


def _text(game: Game, position: tuple[str, ...]) -> tuple[str, str]:
    """Return the position's text and source: words of the command line, a file, or stdin."""
    if not position and sys.stdin is not None and sys.stdin.isatty():
        raise _missing("usage.position-or-try", game)
    if not position or position == (STDIN,):
        return read_text(STDIN)
    if (
        ROW_MARK in position
        and game.reader.kind == "letters"
        and set("".join(position)) <= set(game.reader.alphabet + ROW_MARK)
    ):
        position = ("".join(position),)  # . . . / . . . is .../...
    inline_board = is_board(game, position[0].partition(" ")[0])
    if inline_board and _SIZE.fullmatch(position[0]) and not BOARD_SIZE.fullmatch(position[0]):
        raise usage_error("usage.board-sides", found=position[0])
    inline = game.reader.inline or inline_board
    named = _names_a_file(position[0])
    if not (named or inline_board or is_in_a_file(game.name)) and BOARD_SIZE.fullmatch(" ".join(position)):
        raise usage_error("usage.size-alone", game=game.name, form=game.reader.form, size=position[0])
    joined = "x".join(re.split(r"[*,\u00d7]|by", "x".join(position)))  # 4x4 for 4 4, 4*4, 4,4 and 4by4
    if (len(position) == _SIDES or joined != position[0]) and BOARD_SIZE.fullmatch(joined) and is_board(game, joined):
        raise usage_error("usage.size-words", size=joined, found=" ".join(position))
    if len(position) == 1 and (not inline or named or position[0].endswith(_TEXT_FILES)):
        return read_text(position[0])
    if not inline:
        raise usage_error("usage.position-file", game=game.name, count=len(position))
    text = " ".join(position).replace("\\n", ROW_MARK if inline_board else "\\n")
    return text if is_in_a_file(game.name) else _spaced(text), _ARGUMENTS


def _spaced(text: str) -> str:
    """Return numbers and names as the notation writes them: ``3 + 5`` for 3+5, ``3 5`` for 3,5, ``nim`` for NIM."""
    words: list[str] = []
    text = unicodedata.normalize("NFKC", text)  # digits of East Asian width
    text = re.sub("(?<=[0-9])[+](?=[A-Za-z])", " + ", text)  # 5+nim
    in_brackets = re.fullmatch(r"[\[(]([0-9, ]+)[\])]", text)
    for word in (in_brackets[1] if in_brackets else text).split():
        if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", word):
            raise usage_error("usage.comma", found=word, number=word.replace(",", ""), numbers=word.replace(",", " "))
        if re.fullmatch(r"\+?[0-9]+([+,][0-9]+)*[+,]?", word):
            words += word.replace("+", " + ").replace(",", " ").split()
        else:
            words.append(canonical(word) if words[-1:] == ["+"] else word)
    return " ".join(words)


def is_board(game: Game, word: str) -> bool:
    """Return whether a word is a size, or rows joined by ``/``, perhaps after ``K=3/``.

    Most letters of rows are the game's; so a row with a wrong letter is no name of a file.
    """
    if game.reader.kind == "letters" and game.reader.alphabet.startswith(EMPTY) and _SIZE.fullmatch(word):
        return True
    first, _, rows = word.partition(ROW_MARK)
    letters = rows if "=" in first else word
    wrong = sum(letter not in game.reader.alphabet + ROW_MARK for letter in letters)
    return wrong == 0 or 2 * wrong < len(letters)


def _names_a_file(word: str) -> bool:
    """Return whether a single argument is the name of a file. A number never is."""
    # A name that is too long or has a null character is that of no file. pathlib takes long to load.
    return not word.isdecimal() and os.path.isfile(word)  # noqa: PTH113


def check_words(words: tuple[str, ...], *, sample: bool) -> None:
    """Refuse a word of a position that looks like an option, and words together with the sample."""
    for word in words:
        if word[:1] in _DASHES and word != STDIN and not word[1:2].isdigit():
            from grundy.cli.meant import unknown_option

            raise unknown_option(word, click.get_current_context())
    if sample and words:
        raise usage_error("usage.position-or-sample", words=" ".join(words))


def draw_terms(position: Position, scenes: Sequence[Scene], language: str = "en") -> list[str]:
    """Draw the scene of each term for the terminal; several are numbered and headed by their games."""
    import shutil

    from grundy.drawing.terminal import draw

    width = shutil.get_terminal_size().columns
    colour = writes_to_terminal() and not os.environ.get("NO_COLOR")
    drawings = [draw(scene, width=width, colour=colour, language=language) for scene in scenes]
    if len(drawings) == 1:
        return drawings
    return [
        f"{render(Message(kind, {'term': numbers, 'game': term.notation.game}), language)}\n{drawing}"
        for number, (term, scene, drawing) in enumerate(zip(position.terms, scenes, drawings, strict=True))
        for numbers in (position.part_numbers(number),)
        for kind in ("drawing.alone" if outcome_map(scene) else "explain.term",)
    ]
