"""What authenticators send: good answers of every kind are accepted, everything else is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from erre.server.accounts.passkey_proof import (
    ALGORITHMS,
    EDDSA,
    ES256,
    BadPasskey,
    Site,
    check_new,
    check_proof,
    decode64,
    decode_cbor,
    read_client_data,
)
from tests.server.accounts.authenticator import Authenticator, cbor, client_data

SITE, ORIGIN = Site("erre.local", {"https://erre.local:8443"}), "https://erre.local:8443"
TASK: dict[str, Any] = {"challenge": "abc", "site": "erre.local"}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_passkey_is_made_and_used(algorithm: int) -> None:
    device = Authenticator(algorithm, counter=3)
    new = check_new(decode64(device.made(TASK, ORIGIN)["attestation"]), SITE)
    assert (new.id, new.key, new.counter) == (device.id, device.key(), 3)
    device.counter = 4
    assert prove(device, new.key, 3) == 4


def prove(device: Authenticator, key: bytes, counter: int, **wrong: Any) -> int:
    proof = device.proof(TASK, ORIGIN, **wrong)
    data, told, signature = (decode64(proof[name]) for name in ("authenticator", "client_data", "signature"))
    return check_proof(key, counter, data, told, signature, SITE)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"altered": True}, "signature"),
        ({"site": "evil.example"}, "another site"),
        ({"flags": 0x04}, "nobody has confirmed"),
    ],
)
def test_a_wrong_proof_is_refused(wrong: dict[str, Any], why: str) -> None:
    device = Authenticator(EDDSA)
    with pytest.raises(BadPasskey, match=why):
        prove(device, device.key(), 0, **wrong)


def test_a_proof_of_another_key_is_refused() -> None:
    with pytest.raises(BadPasskey, match="signature"):
        prove(Authenticator(ES256), Authenticator(ES256).key(), 0)


def test_a_counter_that_does_not_grow_is_refused_where_the_device_counts() -> None:
    device = Authenticator(ES256, counter=5)
    assert prove(device, device.key(), 4) == 5
    with pytest.raises(BadPasskey, match="copied"):
        prove(device, device.key(), 5)
    device.counter = 0  # devices that do not count always say 0
    assert prove(device, device.key(), 0) == 0
    with pytest.raises(BadPasskey, match="copied"):
        prove(device, device.key(), 9)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (client_data("webauthn.create", "c", "https://evil.example"), "another site"),
        (client_data("webauthn.create", "c", "http://erre.local:8443"), "another site"),
        (client_data("webauthn.create", "c", ORIGIN, framed=True), "another site"),
        (client_data("webauthn.get", "c", ORIGIN), "another purpose"),
        ("bm90IGpzb24", "cannot be read"),
        ("!!!", "cannot be read"),
        ("W10", "cannot be read"),
    ],
)
def test_a_page_of_another_site_is_refused(told: str, why: str) -> None:
    with pytest.raises(BadPasskey, match=why):
        read_client_data(decode64(told), "webauthn.create", SITE)


def test_garbage_from_a_device_is_refused() -> None:
    good = decode64(Authenticator(ES256).made(TASK, ORIGIN)["attestation"])
    chance = random.Random(7)
    for _ in range(400):
        broken = bytearray(good[: chance.randrange(len(good))])
        for _ in range(chance.randrange(3)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        with pytest.raises(BadPasskey):
            check_new(bytes(broken), SITE)
    for data in (b"", b"\xff", b"\x9f", b"\xa1\xa0\x00", b"\x81" * 100, b"\xbb" + b"\xff" * 8, cbor({"authData": 5})):
        with pytest.raises(BadPasskey):
            check_new(data, SITE)
    with pytest.raises(BadPasskey):
        decode_cbor(cbor(1) + b"\x00")


def test_a_point_that_is_not_on_the_curve_is_refused() -> None:
    device = Authenticator(ES256)
    device.key = lambda: cbor({1: 2, 3: ES256, -1: 1, -2: bytes(32), -3: b"\x01" * 32})  # type: ignore[method-assign]
    with pytest.raises(BadPasskey, match="not known"):
        check_new(decode64(device.made(TASK, ORIGIN)["attestation"]), SITE)
