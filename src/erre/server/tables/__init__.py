"""Live tables: requests, broadcasts, bots, clocks and races."""
