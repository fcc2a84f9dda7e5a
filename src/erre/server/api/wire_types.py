"""The browser client's files that are generated from Python: `python -m erre.server.api.wire_types` writes them.

`lib/wire.ts` has the messages of tables and lobby. Each game's folder gets the types of its views, events and moves
(`wire.ts`), what the lobby says about it (`facts.json`), and its options with their defaults and English help
(`options.json`).
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from erre.clubs.refusals import Reason
from erre.core import errors
from erre.core.game import AnyGame
from erre.games import all_games
from erre.race import grabs
from erre.server.accounts import passkey_proof, portraits, recovery_code
from erre.server.after import handed_games, puzzle_types, replay_types, replays, statistics
from erre.server.api import vacations
from erre.server.api.game_info import game_info
from erre.server.clubs import club_types
from erre.server.cluster import leases
from erre.server.company import types as company
from erre.server.net import bans, device_transfer, headers, http_types, identity, messages
from erre.server.notices import channels_api, push, settings
from erre.server.operator import banning, entrance
from erre.server.operator import types as operator
from erre.server.storage import contract
from erre.server.storage import operator as storage_operator
from erre.server.tables import ownership
from erre.table import refusals, requests

WEB = Path(__file__).resolve().parents[4] / "web" / "src"
HEADER = "// Made from the Python types by `python -m erre.server.api.wire_types`: do not edit.\n"
REST: tuple[type, ...] = (
    *(
        http_types.GameInfo,
        http_types.TableLine,
        http_types.Me,
        http_types.BanInfo,
        http_types.NoticeList,
        http_types.NoticeChannels,
        http_types.Vacations,
        http_types.DevicePass,
        http_types.DeviceInfo,
        http_types.SignedOut,
        http_types.RecoveryState,
        http_types.RecoveryCode,
        http_types.PasskeyInfo,
        http_types.PasskeyTask,
        http_types.Opened,
        http_types.Preparing,
        http_types.Problem,
        http_types.RecordProof,
    ),
    *(replay_types.Replay, replay_types.Brought, replay_types.Losses, contract.Profile, statistics.PlayerStatistics),
    *(puzzle_types.Question, puzzle_types.PuzzleAnswer, puzzle_types.Graded, puzzle_types.PuzzleHome),
    *(puzzle_types.Mistakes, puzzle_types.Reported, settings.NoticeSettings),
    *(company.Company, company.News, company.SeatRelation),
    *(operator.Overview, operator.RecoveryLink, storage_operator.Found),
    *(club_types.MyClubs, club_types.EveningView, club_types.SeasonView, club_types.ComparedDeal),
    *(club_types.DayView, club_types.PastDay),
)
REST_ASKED = (
    *(http_types.NewTable, http_types.Rename, replay_types.PlayOn),
    *(company.Whom, company.QueueWish, company.ReportWish),
    *(http_types.PasskeyMade, http_types.PasskeyProof, operator.BanWish),
    *(club_types.NewEvening, club_types.NewSeason, club_types.PaperResult),
)
# Where refusals come from that can reach a browser.
REFUSING = (
    *(errors, refusals, grabs, headers, identity, bans, device_transfer),
    *(recovery_code, passkey_proof, portraits),
    *(ownership, contract, leases, replays, handed_games, vacations, channels_api, push, entrance, banning),
)
# Fields that any game fills with types of its own.
OWN_TYPES = {
    ("SeatView", "view"): "GameView",
    ("Update", "events"): "GameEvent[]",
    ("Past", "events"): "GameEvent[]",
    ("ReplayStep", "events"): "GameEvent[]",
    ("Question", "view"): "GameView | null",
    ("DraftJudged", "judged"): "GameDraft",
}
ANY_GAME = """/** What the view of every game has; each game's folder has the whole type. */
export interface GameView {
  type: string;
  seat: number | null;
  seats: number;
  options: Record<string, unknown>;
  phase: string;
  turn: number[];
  [field: string]: unknown;
}

/** Something that happened; each game's folder has the union of its own. */
export interface GameEvent {
  type: string;
  [field: string]: unknown;
}

/** What the rules say to a turn that is being built; the game knows its form. */
export type GameDraft = Record<string, unknown>;
"""

Schema = dict[str, Any]


def generated() -> dict[Path, str]:
    """Every file by its path: what all games share, and what each game with a folder in the client has of its own."""
    files = {WEB / "lib" / "wire.ts": wire_types()}
    for game in all_games():
        folder = WEB / "games" / game.name
        if folder.is_dir():
            info = msgspec.to_builtins(game_info(game))
            options = info.pop("options")
            info.pop("bots")  # bots can be installed; the server lists them
            files[folder / "wire.ts"] = "\n".join([HEADER, *game_types(game)])
            files[folder / "facts.json"] = as_json(info)
            files[folder / "options.json"] = as_json(options)
    return files


def as_json(value: Any) -> str:
    """JSON that a person can read in a diff."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def wire_types() -> str:
    """The types that do not depend on a game."""
    parts = [HEADER, f"export const PROTOCOL = {messages.PROTOCOL};\n"]
    told = list(definitions(messages.AnyMessage, *REST, sent=True))
    asked = definitions(requests.AnyRequest, *REST_ASKED, sent=False, but=names_of(messages.AnyMessage, *REST))
    parts += [union("AnyRequest", requests.AnyRequest), *asked, union("AnyMessage", messages.AnyMessage), *told]
    return "\n".join([*parts, refusal_codes(), club_reasons(), ANY_GAME])


def refusal_codes() -> str:
    """Every code with which a table or the lobby refuses something: the client has words for each."""
    kinds = [errors.Refusal]
    for kind in kinds:
        kinds += kind.__subclasses__()
    places = {place.__name__ for place in REFUSING}
    codes = {kind.code for kind in kinds if kind.__module__ in places} | set(messages.CODES)
    union_of_codes = " | ".join(json.dumps(code) for code in sorted(codes))
    return f"/** Why something was refused. */\nexport type RefusalCode = {union_of_codes};\n"


def club_reasons() -> str:
    """Every reason with which an evening refuses something: the client has words for each."""
    reasons = " | ".join(json.dumps(reason) for reason in get_args(Reason))
    return f"/** Why an evening refuses something. */\nexport type ClubReason = {reasons};\n"


def prefix_of(game: AnyGame) -> str:
    """What the names of a game's types begin with."""
    return game.view_type.__name__.removesuffix("View")


def game_types(game: AnyGame) -> Iterator[str]:
    """The view, the events and the moves of a game, each name with the game's own before it."""
    prefix = prefix_of(game)
    yield union(f"{prefix}Event", game.event_type, prefix)
    yield union(f"{prefix}Move", game.move_type, prefix)
    types = [game.view_type, game.event_type, game.move_type, game.options_type]
    types += [game.draft_type] if game.draft_type else []
    yield from definitions(*types, sent=True, prefix=prefix)


def union(name: str, kind: Any, prefix: str = "") -> str:
    """A closed union by its name."""
    (schema,), _ = msgspec.json.schema_components([kind])
    return f"export type {name} = {typed(schema, prefix)};\n"


def names_of(*kinds: Any) -> set[str]:
    """The structs that some types are made of."""
    return set(msgspec.json.schema_components(kinds)[1])


def definitions(*kinds: Any, sent: bool, prefix: str = "", but: Container[str] = ()) -> Iterator[str]:
    """One interface for each struct; what the server sends has every field, a request may lack those with a default."""
    _, components = msgspec.json.schema_components(kinds)
    for name, schema in components.items():
        if name not in but:
            yield interface(name, schema, sent, prefix)


def interface(name: str, schema: Schema, sent: bool, prefix: str) -> str:
    """A struct as an interface; one of a game as a type, which can stand where any game's is expected."""
    required = schema.get("required", [])
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export type {named(name, prefix)} = {{" if prefix else f"export interface {name} {{")
    for field, kind in schema["properties"].items():
        mark = "" if sent or field in required else "?"
        lines.append(f"  {field}{mark}: {OWN_TYPES.get((name, field)) or typed(kind, prefix)};")
    return "\n".join([*lines, "};\n" if prefix else "}\n"])


def named(name: str, prefix: str) -> str:
    """A type's name; those of a game begin with the game's."""
    return name if name.startswith(prefix) else prefix + name


def typed(schema: Schema, prefix: str) -> str:
    """A schema as TypeScript writes it."""
    if "$ref" in schema:
        return named(schema["$ref"].rpartition("/")[2], prefix)
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(typed(part, prefix) for part in schema["anyOf"])
    match schema.get("type"):
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(typed(part, prefix) for part in schema['prefixItems'])}]"
        case "array":
            inner = typed(schema.get("items", {}), prefix)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object":
            return f"Record<string, {typed(schema.get('additionalProperties', {}), prefix)}>"
        case _:
            return "unknown"


def main() -> None:
    """Write the generated TypeScript files."""
    for path, text in generated().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
