"""The texts of e-mails, in four languages."""

from __future__ import annotations

from typing import NamedTuple

from erre.server.notices.words import Language, Words


class LetterWords(NamedTuple):
    """What stands around the notices of a letter."""

    prove: Words  # asks whether the address is right
    prove_end: str
    several: str  # the subject of a letter with several notices
    why: str
    leave: str


LETTER: dict[Language, LetterWords] = {
    "en": LetterWords(
        Words("Is this your address?", "Somebody on an Erre server wants to receive notices here. Confirm it:"),
        "If that was not you, ignore this letter: nothing else will be sent to you. The link works for a day.",
        "{n} notices from Erre",
        "You get this letter because you asked for it in the settings of your Erre server.",
        "No more mail",
    ),
    "it": LetterWords(
        Words("È il tuo indirizzo?", "Qualcuno su un server Erre vuole ricevere qui gli avvisi. Confermalo:"),
        "Se non sei stato tu, ignora questa lettera: non riceverai altro. Il link vale un giorno.",
        "{n} avvisi da Erre",
        "Ricevi questa lettera perché l’hai chiesto nelle impostazioni del tuo server Erre.",
        "Basta e-mail",
    ),
    "de": LetterWords(
        Words(
            "Ist das deine Adresse?", "Jemand möchte von einem Erre-Server hier benachrichtigt werden. Bestätige es:"
        ),
        "Warst du das nicht, ignoriere diese Mail: Es kommt keine weitere. Der Link gilt einen Tag.",
        "{n} Nachrichten von Erre",
        "Du bekommst diese Mail, weil du sie in den Einstellungen deines Erre-Servers bestellt hast.",
        "Keine Mails mehr",
    ),
    "ro": LetterWords(
        Words("Este adresa ta?", "Cineva de pe un server Erre vrea să primească notificări aici. Confirmă:"),
        "Dacă nu ai fost tu, ignoră acest mesaj: nu vei primi altceva. Linkul este valabil o zi.",
        "{n} notificări de la Erre",
        "Primești acest mesaj pentru că l-ai cerut în setările serverului tău Erre.",
        "Fără e-mailuri",
    ),
}
