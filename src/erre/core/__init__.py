"""What all games share, under no game's name."""
