"""The former home of `Position`, until the last import is changed."""

from erre.core.game import Played, Position

__all__ = ["Played", "Position"]
