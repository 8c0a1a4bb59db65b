"""The table of misère quotients in the documents: figures are found again, and certificates pass the checker."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.runtime.certificate_files import write_certificate
from grundy.verify.main import run
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

_FIGURES = r"\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (?:none|\d+) \|"  # the last one: not tame
_ROW = re.compile(r"\| ([04]\.\d+) " + _FIGURES)
ROWS = [
    (row[1], [int(number) for number in row.groups()[1:]])
    for row in map(_ROW.fullmatch, (ROOT / "docs/misere-quotients.md").read_text(encoding="utf-8").splitlines())
    if row
]

_MOST_HEAPS = 2000  # the others take seconds, and their certificates half a minute: bench/misere_quotients.py has all


def test_the_table_has_the_codes_that_are_solved() -> None:
    assert len(ROWS) == 241
    assert sum(code.startswith("0.") for code, _ in ROWS) == 197


@pytest.mark.slow
def test_each_row_is_found_again_and_some_certificates_pass(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    for number, (code, figures) in enumerate(row for row in ROWS if row[1][-1] < _MOST_HEAPS):
        found = grundy.heaps(code).misere_quotient()
        own = [found.order, len(found.lost_elements), found.preperiod, found.period, found.heaps]
        assert own == figures, code
        if number % 4 == 0:
            write_certificate(path, found.certificate())
            assert run(str(path), full=False, seed=1, as_json=False, progress=False)[0] == 0, code
