"""Randomness that can be verified but not predicted: ChaCha8 under a 256-bit key, counted word by word."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import numpy as np

from erre.core.engine import narrow_rule as rule
from erre.core.entries import INTS, declare, entries, entry
from erre.core.errors import BadOptions, quote
from erre.core.record import GameState, IntArray, ints

KEY_BYTES = 32
SALT_BYTES = 32
WORD = 0xFFFFFFFF
MOST_SEED = 2**63 - 1  # what a kernel can read
ROUNDS = 8  # of ChaCha: eight are enough for cards, and fast

Word = np.uint32
Four = tuple[Word, Word, Word, Word]


@rule
def rotated(word: Word, by: int) -> Word:
    """The word turned left by some bits."""
    return np.uint32(np.uint32(word << np.uint32(by)) | np.uint32(word >> np.uint32(32 - by)))


@rule
def quarter_round(a: Word, b: Word, c: Word, d: Word) -> Four:
    """ChaCha's quarter round."""
    a = np.uint32(a + b)
    d = rotated(np.uint32(d ^ a), 16)
    c = np.uint32(c + d)
    b = rotated(np.uint32(b ^ c), 12)
    a = np.uint32(a + b)
    d = rotated(np.uint32(d ^ a), 8)
    c = np.uint32(c + d)
    b = rotated(np.uint32(b ^ c), 7)
    return a, b, c, d


@rule
def unsigned(word: int) -> Word:
    """The bits of a signed 32-bit field as an unsigned word."""
    return np.uint32(word & WORD)


@rule
def signed(word: Word) -> int:
    """The bits of an unsigned word as a signed 32-bit field holds them."""
    value = np.int64(word)
    return int(value - 4294967296 if value > 2147483647 else value)


@rule
def fill_block(key: IntArray, block: IntArray, number: int) -> None:
    """Block `number` of the ChaCha8 stream under the key (64-bit block counter, nonce zero).

    Written out in sixteen local words rather than over an array: they stay in registers.
    """
    c0, c1, c2, c3 = np.uint32(0x61707865), np.uint32(0x3320646E), np.uint32(0x79622D32), np.uint32(0x6B206574)
    k0, k1, k2, k3 = unsigned(key[0]), unsigned(key[1]), unsigned(key[2]), unsigned(key[3])
    k4, k5, k6, k7 = unsigned(key[4]), unsigned(key[5]), unsigned(key[6]), unsigned(key[7])
    low, high, zero = np.uint32(number & WORD), np.uint32(number >> 32), np.uint32(0)
    x0, x1, x2, x3, x4, x5, x6, x7 = c0, c1, c2, c3, k0, k1, k2, k3
    x8, x9, x10, x11, x12, x13, x14, x15 = k4, k5, k6, k7, low, high, zero, zero
    for _ in range(ROUNDS // 2):
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    block[0], block[1] = signed(np.uint32(x0 + c0)), signed(np.uint32(x1 + c1))
    block[2], block[3] = signed(np.uint32(x2 + c2)), signed(np.uint32(x3 + c3))
    block[4], block[5] = signed(np.uint32(x4 + k0)), signed(np.uint32(x5 + k1))
    block[6], block[7] = signed(np.uint32(x6 + k2)), signed(np.uint32(x7 + k3))
    block[8], block[9] = signed(np.uint32(x8 + k4)), signed(np.uint32(x9 + k5))
    block[10], block[11] = signed(np.uint32(x10 + k6)), signed(np.uint32(x11 + k7))
    block[12], block[13] = signed(np.uint32(x12 + low)), signed(np.uint32(x13 + high))
    block[14], block[15] = signed(x14), signed(x15)


@rule
def next_word(s: GameState) -> int:
    """The next 32 bits of this table's stream."""
    at = s.drawn & 15
    if at == 0:
        fill_block(s.key, s.block, s.drawn >> 4)
    s.drawn += 1
    return s.block[at] & WORD


@rule
def draw(s: GameState, sides: int) -> int:
    """A number from 0 to sides - 1, each equally likely: the few words that would favour one are passed over."""
    while True:
        product = next_word(s) * sides
        low = product & WORD
        if low >= sides or low >= (WORD + 1 - sides) % sides:
            return product >> 32


@rule
def shuffle(s: GameState, pieces: IntArray, count: int) -> None:
    """Mix the first pieces; every order is equally likely."""
    for last in range(count - 1, 0, -1):
        other = draw(s, last + 1)
        piece = pieces[last]
        pieces[last] = pieces[other]
        pieces[other] = piece


@rule
def seed_key(key: IntArray, seed: int, number: int) -> None:
    """The key of game `number` under a simulation's seed: an open secret, spelt into the key."""
    key[0] = signed(np.uint32(seed & WORD))
    key[1] = signed(np.uint32((seed >> 32) & WORD))
    key[2] = signed(np.uint32(number & WORD))
    key[3] = signed(np.uint32((number >> 32) & WORD))
    for i in range(4, 8):
        key[i] = 0x65727265  # "erre"


def check_seed(seed: object) -> int:
    """A seed that kernels can read: a whole number from 0 to 2**63 - 1; anything else is refused."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= MOST_SEED:
        raise BadOptions(f"a seed is a whole number from 0 to 2**63 - 1, not {quote(seed)}")
    return int(seed)


def check_key(key: object) -> bytes:
    """A key for a table's chance; anything but 32 bytes is refused."""
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise BadOptions(f"a key is {KEY_BYTES} bytes, not {quote(key)}")
    return key


def key_from_seed(seed: int, number: int = 0) -> bytes:
    """The key of a simulation's seed, as bytes."""
    words = ints(8, np.int32)
    seed_key(words, check_seed(seed), number)
    return np.asarray(words).astype("<i4").tobytes()


def fresh_key() -> bytes:
    """A key nobody can foresee, from the operating system."""
    return secrets.token_bytes(KEY_BYTES)


def fresh_salt() -> bytes:
    """A salt for a commitment."""
    return secrets.token_bytes(SALT_BYTES)


def commitment(key: bytes, salt: bytes) -> str:
    """What a table publishes before the first card: SHA-256 over key and salt."""
    return hashlib.sha256(key + salt).hexdigest()


def keeps_promise(key: bytes, salt: bytes, promised: str) -> bool:
    """Whether a revealed key and salt are those that were promised."""
    return hmac.compare_digest(commitment(key, salt).encode(), promised.lower().encode(errors="replace"))


def put_key(s: GameState, key: bytes, drawn: int = 0) -> None:
    """Give a state its key, at some word of its stream."""
    s.key[:] = np.frombuffer(key, "<i4")
    s.drawn = drawn
    s.block[:] = 0
    if drawn:
        fill_block(s.key, s.block, (drawn - 1) >> 4)


def key_of(s: GameState) -> bytes:
    """A state's key as bytes."""
    return np.asarray(s.key).astype("<i4").tobytes()


# The chance of bots and playouts: small and fast, and never out of the game's own stream.


@rule
def seed_luck(luck: IntArray, seed: int, number: int) -> None:
    """Luck for playout `number` of a run: scrambled, so that neighbours have nothing in common."""
    a = np.uint32((seed ^ (seed >> 32)) & WORD)
    b = np.uint32((number ^ (number >> 32)) & WORD)
    for _ in range(4):
        a = np.uint32(np.uint32(a ^ (a >> np.uint32(16))) * np.uint32(0x7FEB352D))
        b = np.uint32(np.uint32(b + a) * np.uint32(0x846CA68B))
        a = np.uint32(a + rotated(b, 15))
    luck[0] = signed(np.uint32(a | np.uint32(1)))
    luck[1] = signed(b)


@rule
def roll(luck: IntArray, sides: int) -> int:
    """A number from 0 to sides - 1 (the generator xoroshiro64**, unbiased as `draw` is)."""
    while True:
        a, b = unsigned(luck[0]), unsigned(luck[1])
        word = np.uint32(rotated(np.uint32(a * np.uint32(0x9E3779BB)), 5) * np.uint32(5))
        b = np.uint32(b ^ a)
        luck[0] = signed(np.uint32(np.uint32(rotated(a, 26) ^ b) ^ np.uint32(b << np.uint32(9))))
        luck[1] = signed(rotated(b, 13))
        product = np.int64(word) * sides
        low = product & WORD
        if low >= sides or low >= (WORD + 1 - sides) % sides:
            return int(product >> 32)


declare(
    "core",
    [*entries((seed_key, seed_luck), INTS, int, int), entry(fill_block, INTS, INTS, int), entry(roll, INTS, int)],
)
