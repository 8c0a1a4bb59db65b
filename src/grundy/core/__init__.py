"""The objects of the theory: values, components and options, rulesets, positions, notations, scenes."""
