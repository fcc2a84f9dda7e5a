"""The lab: simulations, tournaments, house-rule studies, analysis, and environments for learning."""
