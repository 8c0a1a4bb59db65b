"""The general search: exhaustive or pruned, over the nodes of any ruleset."""
