"""The referee: every line gets an answer, and bad input never ends the conversation."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.cli.referee import Referee, answers, serve
from erre.games import game, game_names

NEW = {"op": "new", "game": "rage", "seats": 4, "options": {}, "seed": 7}
FOLLOW = {
    "seats": 3,
    "phase": "tricks",
    "partial": True,
    "leader": 0,
    "trick": [["Y8"]],
    "trump": "R",
    "hands": [["B1"], ["Y3", "R5", "J", "+5"], ["G1", "G2"]],
}


def talk(*requests: Any) -> list[dict[str, Any]]:
    """The answers to some requests of one conversation."""
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    return [json.loads(answer) for answer in answers(lines)]


def test_games_are_listed_with_their_seats_and_defaults() -> None:
    (answer,) = talk({"op": "games"})
    assert answer["ok"]
    assert [one["name"] for one in answer["games"]] == list(game_names())
    (rage,) = (one for one in answer["games"] if one["name"] == "rage")
    assert rage["seats"] == [3, 8]
    assert rage["options"]["bidding"] == "open"


def test_the_same_seed_gives_the_same_position() -> None:
    first, second, other = talk(NEW, NEW, {**NEW, "seed": 8})
    assert first == second
    assert first != other
    unseeded = talk({**NEW, "seed": None}, {k: v for k, v in NEW.items() if k != "seed"})
    assert unseeded[0] != unseeded[1]


def test_load_of_a_position_gives_an_equal_position() -> None:
    first = talk(NEW)[0]["position"]
    assert talk({"op": "load", "game": "rage", "position": first}, {"op": "position"})[1]["position"] == first


def test_a_whole_game_is_played_over_the_wire() -> None:
    referee = Referee()

    def ask(**request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(referee.answer(json.dumps(request)))
        assert answer["ok"], answer
        return answer

    ask(**NEW)
    moves = 0
    while ask(op="outcome")["outcome"] is None:
        turn = ask(op="turn")
        assert turn["phase"] in ("bidding", "tricks")
        seat = turn["seats"][0]
        move = ask(op="legal", seat=seat)["moves"][-1]
        ask(op="check", seat=seat, move=move)
        assert ask(op="play", seat=seat, move=move)["events"]
        moves += 1
    assert moves == 260
    outcome = ask(op="outcome")["outcome"]
    assert outcome["scores"] == ask(op="score")["scores"]
    assert outcome["winners"]
    assert ask(op="turn") == {"ok": True, "phase": "over", "seats": []}
    refused = json.loads(referee.answer(json.dumps({"op": "play", "seat": 0, "move": "bid 1"})))
    assert refused["error"]["code"] == "over"


@pytest.mark.parametrize(
    ("request_line", "code"),
    [
        ("{", "bad_json"),
        ("nonsense", "bad_json"),
        ('{"op":"turn"', "bad_json"),
        ('{"op":"view","seat":NaN}', "bad_json"),
        ("[]", "bad_request"),
        ("3", "bad_request"),
        ("{}", "bad_request"),
        ({"op": "dance"}, "bad_request"),
        ({"op": ["games"]}, "bad_request"),
        ({"op": "new", "game": "chess", "seats": 2}, "no_game"),
        ({"op": "new", "game": 7, "seats": 2}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 2}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 10**30}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": "four"}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": True}, "bad_request"),
        ({"op": "new", "game": "rage"}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": [1]}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": []}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": 0}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": ""}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": False}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": {"slam": True, "rage.slam": False}}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": {"speed": 1}}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "options": {"slam": "maybe"}}, "bad_request"),
        (
            {"op": "new", "game": "rage", "seats": 4, "options": {"plusMinusOne": True, "bidding": "secret"}},
            "bad_request",
        ),
        ({"op": "new", "game": "rage", "seats": 4, "seed": -1}, "bad_request"),
        ({"op": "new", "game": "rage", "seats": 4, "seed": 2**64}, "bad_request"),
        ({"op": "load", "game": "rage"}, "bad_request"),
        ({"op": "load", "game": "rage", "position": {}}, "bad_position"),
        ({"op": "load", "game": "rage", "position": {**FOLLOW, "hands": [["Y8"], ["Y3"], ["G1"]]}}, "bad_position"),
        ({"op": "legal", "seat": 3}, "bad_request"),
        ({"op": "legal", "seat": -1}, "bad_request"),
        ({"op": "legal"}, "bad_request"),
        ({"op": "check", "seat": 1, "move": "Y99"}, "bad_notation"),
        ({"op": "check", "seat": 1, "move": ""}, "bad_notation"),
        ({"op": "check", "seat": 1, "move": 8}, "bad_request"),
        ({"op": "check", "seat": 2, "move": "G1"}, "not_your_turn"),
        ({"op": "check", "seat": 1, "move": "R5"}, "illegal"),
        ({"op": "play", "seat": 1, "move": "bid 1"}, "illegal"),
        ({"op": "view"}, "bad_request"),
        ({"op": "view", "seat": "me"}, "bad_request"),
        ("[" * 100_000, "bad_request"),
        ('{"op":"' + "x" * 2_000_000 + '"}', "bad_request"),
    ],
)
def test_bad_requests_are_refused_with_their_code_and_change_nothing(request_line: Any, code: str) -> None:
    before, refused, after = talk(
        {"op": "load", "game": "rage", "position": FOLLOW}, request_line, {"op": "legal", "seat": 1}
    )
    assert before["ok"]
    assert refused["ok"] is False
    assert refused["error"]["code"] == code
    assert not {"None", "True", "False"} & set(refused["error"]["why"].split())
    assert refused["error"]["why"]
    assert after == {"ok": True, "moves": ["Y3"]}


def test_a_refusal_names_the_rule_and_the_reason() -> None:
    refused = talk({"op": "load", "game": "rage", "position": FOLLOW}, {"op": "play", "seat": 1, "move": "R5"})[1]
    why = "you hold yellow, so you must play yellow"
    assert refused["error"] == {"code": "illegal", "rule": "§3.2", "why": why}


@pytest.mark.parametrize(
    ("request_line", "words"),
    [
        ({**NEW, "seats": 10**20}, "Rage is for 3 to 8 players, not a very large number"),
        ({**NEW, "seats": 2}, "Rage is for 3 to 8 players, not 2"),
        ({**NEW, "seats": [4] * 1000}, "seats: a whole number is expected, not [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, ...]"),
        ({**NEW, "seats": 3.5}, "seats: a whole number is expected, not 3.5"),
        ({"op": "new", "game": "rage"}, "seats: a whole number is expected"),
        ({**NEW, "seats": True}, "seats: a whole number is expected, not true or false"),
        ({**NEW, "options": []}, "options of Rage: names and values are expected, not []"),
        (
            {**NEW, "options": {"plus_minus_one": True, "plusMinusOne": False}},
            "options of Rage: 'plusMinusOne' is given twice, in two spellings",
        ),
        ({**NEW, "options": {"slam": "maybe"}}, "options of Rage: slam: true or false is expected, not a text"),
        (
            {**NEW, "options": {"bidding": "loud"}},
            "options of Rage: bidding is one of open, hidden, secret, not 'loud'",
        ),
        ({"op": "load", "game": "rage", "position": {"seats": "4"}}, "seats: a whole number is expected, not a text"),
        ("{", "this is not JSON from character 2 on"),
        ('{"op":NaN}', "this is not JSON"),
    ],
)
def test_a_refusal_names_the_field_in_plain_words(request_line: Any, words: str) -> None:
    assert talk(request_line)[0]["error"]["why"] == words


def test_options_that_contradict_each_other_are_refused_with_the_rule() -> None:
    error = talk({**NEW, "options": {"plusMinusOne": True, "bidding": "hidden"}})[0]["error"]
    assert (error["code"], error["rule"]) == ("bad_request", "§6.5")


@cache
def first_position(name: str) -> dict[str, Any]:
    """The position that a game begins with."""
    position: dict[str, Any] = talk({"op": "new", "game": name, "seats": 3, "seed": 7})[0]["position"]
    return position


LIBRARY_WORDS = ("Expected", "got `", "$.", "Object ", "Invalid", "codec", "digits)", "delimiter", "Expecting")
LONG = "long" * 500


@pytest.mark.parametrize("name", game_names())
def test_long_input_is_never_repeated(name: str) -> None:
    new = {"op": "new", "game": name, "seats": 3, "seed": 7}
    requests: list[Any] = [
        {"op": LONG},
        {**new, "game": LONG},
        {**new, "seats": LONG},
        {**new, "seats": [LONG] * 50},
        {**new, "seats": 10**3000},
        {**new, "options": {LONG: 1}},
        {**new, "options": LONG},
        *({**new, "options": {option: LONG}} for option in game(name).option_help),
        *({"op": "load", "game": name, "position": {**first_position(name), f: LONG}} for f in first_position(name)),
        *(
            {"op": "load", "game": name, "position": {**first_position(name), f: [LONG] * 99}}
            for f in first_position(name)
        ),
        *(
            {"op": "load", "game": name, "position": {**first_position(name), f: {LONG: 3}}}
            for f in first_position(name)
        ),
        {"op": "load", "game": name, "position": {**first_position(name), LONG: 3}},
        *({"op": "play", "seat": 0, "move": move} for move in (LONG, f"bid {LONG}", f"lay [{LONG}]", f"grab {LONG}")),
        *({"op": "play", "seat": 0, "move": move} for move in (f"row {LONG}", f"give {LONG}", f"slide {LONG} {LONG}")),
        {"op": "play", "seat": 0, "move": "9" * 2000},
        {"op": "play", "seat": 0, "move": f"bid {'9' * 2000}"},
        {"op": "legal", "seat": LONG},
        f'{{"op":{LONG}}}',
        f'{{"op":1e{"9" * 2000}}}',
    ]
    for request, answer in zip(requests, talk(new, *requests)[1:], strict=True):
        assert not answer["ok"], request
        why = answer["error"]["why"]
        assert LONG[:60] not in why, why
        assert "9" * 60 not in why, why
        assert len(why) < 400, why
        assert not any(library in why for library in LIBRARY_WORDS), why


@pytest.mark.parametrize("op", ["position", "turn", "legal", "check", "play", "view", "score", "outcome"])
def test_without_a_game_there_is_nothing_to_ask(op: str) -> None:
    assert talk({"op": op, "seat": 0, "move": "Y8"})[0]["error"]["code"] == "no_game"


@pytest.mark.parametrize("identity", [5, "abc", None, [1, {"a": 2}]])
def test_an_answer_repeats_the_id_of_its_request(identity: Any) -> None:
    good, bad = talk({"op": "games", "id": identity}, {"op": "dance", "id": identity})
    assert good["id"] == bad["id"] == identity
    assert "id" not in talk({"op": "games"})[0]


def test_views_show_only_the_viewers_hand() -> None:
    answers_ = talk(NEW, {"op": "view", "seat": 2}, {"op": "view", "seat": None})
    hands = answers_[0]["position"]["hands"]
    assert answers_[1]["view"]["hand"] == hands[2]
    assert answers_[2]["view"]["hand"] == []
    for card in hands[0]:
        if card not in hands[2] and card not in answers_[1]["view"]["turned"]:
            assert f'"{card}"' not in json.dumps(answers_[1])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
OPS = st.sampled_from([*Referee().verbs, "dance"])


@given(
    OPS, st.dictionaries(st.sampled_from(["game", "seats", "options", "seed", "seat", "move", "position", "id"]), JSON)
)
def test_any_json_at_all_gets_an_answer(op: str, rest: dict[str, Any]) -> None:
    loaded, answer, after = talk(NEW, {"op": op, **rest}, {"op": "turn"})
    assert loaded["ok"]
    assert answer["ok"] in (True, False)
    if not answer["ok"]:
        assert not any(library in answer["error"]["why"] for library in LIBRARY_WORDS)
    assert after["ok"]


FIELDS = st.sampled_from(game_names()).flatmap(
    lambda n: st.tuples(st.just(n), st.sampled_from(sorted(first_position(n))))
)


@settings(max_examples=150)
@given(FIELDS, JSON, st.booleans())
def test_a_position_with_any_field_replaced_is_loaded_or_refused(
    place: tuple[str, str], value: Any, partial: bool
) -> None:
    name, field = place
    position = {**first_position(name), **({"partial": True} if partial else {}), field: value}
    answer, *after = talk(
        {"op": "load", "game": name, "position": position},
        {"op": "position"},
        {"op": "legal", "seat": 0},
        {"op": "view", "seat": None},
        {"op": "score"},
        {"op": "outcome"},
    )
    if answer["ok"]:
        assert all(one["ok"] for one in after)
    else:
        assert answer["error"]["code"] in ("bad_position", "bad_request", "bad_notation", "no_game")
        assert not any(library in answer["error"]["why"] for library in LIBRARY_WORDS)


@pytest.mark.parametrize("name", game_names())
def test_choices_made_at_once_and_hidden_pieces_stay_hidden_over_the_wire(name: str) -> None:
    """What one seat is told does not change with what another one has chosen."""
    new = {"op": "new", "game": name, "seats": 3, "seed": 7}
    options = {"options": {"bidding": "hidden"}} if name == "rage" else {}
    turn, legal = talk({**new, **options}, {"op": "turn"}, {"op": "legal", "seat": 0})[1:]
    if len(turn["seats"]) < 2 or game(name).is_race:  # who grabs is seen by all
        return
    first, last = legal["moves"][0], legal["moves"][-1]
    seen = [
        talk({**new, **options}, {"op": "play", "seat": 0, "move": move}, {"op": "view", "seat": 1})[2]
        for move in (first, last)
    ]
    own = [
        talk({**new, **options}, {"op": "play", "seat": 0, "move": move}, {"op": "view", "seat": 0})[2]
        for move in (first, last)
    ]
    assert seen[0] == seen[1]
    assert own[0] != own[1]


def test_bytes_that_are_no_text_do_not_end_the_conversation() -> None:
    source = io.TextIOWrapper(io.BytesIO(b'\xff\xfe\n\n{"op":"games","id":"\\ud800"}\n{"op":"turn"}'), encoding="ascii")
    raw = io.BytesIO()
    target = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    serve(source, target)
    lines = raw.getvalue().decode().splitlines()
    assert [json.loads(line)["ok"] for line in lines] == [False, True, False]


def test_the_games_own_objects_are_used() -> None:
    assert game("RAGE") is game("rage")
