"""Bots: a move from a view within a time budget."""
