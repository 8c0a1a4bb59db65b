"""Compiled code that fills tables: integers and arrays in, arrays out. One kernel a file."""
