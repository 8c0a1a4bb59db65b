"""Games on directed graphs, whose play may go on for ever."""
