"""ROK: the rules, chapter by chapter. RULES.md next to this folder retells them in the same order."""
