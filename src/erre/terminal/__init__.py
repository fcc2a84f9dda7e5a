"""What games need to be played in a terminal: the contract of a screen, the plain one, and single keys."""
