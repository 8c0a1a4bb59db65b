"""Families of rulesets that share a state space: cutting boards, heaps, pieces, chords, marks.

In each, `options` is the plain definition; tables and formulas are faster ways to the same nimbers.
"""
