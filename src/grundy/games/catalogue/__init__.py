"""One file for each game of the catalogue, which defines ``GAME``."""
