"""A piece that steps and slides on a board."""
