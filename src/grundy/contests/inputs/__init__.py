"""The description of a problem's input: building blocks that read, write, check, make and shrink it."""
