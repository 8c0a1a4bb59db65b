from .inputs.graphs import Edges, Targets, Tree
from .inputs.lengths import End, EndOfLine, Zeros
from .inputs.letters import Rows, Word
from .inputs.numbers import Index, Indices, Int, Ints
from .inputs.parts import Let, Line, Promise
from .inputs.repeated import Each, Items
from .lookup import add, added, all_problems, answer, find, known, names
from .many_sums import sums
from .outputs import Marks, Nimber, Output, Text, Words
from .outputs_of_moves import Move, MoveCount, Names
from .problem import Problem, Sample

__all__ = [
    "Each",
    "Edges",
    "End",
    "EndOfLine",
    "Index",
    "Indices",
    "Int",
    "Ints",
    "Items",
    "Let",
    "Line",
    "Marks",
    "Move",
    "MoveCount",
    "Names",
    "Nimber",
    "Output",
    "Problem",
    "Promise",
    "Rows",
    "Sample",
    "Targets",
    "Text",
    "Tree",
    "Word",
    "Words",
    "Zeros",
    "add",
    "added",
    "all_problems",
    "answer",
    "find",
    "known",
    "names",
    "sums",
]
