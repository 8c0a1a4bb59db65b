"""Games on one or more numbers, a move on which may change several of them or depend on the move before."""
