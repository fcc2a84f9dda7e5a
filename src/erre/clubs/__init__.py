"""Evenings of a club without I/O: who sits where, what a result is worth, and who leads."""
