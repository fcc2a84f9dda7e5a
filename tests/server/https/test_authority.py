"""The certificates of a home network: made once, renewed in time, private, and clear about damage."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from erre.core.errors import BadOptions
from erre.server.config import Config, read_config
from erre.server.https.authority import Files, ensure_certificate, own_names
from erre.server.https.tls import Tls

NOW = datetime(2026, 5, 1, tzinfo=UTC)
NAMES = ["localhost", "kitchen.local", "192.168.1.20", "::1"]


def certificate_in(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(Files(folder).certificate.read_bytes())


def test_a_certificate_covers_the_names_and_is_as_short_as_browsers_want(tmp_path: Path) -> None:
    assert ensure_certificate(tmp_path, NOW, NAMES)
    made = certificate_in(tmp_path)
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(one.value) for one in names] == NAMES
    assert made.not_valid_after_utc - made.not_valid_before_utc <= timedelta(days=397)
    authority = x509.load_pem_x509_certificate(Files(tmp_path).authority.read_bytes())
    made.verify_directly_issued_by(authority)
    for key in (Files(tmp_path).key, Files(tmp_path).authority_key):
        assert key.stat().st_mode & 0o777 == 0o600


def test_it_is_kept_until_it_is_old_or_the_names_change(tmp_path: Path) -> None:
    ensure_certificate(tmp_path, NOW, NAMES)
    first, authority = certificate_in(tmp_path), Files(tmp_path).authority.read_bytes()
    assert not ensure_certificate(tmp_path, NOW + timedelta(days=300), NAMES)
    assert not ensure_certificate(tmp_path, NOW, NAMES[:2])
    assert ensure_certificate(tmp_path, NOW + timedelta(days=370), NAMES)
    assert ensure_certificate(tmp_path, NOW + timedelta(days=370), [*NAMES, "10.0.0.7"])
    assert certificate_in(tmp_path) != first
    assert Files(tmp_path).authority.read_bytes() == authority  # devices need not trust anything new


def test_the_authority_signs_nothing_beyond_the_home_network(tmp_path: Path) -> None:
    ensure_certificate(tmp_path, NOW, NAMES)
    ensure_certificate(tmp_path, NOW, [*NAMES, "bank.example", "8.8.8.8", "garden.local"])
    names = certificate_in(tmp_path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(one.value) for one in names] == [*NAMES, "garden.local"]


def test_damaged_files_are_named(tmp_path: Path) -> None:
    ensure_certificate(tmp_path, NOW, NAMES)
    Files(tmp_path).authority.write_text("nonsense")
    with pytest.raises(BadOptions, match="damaged"):
        ensure_certificate(tmp_path, NOW, NAMES)


def test_own_names_can_stand_in_a_certificate(tmp_path: Path) -> None:
    assert {"localhost", "127.0.0.1"} <= set(own_names())
    assert ensure_certificate(tmp_path)
    assert not ensure_certificate(tmp_path)


# -- certificates that are given


def given(tmp_path: Path, cert: str, key: str) -> Config:
    return read_config({"data": str(tmp_path / "data"), "cert": str(tmp_path / cert), "key": str(tmp_path / key)}, {})


def test_a_given_certificate_is_used(tmp_path: Path) -> None:
    ensure_certificate(tmp_path, None, NAMES)
    tls = Tls(given(tmp_path, "server.crt", "server.key"))
    assert tls.context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("cert", "key", "why"),
    [
        ("missing.crt", "server.key", "missing.crt cannot be read"),
        ("server.crt", "authority.key", "is not the key of"),
        ("server.key", "server.key", "holds no certificate"),
        ("server.crt", "server.crt", "holds no private key"),
        ("noise", "server.key", "not in PEM format"),
        ("torn.crt", "server.key", "cannot be used"),
        ("server.crt", "locked.key", "locked with a password"),
    ],
)
def test_wrong_files_are_explained(tmp_path: Path, cert: str, key: str, why: str) -> None:
    ensure_certificate(tmp_path, NOW, NAMES)
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    (tmp_path / "torn.crt").write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    (tmp_path / "locked.key").write_text("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n")
    with pytest.raises(BadOptions, match=why):
        Tls(given(tmp_path, cert, key))


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        ({"cert": "a"}, "comes with its key"),
        ({"key": "a"}, "comes with its key"),
        ({"https": True, "port": 5, "plain_port": 5}, "cannot share a port"),
        ({"https": True, "plain_port": 70000}, "plain_port is from 0 to 65535"),
    ],
)
def test_settings_that_do_not_fit_are_refused(flags: dict[str, object], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        read_config(flags, {})
