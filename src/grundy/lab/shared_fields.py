"""Fields that several operations share."""

from grundy.lab.fields import Flag, Text

BOARD = "X.\n.."  # of the examples

GAME = Text(least=1, most=5000, about="A name of `games`, or a code of heaps.")
POSITION = Text(most=200_000, about="The position in the notation of the game; parts of a sum are joined by +.")
COMPACT = Flag(about="Whether a board of letters may come as rows, without a list of choices; others do not change.")
MISERE = Flag(about="Whether the last move loses; the answer has no nimbers.")
