"""Solved tables in files: they come back whole, or not at all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

import grundy
from grundy import games
from grundy.cli.main import run
from grundy.errors import DamageError, GrundyError, RulesetError
from grundy.games.families.pieces.piece_rules import Piece
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.core.position import Position

BOARD = "X....\n...X.\n....."


def solved(position: Position) -> Position:
    with limits.limited(kernel_above=-1):
        assert position.nimber >= 0
    return position


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("wall-making", BOARD),
        ("wall-making", BOARD.replace("\n", "X\n").replace("....X", "....\n")[:5] + "\n"),
        ("diagonal", "LXRX\nRLXX\nXXLR"),
        ("card", "RGB\nGGG"),
        ("grid-game", "K=2\n@...\n.#..\n...."),
        ("wythoff", "12 9"),
    ],
)
def test_saved_tables_are_loaded(game: str, text: str, tmp_path: Path) -> None:
    position = solved(games.find(game).parse(text))
    expected = position.nimber
    grundy.save_tables(position, tmp_path / "t.tables")
    tables.clear()
    with (
        limits.limited(kernel_above=10**30, search_options=1),
        progress.tallied() as tally,
    ):  # nothing but the table answers
        grundy.load_tables(position, tmp_path / "t.tables")
        assert position.nimber == expected
        assert [choice.after.nimber for choice in position.winning_moves()] == [0] * len(position.winning_moves())
    assert tally.engine == "saved table"


def test_one_file_for_a_sum(tmp_path: Path) -> None:
    one, two = games.find("wall-making").parse(BOARD), games.find("card").parse("RGB\nGGG")
    grundy.save_tables(solved(one + two), tmp_path / "t.tables")
    tables.clear()
    with limits.limited(kernel_above=10**30, search_options=1):
        grundy.load_tables(two, tmp_path / "t.tables")
        assert two.nimber >= 0
    with pytest.raises(RulesetError, match="solved tables of this board, found those of another"):
        grundy.load_tables(games.find("wall-making").parse("...\n..."), tmp_path / "t.tables")


def test_a_table_of_a_turned_board_is_refused(tmp_path: Path) -> None:
    """Boards of one column and of one row with the same cells in the same order, and other sides of one area."""
    for one, other in ((("...X.......", 11, 1), (1, 11)), (("..X.........", 3, 4), (4, 3)), (("." * 12, 2, 6), (6, 2))):
        cells, height, width = one
        saved, asked = (grundy.games.wall_making(board(cells, *sides)) for sides in ((height, width), other))
        grundy.save_tables(solved(saved), tmp_path / "t.tables")
        tables.clear()
        with pytest.raises(RulesetError, match="solved tables of this board, found those of another"):
            grundy.load_tables(asked, tmp_path / "t.tables")
        assert not tables.bytes
        grundy.load_tables(saved, tmp_path / "t.tables")
        assert tables.bytes


def board(cells: str, height: int, width: int) -> str:
    assert len(cells) == height * width
    return "\n".join(cells[start : start + width] for start in range(0, len(cells), width))


def test_nothing_to_save(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="expected a board or a piece, whose tables can be saved, found nim"):
        grundy.save_tables(games.find("nim").parse("3 5"), tmp_path / "t.tables")
    with pytest.raises(RulesetError, match="expected a solved table to save, found none"):
        grundy.save_tables(games.find("wall-making").parse("..."), tmp_path / "t.tables")
    assert not list(tmp_path.iterdir())


def test_every_damage_is_found(tmp_path: Path) -> None:
    """Each byte of a small file in turn: flipped; and the file cut short there."""
    position = solved(games.find("wall-making").parse("..\n.."))
    path = tmp_path / "t.tables"
    grundy.save_tables(position, path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        for damaged in (
            whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :],
            whole[:place],
        ):
            path.write_bytes(damaged)
            tables.clear()
            with pytest.raises(GrundyError):
                grundy.load_tables(position, path)
            assert not tables.bytes


def test_tables_that_cannot_be_the_boards(tmp_path: Path) -> None:
    """Tables of the wrong size, and files of others."""
    position = solved(games.find("wall-making").parse("..\n.."))
    piece = games.find("grid-game").parse("K=2\n@...\n.#..\n....").components[0].ruleset
    assert isinstance(piece, Piece)
    with pytest.raises(RulesetError, match="expected tables of this grid"):
        piece.adopt({"outcomes": np.zeros((4, 3), np.bool_)})
    foreign = tmp_path / "foreign.npz"
    np.savez(foreign, np.zeros(3))
    with pytest.raises(
        DamageError,
        match="expected a whole file of solved tables, as grundy solve --save writes it, found something else",
    ):
        grundy.load_tables(position, foreign)
    foreign.write_bytes(b"grundy tables 99 2\n{}")
    with pytest.raises(RulesetError, match="'grundy tables 99', of another version"):
        grundy.load_tables(position, foreign)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, other, table = tmp_path / "board.txt", tmp_path / "other.txt", tmp_path / "t.tables"
    board.write_text(BOARD)
    other.write_text(BOARD.replace("X", "."))
    assert run(["solve", "wall-making", str(board), "--save", str(table)]) == 0
    first = capsys.readouterr().out
    tables.clear()
    assert run(["solve", "wall-making", str(board), "--load", str(table)]) == 0
    assert capsys.readouterr().out == first
    assert run(["solve", "wall-making", str(board), "--load", str(table), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["work"]["engine"] == "saved table"
    for arguments, message in (
        (["wall-making", str(other), "--load", str(table)], "found those of another"),
        (["wall-making", str(board), "--load", str(board)], "is damaged: expected a whole file of solved tables"),
        (["wall-making", str(board), "--load", str(tmp_path / "none.tables")], "No such file"),
        (["wall-making", str(board), "--save", str(tmp_path / "none" / "t.tables")], "no folder"),
        (["nim", "3", "5", "--save", str(tmp_path / "nim.tables")], "found nim"),
        (["wall-making", str(board), "--save", "-"], "expected the name of a file for --save, found '-'"),
        (["wall-making", str(board), "--load", ""], "expected the name of a file for --load, found ''"),
        (["wall-making", str(board), "--load", str(tmp_path)], "expected a file to read, found: something else"),
        (["wall-making", str(board), "--save", str(board)], "expected files that do not overwrite each other"),
        (["wall-making", str(board), "--load", f"{tmp_path}/t.svg", "-o", f"{tmp_path}/t.svg"], "do not overwrite"),
        (["wall-making", str(board), "-o", str(tmp_path / "x"), "-o", f"{tmp_path}/./x"], "do not overwrite"),
    ):
        tables.clear()
        assert run(["solve", *arguments]) == 2
        shown = capsys.readouterr()
        assert message in shown.err
        assert not shown.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.txt", "other.txt", "t.tables"]


def test_saved_and_loaded_with_the_same_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table grows: --load and --save may name one file. A link stays a link."""
    board, table, link = tmp_path / "board.txt", tmp_path / "t.tables", tmp_path / "link.tables"
    board.write_text(BOARD)
    link.symlink_to(table)
    assert run(["solve", "wall-making", str(board), "--save", str(link)]) == 0
    assert link.is_symlink()
    assert table.is_file()
    assert run(["solve", "wall-making", str(board), "--load", str(link), "--save", str(link)]) == 0
    assert link.is_symlink()
    capsys.readouterr()


def test_all_tables_of_a_sum_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even where the cache, in the library, would hold but one of them."""
    monkeypatch.setattr(tables, "limit", 3000)
    board, table = tmp_path / "board.txt", tmp_path / "t.tables"
    board.write_text("X....\n.....\n.....\n+\n.....\n...X.\n.....")
    assert run(["solve", "wall-making", str(board), "--save", str(table)]) == 0
    tables.clear()
    assert run(["solve", "wall-making", str(board), "--load", str(table), "--json"]) == 0
    assert '"engine": "saved table"' in capsys.readouterr().out
    assert tables.limit == 3000


@pytest.mark.needs_jit
@pytest.mark.slow
def test_the_answer_comes_before_a_picture_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, table = tmp_path / "board.txt", tmp_path / "t.tables"
    board.write_text("\n".join(["..."] * 513))
    arguments = ["solve", "wall-making", str(board), "--save", str(table), "-o", str(tmp_path / "b.svg")]
    assert run([*arguments, "--json"]) == 2
    shown = capsys.readouterr()
    assert json.loads(shown.out)["nimber"] >= 0
    assert "at most 512 rows" in shown.err
    assert table.is_file()
