"""Declared rulesets as machine code: from the source of a user's function to a search that Numba compiles."""
