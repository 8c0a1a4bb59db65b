"""The machine, not games: budgets, progress, the cache of tables, files, memory, threads, Numba."""
