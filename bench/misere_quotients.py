"""Misère quotients of the octal codes of up to three digits, and of 4.d and 4.dd: figures, checks, a page of the docs.

``python bench/misere_quotients.py FILE`` solves the codes that FILE, JSON by lines, does not have yet, each within
`STEPS`; stopped, it goes on the next time. Two further forms read FILE:

- ``--page`` writes ``docs/misere-quotients.md``;
- ``--check SUMS`` solves the codes that are proved again, has their certificates checked, and compares so many
  random sums of each code with plain search by the definition; ``--certificates FOLDER`` keeps the certificates.

Processor times are of one core, with kernels compiled.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import grundy
from grundy.runtime.certificate_files import write_certificate
from grundy.theory.tame import OctalKinds, find_tame
from grundy.verify.main import run

STEPS = 20_000_000  # a second or two
HEAPS = 8000
THREE = 100  # heaps of codes whose moves leave three heaps
PAGE = Path(__file__).parents[1] / "docs" / "misere-quotients.md"
_TOKENS = 20  # of random sums

_HEAD = f"""# Misère quotients of octal codes

This page lists the misère quotients of all codes 0.d, 0.dd, 0.ddd, 4.d and 4.dd that `python bench/misere_quotients.py`
found within {STEPS:,} steps (one or two seconds) and up to heap {HEAPS:,}; if all these heaps are tame, up to heap
1,000,000. [Misère play](misere.md) explains them. Codes whose last digit is 0 are not listed, except 4.0. *Not tame* is
the first heap that is not tame; where it says *none*, sums of heaps behave like sums of nim heaps.

"""


def codes() -> list[str]:
    """Return all codes, shorter ones first."""
    ends = ["".join(digits) for length in (1, 2, 3) for digits in product("01234567", repeat=length)]
    ends = [end for end in ends if end[-1] != "0"]
    return [f"0.{end}" for end in ends] + ["4.0"] + [f"4.{end}" for end in ends if len(end) < 3]


def figures(code: str) -> dict[str, Any]:
    """Solve a code and return its figures, and the processor time."""
    start = time.process_time()
    rules = grundy.heaps(code)
    found = rules.misere_quotient(seconds=None, steps=STEPS)
    kinds = OctalKinds(found.digits, rules.nimbers)
    wild = find_tame(code, kinds, HEAPS if found.period is None else found.heaps, None).heaps + 1
    if found.heaps == HEAPS < wild:
        found = rules.misere_quotient(seconds=None)
    return {
        "code": code,
        "order": found.order,
        "lost": len(found.lost_elements),
        "preperiod": found.preperiod,
        "period": found.period,
        "heaps": found.heaps,
        "wild": None if kinds.reason is None else wild,
        "reason": None if found.reason is None else found.reason.kind.rpartition(".")[2],
        "seconds": round(time.process_time() - start, 3),
    }


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Return the figures of a file by their codes, in the order of `codes`."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = {entry["code"]: entry for entry in map(json.loads, lines)}
    return {code: found[code] for code in codes() if code in found}


def solve(path: Path) -> None:
    """Add the codes that are not there to a file."""
    known = read(path)
    figures("0.77")  # loads the kernels
    with path.open("a", encoding="utf-8") as file:
        for code in codes():
            if code not in known:
                file.write(json.dumps(figures(code)) + "\n")
                file.flush()


def three_heaps() -> list[str]:
    """Return a row of the page for each code 0.d, 4.d, 8.d, c.d and 0.dd whose moves leave three heaps."""
    digits = "0123456789abcdef"
    named = [f"{first}.{digit}" for first in "048c" for digit in digits[1:]]
    named += [f"0.{''.join(pair)}" for pair in product(digits, digits[1:])]
    rows = []
    for code in named:
        if set(code) & set("89abcdef"):
            found = grundy.heaps(code).misere_quotient(THREE, seconds=None)
            wild = found.reason.params.get("heap") if found.reason else "none"
            shown = found.order, found.preperiod or "", found.period or "", found.heaps, wild or ""
            rows.append(f"| {code} | {' | '.join(map(str, shown))} |")
    return rows


def page(found: dict[str, dict[str, Any]]) -> str:
    """Return the text of the page."""
    proved = [entry for entry in found.values() if entry["period"]]
    rest = [entry for entry in found.values() if not entry["period"]]
    tame = sum(one["wild"] is None for one in proved)
    rows = [
        f"| {one['code']} | {one['order']} | {one['lost']} | {one['preperiod']} | {one['period']} | {one['heaps']} | "
        f"{one['wild'] or 'none'} |"
        for one in proved
    ]
    head = "| code | order | P | preperiod | period | computed to heap | not tame |\n|---|---|---|---|---|---|---|\n"
    open_rows = [
        f"| {one['code']} | {one['heaps']} | {one['order']} | {one['reason']} | {one['wild'] or 'none'} |"
        for one in rest
    ]
    open_head = "| code | proved to heap | order there | stopped by | not tame |\n|---|---|---|---|---|\n"
    return (
        f"{_HEAD}## Proved for all heaps: {len(proved)} of {len(found)} codes, {tame} of them tame\n\n{head}"
        + "\n".join(rows)
        + f"\n\n## Not proved for all heaps: {len(rest)} codes\n\nEach quotient is proved for heaps up to some size. "
        "*work*: the steps were spent. *heaps*: the quotient no longer grows, but no period is seen. *order*: the next "
        "guess has more than 4,000 elements. *powers*: the next heap tells sums of ever more equal heaps apart. "
        "*grows*: each heap that brought new elements of late brought more of them in the same way. In these two cases "
        f"the quotient is probably infinite; nothing here proves that.\n\n{open_head}"
        + "\n".join(open_rows)
        + "\n\n## Codes whose moves leave three heaps\n\nThe codes 0.d, 4.d, 8.d, c.d and 0.dd with a digit from 8 on, "
        f"up to heap {THREE}. With a period, the quotient is proved for all heaps; without one, for the heaps up to "
        "the one of the column. *Not tame* is the first heap that is not tame, empty if none was found.\n\n"
        "| code | order | preperiod | period | heaps | not tame |\n|---|---|---|---|---|---|\n"
        + "\n".join(three_heaps()) + "\n"
    )  # fmt: skip


def check(found: dict[str, dict[str, Any]], sums: int, kept: Path | None) -> None:
    """Solve and check what is proved, and print the times; certificates are kept in a folder, if one is given."""
    solving = checking = 0.0
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for code, entry in found.items():
            if entry["period"]:
                again = figures(code)
                solving += again["seconds"]
                if {**again, "seconds": 0} != {**entry, "seconds": 0}:
                    sys.exit(f"{code}: expected {entry}, found {again}")
                start = time.process_time()
                path = Path(kept or folder) / f"{code}.json"
                write_certificate(path, grundy.heaps(code).misere_quotient().certificate())
                if run(str(path), full=False, seed=1, as_json=False, progress=False)[0]:
                    sys.exit(f"{code}: the certificate is refused")
                checking += time.process_time() - start
                compared += compare(code, sums)
    print(f"solved in {solving:.2f} s, certificates checked in {checking:.2f} s, {compared:,} sums compared")


def compare(code: str, sums: int) -> int:
    """Compare random sums with plain search, and return how many."""
    quotient, rng, lost = grundy.heaps(code).misere_quotient(), random.Random(code), plain_search(code)
    for _ in range(sums):
        heaps: list[int] = []
        while sum(heaps) < _TOKENS - 8 and len(heaps) < 4:
            heaps.append(rng.randint(1, min(16 if code[0] == "0" else 10, _TOKENS - sum(heaps))))
        if quotient.is_lost(heaps) is not lost(tuple(sorted(heaps))):
            sys.exit(f"{code}: plain search differs at {heaps}")
    return sums


def plain_search(code: str) -> Any:
    """Return a function that says whether a sorted sum of heaps is lost, by the definition."""
    rules = grundy.heaps(code)

    @cache
    def below(heap: int) -> list[tuple[int, ...]]:
        return [tuple(part.state for part in option.components) for option in rules.moves(heap)]

    @cache
    def lost(heaps: tuple[int, ...]) -> bool:
        moves = False
        for place, heap in enumerate(heaps):
            for parts in below(heap):
                moves = True
                if lost(tuple(sorted((*heaps[:place], *heaps[place + 1 :], *parts)))):
                    return False
        return moves

    return lost


def main(arguments: list[str]) -> None:
    """Run what the arguments ask for."""
    path = Path(arguments[0])
    if "--page" in arguments:
        PAGE.write_text(page(read(path)), encoding="utf-8")
    elif "--check" in arguments:
        named = "--certificates" in arguments
        kept = Path(arguments[arguments.index("--certificates") + 1]) if named else None
        check(read(path), int(arguments[arguments.index("--check") + 1]), kept)
    else:
        solve(path)


if __name__ == "__main__":
    main(sys.argv[1:])
