"""Rage, chapter by chapter."""
