"""Puzzles of all games: files of them, how they are made from self-play, and which one is whose today.

What a puzzle of a game is, and whether an answer is right, the game's own maker says (`erre.core.puzzles`).
"""
