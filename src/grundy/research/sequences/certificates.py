"""Certificates of sequences: the values, or a proved period, for anybody to check with `grundy verify`.

`docs/certificates.md` describes the format.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from grundy.errors import DamageError, RulesetError
from grundy.games.families.heaps.splits import HeapSplit
from grundy.games.families.heaps.take_and_break import Subtraction, TakeAndBreak
from grundy.research.sequences.folder import MANIFEST, check_file
from grundy.runtime import arrays
from grundy.runtime.certificate_files import entry, name_beside, sealed, write_certificate
from grundy.runtime.files import write_atomic
from grundy.runtime.messages import Message
from grundy.theory.arithmetic_periods import ArithmeticTheorem

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.research.sequences.folder import ValuesFile
    from grundy.research.sequences.store import Store
    from grundy.theory.periods import Period

    Values = NDArray[np.unsignedinteger[Any]]

VALUES_FILE = ".values"  # the ending of the file beside a certificate
_MOST_TAKEN = 1000  # the largest number in a set of takes that the checker accepts
_INSIDE = 10_000  # values; a certificate with more has them in a file beside it
_OWN_NAMES = re.compile(r"[.0-9].*|manifest.*")  # files of stores and streams


def certificate(rules: HeapRules, length: int | None = None, *, period: Period | None = None) -> dict[str, Any]:
    """Return a certificate of the first `length` values, or of a proved period, as one object for JSON.

    It holds `length` values, and at least the values that prove the period. Raises `RulesetError` if the period is not
    proved by values, and for a code that `grundy verify` does not read: splits into three, and digits that repeat for
    ever, unless the period has a saltus.

    >>> import grundy
    >>> kayles = grundy.heaps("0.77")
    >>> claim = certificate(kayles, period=kayles.period())["claim"]
    >>> claim["preperiod"], claim["period"], claim["bound"], len(claim["values"])
    (71, 12, 167, 167)
    """
    values = certified_values(rules, length, period)
    return sealed(_claim(rules, len(values), period) | {"values": arrays.listed(values)})


def certified_values(rules: HeapRules, length: int | None, period: Period | None) -> Values:
    """Return the values that a certificate needs. All are computed from the rules, none are copied from a period."""
    check_rules(rules, period=period is not None)
    return rules.nimbers(values_needed(rules, length, period), direct=True)


def values_needed(rules: HeapRules, length: int | None, period: Period | None) -> int:
    """Return the number of values that a certificate needs. Raises `RulesetError` if values do not prove the period."""
    if period is None:
        return length or 1
    theorems = str(rules.theorem), str(rules.arithmetic)
    if period.status != "proved" or period.bound is None or period.theorem not in theorems:
        raise RulesetError("error.certificate", code=rules.code, found=period.message)
    return max(length or 0, period.bound)


def check_rules(rules: HeapRules, *, period: bool) -> None:
    """Raise `RulesetError` for rules whose certificates, of values or of a period, `grundy verify` cannot check."""
    if isinstance(rules, Subtraction):
        readable = not rules.all_but and rules.takes[-1] <= _MOST_TAKEN
    elif isinstance(rules, TakeAndBreak):
        readable = not rules.cycle or (period and rules.provable)
    else:
        readable = isinstance(rules, HeapSplit) and rules.parts == 2 and not rules.equal
    if not readable:
        raise RulesetError("error.certificate-rules", code=rules.code)


def check_folder(path: Path, folder: Path) -> None:
    """Raise `RulesetError` if a certificate is not in the folder of its values, or could overwrite a file of them."""
    if path.parent.resolve() != folder.resolve():
        raise RulesetError("error.certificate-folder", folder=str(folder))
    if _OWN_NAMES.fullmatch(path.name):
        raise RulesetError("error.certificate-name", found=path.name)


def save_certificate(path: Path, rules: HeapRules, values: Values, period: Period | None = None) -> None:
    """Write a certificate of values, or of their proved period. More than 10,000 values go to a file beside it.

    Raises `RulesetError` if the path is also the path of that file, `OSError` if a file cannot be written.
    """
    claim = _claim(rules, len(values), period)
    beside = name_beside(path, VALUES_FILE)
    if len(values) <= _INSIDE:
        write_certificate(path, sealed(claim | {"values": arrays.listed(values)}))
        return
    import numpy as np

    data = np.ascontiguousarray(values, f"<u{values.itemsize}").tobytes()
    file = entry(beside, data)
    part = {"file": file["name"], "start": 0, "count": len(values)}
    write_atomic(path.with_name(file["name"]), data)
    write_certificate(path, sealed(claim | {"values": {"width": values.itemsize, "parts": [part]}}, [file]))


def save_store_certificate(path: Path, rules: HeapRules, store: Store, period: Period | None = None) -> None:
    """Write a certificate of all values of a stored sequence into its folder. Its files are those of the chunks.

    Raises `RulesetError` for a path in another folder, `OSError` if the certificate cannot be written.
    """
    check_folder(path, store.folder)
    parts = [{"file": chunk.file.name, "start": chunk.start, "count": chunk.length} for chunk in store.chunks]
    claim = _claim(rules, store.length, period) | {"values": {"width": store.width, "parts": parts}}
    write_certificate(path, sealed(claim, [_entry(chunk.file, store.width) for chunk in store.chunks]))


def save_stream_certificate(path: Path, folder: Path, code: str) -> None:
    """Write a certificate of a streamed sequence into its folder: of its period if it is proved, else of its length.

    Raises `RulesetError` for a path in another folder, `DamageError` or `OSError` for files that cannot be read.
    """
    from grundy.research.sequences.streamed import facts_of, opened_stream, windows_of

    check_folder(path, folder)
    manifest = opened_stream(folder, code)
    if manifest is None or manifest.stream is None:
        raise DamageError(str(folder / MANIFEST), Message("expected.manifest"), Message("found.no-such-file"))
    files = [*(chunk.file for chunk in manifest.chunks), *windows_of(manifest.stream)]
    for file in files:
        check_file(folder, file, manifest.width)
    claim: dict[str, Any] = {"kind": "streamed-sequence", "code": code, "length": manifest.length}
    proved = facts_of(folder, manifest).get("claim", {})
    if all(proved.get(name) for name in ("proved", "least_preperiod", "least_period")):
        figures = {"preperiod": proved["preperiod"], "period": proved["period"], "theorem": "finite-window"}
        claim = {"kind": "streamed-period", "code": code, **figures}
    entries = {file.name: _entry(file, manifest.width) for file in files}
    write_certificate(path, sealed(claim | {"record": manifest.data()}, list(entries.values())))


def _entry(file: ValuesFile, width: int) -> dict[str, Any]:
    """Return the entry of a file for a certificate."""
    return {"name": file.name, "bytes": file.length * width, "sha256": file.digest}


def _claim(rules: HeapRules, length: int, period: Period | None) -> dict[str, Any]:
    claim: dict[str, Any] = {"kind": "sequence", "code": rules.code, "length": length}
    if period is None:
        return claim
    if isinstance(rules.arithmetic, ArithmeticTheorem) and period.saltus:
        start, each = period.preperiod or 0, period.period or 1
        proof = rules.arithmetic.prove(rules.nimbers(length, direct=True)[: period.bound], start, each)
        assert proof is not None  # the same values have proved the period
        figures = {"preperiod": start, "period": each, "saltus": period.saltus, "theorem": "arithmetic-period"}
        return claim | {"kind": "arithmetic-period", **figures, **proof._asdict()}
    theorem = rules.theorem
    if theorem is None:
        return claim
    return claim | {
        "kind": "period",
        "preperiod": period.preperiod,
        "period": period.period,
        "theorem": "Guy-Smith",
        "heaps": theorem.heaps,
        "places": theorem.places,
        "bound": theorem.values_needed(period.preperiod or 0, period.period or 1),
    }
