"""Games on graphs, whose moves take vertices or edges away, and a token that two players move round a circle."""
