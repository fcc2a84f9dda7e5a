import type { SameOptions } from '.';
import type { en } from './en';

export const de: SameOptions<typeof en> = {
  rage: {
    plusMinusOne: { label: 'Plus/Minus eins', help: 'Die Ansagen dürfen zusammen nicht die Zahl der Stiche ergeben: Irgendwer muss scheitern.' },
    bidding: { label: 'Ansagen', help: 'Reihum und laut, alle zugleich oder geheim bis zum Ende der Runde.', choices: { open: 'reihum', hidden: 'alle zugleich', secret: 'geheim' } },
    slam: { label: 'Durchmarsch', help: 'Wer alle Stiche einer Runde macht, bekommt für jeden zwei Punkte (nicht in der letzten Runde).' },
    sameTrick: { label: 'Kein Trumpf und Trumpfwechsel in einem Stich', help: 'Welche der beiden Karten gilt, wenn beide in denselben Stich fallen.', choices: { lastCard: 'die letzte Karte', noTrumpDominates: 'kein Trumpf' } },
    jollyOrder: { label: 'Zwei Jollys einer Farbe', help: 'Welcher von zwei Jollys derselben Farbe höher ist.', choices: { second: 'der zweite', first: 'der erste' } },
    tieBreak: { label: 'Gleichstand', help: 'Der Sieg wird geteilt, oder mehr gehaltene Ansagen entscheiden.', choices: { shared: 'geteilt', mostCorrectBids: 'Ansagen' } },
    showOldTricks: { label: 'Alte Stiche ansehen', help: 'Alle dürfen sämtliche Stiche der Runde ansehen, nicht nur den letzten.' },
  },
  rurare: {
    deck: { label: 'Kartensatz', help: 'Mit welcher Rekonstruktion des gedruckten Kartensatzes gespielt wird.', choices: { 'reconstructed-a': 'A', 'reconstructed-b': 'B', 'reconstructed-c': 'C', 'reconstructed-d': 'D' }, about: { 'reconstructed-a': '8 Kirchen, 15 Punkteschilde, 15 Ritter, 8 Häuser: von allem etwas.', 'reconstructed-b': 'Mehr Punkteschilde (18), weniger Ritter (12): Es zählen die sicheren Punkte.', 'reconstructed-c': 'Mehr Kirchen (10), weniger Häuser (6): Der Hof wird schwerer voll.', 'reconstructed-d': '18 Schilde und 14 Ritter, aber nur 6 Häuser.' } },
    allowCustomTotal: { label: 'Andere Kartenzahl', help: 'Der Kartensatz darf eine andere Summe als 112 Karten haben.' },
    missedFirstScoring: { label: 'Erste Wertung verpasst', help: 'Niemand hatte vor dem letzten Zug 13 Karten: eine Wertung am Ende oder beide nacheinander.', choices: { finalOnly: 'eine', both: 'beide' } },
    choiceTimeoutSec: { label: 'Sekunden für die Wahl', help: 'Danach entscheidet das Los; 0 heißt ohne Grenze.' },
  },
  rok: {
    faceUpProbability: { label: 'Bild oben', help: 'Wie wahrscheinlich eine geworfene Rune mit dem Bild nach oben liegt, von 0 bis 1.' },
    grabEnd: { label: 'Ende des Grapschens', help: 'Wenn nichts mehr zu holen ist, wenn alle fertig sind oder nach der Uhr.', choices: { auto: 'nichts mehr da', allDone: 'alle fertig', timer: 'Uhr' } },
    grabSeconds: { label: 'Sekunden zum Grapschen', help: 'Danach ist Schluss; 0 heißt ohne Grenze.' },
    loneRune: { label: 'Einzelne Rune', help: 'Eine Rune, deren Zwilling noch daliegt, kommt zurück oder gilt als falsches Paar.', choices: { return: 'kommt zurück', penalty: 'falsches Paar' } },
    penaltyChoice: { label: 'Strafe', help: 'Welches Paar für ein falsches abgegeben wird.', choices: { player: 'freie Wahl', oldest: 'das älteste' } },
    captureScope: { label: 'Beute', help: 'Erbeutet wird der ganze Schatz der Farbe oder nur der aus früheren Runden.', choices: { whole: 'alles', earlierRounds: 'frühere Runden' } },
    orderContest: { label: 'Reihenfolge der Beutezüge', help: 'Wer die Reihenfolge bestimmt, wenn mehrere dieselbe Farbe erbeuten.', choices: { slide: 'Schnippen', random: 'Los', seat: 'Sitzfolge' } },
    countBalanceAtEnd: { label: 'Waagerune zählt', help: 'Auch die Waagerune zählt am Ende.' },
    tieBreak: { label: 'Gleiche Schätze', help: 'Schnippen entscheidet, der Sieg wird geteilt oder es wird gelost.', choices: { slide: 'Schnippen', shared: 'geteilt', random: 'Los' } },
    slideMode: { label: 'Schnippen', help: 'Die Spieler zielen selbst, oder der Zufall tut es.', choices: { skill: 'gezielt', random: 'Zufall' } },
  },
  rummy: {
    jokerRule: { label: 'Joker auslösen', help: 'Sein Stein ersetzt ihn von Brett oder Tisch, nur vom Brett, oder er ist jederzeit frei.', choices: { replace: 'Brett oder Tisch', replaceFromRack: 'nur Brett', free: 'jederzeit' } },
    jokerSameMeld: { label: 'Joker zurück in seine Kombination', help: 'Ein ausgelöster Joker darf dorthin zurück, woher er kam.' },
    tableUseInOpeningTurn: { label: 'Tisch im Eröffnungszug', help: 'Wer die ersten 30 Punkte gelegt hat, darf im selben Zug den Tisch benutzen.' },
    closeFromHand: { label: 'Aus der Hand schließen', help: 'Wer das ganze Brett auf einmal legt, braucht keine 30 Punkte und zählt doppelt.' },
    closeFromHandUsesTable: { label: 'Aus der Hand schließen mit Tisch', help: 'Dabei dürfen Steine vom Tisch benutzt werden.' },
    blockedScoring: { label: 'Wenn niemand weiterkann', help: 'Verlierer zahlen die Differenz zum niedrigsten Brett, ihr ganzes Brett oder nichts.', choices: { difference: 'Differenz', fullSum: 'ganzes Brett', none: 'nichts' } },
    turnSeconds: { label: 'Sekunden je Zug', help: 'Die Zeit, in der ein Zug fertig sein muss.' },
    timeoutDraw: { label: 'Steine bei Zeitüberschreitung', help: 'Wie viele Steine zieht, wer rechtzeitig nichts gelegt hat.' },
    maxJokersPerMeld: { label: 'Joker je Kombination', help: 'Wie viele Joker höchstens in einer Kombination liegen.' },
    hands: { label: 'Spiele je Partie', help: 'Leer gelassen: so viele, wie Spieler da sind.' },
    nextStarter: { label: 'Wer spätere Spiele beginnt', help: 'Das Los, wer links vom letzten sitzt, oder der Gewinner.', choices: { lot: 'Los', left: 'links', winner: 'Gewinner' } },
  },
};
