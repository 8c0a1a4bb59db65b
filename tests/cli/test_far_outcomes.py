"""Commands where only the outcome is known."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.command import Command


def test_the_command_answers_where_only_the_outcome_is_known(grundy_command: Command) -> None:
    result = grundy_command("solve", "wythoff", str(10**18), str(11 * 10**17), "--json")
    data = json.loads(result.out)
    assert (data["outcome"], data["nimber"], len(data["winning_moves"])) == ("N", None, 3)
    text = grundy_command("solve", "wythoff", str(10**18), str(11 * 10**17)).out
    assert "to 161803398874989484 261803398874989484" in text
    assert "nimber   not computed" in text
    assert grundy_command("solve", "king", str(10**18), "5").code == 2
