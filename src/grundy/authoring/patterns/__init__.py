"""Patterns in tables of nimbers: a search for formulas, and a check of your own formulas.

>>> import grundy
>>> print(grundy.patterns.find(grundy.heaps("{1,2,3}").table(100))[0])
n % 4 (observed, 100 states)
"""

from grundy.authoring.patterns.finder import find
from grundy.authoring.patterns.formulas import Formula, heap, read
from grundy.authoring.patterns.pattern import FormulaCounterexample, Pattern, check

__all__ = ["Formula", "FormulaCounterexample", "Pattern", "check", "find", "heap", "read"]
