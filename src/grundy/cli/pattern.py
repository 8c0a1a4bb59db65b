"""``grundy pattern``: formulas of a game's nimbers or outcomes, found or checked."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from grundy import games
from grundy.authoring import patterns
from grundy.authoring.patterns import words
from grundy.authoring.patterns.pattern import names_of
from grundy.cli.common import GameName, limit_options, say_the_cost, words_about_work
from grundy.cli.output_file import output_options
from grundy.cli.table import read_size
from grundy.cli.usage import usage_error
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.games.spaces import ruleset_of, usual_bounds
from grundy.research.sequences import oeis
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.cli.output_file import Outputs
    from grundy.core.ruleset import Ruleset
    from grundy.core.table import Table

_MOST_SIDES = 2  # of a table whose terms can be looked up
_REFUTED = 1


@click.command("pattern")
@click.argument("game", type=GameName())
@click.argument("size", required=False)
@click.option(
    "--check", "formula", metavar="FORMULA", help="Compare FORMULA with the game: grundy pattern nim --check n"
)
@click.option(
    "--outcomes", is_flag=True, help="With --check: FORMULA says which positions are P, lost for the player to move."
)
@limit_options
@output_options(json="Write JSON.")
def command(
    game: str,
    size: str | None,
    formula: str | None,
    outcomes: bool,
    outputs: Outputs,
) -> None:
    """Search for formulas for the nimbers of GAME, or for its outcomes, in a table of all states within SIZE.

    GAME and SIZE are as in grundy table; without SIZE, the table is small. Formulas are Python expressions, simplest
    first. A formula is observed on the states of the table, and not proved.

    With --check, a formula of your own is compared with the table, and the smallest state at which it is wrong is
    printed: grundy pattern kayles --check 'n & -n'. A single number is n; several numbers have the names of the
    ruleset's parameters if these are short, or a, b, c. Exit code 1 if the formula is wrong.
    """
    if outcomes and formula is None:
        raise usage_error("usage.needs", option="--check", other="--outcomes")
    if re.fullmatch(r"0(,[0-9]+){2,}", game):
        raise usage_error("usage.pattern-values", found=repr(game))
    require("numpy", Message("what.many-states"))
    with words_about_work():
        rules = ruleset_of(games.find(game))
        bounds = usual_bounds(rules) if size is None else read_size(size)
        say_the_cost(rules, bounds)
        table = replace(rules.table(bounds), name=game)
        if formula is None:
            found = patterns.find(table)
        else:
            pattern = patterns.read(formula, names_of(table))
            checked = patterns.check(table, pattern, outcomes=outcomes)
    about = words.about(game, table)
    if formula is None:
        outputs.write(
            {
                "txt": lambda: "\n".join([*words.words(table, found), *_terms(table, rules)]),
                "json": lambda: {**about, "patterns": [pattern.data() for pattern in found]},
            }
        )
        return
    outputs.write(
        {
            "txt": lambda: words.verdict(table, pattern, checked, outcomes=outcomes),
            "json": lambda: {**about, **words.verdict_data(pattern, checked)},
        }
    )
    if not isinstance(checked, int):
        raise click.exceptions.Exit(_REFUTED)


def _terms(table: Table, rules: Ruleset) -> Iterator[str]:
    """Yield a line of terms to look up, and the OEIS number. Terms of two numbers are ordered by their sum."""
    sides = table.ranges
    if (table.values < 0).any() or any(side.step != 1 or side[0] for side in sides) or len(sides) > _MOST_SIDES:
        return
    if len(sides) == 1:
        yield f"terms    {oeis.terms(table.values.tolist())}"
        entry = oeis.entry(rules.code) if isinstance(rules, HeapRules) else None
        if entry is not None:
            yield f"OEIS     {entry.number}, from heap {entry.heap} on"
        return
    rows = table.values.tolist()
    whole = min(map(len, sides))
    numbers = (rows[row][total - row] for total in range(whole) for row in range(total + 1))
    yield f"terms    {oeis.terms(numbers)} (a + b = 0, 1, 2, ...; a from 0 on)"
