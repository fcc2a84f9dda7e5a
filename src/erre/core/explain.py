"""Explains unreadable input: turns parser errors into plain sentences that name the field."""

from __future__ import annotations

import json
import re
from typing import Any, Literal, get_args, get_origin

import msgspec

from erre.core.errors import quote
from erre.core.options import FAR

PLACE = re.compile(r"(?s)(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?")
WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
GOT = {**WORDS, "float": "a fraction"}


def explain(error: Exception, kind: Any = None, given: bytes = b"") -> str:
    """Why a text or an object could not be read as a type, for people.

    `kind` is the type, to name its choices; `given` is what was to be decoded, to tell halves of characters, which
    msgspec takes for an end too soon.
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it has characters that are no text"
    if isinstance(error, msgspec.DecodeError) and not isinstance(error, msgspec.ValidationError):
        if "surrogate" in str(error) or (b"\\ud" in given.lower() and is_json(given)):
            return "it has characters that cannot be used: halves of a pair (\\ud800 to \\udfff)"
        found = re.search(r"\(byte (\d+)\)", str(error))
        return f"this is not JSON from character {int(found[1]) + 1} on" if found else "this is not JSON: it breaks off"
    if isinstance(error, AttributeError):  # msgspec asks whatever has items for its keys
        return "an array is there where names and values belong"
    if not isinstance(error, msgspec.ValidationError):
        return "a value is out of range"
    match = PLACE.fullmatch(str(error))
    assert match is not None
    path = (match["path"] or "").lstrip(".").replace("[...]", "")
    sentence = _sentence(match["what"], path, kind)
    return f"the names in {path or 'it'}: {sentence}" if match["key"] else f"{path}: {sentence}" if path else sentence


def is_json(given: bytes) -> bool:
    """Whether Python's own decoder, which takes half a character for one, reads it."""
    try:
        json.loads(given, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(constant: str) -> None:
    """NaN and infinities are no JSON."""
    raise ValueError(constant)


def _sentence(what: str, path: str, kind: Any) -> str:
    """What is wrong at one place."""
    if found := re.fullmatch(r"Expected `(.+?)`(?:, got `(.+)`)?", what):
        got = f", not {GOT.get(found[2], 'that')}" if found[2] else ""
        return f"{_either(found[1])} is expected{got}"
    if found := re.fullmatch(r"Expected `\w+` ([<>])=? (\S+)", what):
        side, bound = found[1], float(found[2])
        if abs(bound) >= FAR:
            return "the number is too large" if side == "<" else "the number is too small"
        return f"{'at most' if side == '<' else 'at least'} {bound:g} is expected"
    if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", what):
        return f"a list of {found[1]} is expected, not of {found[2]}"
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return f"{found[1]} is missing"
    if found := re.fullmatch(r"(?s)Object contains unknown field `(.*)`", what):
        return f"there is no field {quote(found[1])}"
    if found := re.fullmatch(r"(?s)Invalid (?:enum )?value (.*)", what):
        choices = _choices(kind, path)
        shown = quote(found[1].strip("'"))
        return f"{shown} is not one of {', '.join(choices)}" if choices else f"{shown} is not known"
    return "the number is too large" if "out of range" in what else "it cannot be read"


def _either(kinds: str) -> str:
    """The kinds of value that a place takes; that it may be left empty goes without saying."""
    known = [WORDS.get(one, "another value") for one in kinds.split(" | ") if one != "null"]
    return " or ".join(known) or "null"


def _choices(kind: Any, path: str) -> tuple[str, ...]:
    """The words that a field of a struct takes."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return ()
    for field in msgspec.structs.fields(kind):
        plain = get_args(field.type)[0] if hasattr(field.type, "__metadata__") else field.type
        if field.encode_name == path and get_origin(plain) is Literal:
            return tuple(map(str, get_args(plain)))
    return ()
