"""Boundaries of what the files of a sequence may say: found by mutation testing (`docs/mutation.md`)."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.errors import DamageError
from grundy.families.heaps.heap_rules import HeapRules
from grundy.families.heaps.sparse.window import marks
from grundy.runtime.files import digest, write_json
from grundy.sequences import FolderError, StreamError, growing, stream, streamed
from grundy.sequences.chunks import _BODY, HEADER, Chunk, Header, make_header, read_header, write_chunk
from grundy.sequences.growing import _end_of_chunk
from grundy.sequences.manifest import MANIFEST, content_of, survey
from grundy.sequences.stream_checks import FORMAT, is_checkpoint, is_plan, last_checkpoint, read_plan
from grundy.sequences.streamed import _PREFIX, _ROW, _ROW_VALUES, BLOCK, _new_stream
from grundy.sequences.writers import json_list

if TYPE_CHECKING:
    from pathlib import Path

DIGEST = "0" * 64
MOST_VALUES = 2**28  # of a chunk
CODE = "0.156"
HEAP = 2**42  # the largest in a claim
VALUE = 2**16
WINDOW = 2**26

PLAN: dict[str, Any] = {
    "code": CODE,
    "digits": [0, 1, 5, 6],
    "unequal": False,
    "width": 1,
    "block": 4096,
    "window": 64,
    "prefix": 64,
    "prefix_digest": DIGEST,
    "space": {"mask": 3, "parity": None},
    "rares": [[0, 0]],
    "reach": 1,
    "needs": 64,
    "expect": [11, 6],
    "marks": [10, 12, 13, 16],
}
CHECKPOINT: dict[str, Any] = {
    "position": 76,
    "window_digest": DIGEST,
    "digests": [],
    "previous": "",
    "histogram": [76],
    "first": [[0, 0]],
    "seconds": 0,
    "marks": [[10, DIGEST], [12, DIGEST]],
}


def heap_rules(code: str) -> HeapRules:
    """Return the ruleset of a code."""
    rules = grundy.heaps(code)
    assert isinstance(rules, HeapRules)
    return rules


def test_widths_of_values(tmp_path: Path) -> None:
    for width in range(18):
        header = Header(Chunk("direct", 0, 1, DIGEST), "0.77", width)
        write_chunk(tmp_path, header, bytes(width))
        if width in {1, 2, 4, 8}:
            assert read_header(tmp_path / header.chunk.file) == header
        else:
            with pytest.raises(DamageError):
                read_header(tmp_path / header.chunk.file)


@pytest.mark.parametrize(
    ("start", "length", "fine"),
    [(0, 0, False), (2**62 - 1, 1, True), (2**62, 1, False), (0, MOST_VALUES, True), (0, MOST_VALUES + 1, False)],
)
def test_heaps_of_a_chunk(start: int, length: int, *, fine: bool, tmp_path: Path) -> None:
    """The file is too short where its header is fine, so that it need not be long; the error says which it is."""
    header = Header(Chunk("direct", start, length, DIGEST), "0.77", 8)
    write_chunk(tmp_path, header, b"")
    with pytest.raises(DamageError) as caught:
        read_header(tmp_path / header.chunk.file)
    assert caught.value.expected.kind == ("expected.chunk" if fine else "expected.chunk-file")  # type: ignore[union-attr]


def test_a_header_of_another_format_or_with_another_digest(tmp_path: Path) -> None:
    header = make_header("0.77", 1, "direct", 0, b"\0")
    write_chunk(tmp_path, header, b"\0")
    path = tmp_path / header.chunk.file
    fields = list(_BODY.unpack_from(path.read_bytes()))
    fields[1] += 1
    body = _BODY.pack(*fields)
    for seal, error in ((hashlib.sha256(body).digest(), FolderError), (bytes(32), DamageError)):
        path.write_bytes((body + seal).ljust(HEADER + 1, b"\0"))
        with pytest.raises(error, match=re.escape(header.chunk.file)):
            read_header(path)


def test_widths_in_a_manifest(tmp_path: Path) -> None:
    for width in range(18):
        write_json(tmp_path / MANIFEST, content_of("0.77", width, []))
        if width in {1, 2, 4, 8}:
            assert survey(tmp_path, "0.77").width == width
        else:
            with pytest.raises(DamageError):
                survey(tmp_path, "0.77")


@pytest.mark.parametrize(("length", "fine"), [(0, False), (1, True), (MOST_VALUES, True), (MOST_VALUES + 1, False)])
def test_lengths_in_a_manifest(length: int, *, fine: bool, tmp_path: Path) -> None:
    """The chunk itself is missing: the error says which of the two is wrong."""
    write_json(tmp_path / MANIFEST, content_of("0.77", 1, [Chunk("direct", 0, length, DIGEST)]))
    with pytest.raises(DamageError) as caught:
        survey(tmp_path, "0.77")
    assert caught.value.path.endswith(".chunk" if fine else ".json")


@pytest.mark.parametrize("name", Chunk._fields)
def test_an_entry_that_lacks_something(name: str, tmp_path: Path) -> None:
    header = make_header("0.77", 1, "direct", 0, b"\0")
    write_chunk(tmp_path, header, b"\0")
    content = content_of("0.77", 1, [header.chunk])
    write_json(tmp_path / MANIFEST, content)
    assert survey(tmp_path, "0.77").chunks == [header.chunk]
    del content["chunks"][0][name]
    write_json(tmp_path / MANIFEST, content)
    with pytest.raises(DamageError):
        survey(tmp_path, "0.77")


@pytest.mark.parametrize(
    ("name", "value", "fine"),
    [
        *((name, low, True) for name, low in (("reach", 1), ("needs", 1), ("prefix", 1))),
        *((name, low, False) for name, low in (("reach", 0), ("needs", 0), ("prefix", 0), ("window", 63))),
        *((name, WINDOW + more, not more) for name in ("window", "prefix", "reach") for more in (0, 1)),
        ("needs", 65, False),
        ("width", 0, False),
        ("width", 2, False),
        ("block", 4095, False),
        ("block", 4097, False),
        ("unequal", 0, False),
        *(("digits", [digit], 0 <= digit <= VALUE) for digit in (-1, 0, VALUE, VALUE + 1)),
        *(("rares", [[heap, 0]], 0 <= heap <= WINDOW) for heap in (-1, 0, WINDOW, WINDOW + 1)),
        *(("rares", [[0, value]], 0 <= value <= VALUE) for value in (-1, 0, VALUE, VALUE + 1)),
        ("rares", [[0]], False),
        ("rares", [[0, 0, 0]], False),
        *(("space", {"mask": mask, "parity": None}, 0 <= mask <= VALUE) for mask in (-1, 0, VALUE, VALUE + 1)),
        *(("space", {"mask": 0, "parity": mask}, 0 <= mask <= VALUE) for mask in (-1, 0, VALUE, VALUE + 1)),
        ("space", {"mask": 0}, False),
        ("code", "0" * 4000, True),
        ("code", "0" * 4001, False),
    ],
)
def test_a_plan_at_its_limits(name: str, value: object, *, fine: bool) -> None:
    assert is_plan(PLAN, 4096)
    assert is_plan(PLAN | {name: value}, 4096) == fine
    assert not is_plan({other: PLAN[other] for other in PLAN if other != name}, 4096)


@pytest.mark.parametrize("expect", [[1, 1], [0, 1], [1, 0], [HEAP, 2], [HEAP + 1, 2], [2, HEAP], [1]])
def test_a_claim_at_its_limits(expect: list[int]) -> None:
    fine = len(expect) == 2 and all(1 <= number <= HEAP for number in expect)
    found = marks(*expect) if len(expect) == 2 and min(expect) else [0]
    assert is_plan(PLAN | {"expect": expect, "marks": found}, 4096) == fine
    assert not is_plan(PLAN | {"expect": expect, "marks": [*found, 10**6]}, 4096)


@pytest.mark.parametrize(
    ("name", "value", "fine"),
    [
        ("position", 75, False),
        ("position", 77, False),
        ("histogram", [], False),
        ("histogram", [0], False),
        ("histogram", [0] * 127 + [76], True),
        ("histogram", [0] * 128 + [76], False),
        ("histogram", [77], False),
        ("histogram", [-1], False),
        *(("first", [[value, 0]], 0 <= value <= 127) for value in (-1, 127, 128)),
        *(("first", [[0, heap]], 0 <= heap <= 76) for heap in (-1, 76, 77)),
        ("seconds", -0.5, False),
        ("seconds", 0.5, True),
        ("seconds", 2**53 - 1, True),
        ("seconds", 2**53, False),
        ("seconds", "1", False),
        ("marks", [[10, DIGEST]], False),
        ("marks", [[10, DIGEST], [12, 0]], False),
        ("marks", [[10, DIGEST], [12, DIGEST], [13, DIGEST]], False),
        ("previous", None, False),
        ("digests", [0], False),
    ],
)
def test_a_checkpoint_at_its_limits(name: str, value: object, *, fine: bool) -> None:
    assert is_checkpoint(CHECKPOINT, PLAN, 76)
    assert is_checkpoint(CHECKPOINT | {name: value}, PLAN, 76) == fine
    assert not is_checkpoint({other: CHECKPOINT[other] for other in CHECKPOINT if other != name}, PLAN, 76)


def test_a_checkpoint_follows_a_whole_window_and_marks_may_begin_with_heap_0() -> None:
    plan = PLAN | {"expect": [1, 1], "marks": [0, 1]}
    found = CHECKPOINT | {"position": 64, "histogram": [64], "marks": [[0, DIGEST]]}
    assert is_checkpoint(found, plan, 64)
    assert not is_checkpoint(found | {"position": 63, "histogram": [63]}, plan | {"marks": []}, 63)


def test_the_least_preperiod_of_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prefix ends before the preperiod, and has at least one row of the fold."""
    monkeypatch.setattr(streamed, "_ROW_VALUES", 512)
    with pytest.raises(StreamError) as caught:
        _new_stream(heap_rules(CODE), (512, 349))
    assert caught.value.message.kind == "error.stream-claim"
    assert (caught.value.message.params["least"], caught.value.message.params["preperiod"]) == (513, 512)


def test_the_fold_that_the_format_names() -> None:
    assert (_ROW, _ROW_VALUES, BLOCK) == (4096, 32_768, 2**22)
    assert _PREFIX % _ROW_VALUES == 0


@pytest.mark.parametrize("name", ["mine.txt", "zebra.txt"])
def test_a_folder_of_other_files(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    with pytest.raises(FolderError, match=name):
        stream(tmp_path, heap_rules(CODE), 1)


@pytest.mark.parametrize("code", ["0.106", "0.77"])
def test_a_stream_of_another_code(code: str, tmp_path: Path) -> None:
    write_json(tmp_path / "stream.json", {"format": FORMAT, **PLAN, "block": BLOCK})
    assert read_plan(tmp_path, heap_rules(CODE), None, BLOCK)["code"] == CODE
    with pytest.raises(FolderError, match=CODE):
        read_plan(tmp_path, heap_rules(code), None, BLOCK)


@pytest.mark.parametrize(("size", "position"), [(0, 76), (63, 76), (64, 80), (65, 76)])
def test_the_last_checkpoint_with_a_whole_window(size: int, position: int, tmp_path: Path) -> None:
    """One whose window is too short or too long is passed over, for the one before it, and that is said."""
    for heap, window in ((76, bytes(64)), (80, bytes(size))):
        found = {"position": heap, "histogram": [heap], "window_digest": digest(window)}
        found["marks"] = [[mark, DIGEST] for mark in PLAN["marks"] if mark + 64 <= heap]
        write_json(tmp_path / f"{heap:016}.json", CHECKPOINT | found)
        (tmp_path / f"{heap:016}.bin").write_bytes(window or b"damaged")
    said = nullcontext() if position == 80 else pytest.warns(UserWarning, match="goes on from the checkpoint before it")
    with said:
        assert last_checkpoint(tmp_path, PLAN | {"window": 64})["position"] == position


@pytest.mark.parametrize("start", [0, 10, 57])
def test_the_end_of_a_chunk(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk ends before the first heap that needs more options."""
    monkeypatch.setattr(growing, "_MOST_OPTIONS", 1000)
    rules = heap_rules("0.77")
    stop = _end_of_chunk(rules, start)
    most = rules.cost(start).options + 1000
    assert rules.cost(stop - 1).options <= most < rules.cost(stop).options


def test_a_list_in_parts() -> None:
    """No value is left out where one part ends and the next begins."""
    values = np.arange(2**14 + 2, dtype=np.uint16)
    assert json.loads(f"[{''.join(json_list(values))}]") == values.tolist()
