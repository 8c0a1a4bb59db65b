"""The lab in a child process: operations on rulesets and problems of files that are loaded there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from grundy import contests
from grundy.games import declared
from grundy.lab import own_rules
from grundy.lab.calls import OPERATIONS, parts
from grundy.lab.cases import problem_data
from grundy.lab.catalogue import Catalogue
from grundy.lab.error_data import error_data
from grundy.lab.games import game_data
from grundy.lab.operation import FileAnswer
from grundy.runtime import limits, progress
from grundy.runtime.messages import printable_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.runtime.processes.child_main import Call

ENTRY = f"{__name__}:RulesetHost"
OWN = f"{__name__}:OwnRulesHost"


class RulesetHost:
    """A catalogue with declared rulesets and contest problems, whose operations are called by name.

    The data of a call are the checked ``values`` of the operation, and ``limits`` (`grundy.runtime.limits.Budget`). A
    part of an answer is JSON or a file. The head of a file has the ``type`` of its content.
    """

    def __init__(
        self,
        rulesets: list[str],
        problems: list[str],
        texts: dict[str, str] | None = None,
        elsewhere: dict[str, list[dict[str, Any]]] | None = None,
        *,
        check_samples: bool = True,
    ) -> None:
        """Load files with these texts, by their paths; a character stands for a byte.

        The samples of problems are compared with their rules, unless not `check_samples`.

        `elsewhere` has the descriptions of ``games`` and ``problems`` that other processes answer.
        """
        declared.keep({path: text.encode("latin-1") for path, text in (texts or {}).items()})
        others = elsewhere or {"games": [], "problems": []}
        games = (game for name in rulesets for game in declared.find_all(name))
        self._catalogue = Catalogue(games, others["games"], others["problems"])
        self._problems = {}
        self._without_samples: list[dict[str, str]] = []
        for name in problems:
            problem = contests.find(name, samples=check_samples)
            contests.add(problem)
            if not problem.samples:
                self._without_samples.append(problem_data(problem))
            self._problems[problem.id] = problem_data(problem, name)

    def about(self) -> dict[str, list[dict[str, Any]]]:
        """Return the entries of the files' games and problems in the lists ``games`` and ``problems``.

        Problems that have no sample are listed again, in ``without_samples``.
        """
        names = filter(self._catalogue.is_declared, self._catalogue.names())
        return {
            "games": [game_data(self._catalogue, name) for name in names],
            "problems": [*self._problems.values()],
            "without_samples": self._without_samples,
        }

    def run(self, name: str, data: Any, call: Call) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Yield the parts of the answer of an operation."""
        with limits.limited(**data["limits"]), progress.reporting(call.progress, call.compiling, call.check):
            call.check()
            for part in parts(OPERATIONS[name], self._catalogue, data["values"]):
                if isinstance(part, FileAnswer):
                    yield {"type": part.media_type}, part.content
                else:
                    text = json.dumps(part, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
                    yield {}, printable_json(text).encode()

    @staticmethod
    def error(error: BaseException) -> dict[str, Any] | None:
        """Return an exception as data, as in the answers of the lab; None for a fault of grundy."""
        return error_data(error)


class OwnRulesHost(RulesetHost):
    """The same for rules that a reader has typed."""

    def __init__(self, text: str, audited: bool) -> None:  # noqa: FBT001 - data of a message
        self._catalogue, self._found = own_rules.read(text, audited=audited)

    def about(self) -> dict[str, Any]:
        """Return the report about the rules."""
        return self._found
