"""The operator's SMTP server, parsed from one address: `starttls://user@mail.example.org:587`."""

from __future__ import annotations

from email.utils import parseaddr
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from erre.core.errors import BadOptions

PORTS = {"smtps": 465, "starttls": 587, "smtp": 25}
LONGEST_ADDRESS = 254
FORBIDDEN = set('\r\n\t ,;:<>()[]\\"')


class MailServer(NamedTuple):
    """Where mail is handed over, and under which name it is sent."""

    security: str  # smtps, starttls, or smtp for none
    host: str
    port: int
    user: str
    password: str
    sender: str


def read_mail_server(address: str, sender: str, password: str) -> MailServer | None:
    """The mail server of the settings; None if there is none. BadOptions says what is wrong."""
    if not address:
        return None
    try:
        parts = urlsplit(address if "://" in address else f"starttls://{address}")
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise BadOptions("--smtp: the port is not a number") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadOptions("--smtp: give starttls://user@host:587, smtps://user@host:465 or smtp://host:25")
    if parts.password:
        raise BadOptions("--smtp: the password belongs in ERRE_SMTP_PASSWORD, where no list of processes shows it")
    if not is_mail_address(parseaddr(sender)[1]) or not sender.isprintable():
        raise BadOptions("--smtp-sender: mail needs a sender, for example 'Erre <erre@example.org>'")
    return MailServer(parts.scheme, parts.hostname, port, unquote(parts.username or ""), password, sender)


def is_mail_address(text: str) -> bool:
    """Whether mail can be sent there: one address, plain ASCII, with a domain."""
    name, at, domain = text.rpartition("@")
    if not at or not name or len(text) > LONGEST_ADDRESS or not text.isascii() or not text.isprintable():
        return False
    labels = domain.split(".")
    is_domain = len(labels) > 1 and all(
        label and not label.startswith("-") and not label.endswith("-") and label.replace("-", "a").isalnum()
        for label in labels
    )
    return is_domain and not set(text) & FORBIDDEN and "@" not in name and not name.startswith(".")
