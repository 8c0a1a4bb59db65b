"""Random programs for compiled rulesets: each is a module of Python whose translation has to do the same."""
