"""Families of rulesets that share a state space: boards, heaps, numbers, pieces, graphs, chords, ranges, segments.

In each family, `options` is the plain definition. Tables and formulas are faster ways to the same nimbers.
"""
