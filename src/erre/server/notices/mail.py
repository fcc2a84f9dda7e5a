"""Sends mail through the operator's SMTP server: plain text and simple HTML, with an unsubscribe link in each."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import NamedTuple

from erre.server.mail_settings import MailServer
from erre.server.notices.mail_words import LETTER
from erre.server.notices.sending import Gone, NotNow, Refused
from erre.server.notices.words import Language, Words

WITHIN = 20.0  # seconds for each answer of the mail server


class Item(NamedTuple):
    """One notice in a letter."""

    words: Words
    link: str


def letter(
    server: MailServer, to: str, language: Language, subject: str, items: Sequence[Item], out: str, closing: str = ""
) -> EmailMessage:
    """A letter; `out` is the link that ends all mail."""
    words = LETTER[language]
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = server.sender, to, subject
    message["Date"], message["Message-ID"] = formatdate(localtime=False), make_msgid(domain="erre.invalid")
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = language
    if out:
        message["List-Unsubscribe"] = f"<{out}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    parts = [f"{item.words.title}\n{item.words.body}\n{item.link}\n" for item in items]
    end = closing or words.why
    leave = f"\n{words.leave}\n{out}\n" if out else ""
    message.set_content("\n".join([*parts, "--", end]) + leave)
    message.add_alternative(as_html(language, items, end, words.leave if out else "", out), subtype="html")
    return message


def as_html(language: Language, items: Sequence[Item], end: str, leave: str, out: str) -> str:
    """The same letter for readers of HTML, without pictures or scripts."""
    parts = [
        f"<p><strong>{html.escape(item.words.title)}</strong><br>{html.escape(item.words.body)}<br>"
        f'<a href="{html.escape(item.link)}">{html.escape(item.link)}</a></p>'
        for item in items
    ]
    way_out = f'<br><a href="{html.escape(out)}">{html.escape(leave)}</a>' if out else ""
    foot = f"<hr><p><small>{html.escape(end)}{way_out}</small></p>"
    return f'<!doctype html><html lang="{language}"><body>{"".join(parts)}{foot}</body></html>\n'


class MailChannel:
    """Hands letters to the mail server, one at a time, in a thread."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._one = asyncio.Lock()

    async def send(self, message: EmailMessage) -> None:
        """Send a letter; NotNow if it can be tried again, Gone if the address does not exist."""
        async with self._one:
            await asyncio.to_thread(hand_over, self.server, message)


def hand_over(server: MailServer, message: EmailMessage) -> None:
    """Talk to the mail server. Its own words stay here, since they may repeat the address."""
    import smtplib
    import ssl

    context = ssl.create_default_context()
    try:
        if server.security == "smtps":
            client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=WITHIN, context=context)
        else:
            client = smtplib.SMTP(server.host, server.port, timeout=WITHIN)
        with client:
            if server.security == "starttls":
                client.starttls(context=context)
            if server.user:
                client.login(server.user, server.password)
            client.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        if all(code >= 500 for code in codes):
            raise Gone("the mail server does not know the address") from None
        raise NotNow("the mail server does not take this address now") from None
    except smtplib.SMTPAuthenticationError:
        raise NotNow("the mail server refuses the operator's user or password") from None
    except smtplib.SMTPResponseException as error:
        if error.smtp_code >= 500:
            raise Refused(f"the mail server answered {error.smtp_code}") from None
        raise NotNow(f"the mail server answered {error.smtp_code}") from None
    except (smtplib.SMTPException, ssl.SSLError, OSError) as error:
        raise NotNow(f"the mail server cannot be reached: {type(error).__name__}") from None
