"""The board of the lab in notebooks: `grundy.Position.widget`. Needs the extra ``notebook``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.errors import NotebookError

if TYPE_CHECKING:
    from grundy.core.position import Position
    from grundy.lab.notebook.widget import GameWidget


def widget_of(position: Position, **options: Any) -> GameWidget:
    """Return the widget of a position (see `Position.widget`). Raises `NotebookError` without the extra."""
    try:
        from grundy.lab.notebook.widget import GameWidget
    except ImportError as error:
        raise NotebookError("error.notebook-packages", error=str(error)) from None
    return GameWidget(position, **options)
