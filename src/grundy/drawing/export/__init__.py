"""A solved position as data, and tables in files."""
