"""Tests of Ru-Ra-Re, chapter by chapter."""
