"""Moves are said in words, the same ones everywhere: each game has them in each language."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from grundy import games
from grundy.lab.worksheets import make_sheet
from grundy.runtime.messages import LANGUAGES, render

if TYPE_CHECKING:
    from support.command import Command


@pytest.mark.parametrize("name", games.names())
def test_each_game_has_words_for_its_moves(name: str) -> None:
    game = games.find(name)
    for choice in islice(game.parse(game.sample).choices(), 20):
        assert choice.said.words is not None
        texts = {render(choice.said.words, language) for language in LANGUAGES}
        assert len(texts - {choice.move}) == len(LANGUAGES), texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["kayles", "chomp", "bishop"])
def test_the_words_are_the_same_everywhere(name: str, language: str, grundy_command: Command) -> None:
    """In explanations, in the list of moves of a game in the terminal, and on sheets."""
    game = games.find(name)
    position = game.parse(game.sample)
    said = position.winning_moves()[0].said
    assert said.words is not None
    explained = " ".join(position.explain().text(language).split())
    assert render(said.words, language).replace(" ", "") in explained.replace(" ", "")  # lines are wrapped
    listed = grundy_command("play", name, "--language", language, stdin="moves\nquit\n").out
    assert said.in_words(language) in listed
    (exercise,) = make_sheet(game, count=1, kinds=["loses"], seed=3, language=language).exercises
    (board,) = exercise.figures
    moves = [choice.said.words for choice in game.parse(board.text.removeprefix(name)).choices()]
    assert set(exercise.choices) <= {render(words, language) for words in moves if words is not None}
