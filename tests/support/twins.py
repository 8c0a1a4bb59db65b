"""The slow twin of every kernel, table and formula: a search over `options`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from support.sources import searched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.ruleset import Ruleset


def plain(rules: Ruleset, state: Any, memo: dict[Any, int]) -> int:
    """Return the nimber from `options` alone."""

    def options(node: Any) -> Iterator[list[Any]]:
        return ([part.state for part in option.components] for option in rules.moves(node))

    return searched(state, options, lambda _: None, memo)
