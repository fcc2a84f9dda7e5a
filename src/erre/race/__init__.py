"""The judge of simultaneous grabs, for any game played in real time."""
