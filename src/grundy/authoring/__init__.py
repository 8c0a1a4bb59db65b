"""For people who declare rulesets: the audit, and the audit as an assertion."""
