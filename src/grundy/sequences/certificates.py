"""Certificates of sequences: the values, or a proved period, for anybody to check with `grundy verify`.

`docs/certificates.md` describes the format.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.families.heaps.splits import HeapSplit
from grundy.families.heaps.take_and_break import Subtraction, TakeAndBreak
from grundy.runtime import arrays
from grundy.runtime.certificate_files import entry, name_beside, sealed, write_certificate
from grundy.runtime.files import open_regular, read_json, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules
    from grundy.sequences.store import Store
    from grundy.theory.periods import Period

    Values = NDArray[np.unsignedinteger[Any]]

VALUES_FILE = ".values"  # the ending of the file beside a certificate
_MOST_TAKEN = 1000  # the largest number in a set of takes that the checker accepts
_INSIDE = 10_000  # values; a certificate with more has them in a file beside it
_READ = 2**22  # bytes read at a time
_MOST_JSON = 2**22  # bytes of a JSON file of a streamed sequence
_OWN_NAMES = re.compile(r"[.0-9].*|at-.*|manifest.*|prefix\.bin|(stream|result)\.json")  # files of stores and streams


def certificate(rules: HeapRules, length: int | None = None, *, period: Period | None = None) -> dict[str, Any]:
    """Return a certificate of the first `length` values, or of a proved period, as one object for JSON.

    It holds `length` values, and at least the values that prove the period. Raises `RulesetError` if the period is not
    proved by values, and for a code that `grundy verify` does not read: digits that repeat for ever, splits into three.

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
    check_rules(rules)
    return rules.nimbers(values_needed(rules, length, period), direct=True)


def values_needed(rules: HeapRules, length: int | None, period: Period | None) -> int:
    """Return the number of values that a certificate needs. Raises `RulesetError` if values do not prove the period."""
    if period is None:
        return length or 1
    if period.status != "proved" or period.saltus or rules.theorem is None:
        raise RulesetError("error.certificate", code=rules.code, found=period.message)
    return max(length or 0, rules.theorem.values_needed(period.preperiod or 0, period.period or 1))


def check_rules(rules: HeapRules) -> None:
    """Raise `RulesetError` for rules whose certificates `grundy verify` cannot check."""
    if isinstance(rules, Subtraction):
        readable = not rules.all_but and rules.takes[-1] <= _MOST_TAKEN
    elif isinstance(rules, TakeAndBreak):
        readable = not rules.cycle
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
    part = {"file": file["name"], "skip": 0, "start": 0, "count": len(values)}
    write_atomic(path.with_name(file["name"]), data)
    write_certificate(path, sealed(claim | {"values": {"width": values.itemsize, "parts": [part]}}, [file]))


def save_store_certificate(path: Path, rules: HeapRules, store: Store, period: Period | None = None) -> None:
    """Write a certificate of all values of a stored sequence into its folder. Its files are the chunks.

    Raises `RulesetError` for a path in another folder, `OSError` if the certificate cannot be written or a chunk cannot
    be read.
    """
    check_folder(path, store.folder)
    files, parts = [], []
    for chunk in store.chunks:
        files.append(_entry(store.folder, chunk.file))
        skip = files[-1]["bytes"] - chunk.length * store.width
        parts.append({"file": chunk.file, "skip": skip, "start": chunk.start, "count": chunk.length})
    claim = _claim(rules, store.length, period)
    write_certificate(path, sealed(claim | {"values": {"width": store.width, "parts": parts}}, files))


def save_stream_certificate(path: Path, folder: Path) -> None:
    """Write a certificate of a streamed sequence into its folder: of its period if it is proved, else of its length.

    Raises `RulesetError` for a path in another folder, `DamageError` or `OSError` for a record that cannot be read.
    """
    check_folder(path, folder)
    plan = read_json(folder / "stream.json", _MOST_JSON)
    checkpoints = sorted(found.name for found in folder.glob("[0-9]*.json"))
    claim: dict[str, Any] = {"kind": "streamed-sequence", "code": plan["code"], "length": plan["prefix"]}
    if checkpoints:
        claim["length"] = read_json(folder / checkpoints[-1], _MOST_JSON)["position"]
    result = folder / "result.json"
    proved = read_json(result, _MOST_JSON).get("claim", {}) if result.exists() else {}
    if all(proved.get(name) for name in ("proved", "least_preperiod", "least_period")):
        figures = {"preperiod": proved["preperiod"], "period": proved["period"], "theorem": "finite-window"}
        claim = {"kind": "streamed-period", "code": plan["code"], **figures}
    windows = [name.replace(".json", ".bin") for name in checkpoints]
    marks = sorted(found.name for found in folder.glob("at-*.bin"))
    names = ["stream.json", "prefix.bin", *checkpoints, *windows, *marks]
    write_certificate(path, sealed(claim, [_entry(folder, name) for name in names]))


def _entry(folder: Path, name: str) -> dict[str, Any]:
    """Return the entry of a file for a certificate. The file is read in blocks, because it may be large."""
    hasher = hashlib.sha256()
    with open_regular(folder / name) as opened:
        while data := opened.read(_READ):
            hasher.update(data)
        size = opened.tell()
    return {"name": name, "bytes": size, "sha256": hasher.hexdigest()}


def _claim(rules: HeapRules, length: int, period: Period | None) -> dict[str, Any]:
    claim: dict[str, Any] = {"kind": "sequence", "code": rules.code, "length": length}
    theorem = rules.theorem
    if period is None or theorem is None:
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
