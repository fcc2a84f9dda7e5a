"""The configuration of a server: flags, then ERRE_ environment variables, then defaults for home use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from erre.core.errors import BadOptions
from erre.core.explain import explain
from erre.server.mail_settings import MailServer, read_mail_server

MOST_WORKERS = 64
MOST = 10**9  # of anything that is counted
BOUNDS: dict[str, tuple[int, int]] = {  # of every number, both included
    "port": (0, 65535),
    "bot_threads": (1, 1000),
    "tempo": (0, 1000),
    "rate": (1, MOST),
    "limits": (0, 1_000_000),
    "most_tables": (1, MOST),
    "most_sockets": (1, MOST),
    "most_watching": (0, MOST),
    "keep_records": (0, 100_000),
    "bus_replicas": (1, 5),
    "workers": (1, MOST_WORKERS),
    "plain_port": (0, 65535),
    "parent": (0, 2**31 - 1),
}
LEAST_SECRET = 10  # letters of the operator's secret


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting of a server."""

    host: str = "0.0.0.0"
    port: int = 8377
    data: str = ""  # the folder of its file; the user's own data folder if empty
    address: str = ""  # as others reach it, for example https://games.example.org; found out if empty
    origins: str = ""  # further origins whose pages may connect, with spaces between them
    hosts: str = ""  # further names under which this server is reached; * for any
    metrics: str = ""  # who may read /metrics besides this machine: a word sent as a bearer token, or * for anybody
    bot_threads: int = 2
    tempo: float = 1.0  # how long bots seem to think; 0: they answer at once
    rate: int = 100  # messages that a page may send in twenty seconds
    limits: float = 1.0  # how much each address and person may ask for: 2 is twice as much, 0 sets no limit
    most_tables: int = 2000
    most_sockets: int = 5000
    most_watching: int = 3000  # people at one table
    keep_records: int = 0  # days for which finished games are kept; 0: for ever
    puzzles: str = ""  # a file of puzzles besides those that come with the package
    log_file: str = ""  # structured log; standard error if empty
    quiet: bool = False
    warm: bool = True  # whether all rules are loaded at the start
    offline: bool = True  # whether the files for offline play are gathered in the background
    db: str = ""  # postgresql://…, shared by all workers; a file of its own if empty
    bus: str = ""  # nats://…, between workers; with commas between several servers
    bus_replicas: int = 1  # NATS servers that hold a copy of the shared keys
    workers: int = 1  # processes on this machine
    own_ports: bool = False  # each worker listens on a port of its own, counted up from `port`
    share_port: bool = False  # set for workers that listen on one port together
    proxied: bool = False  # a reverse proxy stands in front, and says in X-Forwarded-For for whom it asks
    child_safe: bool = False  # no lines of chat, only quick words; names are checked more strictly
    operator_secret: str = ""  # opens the operator's page; a one-time code does too
    operator_code: str = ""  # set for workers: the hash of the one-time code that their parent printed
    https: bool = False  # with a certificate of our own, made for the home network
    cert: str = ""  # or with this one, in PEM format, and its key
    key: str = ""
    plain_port: int = 0  # of the page, over http, that tells devices how to trust the certificate; 0: the next port
    smtp: str = ""  # the server that takes mail: starttls://user@host:587; none if empty
    smtp_sender: str = ""  # who sends it: Erre <erre@example.org>
    smtp_password: str = ""  # set ERRE_SMTP_PASSWORD; there is no flag for it
    push_contact: str = ""  # of the operator, for push services: mailto:… or https://…
    push_private: bool = False  # whether push messages may go to private addresses and over http
    parent: int = 0  # the process that started this worker; without it the worker ends

    @property
    def is_secure(self) -> bool:
        """Whether the server speaks https itself."""
        return self.https or bool(self.cert)

    @property
    def mail_server(self) -> MailServer | None:
        """The server that takes mail; None if there is none."""
        return read_mail_server(self.smtp, self.smtp_sender, self.smtp_password)

    @property
    def data_file(self) -> Path:
        """The one file that holds everything."""
        return (Path(self.data) if self.data else home()) / "erre.sqlite"


def home() -> Path:
    """The data folder; ERRE_HOME overrides it."""
    if chosen := os.environ.get("ERRE_HOME"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "erre"


def read_config(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Config:
    """Read the configuration: flags override the environment, which overrides the defaults."""
    names = Config.__struct_fields__
    given = {name: environment[key] for name in names if (key := f"ERRE_{name.upper()}") in environment}
    given.update({name: value for name, value in flags.items() if value is not None})
    try:
        config = msgspec.convert(given, Config, strict=False)
    except msgspec.ValidationError as error:
        raise BadOptions(f"settings of the server: {explain(error, Config)}") from None
    check_numbers(config)
    if 0 < len(config.operator_secret) < LEAST_SECRET:
        raise BadOptions(f"ERRE_OPERATOR_SECRET has at least {LEAST_SECRET} letters: anybody could guess a shorter one")
    check_cluster(config)
    check_https(config)
    config.mail_server  # noqa: B018 (refuses what cannot be read)
    return config


def check_numbers(config: Config) -> None:
    """Refuse numbers that cannot be meant; nan is within no bounds."""
    for name, (least, most) in BOUNDS.items():
        value = getattr(config, name)
        if not least <= value <= most:
            raise BadOptions(f"settings of the server: {name} is from {least} to {most}, not {value:.12g}")


def check_https(config: Config) -> None:
    """Refuse settings of https that do not fit together."""
    if bool(config.cert) != bool(config.key):
        raise BadOptions("a certificate comes with its key: --cert FILE --key FILE")
    if config.is_secure and config.own_ports:
        raise BadOptions("--own-ports is for workers behind a proxy, and then the proxy has the certificate")
    if config.is_secure and config.plain_port == config.port != 0:
        raise BadOptions("https and http cannot share a port: choose another --plain-port")


def check_cluster(config: Config) -> None:
    """Refuse workers that share nothing."""
    if config.workers > 1 and not (config.db and config.bus):
        raise BadOptions(
            "several workers share a database and a bus: --workers needs --db postgresql://… and --bus nats://…"
        )
    if config.bus and not config.db:
        raise BadOptions("workers on a bus share their storage: --bus needs --db postgresql://… too")
    if config.workers > 1 and config.port == 0 and not config.own_ports:
        raise BadOptions("several workers share one port: choose it with --port, or let each have one with --own-ports")
