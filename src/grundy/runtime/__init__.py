"""What depends on the machine, not on games: budgets, progress, the cache of tables, files, memory, threads, Numba."""
