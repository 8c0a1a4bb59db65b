"""Periods, misère play, remoteness and other sums, with their definitions and proofs."""
