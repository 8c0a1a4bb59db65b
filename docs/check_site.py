"""Check the built site: ``python docs/check_site.py build/site``.

Each link inside the site must lead to a page and, where it names one, to an anchor that exist; a link to other hosts
must be a complete address (they are not fetched). Each public name must have an entry, and nothing else may have one.

The check is our own because `linkchecker` (PyPI) is a crawler that fetches addresses, and Sphinx's `linkcheck` looks
at sources, not at what the theme made of them.
"""

from __future__ import annotations

import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from reference import public_names


class Page(HTMLParser):
    """The anchors of an HTML page, and the addresses that it names."""

    def __init__(self, text: str) -> None:
        """Read the page."""
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag defines and what it names."""
        for key, value in attrs:
            if key == "id" or (tag == "a" and key == "name"):
                self.anchors.add(value or "")
            elif key in ("href", "src"):
                self.targets.append(value or "")


def broken_links(site: Path) -> list[str]:
    """Return the links that lead nowhere, each with its page."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    return [
        f"{path.relative_to(site)}: {target!r} {fault}"
        for path, page in pages.items()
        for target in page.targets
        if (fault := _fault(target, path, pages))
    ]


def _fault(target: str, path: Path, pages: dict[Path, Page]) -> str | None:
    parts = urlsplit(target)
    if parts.scheme in ("http", "https"):
        return None if "." in parts.netloc else "is no complete address"
    if parts.scheme:
        return None if parts.scheme in ("data", "mailto") else "has an unexpected scheme"
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if file.is_dir():
        file /= "index.html"
    if not file.is_file():
        return "leads to no file"
    if parts.fragment.startswith("/"):
        return None  # the state of a lab, beside the documents
    if parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
        return "leads to no anchor"
    return None


def entries_of(site: Path) -> set[str]:
    """Return the Python names that have an entry, from the site's inventory (version 2 of Sphinx's format)."""
    raw = (site / "objects.inv").read_bytes()
    lines = zlib.decompress(raw.split(b"\n", 4)[4]).decode().splitlines()
    found = set()
    for line in lines:
        name, kind, priority, *_ = line.split(" ")
        if kind.startswith("py:") and priority != "-1":  # -1: another path to the same entry
            found.add(name)
    return found


def main() -> int:
    """Print the faults and the numbers; return 1 if there are faults."""
    site = Path(sys.argv[1]).resolve()
    names, entries = public_names(), entries_of(site)
    faults = broken_links(site)
    faults += [f"{name}: a public name without an entry" for name in sorted(names - entries)]
    faults += [f"{name}: an entry, but no public name" for name in sorted(entries - names)]
    print(*faults, sep="\n", file=sys.stderr)
    print(f"{len(names)} public names, {len(entries)} entries, {len(list(site.rglob('*.html')))} pages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
