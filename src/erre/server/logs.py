"""The server's log: one JSON object per line. It never contains names, tokens or cards."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from typing import Any

LOG = logging.getLogger("erre")
HTTP_LOG = logging.getLogger("aiohttp.server")
LONGEST_WHY = 200  # characters
MOST_BYTES, BACKUPS = 10_000_000, 5  # of the log file, and older ones that are kept


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1]:
            facts["error"] = "".join(traceback.format_exception(record.exc_info[1]))
        return json.dumps(facts, ensure_ascii=False, default=str)


def is_told(record: logging.LogRecord) -> bool:
    """What the HTTP library logs: a request that is none becomes one line without a traceback."""
    from aiohttp.http_exceptions import HttpProcessingError

    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, HttpProcessingError):
        return True
    facts = {"why": " ".join(error.message.split())[:LONGEST_WHY]}
    record.msg, record.args, record.exc_info, record.facts = "a request cannot be read", (), None, facts
    record.levelno, record.levelname = logging.INFO, "INFO"
    return LOG.isEnabledFor(logging.INFO)


def set_up_logs(file: str, quiet: bool) -> None:
    """Configure where the log is written."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if file:
        handler = RotatingFileHandler(file, maxBytes=MOST_BYTES, backupCount=BACKUPS, encoding="utf-8")
    handler.setFormatter(JsonLines())
    LOG.handlers = [handler]
    LOG.setLevel(logging.WARNING if quiet else logging.INFO)
    HTTP_LOG.handlers, HTTP_LOG.filters = [handler], [is_told]
    HTTP_LOG.setLevel(logging.WARNING)
    LOG.propagate = HTTP_LOG.propagate = False


def log(what: str, **facts: object) -> None:
    """Log an event with its fields."""
    LOG.info(what, extra={"facts": facts})


def log_warning(what: str, **facts: object) -> None:
    """Log a problem that may resolve itself."""
    LOG.warning(what, extra={"facts": facts})


def log_error(what: str, **facts: object) -> None:
    """Log an error; inside an except clause with its traceback."""
    LOG.error(what, extra={"facts": facts}, exc_info=sys.exc_info()[0] is not None)
