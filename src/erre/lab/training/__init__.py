"""Training of the bots' networks by self-play (`erre train`). Everything but `task` and `curves` needs torch."""
