"""Games in the terminal: over a pipe and on a terminal, with hints that win."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from grundy import games
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

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
        while "Type hint again for more." in (hint := player.say("hint")):
            assert "wins" not in hint.replace("1 move wins.", "")  # which does not say what move
        advice = re.search(r"^(.+?)( \((.*)\))? wins(\.|:)", hint, re.MULTILINE)
        assert advice is not None
        said = player.say(advice[3] or advice[1].strip("“”").split(" from ")[-1])  # the notation, or words that have it
        named = advice[1] + (advice[2] or "")
        assert f"{named} keeps the win" in said or f"{named} wins" in said
        if "The game is over" in said:
            break
    assert ": you win. You made no mistake." in player.text
    assert player.process.communicate(timeout=60)[0] == ""
    assert player.process.returncode == 0


def played(command: Command, stdin: str | bytes, *arguments: str) -> str:
    """Play over pipes, in this process, and return what is shown."""
    result = command("play", *arguments, stdin=stdin)
    assert result.code == 0
    assert "\x1b" not in result.out
    return result.out


def test_the_end_of_the_lines_leaves_the_game(grundy_command: Command) -> None:
    said = played(grundy_command, "5 -> 3", "nim", "3", "5")
    assert "you> 5 -> 3\n“take 2 from the heap of 5” (2:5 -> 3) keeps the win." in said
    assert said.endswith("\nyou> \nYou quit after 2 moves.\n")


def test_bytes_that_are_not_utf8_are_a_wrong_move(grundy_command: Command) -> None:
    said = played(grundy_command, b"\xff\xfe\x00\n" + b"x" * 5000 + b"\n\nquit\n", "nim", "3")
    assert said.count("expected a legal move, such as 3 -> 2, 3 -> 1, 3 -> 0, found ") == 2
    assert "x" * 41 not in said.replace("you> " + "x" * 5000, "")


def test_nothing_about_the_solution_is_shown_unasked(grundy_command: Command) -> None:
    for arguments in (["kayles", "10", "7"], ["wythoff", "3", "5"], ["polygon", "6"], [CRAM, "2x3"]):
        asked = played(grundy_command, "", *arguments)
        assert not re.search(r"nimber|\[|winning|wins,", asked.partition("help.")[2])
        assert re.search(r"nimber|\[|Winning", played(grundy_command, "show\nvalues\n", *arguments))


def test_random_positions_are_to_be_won(grundy_command: Command) -> None:
    """Who moves first has an N-position, and who moves second is up against a P-position."""
    for game in games.all_games():
        size = "x".join(str(min(4, side.most)) for side in game.reader.sides)
        said = played(grundy_command, "hint\n" * 4, game.name, "--random", size, "--seed", "1")
        assert " wins" in said, said
    one, again = (played(grundy_command, "", "kayles", "--random", "4x12", "--seed", "1") for _ in range(2))
    assert one == again
    said = played(grundy_command, "hint\n" * 3, "wall-making", "--random", "3x4", "--seed", "1", "--second")
    assert said.index("coach> ") < said.index("you> ")
    assert " wins" in said


def test_a_hint_in_steps(grundy_command: Command) -> None:
    said = played(grundy_command, "hint\n" * 4 + "r2c2\nhint\n", "wall-making", "X..../...X./...../.....")
    steps = re.findall(r"you> hint\n(.*?)\n", said)
    assert steps[:2] == [
        "7 moves win. Type hint again for more.",
        "One is in row 1. Type hint again for more.",
    ]
    assert steps[2] == steps[3]
    assert steps[2].startswith("“walls from r1c2” wins. ")
    assert steps[4].startswith("There is no winning move")  # the move gave the win away, and the coach took it
    said = played(grundy_command, "hint\nhint\n", "kayles", "5", "+ nim", "3")
    assert "One is in the component that is worth 3." in said or "One is in the component that is worth 4." in said


def test_why_a_new_game_and_resigning(grundy_command: Command) -> None:
    said = played(grundy_command, "r1c2\nwhy\nnew\nresign\n", "wall-making", "--random", "3x3", "--seed", "4")
    before, _, after = said.partition("A new game.")
    assert "P-position" in before or "N-position" in before
    assert after.rstrip().endswith("would have won.")
    assert "You resign after 0 moves: the coach wins." in after
    assert len({text.strip().partition("\n\n")[0] for text in (before.partition("help.")[2], after)}) == 2
    said = played(grundy_command, "5 -> 3\nresign\n", "nim", "3", "5", "--two")
    assert "The second player resigns after 1 move: the first player wins." in said
    assert "explain" not in played(grundy_command, "why\n", "nim", "3", "5", "--misere")


def test_a_word_on_each_move_of_the_coach(grundy_command: Command) -> None:
    said = played(grundy_command, "5 -> 3\n", "nim", "3", "5")
    assert re.search(r"coach> .*\nThe coach had no winning move: you can win.\n", said)
    said = played(grundy_command, "5 -> 4\n", "nim", "3", "5")
    assert re.search(r"coach> .*\nThe coach can win now, whatever you play.\n", said)
    said = played(grundy_command, "5 -> 4\n", "nim", "3", "5", "--errors", "1", "--seed", "1")
    assert re.search(r"coach> .*\nA mistake of the coach: you can win now.\n", said)
    said = played(grundy_command, "5 -> 4\n", "nim", "3", "5", "--misere")
    assert re.search(r"coach> .*\nThe coach can win now, whatever you play.\n", said)


def test_a_move_may_be_called_like_a_command(grundy_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(
        "import grundy\n\n@grundy.ruleset\ndef odd(n):\n    if n:\n        yield grundy.split(n - 1, move='undo')\n"
    )
    assert "coach> undo" in played(grundy_command, "undo\n", f"{path}:odd", "2")


def test_a_move_that_ends_the_game(grundy_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "race.py"
    path.write_text(
        "import grundy\n\n@grundy.ruleset\ndef race(n):\n    yield from range(max(1, n - 2), n)\n"
        "    if 0 < n <= 2:\n        yield grundy.win(move='arrive')\n"
    )
    said = played(grundy_command, "values\nhint\n1:arrive\n", f"{path}:race", "2 + race 3")
    assert "part 1: to 1 (1:race(1)): WIN; 1:arrive: won" in said
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
    code, text = on_a_terminal([b"hint\n", b"hint\n", b"hint\n", b"show\n", b"\x04"], NO_COLOR="1")
    assert code == 0
    assert re.search(r"r\dc\d” wins\.", text)
    assert "You quit before the first move." in text
    assert "\x1b" not in text
    code, text = on_a_terminal([b"show\n", b"r1c2\n", b"\x03"], NO_COLOR="")
    assert code == 3
    assert "\x1b[1;32m[.]" in text
    assert "\x1b[2m # " in text
    assert "stopped before the end" in text
    assert "Traceback" not in text
