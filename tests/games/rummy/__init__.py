"""Tests of Rummy, chapter by chapter, and of its solver."""
