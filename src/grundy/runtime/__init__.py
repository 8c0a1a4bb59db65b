"""The machine, not games: limits and progress, tables in memory, files, threads, Numba."""
