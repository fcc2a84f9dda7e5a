"""The texts of notices, in the recipient's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

Language = Literal["en", "it", "de", "ro"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Words(NamedTuple):
    """A title and a sentence; names in braces are details of the notice."""

    title: str
    body: str


# By kind and language. A kind that is told with other details needs them in all four languages.
WORDS: dict[str, dict[Language, Words]] = {
    "your_turn": {  # game, names: of the others at the table
        "en": Words("Your turn", "{game} with {names} waits for your move."),
        "it": Words("Tocca a te", "{game} con {names} aspetta la tua mossa."),
        "de": Words("Du bist dran", "{game} mit {names} wartet auf deinen Zug."),
        "ro": Words("E rândul tău", "{game} cu {names} așteaptă mutarea ta."),
    },
    "missed": {  # game, names
        "en": Words("A bot moved for you", "Your time was up in {game} with {names}. The game is still yours."),
        "it": Words("Un bot ha giocato per te", "Il tempo è scaduto a {game} con {names}. Il posto resta tuo."),
        "de": Words("Ein Bot hat für dich gezogen", "Deine Zeit bei {game} mit {names} war um. Dein Platz bleibt dir."),
        "ro": Words("Un bot a mutat în locul tău", "Timpul a expirat la {game} cu {names}. Locul rămâne al tău."),
    },
    "game_over": {  # game, names
        "en": Words("The game is over", "{game} with {names} has ended. See the result."),
        "it": Words("La partita è finita", "{game} con {names} è finita. Guarda il risultato."),
        "de": Words("Das Spiel ist aus", "{game} mit {names} ist zu Ende. Sieh dir das Ergebnis an."),
        "ro": Words("Partida s-a încheiat", "{game} cu {names} s-a terminat. Vezi rezultatul."),
    },
    "invitation": {  # name, game
        "en": Words("An invitation", "{name} invites you to play {game}."),
        "it": Words("Un invito", "{name} ti invita a giocare a {game}."),
        "de": Words("Eine Einladung", "{name} lädt dich zu {game} ein."),
        "ro": Words("O invitație", "{name} te invită la {game}."),
    },
    "round": {  # club, number
        "en": Words("Your next round", "{club}: round {number} is seated. Come to your table."),
        "it": Words("Il tuo prossimo turno", "{club}: i tavoli del turno {number} sono pronti. Vieni al tuo."),
        "de": Words("Deine nächste Runde", "{club}: Runde {number} ist gesetzt. Komm an deinen Tisch."),
        "ro": Words("Următoarea ta rundă", "{club}: mesele rundei {number} sunt gata. Vino la masa ta."),
    },
    "test": {
        "en": Words("It works", "This is how notices from Erre reach you."),
        "it": Words("Funziona", "Così ti arrivano gli avvisi di Erre."),
        "de": Words("Es klappt", "So erreichen dich Nachrichten von Erre."),
        "ro": Words("Funcționează", "Așa ajung la tine notificările de la Erre."),
    },
}


class Blank(dict[str, str]):
    """Details of a notice; one that is missing leaves a gap instead of an error."""

    def __missing__(self, name: str) -> str:
        return "…"


def words_for(kind: str, details: Mapping[str, str], language: Language) -> Words:
    """A notice in a language."""
    title, body = WORDS[kind][language]
    return Words(title, body.format_map(Blank(details)))
