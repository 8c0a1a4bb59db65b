"""How positions of games are written, a file for each kind of notation."""
