"""Games on graphs, whose moves take vertices or edges away, and on digraphs, where a token may move for ever."""
