"""Refusals of a table, in addition to those of the rules."""

from __future__ import annotations

from erre.core.errors import Refusal


class NoSuchSeat(Refusal):
    """The table has no such seat."""

    code = "no_seat"


class NotYourSeat(Refusal):
    """Somebody else holds that seat."""

    code = "not_your_seat"


class OneEach(Refusal):
    """A person wants a second seat in a real-time game."""

    code = "one_each"


class SeatTaken(Refusal):
    """The seat is not free."""

    code = "seat_taken"


class NotHost(Refusal):
    """Only the host may do that."""

    code = "not_host"


class NotInvited(Refusal):
    """The table is closed, and the person has no invitation."""

    code = "not_invited"


class NotClaimed(Refusal):
    """The table is rated, and the person has not claimed their name."""

    code = "not_claimed"


class NotWanted(Refusal):
    """The host has removed this person."""

    code = "not_wanted"


class NameInUse(Refusal):
    """Somebody else at the table has that name."""

    code = "name_in_use"


class NoHints(Refusal):
    """There are no hints: the table is rated, or the host has switched them off."""

    code = "no_hints"


class NoName(Refusal):
    """The request needs a name, and the person has none."""

    code = "no_name"


class ServerFull(Refusal):
    """The server has no room for another table."""

    code = "server_full"


class TooManyTables(Refusal):
    """The person has too many tables."""

    code = "too_many_tables"


class NotNow(Refusal):
    """The request does not fit the present stage, or the table is paused."""

    code = "not_now"


class Stale(Refusal):
    """The seat has moved since the player chose this move."""

    code = "stale"


class TooLate(Refusal):
    """The time for the move was up."""

    code = "too_late"


class BadWords(Refusal):
    """The text cannot be shown as a name or a line of chat."""

    code = "bad_words"


class BadNumber(Refusal):
    """The number of the request is invalid."""

    code = "bad_number"


class NameRefused(Refusal):
    """The operator of this server does not allow the name."""

    code = "name_refused"


class QuickWordsOnly(Refusal):
    """The server is child-safe: nobody writes lines of their own."""

    code = "quick_words"


class NoPerson(Refusal):
    """Nobody is meant by this, or nobody whom the asking person may know of."""

    code = "no_person"


class NotWithYou(Refusal):
    """One of the two does not want to meet the other; nobody is told who."""

    code = "not_with_you"


class TooManyAsked(Refusal):
    """The person has reached a limit of what they may keep waiting."""

    code = "too_many"
