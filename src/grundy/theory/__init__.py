"""Periods, misère play and remoteness, with the definitions and proofs that they stand on."""
