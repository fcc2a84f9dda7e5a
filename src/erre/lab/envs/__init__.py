"""Environments for learning: observations and actions as arrays, one game or thousands at a time."""
