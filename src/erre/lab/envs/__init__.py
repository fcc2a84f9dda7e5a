"""Environments for learners: observations and actions as arrays, one game or thousands at a time."""
