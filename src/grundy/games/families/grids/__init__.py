"""Games on boards of cells with letters, which are the states: coins, dominoes, marks, pieces."""
