"""What a game is: values, components and options, rulesets, positions, notations, scenes."""
