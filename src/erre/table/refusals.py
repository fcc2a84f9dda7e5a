"""Refusals of a table, in addition to those of the rules."""

from __future__ import annotations

from erre.core.errors import Refusal


class NoSuchSeat(Refusal):
    """A seat that the table does not have."""

    code = "no_seat"


class NotYourSeat(Refusal):
    """A seat that somebody else holds."""

    code = "not_your_seat"


class OneEach(Refusal):
    """A second seat for one person in a game where hands race."""

    code = "one_each"


class SeatTaken(Refusal):
    """A seat that is not free."""

    code = "seat_taken"


class NotHost(Refusal):
    """Something that the host alone may do."""

    code = "not_host"


class NotInvited(Refusal):
    """A seat of a closed table."""

    code = "not_invited"


class NotClaimed(Refusal):
    """A rated game, for somebody whose name is not claimed."""

    code = "not_claimed"


class NotWanted(Refusal):
    """A seat at a table whose host has removed this person."""

    code = "not_wanted"


class NameInUse(Refusal):
    """A name that somebody else at the table has."""

    code = "name_in_use"


class NoHints(Refusal):
    """A hint where there are none: at a rated table, or where the host has switched them off."""

    code = "no_hints"


class NoName(Refusal):
    """Something that takes a name, for somebody who has none."""

    code = "no_name"


class ServerFull(Refusal):
    """One table more than the server keeps."""

    code = "server_full"


class TooManyTables(Refusal):
    """One table more than a person may keep."""

    code = "too_many_tables"


class NotNow(Refusal):
    """Something for another stage of the table, or while it is paused."""

    code = "not_now"


class Stale(Refusal):
    """A move chosen in front of a table that has since changed for this seat."""

    code = "stale"


class TooLate(Refusal):
    """A move after its time."""

    code = "too_late"


class BadWords(Refusal):
    """A name or a line of chat that cannot be shown."""

    code = "bad_words"


class BadNumber(Refusal):
    """A number of a request that cannot be."""

    code = "bad_number"
