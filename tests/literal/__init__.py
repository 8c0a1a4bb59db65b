"""Literal oracles: games played out from their statements alone, with no part of `grundy`."""
