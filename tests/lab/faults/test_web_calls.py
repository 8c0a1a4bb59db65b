"""Calls made from the server's own document: no fault, nothing that the document does not tell."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from support.server import API

if TYPE_CHECKING:
    import httpx


pytestmark = [pytest.mark.slow, pytest.mark.hypothesis]  # the second one for bench/random_tests.py

OPERATIONS = [
    ("GET", "games"),
    ("GET", "problems"),
    *(
        ("POST", path)
        for path in (
            "answers", "attempts", "boards", "cases", "challenges", "deals", "embeds", "exercises", "explanations",
            "hints", "inputs", "moves", "pictures", "positions", "programs", "puzzles", "remoteness", "replies",
            "samples", "sequences", "solves", "statements", "tables", "worksheets",
        )
    ),
]  # fmt: skip


def test_the_document_describes_what_the_server_does(client: httpx.Client) -> None:
    document = client.get(f"{API}/openapi.json").json()
    assert set(document["paths"]) == {f"{API}/{path}" for _, path in OPERATIONS}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], (method, path)


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_calls_made_from_the_document(method: str, path: str, mode: str, port: int) -> None:
    """Valid requests and wrong ones: no fault of the server, nothing that the document does not tell."""
    schemathesis = pytest.importorskip("schemathesis")  # here, because it takes a second of each process
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    refused = {"negative_data_rejection": {"expected-statuses": [400, 404, 405, 413, 415, 422]}}
    config = schemathesis.Config.from_dict({"checks": refused})
    document = schemathesis.openapi.from_url(f"http://127.0.0.1:{port}{API}/openapi.json", config=config)
    operation = document[f"{API}/{path}"][method]
    count = int(os.environ.get("GRUNDY_CALLS", "4"))

    @settings(max_examples=count, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode)))
    def check(case: Any) -> None:
        case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=30)

    with suppress(Unsatisfiable):  # there is nothing to get wrong in a GET without fields
        check()
