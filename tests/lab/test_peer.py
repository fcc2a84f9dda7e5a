"""Our rules of oh_hell are OpenSpiel's, move by move; our playouts keep them; without OpenSpiel that is said.

What a network sees is also tested here: it is the same for all orders of the suits, and holds nothing hidden.
"""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from erre.bots.network import FIRST, HIDDEN
from erre.core.errors import BadOptions
from erre.core.interpreter import interpreted
from erre.core.mode import INTERPRETED
from erre.core.record import NONE, IntArray, ints
from erre.games import all_games
from erre.lab.envs.vector import VectorEnv
from erre.lab.peer import features, match, oh_hell, ours, search
from erre.lab.peer.__main__ import main
from erre.lab.peer.game import GAME, MOST_TRICKS
from erre.lab.peer.learned import Adviser, load_network
from erre.lab.peer.oh_hell import CARDS, MOST_LEGAL, OVER, SUITS, OhHell
from erre.lab.peer.playouts import ANY, ONE_SUIT, beating, masters, next_luck, pick, play_out
from erre.lab.peer.training import TASK

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


def deals(count: int) -> Iterator[tuple[OhHell, random.Random]]:
    """Deals of all sizes, before the first bid."""
    for number in range(count):
        options = GAME.read_options({"dealSize": MOST_TRICKS if number % 3 == 0 else 0})
        yield GAME.start(3 + number % 5, options, bytes([number]) * 32), random.Random(number)


def positions(count: int) -> Iterator[tuple[OhHell, int]]:
    """The decisions of random games of the trainer, with the seat to act."""
    mask, moves, work = ints(features.ACTIONS, np.int8), ints(MOST_LEGAL), ints(1, np.int64)
    for s, dice in deals(count):
        while turn := GAME.turn(s):
            yield s, turn[0]
            features.offer(s, turn[0], mask, moves, work)
            offered = [action for action in range(features.ACTIONS) if mask[action]]
            features.take(s, turn[0], dice.choice(offered), moves, work)


def seen_by(s: OhHell, seat: int) -> list[int]:
    """What the network sees, in order."""
    out = ints(features.MOST_FEATURES)
    count = features.features(s, seat, out)
    facts = sorted(out[:count].tolist())
    assert len(set(facts)) == count, "a fact is listed once"
    assert set(out[count:].tolist()) <= {features.ALWAYS}
    return facts


def offered_to(s: OhHell, seat: int) -> list[int]:
    """The actions that a learner may take."""
    mask, moves = ints(features.ACTIONS, np.int8), ints(MOST_LEGAL)
    features.offer(s, seat, mask, moves, ints(1, np.int64))
    return [action for action in range(features.ACTIONS) if mask[action]]


def test_the_trainer_s_game_is_no_game_for_players() -> None:
    assert GAME.name not in {game.name for game in all_games()}


def test_a_learner_meets_whole_deals_and_is_paid_at_their_end() -> None:
    env = VectorEnv(GAME, 8, seats=4, options={"dealSize": 3}, seed=5, encoding=TASK.encoding)
    now = env.reset()
    assert {int(s["rounds"]) for s in env.states} == {3}
    for step in range(4 * (3 + 1)):
        assert not now.done.any()
        assert not now.reward.any(), f"step {step} pays nothing"
        now = env.step(env.sample())
    assert now.done.all()
    for points, reward in zip(now.points, now.reward, strict=True):
        assert points.tolist() == reward.tolist()
        assert sum(score % oh_hell.RIGHT_BID for score in points.tolist()) == 3, "three tricks were taken"


def test_every_card_is_dealt_once_and_sizes_fit_the_deck() -> None:
    sizes = set()
    for s, _ in deals(30):
        dealt = [card for seat in range(s.seats) for card in s.hands[seat, : s.held[seat]].tolist()]
        assert len({*dealt, s.trump}) == s.seats * s.rounds + 1 <= CARDS
        assert [card for card in range(CARDS) if s.seen[card]] == [s.trump]
        sizes.add(s.rounds)
    assert max(sizes) == MOST_TRICKS
    assert len(sizes) > 4


def test_learners_may_do_what_openspiel_allows_and_see_what_it_shows() -> None:
    if not HAS_PEER:
        pytest.skip("OpenSpiel is not installed (pip install '.[bench]')")
    dice = random.Random(3)
    for seats, tricks in ((3, 12), (4, 12), (7, 7)):
        game = match.peer_game(seats, tricks)
        state = match.deal(game, np.random.default_rng(tricks))
        truth = ours.state_from_view(state, 0)
        for seat in range(seats):
            truth.hands[seat, :tricks] = ours.state_from_view(state, seat).hands[seat, :tricks]
        while not state.is_terminal():
            seat = state.current_player()
            view = ours.state_from_view(state, seat)
            assert seen_by(view, seat) == seen_by(truth, seat)
            places, offered = features.suit_places(truth, seat), offered_to(truth, seat)
            assert sorted(features.actual(action, places) for action in offered) == state.legal_actions()
            action = dice.choice(offered)
            state.apply_action(features.actual(action, places))
            features.take(truth, seat, action, ints(MOST_LEGAL), ints(1, np.int64))
        assert [oh_hell.score(truth, seat) for seat in range(seats)] == state.returns() == GAME.scores(truth)


def in_other_suits(s: OhHell, order: list[int]) -> OhHell:
    """The same position with other names of the suits."""

    def moved(card: int) -> int:
        return card if card == NONE else card // SUITS * SUITS + order[card % SUITS]

    other = s.copy()
    other.trump, other.best = moved(s.trump), moved(s.best)
    other.led = s.led if s.led == NONE else order[s.led]
    for seat in range(s.seats):
        other.hands[seat] = [moved(card) for card in s.hands[seat, :].tolist()]
        other.voids[seat] = sum(1 << order[suit] for suit in range(SUITS) if s.voids[seat] >> suit & 1)
    for card in range(CARDS):
        other.seen[moved(card)] = s.seen[card]
    return other


def test_a_network_sees_the_same_whatever_the_suits_are_called() -> None:
    dice = random.Random(8)
    for s, seat in positions(12):
        other = in_other_suits(s, dice.sample(range(SUITS), SUITS))
        assert seen_by(other, seat) == seen_by(s, seat)
        assert offered_to(other, seat) == offered_to(s, seat)


def test_an_actor_sees_nothing_hidden_and_a_critic_sees_all_hands() -> None:
    dice, hidden = random.Random(9), ints(features.MOST_HIDDEN)
    for s, seat in positions(12):
        others = [other for other in range(s.seats) if other != seat]
        own = set(s.hands[seat, : s.held[seat]].tolist())
        unseen = [card for card in range(CARDS) if not s.seen[card] and card not in own]
        dice.shuffle(unseen)
        again = s.copy()
        for other in others:
            for i in range(s.held[other]):
                again.hands[other, i] = unseen.pop()
        assert seen_by(again, seat) == seen_by(s, seat)
        assert offered_to(again, seat) == offered_to(s, seat)
        features.hidden_features(s, seat, hidden)
        told = [fact for fact in hidden.tolist() if fact != features.ALWAYS]
        assert len(set(told)) == sum(s.held[other] for other in others)
        assert all(features.OTHER_HANDS <= fact < features.ALL_FEATURES for fact in told)


def test_facts_say_what_the_position_is() -> None:
    s = OhHell.new()
    oh_hell.start(s, 3, 2, 2, 50)  # trump is the ace of the third suit
    for seat, bid in enumerate((1, 0, 2)):
        oh_hell.apply(s, seat, CARDS + bid)
    oh_hell.apply(s, 0, 44)  # the king of the first suit is led
    s.hands[1, :2] = [48, 2]  # its ace, and the lowest trump
    facts = set(seen_by(s, 1))
    trump, led = 0 * features.RANKS, 1 * features.RANKS
    assert {features.HAND + led + 12, features.HAND + trump} <= facts
    assert features.WINS + led + 12 in facts
    assert features.WINS + trump not in facts, "it may not be played"
    assert features.HIGHER + (led + 12) * features.LEVELS in facts, "nothing is above it"
    assert features.HIGHER + trump * features.LEVELS + features.LEVELS - 1 in facts
    assert {features.BEST + led + 11, features.WINNER + 2, features.HAS_PLAYED + 2, features.MASTERS + 1} <= facts
    assert features.SUM + 1 + features.FAR_OFF in facts, "bids of three for two tricks"


def test_interpreted_features_are_the_compiled_ones() -> None:
    if INTERPRETED:
        pytest.skip("rules are interpreted here: there is no machine code to compare with")
    plain, out = interpreted(features.features), ints(features.MOST_FEATURES)
    for s, seat in positions(4):
        told = np.zeros(features.MOST_FEATURES, np.int16)
        assert plain(s, seat, told) == features.features(s, seat, out)
        assert told.tolist() == out.tolist()


def write_network(path: Path, features_of: int = features.FEATURES) -> Path:
    """A file with random weights."""
    dice = np.random.default_rng(4)
    sizes = (FIRST, HIDDEN, HIDDEN, features.ACTIONS + 1)
    weights = {"embed": dice.integers(-20, 20, features_of * FIRST).astype(np.int8)}
    for layer in range(3):
        weights[f"dense{layer}"] = dice.integers(-400, 400, sizes[layer] * sizes[layer + 1]).astype(np.int16)
        weights[f"bias{layer}"] = dice.integers(-9999, 9999, sizes[layer + 1]).astype(np.int32)
    np.savez(path, **weights)  # type: ignore[arg-type]
    return path


def test_a_network_chooses_a_legal_move_and_its_scores_become_bonuses(tmp_path: Path) -> None:
    adviser, counts = Adviser(load_network(write_network(tmp_path / "made.npz"))), ints(search.COUNTS, np.int64)
    moves, chosen = ints(MOST_LEGAL), set()
    for s, seat in positions(6):
        count = oh_hell.legal(s, seat, moves)
        adviser.ask(s, seat, moves[:count].tolist())
        best = adviser.best(s, seat)
        assert 0 <= best < count
        chosen.add(moves[best])
        adviser.put_bonuses(s, seat, 32, counts)
        bonuses = [counts[i * search.COUNTED + search.BONUS] for i in range(count)]
        assert bonuses[best] == max(bonuses) == 0
    assert len(chosen) > 10


@pytest.mark.parametrize("is_bare", [True, False])
def test_a_network_plays_a_duel_and_theirs_may_have_more_time(is_bare: bool, tmp_path: Path) -> None:
    if not HAS_PEER:
        pytest.skip("OpenSpiel is not installed (pip install '.[bench]')")
    weights = write_network(tmp_path / "made.npz")
    given = {"seats": 3, "tricks": 3, "milliseconds": 1, "their_milliseconds": 6}
    found = match.duel(2, **given, network=weights, is_bare=is_bare)  # type: ignore[arg-type]
    assert (found.milliseconds, found.their_milliseconds, found.network) == (1, 6, str(weights))
    assert found.our_time > 0 < found.their_time


def run_command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The command with some arguments."""
    monkeypatch.setattr("sys.argv", ["peer", *arguments])
    return main()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.npz", "there is no file"),
        ("text.npz", "is no network"),
        ("cut.npz", "is no network"),
        ("other.npz", "is not for oh_hell"),
    ],
)
def test_a_file_that_is_no_network_is_refused_in_words(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.npz").write_text("no weights")
    write_network(tmp_path / "other.npz", 100)
    (tmp_path / "cut.npz").write_bytes((tmp_path / "other.npz").read_bytes()[:5000])
    assert run_command(monkeypatch, "--network", str(tmp_path / name)) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bare"], "--network names"),
        (["--network", "FILE", "--ranks", "6", "--tricks", "4"], "52 cards, not of 24"),
        (["--games", "2", "--tricks", "1", "--their-milliseconds", "0"], "from 1 on"),
    ],
)
def test_arguments_that_contradict_each_other_are_refused(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    weights = write_network(tmp_path / "made.npz")
    given = [str(weights) if argument == "FILE" else argument for argument in arguments]
    assert run_command(monkeypatch, *given) == 2
    assert words in capsys.readouterr().err or not HAS_PEER


def test_the_command_reports_both_times(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    if not HAS_PEER:
        pytest.skip("OpenSpiel is not installed (pip install '.[bench]')")
    given = ["--games", "2", "--tricks", "2", "--milliseconds", "1", "--their-milliseconds", "3"]
    assert run_command(monkeypatch, *given) == 0
    assert "ours 1 ms a move, OpenSpiel's 3 ms" in capsys.readouterr().out
    assert run_command(monkeypatch, *given, "--json") == 0
    found = json.loads(capsys.readouterr().out)["duel"]
    assert (found["milliseconds"], found["their_milliseconds"]) == (1, 3)
