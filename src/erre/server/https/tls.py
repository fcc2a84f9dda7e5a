"""The TLS settings of a server: from a given certificate, or from one of our own that is renewed while it runs."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

from erre.core.errors import BadOptions
from erre.server.config import Config
from erre.server.https.authority import Files, ensure_certificate
from erre.server.logs import log, log_warning

LOOK_EVERY = 3600.0  # seconds
FOLDER = "https"


def files_of(config: Config) -> Files:
    """The folder of our own certificates, next to the data."""
    return Files(config.data_file.parent / FOLDER)


class Tls:
    """The certificate of a running server."""

    def __init__(self, config: Config) -> None:
        self.config, self.files = config, files_of(config)
        self.is_given = bool(config.cert)
        if not self.is_given:
            ensure_certificate(self.files.folder)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.load()

    def load(self) -> None:
        """Read the certificate and its key; new connections use them."""
        if self.is_given:
            load_given(self.context, Path(self.config.cert), Path(self.config.key))
        else:
            load_given(self.context, self.files.certificate, self.files.key)

    async def watch(self) -> None:
        """Renew the certificate in time, or read a given one again when its file has changed."""
        before = self._version()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                if not self.is_given:
                    await asyncio.to_thread(ensure_certificate, self.files.folder)
                if (now := self._version()) != before:
                    self.load()
                    before = now
                    log("the certificate was read again")
            except (BadOptions, OSError) as error:
                log_warning("the certificate could not be renewed", why=str(error))

    def _version(self) -> float:
        """When the certificate's file was last written."""
        return (Path(self.config.cert) if self.is_given else self.files.certificate).stat().st_mtime


def load_given(context: ssl.SSLContext, certificate: Path, key: Path) -> None:
    """Load a certificate and its key; BadOptions says what is wrong with the files."""
    for path in (certificate, key):
        try:
            text = path.read_bytes()
        except OSError as error:
            raise BadOptions(f"{path} cannot be read: {error.strerror or error}") from None
        if b"-----BEGIN " not in text:
            raise BadOptions(f"{path} is not in PEM format: it should begin with -----BEGIN")
        if b"ENCRYPTED" in text:
            raise BadOptions(f"{path} is locked with a password: a server that starts by itself needs it unlocked")
    if b"CERTIFICATE-----" not in certificate.read_bytes():
        raise BadOptions(f"{certificate} holds no certificate")
    if b"PRIVATE KEY-----" not in key.read_bytes():
        raise BadOptions(f"{key} holds no private key")
    try:
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        if "MISMATCH" in str(error).upper():
            raise BadOptions(f"{key} is not the key of {certificate}") from None
        raise BadOptions(f"{certificate} and {key} cannot be used: {error.reason or error}") from None
