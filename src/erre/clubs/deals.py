"""Deals that many tables share, derived from a secret: each has a key and a salt, and a commitment to publish first."""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from erre.core import chance


class Deal(NamedTuple):
    """The key and the salt of a deal."""

    key: bytes
    salt: bytes

    @property
    def commitment(self) -> str:
        """What is published before the first card."""
        return chance.commitment(self.key, self.salt)


def derived(secret: str, purpose: str) -> bytes:
    """32 bytes that only somebody with the secret can compute; one of them says nothing about another."""
    return hmac.new(bytes.fromhex(secret), purpose.encode(), hashlib.sha256).digest()


def deal_of(secret: str, name: str) -> Deal:
    """The deal of that name under a secret."""
    return Deal(derived(secret, f"key {name}"), derived(secret, f"salt {name}"))


def bot_seed(key: bytes, seat: int, moves: int) -> int:
    """The seed of a bot's decision: the same deal, seat and number of its moves so far always give the same one."""
    return int.from_bytes(hmac.new(key, f"bot {seat} {moves}".encode(), hashlib.sha256).digest()[:7])


def lots(secret: str, purpose: str, count: int) -> list[bytes]:
    """One lot for each number from 0: whoever draws the smallest comes first."""
    return [derived(secret, f"lot {purpose} {number}") for number in range(count)]


def commitment_to(secret: str) -> str:
    """The promise about a secret, published when an evening is created."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()
