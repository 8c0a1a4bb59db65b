"""A reader's program in Python runs as if it were started for each input."""

from __future__ import annotations

import pytest

from grundy.lab import call

THREAD = "import threading\ndef main(): print(int(input()) + 1)\nthreading.Thread(target=main).start()\n"


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        (THREAD, {"output": "8\n"}),  # Python ends when its threads have ended
        ("print(1)\nexit()", {"output": "1\n"}),
        ("import sys\nprint(1)\nsys.exit(3)", {"fault": "solution.py:3: SystemExit: 3"}),
        ("print('x' * 2**21)", {"fault": "solution.py: output > 1,048,576 characters"}),
        ("print(int(input()) // 0)", {"fault": "solution.py:1: ZeroDivisionError: integer division or modulo by zero"}),
    ],
)
def test_the_end_of_a_program(code: str, answer: dict[str, str]) -> None:
    assert list(call("programs", {"code": code, "inputs": ["7\n"]})) == [answer]
