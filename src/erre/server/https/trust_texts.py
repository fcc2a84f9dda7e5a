# ruff: noqa: E501
"""The texts of the page that explains how to trust the certificate, in every language of the client."""

from __future__ import annotations

from typing import NamedTuple

DEVICES = ("ios", "android", "windows", "mac", "linux")
DEVICE_NAMES = {"ios": "iPhone, iPad", "android": "Android", "windows": "Windows", "mac": "Mac", "linux": "Linux"}


class Words(NamedTuple):
    """One language."""

    title: str
    why: str
    step: str
    yours: str
    others: str
    certificate: str
    profile: str
    go: str
    then: str
    name: str
    fingerprint: str
    remove: str
    qr: str
    scan: str
    steps: dict[str, tuple[str, str]]


EN = Words(
    title="Secure connection to Erre",
    why="Trust this server once on each device. Then Erre can be installed as an app, send messages and use passkeys.",
    step="Step",
    yours="Your device",
    others="Other devices",
    certificate="Download the certificate",
    profile="Download the profile",
    go="Open Erre",
    then="Done? Then continue here",
    name="Passkeys need the name instead of the number",
    fingerprint="Fingerprint of the certificate. The server has printed the same one when it started; if they differ, stop here.",
    remove="You can remove the certificate at any time, in the same place. It is good for home networks only.",
    qr="QR code with the address of this page",
    scan="On another device, scan this code to open this page.",
    steps={
        "ios": (
            "Download the profile and tap Allow. Then open Settings, tap “Profile Downloaded” and install it.",
            "In Settings › General › About › Certificate Trust Settings, switch on “{authority}”.",
        ),
        "android": (
            "Download the certificate.",
            "In Settings, search for “CA certificate”, choose Install anyway, and pick the file erre.crt.",
        ),
        "windows": (
            "Download the certificate, open it and choose Install Certificate › Current User.",
            "Place it in “Trusted Root Certification Authorities”, then restart the browser.",
        ),
        "mac": (
            "Download the certificate and open it: Keychain Access adds it to “login”.",
            "Double-click “{authority}” there, and under Trust choose Always Trust.",
        ),
        "linux": (
            "Download the certificate.",
            "Chrome: Settings › Privacy and security › Security › Manage certificates › Import. "
            "Firefox: Settings › Privacy & Security › View Certificates › Authorities › Import, and tick “websites”.",
        ),
    },
)
IT = Words(
    title="Connessione sicura a Erre",
    why="Autorizza questo server una volta su ogni dispositivo. Poi Erre si può installare come app, inviare avvisi e usare "
    "le passkey.",
    step="Passo",
    yours="Il tuo dispositivo",
    others="Altri dispositivi",
    certificate="Scarica il certificato",
    profile="Scarica il profilo",
    go="Apri Erre",
    then="Fatto? Allora continua qui",
    name="Per le passkey serve il nome al posto del numero",
    fingerprint="Impronta del certificato. All’avvio il server ha stampato la stessa; se è diversa, fermati qui.",
    remove="Puoi togliere il certificato quando vuoi, nello stesso posto. Vale solo per le reti di casa.",
    qr="Codice QR con l’indirizzo di questa pagina",
    scan="Su un altro dispositivo, inquadra questo codice per aprire la pagina.",
    steps={
        "ios": (
            "Scarica il profilo e tocca Consenti. Poi apri Impostazioni, tocca «Profilo scaricato» e installalo.",
            "In Impostazioni › Generali › Info › Attendibilità certificati, attiva «{authority}».",
        ),
        "android": (
            "Scarica il certificato.",
            "Nelle Impostazioni cerca «Certificato CA», scegli Installa comunque e seleziona il file erre.crt.",
        ),
        "windows": (
            "Scarica il certificato, aprilo e scegli Installa certificato › Utente corrente.",
            "Mettilo in «Autorità di certificazione radice attendibili», poi riavvia il browser.",
        ),
        "mac": (
            "Scarica il certificato e aprilo: Accesso Portachiavi lo aggiunge a «login».",
            "Fai doppio clic su «{authority}» e alla voce Attendibilità scegli Fidati sempre.",
        ),
        "linux": (
            "Scarica il certificato.",
            "Chrome: Impostazioni › Privacy e sicurezza › Sicurezza › Gestisci certificati › Importa. "
            "Firefox: Impostazioni › Privacy e sicurezza › Mostra certificati › Autorità › Importa, e spunta «siti web».",
        ),
    },
)
DE = Words(
    title="Sichere Verbindung zu Erre",
    why="Vertraue diesem Server einmal auf jedem Gerät. Dann lässt sich Erre als App installieren, kann Nachrichten schicken "
    "und Passkeys benutzen.",
    step="Schritt",
    yours="Dein Gerät",
    others="Andere Geräte",
    certificate="Zertifikat herunterladen",
    profile="Profil herunterladen",
    go="Erre öffnen",
    then="Fertig? Dann geht es hier weiter",
    name="Passkeys brauchen den Namen statt der Nummer",
    fingerprint="Fingerabdruck des Zertifikats. Der Server hat beim Start denselben ausgegeben; ist er anders, hör hier auf.",
    remove="Du kannst das Zertifikat jederzeit an derselben Stelle entfernen. Es gilt nur für Heimnetze.",
    qr="QR-Code mit der Adresse dieser Seite",
    scan="Scanne diesen Code mit einem anderen Gerät, um die Seite dort zu öffnen.",
    steps={
        "ios": (
            "Lade das Profil und tippe auf Zulassen. Öffne dann die Einstellungen, tippe auf „Profil geladen“ und installiere es.",
            "Schalte unter Einstellungen › Allgemein › Info › Zertifikatsvertrauenseinstellungen „{authority}“ ein.",
        ),
        "android": (
            "Lade das Zertifikat herunter.",
            "Such in den Einstellungen nach „CA-Zertifikat“, wähl Trotzdem installieren und dann die Datei erre.crt.",
        ),
        "windows": (
            "Lade das Zertifikat, öffne es und wähl Zertifikat installieren › Aktueller Benutzer.",
            "Leg es unter „Vertrauenswürdige Stammzertifizierungsstellen“ ab und starte den Browser neu.",
        ),
        "mac": (
            "Lade das Zertifikat und öffne es: Die Schlüsselbundverwaltung legt es unter „Anmeldung“ ab.",
            "Doppelklick dort auf „{authority}“ und wähl unter Vertrauen Immer vertrauen.",
        ),
        "linux": (
            "Lade das Zertifikat herunter.",
            "Chrome: Einstellungen › Datenschutz und Sicherheit › Sicherheit › Zertifikate verwalten › Importieren. "
            "Firefox: Einstellungen › Datenschutz & Sicherheit › Zertifikate anzeigen › Zertifizierungsstellen › "
            "Importieren, und Häkchen bei „Websites“.",
        ),
    },
)
RO = Words(
    title="Conexiune sigură la Erre",
    why="Acordă încredere acestui server o dată pe fiecare dispozitiv. Apoi Erre se poate instala ca aplicație, poate trimite "
    "mesaje și folosi chei de acces.",
    step="Pasul",
    yours="Dispozitivul tău",
    others="Alte dispozitive",
    certificate="Descarcă certificatul",
    profile="Descarcă profilul",
    go="Deschide Erre",
    then="Gata? Atunci continuă aici",
    name="Cheile de acces au nevoie de nume în loc de număr",
    fingerprint="Amprenta certificatului. Serverul a afișat-o pe aceeași la pornire; dacă diferă, oprește-te aici.",
    remove="Poți șterge certificatul oricând, din același loc. E valabil numai pentru rețele de acasă.",
    qr="Cod QR cu adresa acestei pagini",
    scan="Scanează codul cu alt dispozitiv ca să deschizi pagina acolo.",
    steps={
        "ios": (
            "Descarcă profilul și atinge Permite. Apoi deschide Configurări, atinge „Profil descărcat” și instalează-l.",
            "În Configurări › General › Informații › Configurări fiabilitate certificate, activează „{authority}”.",
        ),
        "android": (
            "Descarcă certificatul.",
            "Caută în Setări „Certificat CA”, alege Instalează oricum și apoi fișierul erre.crt.",
        ),
        "windows": (
            "Descarcă certificatul, deschide-l și alege Instalare certificat › Utilizator curent.",
            "Pune-l în „Autorități de certificare rădăcină de încredere”, apoi repornește browserul.",
        ),
        "mac": (
            "Descarcă certificatul și deschide-l: Acces portchei îl adaugă la „login”.",
            "Fă dublu clic pe „{authority}” și la Fiabilitate alege Fiabil întotdeauna.",
        ),
        "linux": (
            "Descarcă certificatul.",
            "Chrome: Setări › Confidențialitate și securitate › Securitate › Gestionează certificatele › Importă. "
            "Firefox: Setări › Intimitate și securitate › Vezi certificate › Autorități › Importă, și bifează „saituri”.",
        ),
    },
)
LANGUAGES = {"en": EN, "it": IT, "de": DE, "ro": RO}


def language_of(accepted: str, chosen: str = "") -> str:
    """The best language for a browser: the chosen one, else the first it accepts."""
    wanted = [chosen, *(part.partition(";")[0].strip()[:2].lower() for part in accepted.split(",")[:20])]
    return next((one for one in wanted if one in LANGUAGES), "en")


def device_of_agent(agent: str) -> str:
    """Which steps a browser needs, from its User-Agent."""
    marks = (("iPhone", "ios"), ("iPad", "ios"), ("Android", "android"), ("Windows", "windows"), ("Macintosh", "mac"))
    return next((device for mark, device in marks if mark in agent), "linux")
