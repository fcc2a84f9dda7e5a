"""Games small enough to be solved: their trees, best responses, exploitability and equilibria, all exact."""
