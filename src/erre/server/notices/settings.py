"""A person's settings for notices: over which channels, about what, when, and in which language."""

from __future__ import annotations

import datetime
import zoneinfo

import msgspec

from erre.core.errors import BadOptions
from erre.server.notices.notice import Kind
from erre.server.notices.words import Language

MINUTE, DAY = 60_000, 86_400_000  # milliseconds
MINUTES = 24 * 60  # of a day
LONGEST_ZONE = 64


class NoticeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a person; the badge shows everything, whatever they say."""

    push: bool = True  # to the browsers that allow it
    mail: bool = True  # to the address, once it is proven
    muted: list[Kind] = []  # kinds that are neither pushed nor mailed
    quiet: tuple[int, int] | None = None  # from and to, in minutes of the day: what comes meanwhile waits
    zone: str = ""  # time zone of the quiet hours, as IANA names it
    offset: int = 0  # minutes east of Greenwich, where this server does not know the zone
    language: Language = "en"


def read_settings(stored: str) -> NoticeSettings:
    """Settings as they are stored; those of an older or newer version count as far as they can be read."""
    try:
        return msgspec.json.decode(stored, type=NoticeSettings) if stored else NoticeSettings()
    except msgspec.MsgspecError:
        return NoticeSettings()


def check_settings(settings: NoticeSettings) -> None:
    """Refuse hours and zones that do not exist."""
    if settings.quiet is not None and not all(0 <= minute < MINUTES for minute in settings.quiet):
        raise BadOptions(f"quiet hours are minutes of a day, from 0 to {MINUTES - 1}")
    if abs(settings.offset) > 14 * 60 or len(settings.zone) > LONGEST_ZONE or not settings.zone.isprintable():
        raise BadOptions("there is no such time zone")


def zone_of(settings: NoticeSettings) -> datetime.tzinfo:
    """The time zone of somebody's quiet hours."""
    try:
        return zoneinfo.ZoneInfo(settings.zone) if settings.zone else datetime.UTC
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return datetime.timezone(datetime.timedelta(minutes=settings.offset))


def not_quiet(settings: NoticeSettings, at: int) -> int:
    """The first time from `at` on that is not in the quiet hours."""
    if settings.quiet is None or settings.quiet[0] == settings.quiet[1]:
        return at
    local = datetime.datetime.fromtimestamp(at / 1000, zone_of(settings))
    begins, ends = settings.quiet
    now = local.hour * 60 + local.minute
    if (begins <= now < ends) if begins < ends else (now >= begins or now < ends):
        return (at // MINUTE + (ends - now) % MINUTES) * MINUTE
    return at
