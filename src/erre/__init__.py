"""Erre: Ru-Ra-Re, Rage, ROK and Rummy, to play, to prove and to study."""

__version__ = "0.1.0"
