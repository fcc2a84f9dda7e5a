/** The options in words. The English help is the one that Python gives with the defaults, in `options.json`. */
import { optionTexts } from '../../lib/options';

const en = {
  jokerRule: { label: 'Freeing a joker', choices: { replace: 'rack or table', replaceFromRack: 'rack only', free: 'any time' } },
  jokerSameMeld: { label: 'Joker back to its meld' },
  tableUseInOpeningTurn: { label: 'Table in the opening turn' },
  closeFromHand: { label: 'Closing from the hand' },
  closeFromHandUsesTable: { label: 'Closing from the hand with the table' },
  blockedScoring: { label: 'When nobody can go on', choices: { difference: 'difference', fullSum: 'whole rack', none: 'nothing' } },
  turnSeconds: { label: 'Seconds for a turn' },
  timeoutDraw: { label: 'Tiles for a lost turn' },
  maxJokersPerMeld: { label: 'Jokers in one meld' },
  hands: { label: 'Hands of a match' },
  nextStarter: { label: 'Who begins later hands', choices: { lot: 'by lot', left: 'to the left', winner: 'the winner' } },
};

export const options = optionTexts(en, {
  it: {
    jokerRule: { label: 'Liberare un jolly', help: 'Il suo pezzo lo sostituisce da poggiapezzi o tavolo, solo dal poggiapezzi, oppure è libero sempre.', choices: { replace: 'poggiapezzi o tavolo', replaceFromRack: 'solo poggiapezzi', free: 'sempre' } },
    jokerSameMeld: { label: 'Jolly nella stessa combinazione', help: 'Un jolly liberato può tornare nella combinazione da cui viene.' },
    tableUseInOpeningTurn: { label: 'Tavolo nel turno di apertura', help: 'Chi ha deposto i primi 30 punti può usare il tavolo nello stesso turno.' },
    closeFromHand: { label: 'Chiudere di mano', help: 'Chi depone tutto il poggiapezzi in una volta non ha bisogno di 30 punti e segna il doppio.' },
    closeFromHandUsesTable: { label: 'Chiudere di mano con il tavolo', help: 'Chiudendo di mano si possono usare i pezzi del tavolo.' },
    blockedScoring: { label: 'Quando nessuno può continuare', help: 'Chi perde paga la differenza con il poggiapezzi più basso, tutto il poggiapezzi, o niente.', choices: { difference: 'differenza', fullSum: 'tutto il poggiapezzi', none: 'niente' } },
    turnSeconds: { label: 'Secondi per turno', help: 'Il tempo entro cui un turno deve finire.' },
    timeoutDraw: { label: 'Pezzi a tempo scaduto', help: 'Quanti pezzi pesca chi non ha deposto nulla in tempo.' },
    maxJokersPerMeld: { label: 'Jolly per combinazione', help: 'Quanti jolly al massimo in una combinazione.' },
    hands: { label: 'Mani della partita', help: 'Vuoto: tante quanti sono i giocatori.' },
    nextStarter: { label: 'Chi comincia le altre mani', help: 'La sorte, chi siede a sinistra dell’ultimo, o il vincitore.', choices: { lot: 'la sorte', left: 'a sinistra', winner: 'il vincitore' } },
  },
  ro: {
    jokerRule: { label: 'Eliberarea jokerului', help: 'Piesa lui îl înlocuiește de pe tablă sau de pe masă, doar de pe tablă, sau e liber oricând.', choices: { replace: 'tablă sau masă', replaceFromRack: 'doar tablă', free: 'oricând' } },
    jokerSameMeld: { label: 'Jokerul înapoi în formația lui', help: 'Un joker eliberat se poate întoarce în formația din care vine.' },
    tableUseInOpeningTurn: { label: 'Masa în tura de etalare', help: 'Cine a etalat primele 30 de puncte poate folosi masa în aceeași tură.' },
    closeFromHand: { label: 'Închidere din mână', help: 'Cine etalează toată tabla deodată nu are nevoie de 30 de puncte și primește dublu.' },
    closeFromHandUsesTable: { label: 'Închidere din mână cu masa', help: 'La închiderea din mână se pot folosi piesele de pe masă.' },
    blockedScoring: { label: 'Când nimeni nu mai poate', help: 'Cei care pierd plătesc diferența față de tabla cea mai mică, toată tabla sau nimic.', choices: { difference: 'diferența', fullSum: 'toată tabla', none: 'nimic' } },
    turnSeconds: { label: 'Secunde pe tură', help: 'Timpul în care o tură trebuie terminată.' },
    timeoutDraw: { label: 'Piese la timp depășit', help: 'Câte piese trage cine nu a etalat nimic la timp.' },
    maxJokersPerMeld: { label: 'Jokeri într-o formație', help: 'Câți jokeri încap cel mult într-o formație.' },
    hands: { label: 'Mâini într-o partidă', help: 'Necompletat: câte una pentru fiecare jucător.' },
    nextStarter: { label: 'Cine începe mâinile următoare', help: 'Sorțul, cel din stânga ultimului sau câștigătorul.', choices: { lot: 'sorțul', left: 'cel din stânga', winner: 'câștigătorul' } },
  },
  de: {
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
});
