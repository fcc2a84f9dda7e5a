"""Training of the bots' networks by self-play (`erre train`). `ppo`, `run`, `layers` and `integers` need torch."""
