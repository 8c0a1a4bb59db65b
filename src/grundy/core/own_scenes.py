"""The scenes that rules of users make, and the check of them: text that says what is wrong replaces a wrong scene."""

from __future__ import annotations

import traceback
from dataclasses import is_dataclass
from difflib import get_close_matches
from functools import cache
from itertools import chain, repeat
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from grundy.core.mistakes import shown
from grundy.core.scenes import CircleScene, GraphScene, GridScene, HeapsScene, Role, Scene, TextScene
from grundy.errors import GrundyError, exception_words
from grundy.runtime import progress
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.ruleset import Ruleset

__all__ = ["checked_scene"]

_MOST_POINTS = 1000  # of a circle
_MOST_NIMBER = 2**64
_PLAIN = (str, int, float, bool, NoneType)


def checked_scene(rules: Ruleset, state: Any, winning: Sequence[str]) -> Scene | None:
    """Return the scene that the rules of a user make of a state, or None if they make none.

    If it is no scene, if a part of it is wrong, or if the rules raise an exception, the scene is a text that says so,
    with the line in the file of the rules.
    """
    fault, raised = None, None
    try:
        scene: Any = rules.scene(state, winning)
        if scene is not None:
            fault = _fault(scene)
    except Exception as error:  # noqa: BLE001 - code of users makes scenes, and may raise anything
        progress.check_cancelled()  # then it was not their exception
        raised = error
        fault = error.message if isinstance(error, GrundyError) else Message("text", {"text": exception_words(error)})
    if fault is None:
        return scene  # type: ignore[no-any-return] # it was checked
    about = {"state": rules.label(state), "location": _line_of(raised, rules), "error": fault}
    return TextScene(Message("scene.fault", about), tuple(winning))


def _fault(scene: Any) -> Message | None:
    """Return what is wrong with a scene; None if nothing is."""
    if not isinstance(scene, Scene):
        return Message("scene.none", {"found": shown(scene)})
    mistyped = next(_mistyped(scene, type(scene), type(scene).__name__), None)
    return mistyped or next(chain(_misplaced(scene), _no_nimbers(scene)), None)


def _mistyped(value: Any, hint: Any, path: str) -> Iterator[Message]:
    """Yield what is wrong with the types within a value whose type should be `hint`. Lists may stand for tuples."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        faults = [list(_mistyped(value, choice, path)) for choice in inside]
        yield from [] if [] in faults else max(faults, key=lambda found: len(str(found[0].params["path"])))[:1]
    elif origin is tuple and isinstance(value, tuple | list):
        endless = inside[-1] is ...
        if not endless and len(value) != len(inside):
            yield _unlike(value, hint, path)
        for number, (each, own) in enumerate(zip(value, repeat(inside[0]) if endless else inside, strict=False)):
            yield from _mistyped(each, own, f"{path}[{number}]")
    elif not _is_of(value, hint):
        yield _unlike(value, hint, path)
    elif is_dataclass(hint) or hasattr(hint, "_fields"):
        for name, own, plain in _fields(hint):
            inside_value = getattr(value, name)
            if type(inside_value) not in plain:  # a board has thousands of values that need no more than this
                yield from _mistyped(inside_value, own, f"{path}.{name}")


def _is_of(value: object, hint: Any) -> bool:
    """Return whether a value has a type that is no union; integers and truth values may be those of NumPy."""
    if get_origin(hint) is Literal:
        return isinstance(value, str) and value in get_args(hint)
    if get_origin(hint) is tuple:
        return False
    if hint is int:
        return hasattr(value, "__index__")
    if hint is float:
        return isinstance(value, float) or hasattr(value, "__index__") or hasattr(value, "__float__")
    if hint is bool:
        return type(value).__name__ in ("bool", "bool_")
    return isinstance(value, hint)


@cache
def _fields(kind: type) -> list[tuple[str, Any, set[type]]]:
    """Return the fields of a class with their types, and with those plain types whose values are all right."""
    return [(name, hint, _plain_types(hint)) for name, hint in get_type_hints(kind).items()]


def _plain_types(hint: Any) -> set[type]:
    types = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return {type_ for type_ in _PLAIN if type_ in types}


def _misplaced(scene: Scene) -> Iterator[Message]:
    """Yield what is wrong with the places and the numbers of a scene whose types are right."""
    if isinstance(scene, GridScene):
        yield from _misplaced_on_board(scene)
    elif isinstance(scene, HeapsScene):
        yield from _misplaced_in_heaps(scene)
    elif isinstance(scene, CircleScene):
        if not 1 <= scene.points <= _MOST_POINTS:
            yield Message("scene.points", {"most": _MOST_POINTS, "found": scene.points})
            return
        numbers = range(1, scene.points + 1)
        for path, groups in (("chords", scene.chords), ("regions", scene.regions)):
            for group in groups:
                if any(point not in numbers for point in group) or len({*group}) < len(group):
                    yield Message("scene.point", {"path": path, "count": scene.points, "found": shown(group)})
        if scene.nimbers and len(scene.nimbers) != len(scene.regions):
            yield Message("scene.nimbers", {"count": len(scene.regions), "found": len(scene.nimbers)})
    elif isinstance(scene, GraphScene) and scene.bows and len(scene.bows) != len(scene.edges) + len(scene.gone):
        yield Message("scene.bows", {"count": len(scene.edges) + len(scene.gone), "found": len(scene.bows)})


def _misplaced_in_heaps(scene: HeapsScene) -> Iterator[Message]:
    for number, heap in enumerate(scene.heaps):
        sizes = [("size", heap.size), *(("moves", size) for move in heap.moves for size in move.sizes)]
        for path, size in sizes:
            if size < 0:
                yield Message("scene.negative", {"path": f"heaps[{number}].{path}", "found": size})


def _no_nimbers(scene: Scene) -> Iterator[Message]:
    """Yield what is wrong with the nimbers that a picture shows."""
    for path, value in _nimbers(scene):
        if value is not None and not 0 <= value < _MOST_NIMBER:
            yield Message("scene.nimber", {"path": path, "found": shown(value)})


def _nimbers(scene: Scene) -> Iterator[tuple[str, int | None]]:
    """Yield the numbers of a scene that are shown as nimbers, with where they stand."""
    if isinstance(scene, GridScene):
        for row, cells in enumerate(scene.rows):
            yield from ((f"rows[{row}][{column}].value", cell.value) for column, cell in enumerate(cells))
        yield from ((f"moves[{number}].value", move.value) for number, move in enumerate(scene.moves))
    elif isinstance(scene, HeapsScene):
        yield from ((f"heaps[{number}].nimber", heap.nimber) for number, heap in enumerate(scene.heaps))


def _misplaced_on_board(scene: GridScene) -> Iterator[Message]:
    lengths = [len(row) for row in scene.rows]
    if not lengths or not lengths[0] or len({*lengths}) > 1:
        yield Message("scene.rows", {"found": str(lengths[:8])})
        return
    places: list[tuple[str, Any]] = [
        (f"the move {move.move!r}", place) for move in scene.moves for place in move.places
    ]
    places += [("goal", scene.goal)] * (scene.goal is not None)
    places += [("dominoes", place) for domino in scene.dominoes for place in domino]
    for wall in scene.walls:
        places += [("walls", (row, wall.column)) for row in (wall.row, wall.top, wall.bottom)]
        places += [("walls", (wall.row, column)) for column in (wall.left, wall.right)]
    for path, place in places:
        if not (isinstance(place, tuple | list) and 0 <= place[0] < len(lengths) and 0 <= place[1] < lengths[0]):
            board = {"rows": len(lengths), "columns": lengths[0]}
            yield Message("scene.place", {"path": path, **board, "found": shown(place)})
    yield from (Message("scene.no-place", {"found": repr(move.move)}) for move in scene.moves if not move.places)
    symbols, roles = {cell.symbol for row in scene.rows for cell in row}, get_args(Role)
    for key, _ in scene.tokens:
        near = get_close_matches(key, roles, n=1)
        if near and key not in symbols and key not in roles:
            yield Message("scene.key", {"expected": near[0], "found": repr(key)})


def _unlike(value: object, hint: Any, path: str) -> Message:
    return Message("scene.type", {"path": path, "expected": _name(hint), "found": shown(value)})


def _name(hint: Any) -> str:
    """Return the text of a type as authors write it."""
    if hint in (None, NoneType):
        return "None"
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(map(_name, get_args(hint)))
    if get_origin(hint) is Literal:
        return " | ".join(map(repr, get_args(hint)))
    if get_origin(hint) is tuple:
        return f"tuple[{', '.join('...' if inside is ... else _name(inside) for inside in get_args(hint))}]"
    return getattr(hint, "__name__", str(hint))


def _line_of(error: Exception | None, rules: Any) -> str:
    """Return ``file:line`` of the function that makes the scenes of rules.

    With an exception, the line is the innermost one of this file in the traceback.
    """
    own = rules.accelerator("scene") if hasattr(rules, "accelerator") else type(rules).scene
    code = getattr(own, "__code__", None)
    if code is None:
        return str(rules.name)
    frames = traceback.extract_tb(None if error is None else error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == code.co_filename]
    return _location(code.co_filename, (lines and lines[-1]) or code.co_firstlineno)


def _location(path: str, line: int) -> str:
    here = Path.cwd()
    name = Path(path).relative_to(here) if Path(path).is_relative_to(here) else path
    return f"{name}:{line}"
