"""Our rules of oh_hell are OpenSpiel's, move by move; our playouts keep them; without OpenSpiel that is said."""

from __future__ import annotations

import importlib.util
import random

import numpy as np
import pytest

from erre.core.errors import BadOptions
from erre.core.record import NONE, IntArray, ints
from erre.lab.peer import match, oh_hell, ours, search
from erre.lab.peer.__main__ import main
from erre.lab.peer.oh_hell import CARDS, MOST_LEGAL, OVER, SUITS, OhHell
from erre.lab.peer.playouts import ANY, ONE_SUIT, beating, masters, next_luck, pick, play_out

HAS_PEER = importlib.util.find_spec("pyspiel") is not None


@pytest.mark.parametrize(("seats", "tricks", "ranks"), [(3, 5, 13), (4, 12, 13), (6, 3, 13), (4, 5, 6)])
def test_legal_moves_and_scores_are_those_of_openspiel(seats: int, tricks: int, ranks: int) -> None:
    if not HAS_PEER:
        with pytest.raises(BadOptions, match="not installed"):
            match.peer_game(seats, tricks, ranks)
        return
    game = match.peer_game(seats, tricks, ranks)
    moves, dice = ints(MOST_LEGAL), random.Random(tricks)
    for number in range(3):
        state = match.deal(game, np.random.default_rng(number))
        while not state.is_terminal():
            player, cards = state.current_player(), 4 * ranks
            s = ours.state_from_view(state, player)
            count = oh_hell.legal(s, player, moves)
            theirs = [move if move < cards else CARDS + move - cards for move in state.legal_actions()]
            assert sorted(moves[:count].tolist()) == theirs
            move = dice.choice(range(count))
            oh_hell.apply(s, player, theirs[move])
            state.apply_action(state.legal_actions()[move])
        assert [oh_hell.score(s, seat) for seat in range(seats)] == state.returns()


def test_luck_is_never_negative_and_does_not_repeat_soon() -> None:
    words = [1]
    for _ in range(2000):
        words.append(next_luck(words[-1]))
    assert min(words) >= 0
    assert max(words) < 1 << 63
    assert len(set(words)) == len(words)


def bits(*cards: int) -> int:
    """Cards as a hand."""
    return sum(1 << card for card in cards)


@pytest.mark.parametrize(
    ("hand", "best", "wants", "is_last", "card"),
    [
        pytest.param((0, 24, 41), 20, True, True, 24, id="the cheapest card that takes a wanted trick"),
        pytest.param((0, 24, 44), 20, True, False, 44, id="the highest while others are to come"),
        pytest.param((0, 24, 44), 20, False, True, 0, id="the highest that loses a trick not wanted"),
        pytest.param((24, 44), 20, False, True, 44, id="who must win anyway loses the highest"),
        pytest.param((1, 50), 20, True, True, 1, id="a trump where there is no suit to follow"),
        pytest.param((2, 50), 20, True, False, 2, id="the lowest where nothing wins"),
    ],
)
def test_the_fast_policy_takes_what_it_wants(
    hand: tuple[int, ...], best: int, wants: bool, is_last: bool, card: int
) -> None:
    led, trumps = ONE_SUIT, ONE_SUIT << 1
    beat = beating(1 << best, led, trumps)
    assert pick(bits(*hand), led, beat, trumps, 0, wants, is_last, 1) == 1 << card


def test_masters_are_the_cards_that_no_other_hand_beats_in_their_suit() -> None:
    assert masters(bits(0, 5, 48, 51), bits(4, 44, 47)) == bits(5, 48, 51)


@pytest.mark.parametrize(("seats", "size"), [(3, 5), (4, 12), (7, 4)])
def test_playouts_end_as_the_rules_say(seats: int, size: int) -> None:
    dice = random.Random(seats)
    for _ in range(20):
        deck = dice.sample(range(CARDS), CARDS)
        s = OhHell.new()
        oh_hell.start(s, seats, size, seats - 1, deck[-1])
        hands, wants, won = ints(seats, np.int64), ints(seats, np.int64), ints(1, np.int64)
        for seat in range(seats):
            cards = deck[seat * size : (seat + 1) * size]
            s.hands[seat, :size] = cards
            hands[seat] = bits(*cards)
            oh_hell.apply(s, seat, CARDS + seat % 3)
            wants[seat] = seat % 3
        trumps = ONE_SUIT << s.trump % SUITS
        follow(s, trumps, word := next_luck(dice.randrange(1 << 40)))
        play_out(hands, wants, won, seats, 0, size, ANY, ANY, NONE, 0, trumps, 0, word)
        assert s.phase == OVER
        assert wants.tolist() == [s.bids[seat] - s.tricks[seat] for seat in range(seats)]
        assert int(won[0]).bit_count() == size


def follow(s: OhHell, trumps: int, word: int) -> None:
    """Play a deal by the rules with the cards that a playout picks."""
    moves = ints(MOST_LEGAL)
    while s.phase != OVER:
        seat = s.turn
        held = [bits(*s.hands[other, : s.held[other]].tolist()) for other in range(s.seats)]
        led = ANY if s.led == NONE else ONE_SUIT << s.led
        beat = ANY if s.best == NONE else beating(1 << s.best, led, trumps)
        lead = masters(held[seat], sum(held) ^ held[seat]) if s.led == NONE else 0
        word = next_luck(word)
        wants = s.bids[seat] > s.tricks[seat]
        bit = pick(held[seat], led, beat, trumps, lead, wants, s.on_table == s.seats - 1, word >> 40)
        card = int(bit).bit_length() - 1
        assert card in moves[: oh_hell.legal(s, seat, moves)].tolist()
        oh_hell.apply(s, seat, card)


def asked(voids: dict[int, int]) -> IntArray:
    """A question of seat 0 of three that holds five cards, with what others lack, as bits of suits."""
    s = OhHell.new()
    oh_hell.start(s, 3, 5, 2, 51)
    s.hands[0, :5] = [0, 1, 2, 3, 4]
    for seat, lacks in voids.items():
        s.voids[seat] = lacks
    return ours.question(s, 0, list(range(5, 51)), [10] * 26, 77)


def test_imagined_hands_follow_what_was_shown() -> None:
    q = asked({1: 1, 2: 6})
    for _ in range(50):
        search.imagine(q)
        hands = [int(q[search.HANDS + seat]) for seat in range(3)]
        assert [hand.bit_count() for hand in hands] == [5, 5, 5]
        assert (hands[0] | hands[1] | hands[2]).bit_count() == 15
        assert not (hands[1] | hands[2]) >> 51
        assert not hands[1] & ONE_SUIT
        assert not hands[2] & (ONE_SUIT << 1 | ONE_SUIT << 2)


def test_every_card_that_fits_is_imagined_about_equally_often() -> None:
    q, seen = asked({1: 1, 2: 6}), np.zeros(CARDS)
    for _ in range(4000):
        search.imagine(q)
        seen += [int(q[search.HANDS + 2]) >> card & 1 for card in range(CARDS)]
    for suit in (0, 3):
        shares = [seen[card] / 4000 for card in range(5, 51) if card % SUITS == suit]
        assert max(shares) - min(shares) < 0.06


def test_worlds_come_up_as_often_as_the_bids_make_them_likely() -> None:
    s = OhHell.new()
    oh_hell.start(s, 3, 2, 2, 51)
    for seat, bid in ((0, 0), (1, 2)):
        oh_hell.apply(s, seat, CARDS + bid)
    for seat, card in ((0, 0), (1, 4), (2, 8)):  # one trick each is played; what they hoped for then still counts
        s.held[seat], s.seen[card] = 1, seat + 1
    s.hands[2, 0] = 12
    cards = [1, 5, 9, 49]
    expected = [10, 30, 50, 100, *[0] * 8, 150, *[0] * 13]
    q = ours.question(s, 2, cards, expected, 7)
    pairs = [(one, other) for one in cards for other in cards if one != other]
    weights = [
        search.likelihood(q, 0, expected[0] + expected[one // 4])
        * search.likelihood(q, 1, expected[1] + expected[other // 4])
        for one, other in pairs
    ]
    found = dict.fromkeys(pairs, 0)
    for _ in range(20_000):
        search.imagine(q)
        found[int(q[search.HANDS]).bit_length() - 1, int(q[search.HANDS + 1]).bit_length() - 1] += 1
    for pair, weight in zip(pairs, weights, strict=True):
        assert abs(found[pair] / 20_000 - weight / sum(weights)) < 0.02


def test_who_wants_no_trick_leads_no_card_that_nobody_beats() -> None:
    hand, others = bits(3, 5, 48), bits(7, 44)
    assert pick(hand, ANY, ANY, ONE_SUIT << 3, masters(hand, others), False, False, 1) == 1 << 3
    hand = bits(5, 8, 48)
    assert pick(hand, ANY, ANY, ONE_SUIT << 3, masters(hand, others), False, False, 1) == 1 << 8


def test_a_card_that_takes_the_last_trick_is_found() -> None:
    s = OhHell.new()
    oh_hell.start(s, 3, 2, 2, 50)
    for seat in range(3):
        oh_hell.apply(s, seat, CARDS + 1)
    s.hands[0, :2] = [51, 0]
    q = ours.question(s, 0, list(range(1, 50)), [10] * 26, 5)
    moves, counts = ints(MOST_LEGAL, np.int64), ints(search.COUNTS, np.int64)
    moves[0], moves[1] = 1, 1 << 51
    for i in range(2):
        counts[i * search.COUNTED + search.ALIVE] = 1
    played = search.think(q, moves, 2, counts, 200)
    assert played >= 100
    worth = [counts[i * search.COUNTED + search.WORTH] for i in range(2)]
    assert search.best_of(2, counts) == int(worth[1] > worth[0])


@pytest.mark.parametrize("peer", ["c++", "python"])
def test_a_duel_is_played_to_the_end(peer: str) -> None:
    if not HAS_PEER:
        with pytest.raises(BadOptions, match="not installed"):
            match.duel(2)
        return
    found = match.duel(2, seats=4, tricks=2, peer=peer, milliseconds=4)
    assert found.games == 2
    assert 0 <= found.our_wins <= 1
    assert match.merged([found, found]).games == 4
    speed = match.measure_speed(peer, 3, 2, milliseconds=2)
    assert speed.ours > 0 < speed.theirs


def test_the_command_refuses_what_cannot_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["peer", "--ranks", "3", "--tricks", "5"])
    assert main() == 2
    assert "not enough" in capsys.readouterr().err or not HAS_PEER
