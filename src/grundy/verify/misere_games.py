"""Claims about misère quotients of listed games: which of their sums are lost where the last move loses.

Games 1, 2, ... are given by their options; each option is a sum of games with smaller numbers. Game 0 has no move. That
these games occur below certain positions is a claim of the program that wrote the certificate, and is not checked. The
texts in ``names`` are for people. As for heaps of a code, the check covers (P), (N), onto and reduced: see
`grundy.verify.quotient_claims`. The induction there is over moves, so it holds for any games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.verify.certificate_files import only
from grundy.verify.quotient_claims import MOST_HEAPS, Quotient
from grundy.verify.report import Refused, Unreadable, VerifyReport
from grundy.verify.sequences import TRUST

if TYPE_CHECKING:
    from grundy.verify.certificate_files import Certificate

MOST_PARTS = 64  # games in an option
_GAMES_CLAIM = {"kind", "games", "names", "order", "P", "generators", "action", "values"}
_MEANING = (
    "the games are abstract: whether they are those of a board or of a ruleset is not checked here",
)  # fmt: skip


def check_quotient_of_games(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that this is the misère quotient of the sums of some games."""
    claim = only(certificate.claim, _GAMES_CLAIM, "claim")
    if certificate.files:
        message = "files: expected none beside a misère quotient, found some"
        raise Unreadable(message)
    games = _games(claim)
    quotient = GameQuotient(claim, games)
    _check_names(claim, len(games))
    figures = f"order {quotient.order:,}, {len(quotient.lost):,} P"
    report.claim = f"the misère quotient of the sums of {len(games) - 1:,} listed games: {figures}"
    quotient.check(report)
    report.slips.extend((*_MEANING, TRUST))


class GameQuotient(Quotient):
    """A claimed quotient of listed games."""

    noun = "games"

    def __init__(self, claim: dict[str, Any], games: list[list[tuple[int, ...]]]) -> None:
        """Read and validate the lists of a claim about `games`; game 0 is first, with no options."""
        super().__init__(claim, len(games) - 1)
        self.games = games
        self._sizes = [0]
        for options in games[1:]:
            self._sizes.append(1 + max(sum(self._sizes[part] for part in parts) for parts in options))
        if any(low > high for low, high in zip(self._sizes, self._sizes[1:], strict=False)):
            raise Refused("order of games", "their longest plays do not increase")

    def options(self, heap: int) -> list[tuple[int, ...]]:
        """Return the options of a game."""
        return self.games[heap]

    def size(self, heap: int) -> int:
        """Return the length of the longest play of a game."""
        return self._sizes[heap]


def _games(claim: dict[str, Any]) -> list[list[tuple[int, ...]]]:
    """Return the options of each game; game 0, which has none, comes first."""
    listed = claim.get("games")
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_HEAPS:
        message = f"claim, games: expected a list of 1 to {MOST_HEAPS:,} games, found another value"
        raise Unreadable(message)
    games: list[list[tuple[int, ...]]] = [[]]
    for number, options in enumerate(listed, 1):
        if not isinstance(options, list) or not options or not all(_is_sum(option, number) for option in options):
            message = f"claim, games: expected options of game {number:,}, each a list of smaller numbers, found others"
            raise Unreadable(message)
        games.append([tuple(option) for option in options])
    return games


def _is_sum(option: object, number: int) -> bool:
    """Return whether an option is a list of numbers of games, each from 1 to below `number`."""
    return (
        isinstance(option, list)
        and len(option) <= MOST_PARTS
        and all(type(part) is int and 0 < part < number for part in option)
    )


def _check_names(claim: dict[str, Any], count: int) -> None:
    names = claim.get("names")
    if not isinstance(names, list) or len(names) != count or not all(isinstance(name, str) for name in names):
        message = f"claim, names: expected a text for each of {count:,} games, found another value"
        raise Unreadable(message)
