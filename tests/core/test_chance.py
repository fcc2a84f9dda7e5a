"""Chance: published vectors, even ranges, shuffles, promises."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from erre.core import chance
from erre.core.record import GameState, ints


class Table(GameState):
    """A record with nothing but chance."""


def table(key: bytes = bytes(32)) -> Table:
    """A table with a key."""
    s = Table.new()
    chance.put_key(s, key)
    return s


# Keystreams of ChaCha with 8 rounds and a 256-bit key, nonce zero, blocks 0 and 1: the test vectors TC1, TC2 and TC3
# of the Internet draft "Test Vectors for the Stream Cipher ChaCha".
VECTORS = [
    (
        "00" * 32,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
    ),
    (
        "01" + "00" * 31,
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8",
    ),
]


@pytest.mark.parametrize(("key", "stream"), VECTORS, ids=["zero key", "one bit"])
def test_the_stream_is_chacha8_as_published(key: str, stream: str) -> None:
    s = table(bytes.fromhex(key))
    words = [chance.next_word(s) for _ in range(16)]
    assert np.array(words, "<u4").tobytes().hex() == stream


def test_the_second_block_follows_the_first() -> None:
    s = table()
    block = ints(16, np.int32)
    chance.fill_block(s.key, block, 1)
    words = [chance.next_word(s) for _ in range(32)]
    assert words[16:] == [word & chance.WORD for word in block.tolist()]
    assert words[:16] != words[16:]


def test_the_stream_goes_on_where_it_was_left() -> None:
    s = table(bytes(range(32)))
    words = [chance.next_word(s) for _ in range(50)]
    for drawn in (0, 1, 15, 16, 17, 33):
        again = table(bytes(range(32)))
        chance.put_key(again, bytes(range(32)), drawn)
        assert [chance.next_word(again) for _ in range(50 - drawn)] == words[drawn:]


def test_a_key_goes_in_and_out_of_a_record() -> None:
    key = bytes(range(200, 232))
    assert chance.key_of(table(key)) == key


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 52, 112, 1000])
def test_every_side_is_equally_likely(sides: int) -> None:
    s = table(chance.key_from_seed(3))
    count = 400 * sides if sides < 200 else 100_000
    seen = Counter(chance.draw(s, sides) for _ in range(count))
    assert set(seen) <= set(range(sides))
    expected = count / sides
    spread = sum((seen[k] - expected) ** 2 / expected for k in range(sides))
    # chi-square with sides - 1 degrees of freedom: mean sides - 1, deviation sqrt(2 (sides - 1))
    assert abs(spread - (sides - 1)) < 4.5 * max(1.0, (2 * (sides - 1)) ** 0.5)


def test_words_that_would_favour_a_side_are_passed_over() -> None:
    """With three times 2^30 sides a quarter of all words is biased, so more words are used than there are draws."""
    s = table(chance.key_from_seed(1))
    for _ in range(400):
        chance.draw(s, 3 << 30)
    assert 450 < s.drawn < 650


def test_every_order_is_equally_likely() -> None:
    s = table(chance.key_from_seed(9))
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        pieces = ints(3)
        pieces[:] = [0, 1, 2]
        chance.shuffle(s, pieces, 3)
        orders[tuple(pieces.tolist())] += 1
    assert set(orders) == set(itertools.permutations(range(3)))
    assert all(abs(count - 1000) < 140 for count in orders.values())


def test_seeds_give_keys_of_their_own() -> None:
    keys = {chance.key_from_seed(seed, number) for seed in (0, 1, 2, 2**40) for number in range(50)}
    assert len(keys) == 200
    assert chance.key_from_seed(7) == chance.key_from_seed(7, 0)
    assert chance.fresh_key() != chance.fresh_key()


def test_neighbouring_playouts_have_unlike_luck() -> None:
    first = []
    for number in range(2000):
        luck = ints(2, np.int32)
        chance.seed_luck(luck, 5, number)
        first.append(chance.roll(luck, 10))
    assert all(abs(count - 200) < 60 for count in Counter(first).values())
    pairs = Counter(itertools.pairwise(first))
    assert len(pairs) == 100


def test_luck_is_even() -> None:
    luck = ints(2, np.int32)
    chance.seed_luck(luck, 1, 1)
    seen = Counter(chance.roll(luck, 7) for _ in range(14000))
    assert all(abs(seen[k] - 2000) < 190 for k in range(7))


def test_a_promise_is_kept_only_by_its_key_and_salt() -> None:
    key, salt = chance.fresh_key(), chance.fresh_salt()
    promised = chance.commitment(key, salt)
    assert chance.keeps_promise(key, salt, promised)
    assert chance.keeps_promise(key, salt, promised.upper())
    assert not chance.keeps_promise(chance.fresh_key(), salt, promised)
    assert not chance.keeps_promise(key, salt, "é")
    assert not chance.keeps_promise(key, chance.fresh_salt(), promised)


def test_a_commitment_is_sha256_of_key_and_salt() -> None:
    # SHA-256 of 64 zero bytes
    assert chance.commitment(bytes(32), bytes(32)) == "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
