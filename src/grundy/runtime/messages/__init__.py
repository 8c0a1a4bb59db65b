"""Messages as data: a kind and parameters, and a catalogue of texts for each language."""

from __future__ import annotations

from grundy.runtime.messages.rendering import (
    LANGUAGES,
    Message,
    Said,
    catalogue,
    figure,
    printable,
    printable_json,
    render,
)

__all__ = ["LANGUAGES", "Message", "Said", "catalogue", "figure", "printable", "printable_json", "render"]
