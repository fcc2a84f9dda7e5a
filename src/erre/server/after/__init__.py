"""Finished games: replays, statistics, puzzles, lessons."""
