# The public names of grundy: `grundy.runtime.lazy` and type checkers both read this file.

from . import boards, contests, drawing, errors, games
from .authoring import patterns, testing
from .authoring.audit import audit
from .core import scenes
from .core.choices import Choice
from .core.components import Component, Option, split, win
from .core.function_rulesets import ruleset
from .core.loopy.digraph import Digraph, digraph
from .core.nimbers import mex, nim_inverse, nim_power, nim_product, nim_quotient, nim_square_root, nim_sum
from .core.position import Position
from .core.ruleset import Ruleset
from .core.values import LOONY, WIN, Loopy, Outcome
from .drawing.export.saved_tables import load_tables, save_tables
from .errors import GrundyError
from .games import sampling
from .games.families.heaps.codes import heaps
from .games.families.ranges import ranges
from .games.families.segments import segments
from .research import census, sequences
from .runtime.limits import limited
from .runtime.progress import reporting, tallied
from .theory import compounds
from .theory.explain import coach
from .theory.periods import Period, find_period

__version__: str

__all__ = [
    "LOONY",
    "WIN",
    "Choice",
    "Component",
    "Digraph",
    "GrundyError",
    "Loopy",
    "Option",
    "Outcome",
    "Period",
    "Position",
    "Ruleset",
    "audit",
    "boards",
    "census",
    "coach",
    "compounds",
    "contests",
    "digraph",
    "drawing",
    "errors",
    "find_period",
    "games",
    "heaps",
    "limited",
    "load_tables",
    "mex",
    "nim_inverse",
    "nim_power",
    "nim_product",
    "nim_quotient",
    "nim_square_root",
    "nim_sum",
    "patterns",
    "ranges",
    "reporting",
    "ruleset",
    "sampling",
    "save_tables",
    "scenes",
    "segments",
    "sequences",
    "split",
    "tallied",
    "testing",
    "win",
]
