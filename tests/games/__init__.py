"""What each rulebook says, chapter by chapter."""
