"""How a delivery can fail. The messages never contain a person, an address or an endpoint, since they are logged."""

from __future__ import annotations


class SendFailed(Exception):
    """Something was not sent."""


class NotNow(SendFailed):
    """It can be tried again later."""

    def __init__(self, why: str, seconds: int = 0) -> None:
        super().__init__(why)
        self.seconds = seconds  # to wait at least


class Refused(SendFailed):
    """Trying again would not help."""


class Gone(SendFailed):
    """The receiver no longer exists, or wants nothing any more."""
