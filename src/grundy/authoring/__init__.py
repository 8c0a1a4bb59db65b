"""For people who declare rulesets: the audit, patterns, and the audit as an assertion."""
