"""Notations of positions: reading, writing and sampling them, a file for each kind."""
