"""The pictures of positions in the documents, as boards that are played: an extension of Sphinx.

A picture of a position (`positions` of `pictures.py`) stays a picture in Markdown, without script and on paper. In the
built page it is the child of a `<game-board>`, with all positions of its game where these are few. Other pictures,
and those of the page that is about pictures, stay as they are. `lab_address` is the address of a lab, relative to the
first page; without it no board links there.
"""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from docutils import nodes
from pictures import positions
from sphinx.util.osutil import relative_uri

import grundy
from grundy.lab.embeds import element
from grundy.lab.web import embed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_SCRIPT = "board.js"
_STILL = "pictures"  # the page that is about pictures
_HERE = "\0"  # where the picture goes


class live_board(nodes.General, nodes.Element):  # type: ignore[misc] # noqa: N801 - docutils has no types, and such names
    """A board; its child is the picture."""


def find_boards(app: Sphinx, doctree: nodes.document) -> None:
    """Put the pictures of positions into boards."""
    drawn = {} if app.env.docname == _STILL else positions()
    for image in list(doctree.findall(nodes.image)):
        path = PurePosixPath(image["uri"])
        if path.parent.name != "pictures" or path.stem not in drawn:
            continue
        around = image.parent if isinstance(image.parent, nodes.paragraph) and len(image.parent) == 1 else image
        board = live_board(name=path.stem)
        around.replace_self(board)
        board += image


@cache
def _written(name: str, lab: str | None) -> tuple[str, str]:
    game, position = positions()[name]
    before, after = element(position, game, picture=_HERE, show="winning values", lab=lab).split(_HERE)
    return before, after


def _parts(writer: Any, node: live_board) -> tuple[str, str]:
    address = writer.config.lab_address
    page = writer.builder.get_target_uri(writer.builder.current_docname)
    return _written(node["name"], relative_uri(page, address) if address else None)


def open_board(writer: Any, node: live_board) -> None:
    """Write what comes before the picture."""
    writer.body.append(_parts(writer, node)[0])


def close_board(writer: Any, node: live_board) -> None:
    """Write what comes after the picture."""
    writer.body.append(_parts(writer, node)[1])


def pass_by(_writer: object, _node: live_board) -> None:
    """Write the picture alone."""


def add_script(app: Sphinx, _page: str, _template: str, _context: object, doctree: nodes.document | None) -> None:
    """Load the script on pages with boards."""
    if doctree is not None and any(True for _ in doctree.findall(live_board)):
        app.add_js_file(_SCRIPT, loading_method="defer")


def copy_script(app: Sphinx, error: Exception | None) -> None:
    """Write the script."""
    if error is None and app.builder.format == "html":
        (app.outdir / "_static" / _SCRIPT).write_text(embed.script(), encoding="utf-8")


def open_doors(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Let the door to the lab lead into it, where there is one."""
    address = app.config.lab_address
    for door in doctree.findall(nodes.reference) if page == "index" and address else ():
        if door.astext() == "Play":
            door["refuri"] = f"{address}#/play"
            return


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the extension."""
    app.add_config_value("lab_address", "", "html", str)
    app.add_node(live_board, html=(open_board, close_board), text=(pass_by, pass_by), latex=(pass_by, pass_by))
    app.connect("doctree-read", find_boards)
    app.connect("doctree-resolved", open_doors)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", copy_script)
    return {"version": grundy.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
