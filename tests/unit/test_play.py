"""Games in the terminal: over a pipe and on a terminal, with hints that win and a coach that errs."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy import games
from grundy.cli import main
from grundy.core.values import Outcome
from grundy.explain.coach import Coach, comment, hint
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.core.position import Position

CRAM = f"{ROOT / 'docs' / 'mygames.py'}:cram"


class Player:
    """A person at the other end of two pipes, who reads what is there before the next line is written."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "grundy", "play", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.text = self.read()

    def read(self) -> str:
        """Read up to the next prompt, or to the end."""
        assert self.process.stdout is not None
        text = ""
        while not text.endswith("> ") or text.endswith(("coach> ", "-> ")):
            letter = self.process.stdout.read(1)
            if not letter:
                break
            text += letter
        return text

    def say(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        said = self.read()
        self.text += said
        return said


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["wall-making", "--random", "6x6", "--seed", "5"],
        ["nim", "2 + wythoff 1 1 + guiles 4"],
        [CRAM, "3x4"],
    ],
    ids=lambda arguments: arguments[0].rpartition(":")[2],
)
def test_hints_win_from_an_n_position(arguments: list[str]) -> None:
    """A person who follows hints, over pipes, wins against the perfect coach, and each word is kind."""
    player = Player(*arguments)
    for _ in range(50):
        advice = re.search(r"^(.+?) wins(\.|:)", player.say("hint"), re.MULTILINE)
        assert advice is not None
        said = player.say(advice[1])
        assert f"{advice[1]} keeps the win" in said or f"{advice[1]} wins" in said
        if "The game is over" in said:
            break
    assert ": you win. You made no mistake." in player.text
    assert player.process.communicate(timeout=60)[0] == ""
    assert player.process.returncode == 0


def play(position: Position, coach: Coach) -> bool:
    """Play by hints, moving first, and say whether that wins."""
    moves = 0
    while position.choices():
        position = coach.reply(position).after if moves % 2 else position.play(hint(position).move)
        moves += 1
    return moves % 2 == 1


@pytest.mark.slow
def test_how_often_the_coach_loses() -> None:
    """The perfect coach wins each game that it can win; one that errs loses some of them."""
    rng = random.Random(1)
    outcomes = (Outcome.N, Outcome.P)
    wins = dict.fromkeys([(outcome, rate) for outcome in outcomes for rate in (0.0, 0.3)], 0)
    for seed in range(12):
        for outcome in outcomes:
            boards = (grundy.games.kayles(*(rng.randint(1, 9) for _ in range(3))) for _ in range(1000))
            board = next(board for board in boards if board.outcome is outcome)
            for rate in (0.0, 0.3):
                wins[outcome, rate] += play(board, Coach(rate, seed))
    assert wins[Outcome.N, 0.0] == wins[Outcome.N, 0.3] == 12
    assert wins[Outcome.P, 0.0] == 0
    assert 0 < wins[Outcome.P, 0.3] < 12


def run(stdin: str | bytes, *arguments: str) -> str:
    """Play over pipes, in this process."""
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    shown, before = io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        with contextlib.redirect_stdout(shown):
            assert main.run(["play", *arguments]) == 0
    finally:
        sys.stdin = before
    assert "\x1b" not in shown.getvalue()
    return shown.getvalue()


def test_the_end_of_the_lines_leaves_the_game() -> None:
    said = run("5 -> 3", "nim", "3", "5")
    assert "you> 5 -> 3\n2:5 -> 3 keeps the win." in said
    assert said.endswith("\nyou> \nYou quit after 2 moves.\n")


def test_bytes_that_are_not_utf8_are_a_wrong_move() -> None:
    said = run(b"\xff\xfe\x00\n" + b"x" * 5000 + b"\n\nquit\n", "nim", "3")
    assert said.count("expected a legal move, such as 3 -> 2, 3 -> 1, 3 -> 0, found ") == 2
    assert "x" * 41 not in said.replace("you> " + "x" * 5000, "")


def test_nothing_about_the_solution_is_shown_unasked() -> None:
    for arguments in (["kayles", "10", "7"], ["wythoff", "3", "5"], ["polygon", "6"], [CRAM, "2x3"]):
        asked = run("", *arguments)
        assert not re.search(r"nimber|\[|winning|wins,", asked.partition("help.")[2])
        assert re.search(r"nimber|\[|Winning", run("show\nvalues\n", *arguments))


def test_random_positions_are_to_be_won() -> None:
    """Who moves first has an N-position, and who moves second is up against a P-position."""
    for game in games.all_games():
        size = "x".join(str(min(4, side.most)) for side in game.reader.sides)
        said = run("hint\n", game.name, "--random", size, "--seed", "1")
        assert " wins" in said, said
    assert run("", "kayles", "--random", "4x12", "--seed", "1") == run("", "kayles", "--random", "4x12", "--seed", "1")
    said = run("hint\n", "wall-making", "--random", "3x4", "--seed", "1", "--second")
    assert said.index("coach> ") < said.index("you> ")
    assert " wins" in said


def test_a_move_may_be_called_like_a_command(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(
        "import grundy\n\n@grundy.ruleset\ndef odd(n):\n    if n:\n        yield grundy.split(n - 1, move='undo')\n"
    )
    assert "coach> undo" in run("undo\n", f"{path}:odd", "2")


def test_a_move_that_ends_the_game(tmp_path: Path) -> None:
    path = tmp_path / "race.py"
    path.write_text(
        "import grundy\n\n@grundy.ruleset\ndef race(n):\n    yield from range(max(1, n - 2), n)\n"
        "    if 0 < n <= 2:\n        yield grundy.win(move='arrive')\n"
    )
    said = run("values\nhint\n1:arrive\n", f"{path}:race", "2 + race 3")
    assert "1:race(1) (WIN), 1:arrive (won)" in said
    assert "1:arrive wins: it ends the game." in said
    assert said.endswith("The game is over after 1 move: you win. You made no mistake. You asked for 1 hint.\n")


def on_a_terminal(keys: list[bytes], **extra: str) -> tuple[int, str]:
    """Play on a terminal of its own: write each of the keys at the prompt; return the exit code and the screen."""
    pty, select = pytest.importorskip("pty"), pytest.importorskip("select")
    screen, side = pty.openpty()
    # A session of its own takes the first terminal that it opens as its own, which Ctrl-C needs.
    program = "import os, sys; os.open(os.ttyname(0), os.O_RDWR); from grundy.cli.main import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "play", "wall-making"],
        stdin=side,
        stdout=side,
        stderr=side,
        env=os.environ | {"TERM": "dumb"} | extra,
        start_new_session=True,
    )
    os.close(side)

    def read() -> bytes:
        said = b""
        while not said.endswith(b"you> ") and select.select([screen], [], [], 60)[0]:
            try:
                said += os.read(screen, 1000)
            except OSError:  # the other end is closed
                break
        return said

    try:
        said = read()
        for key in keys:
            time.sleep(0.5)  # the prompt is there before the editor of lines is
            os.write(screen, key)
            said += read()
        return process.wait(timeout=60), said.decode().replace("\r\n", "\n")
    finally:
        process.kill()
        os.close(screen)


@pytest.mark.slow
def test_a_terminal() -> None:
    """No control codes but colours; Ctrl-D and Ctrl-C leave."""
    code, text = on_a_terminal([b"hint\n", b"show\n", b"\x04"], NO_COLOR="1")
    assert code == 0
    assert "r1c2 wins." in text
    assert "You quit before the first move." in text
    assert "\x1b" not in text
    code, text = on_a_terminal([b"show\n", b"r1c2\n", b"\x03"], NO_COLOR="")
    assert code == 3
    assert "\x1b[1;32m[.]" in text
    assert "\x1b[2m # " in text
    assert "stopped before the end" in text
    assert "Traceback" not in text


@pytest.mark.slow
def test_an_interrupt_during_work_leaves() -> None:
    process = subprocess.Popen([sys.executable, "-m", "grundy", "play", "nim", "3"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.read(3) == b"Nim"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 3
    assert said.endswith(b"grundy: stopped before the end; everything written so far is complete\n")


def test_each_move_has_a_comment() -> None:
    said = run("r4c1\nquit\n", "wall-making")
    position = grundy.games.wall_making(games.find("wall-making").sample)
    assert str(comment(position.choice("r4c1"))) in said
