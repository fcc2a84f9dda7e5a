"""Evenings of clubs, seasons, duplicate tournaments and the deal of the day."""
