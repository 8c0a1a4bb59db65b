"""Games in which a state may come back: digraphs, Smith's values, remoteness, and sums of such games."""
