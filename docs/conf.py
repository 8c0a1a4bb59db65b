"""Settings of Sphinx for the documents and the API reference: ``sphinx-build -W docs build/site``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grundy

sys.path.insert(0, str(Path(__file__).parent))

from contact_sheets import write as write_sheets
from reference import write_pages

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

project = "grundy"
author = "The grundy developers"
release = grundy.__version__
extensions = ["sphinx.ext.autodoc", "myst_parser", "live_boards"]
exclude_patterns = ["lab.ipynb"]

html_theme = "furo"
html_title = f"grundy {release}"
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_static_path = ["static"]
html_css_files = ["tables.css", "boards.css", "doors.css"]
html_search_scorer = str(Path(__file__).parent / "static" / "scorer.js")
pygments_style = "friendly"
pygments_dark_style = "github-dark"

myst_heading_anchors = 3

default_role = "py:obj"  # docstrings write names in single backticks
nitpicky = True
# A name that is none of grundy's, or private, is only set as code; a public one must lead somewhere.
nitpick_ignore_regex = [(r"py:.*", r"(?!grundy\.).*"), (r"py:.*", r".*\._\w+")]
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 88

write_sheets()
_HOMES = write_pages(Path(__file__).parent / "reference")
_SHORT = {home.rpartition(".")[2]: name for home, name in _HOMES.items()}


def find_public(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: Any) -> Any:
    """Resolve a name that a docstring or a signature gives by its definition to the entry of its public name."""
    target = node.get("reftarget", "")
    head, member = (target, "")
    while head and head not in _HOMES and head not in _SHORT:
        head, _, last = head.rpartition(".")
        member = f".{last}{member}"
    name = _HOMES.get(head) or _SHORT.get(head)
    if name is None or node.get("refdomain") != "py":
        return None
    domain = env.domains.python_domain
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", name + member, node, content)


def drop_field_numbers(*event: Any) -> None:
    """Drop the docstrings that Python gives to the fields of named tuples: "Alias for field number 0"."""
    lines = event[-1]
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Connect the functions to the events of the build."""
    app.connect("autodoc-process-docstring", drop_field_numbers)
    app.connect("missing-reference", find_public)
