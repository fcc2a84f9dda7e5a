"""Tests of ROK, chapter by chapter."""
