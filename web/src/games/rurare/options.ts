/** The options in words. The English help is the one that Python gives with the defaults, in `options.json`. */
import { optionTexts } from '../../lib/options';

const en = {
  deck: { label: 'Deck', choices: { 'reconstructed-a': 'A', 'reconstructed-b': 'B', 'reconstructed-c': 'C', 'reconstructed-d': 'D' }, about: { 'reconstructed-a': '8 churches, 15 shields of points, 15 knights, 8 houses: a little of everything.', 'reconstructed-b': 'More shields of points (18), fewer knights (12): the safe points count.', 'reconstructed-c': 'More churches (10), fewer houses (6): the farm is harder to complete.', 'reconstructed-d': '18 shields and 14 knights, but only 6 houses.' } },
  allowCustomTotal: { label: 'Other size of the deck' },
  cutShortTurn: { label: '13 cards after a turn cut short', choices: { waits: 'wait for a whole turn', counts: 'score at once' } },
  missedFirstScoring: { label: 'First scoring missed', choices: { finalOnly: 'one', both: 'both' } },
  choiceTimeoutSec: { label: 'Seconds to choose' },
};

export const options = optionTexts(en, {
  it: {
    deck: { label: 'Mazzo', help: 'Con quale ricostruzione del mazzo stampato si gioca.', choices: { 'reconstructed-a': 'A', 'reconstructed-b': 'B', 'reconstructed-c': 'C', 'reconstructed-d': 'D' }, about: { 'reconstructed-a': '8 chiese, 15 scudi di punti, 15 cavalieri, 8 case: un po’ di tutto.', 'reconstructed-b': 'Più scudi di punti (18), meno cavalieri (12): contano i punti sicuri.', 'reconstructed-c': 'Più chiese (10), meno case (6): la fattoria è più difficile da completare.', 'reconstructed-d': '18 scudi e 14 cavalieri, ma solo 6 case.' } },
    allowCustomTotal: { label: 'Altro numero di carte', help: 'Il mazzo può contare un numero di carte diverso da 112.' },
    cutShortTurn: { label: '13 carte dopo un turno interrotto', help: 'La prima valutazione aspetta un turno concluso del tutto, o si fa subito.', choices: { waits: 'si aspetta', counts: 'subito' } },
    missedFirstScoring: { label: 'Prima valutazione saltata', help: 'Prima dell’ultimo turno la prima fase non è finita: una sola valutazione alla fine, o tutte e due.', choices: { finalOnly: 'una', both: 'tutte e due' } },
    choiceTimeoutSec: { label: 'Secondi per scegliere', help: 'Poi decide la sorte; 0 vuol dire senza limite.' },
  },
  ro: {
    deck: { label: 'Pachet', help: 'Cu care reconstituire a pachetului tipărit se joacă.', choices: { 'reconstructed-a': 'A', 'reconstructed-b': 'B', 'reconstructed-c': 'C', 'reconstructed-d': 'D' }, about: { 'reconstructed-a': '8 biserici, 15 scuturi cu puncte, 15 cavaleri, 8 case: câte puțin din toate.', 'reconstructed-b': 'Mai multe scuturi cu puncte (18), mai puțini cavaleri (12): contează punctele sigure.', 'reconstructed-c': 'Mai multe biserici (10), mai puține case (6): ferma se completează mai greu.', 'reconstructed-d': '18 scuturi și 14 cavaleri, dar numai 6 case.' } },
    allowCustomTotal: { label: 'Alt număr de cărți', help: 'Pachetul poate avea alt total decât 112 cărți.' },
    cutShortTurn: { label: '13 cărți după o tură întreruptă', help: 'Prima numărătoare așteaptă o tură întreagă sau se face pe loc.', choices: { waits: 'se așteaptă', counts: 'pe loc' } },
    missedFirstScoring: { label: 'Prima numărătoare ratată', help: 'Prima fază nu s-a încheiat înaintea ultimei ture: o numărătoare la sfârșit sau amândouă la rând.', choices: { finalOnly: 'una', both: 'amândouă' } },
    choiceTimeoutSec: { label: 'Secunde pentru alegere', help: 'Apoi hotărăște sorțul; 0 înseamnă fără limită.' },
  },
  de: {
    deck: { label: 'Kartensatz', help: 'Mit welcher Rekonstruktion des gedruckten Kartensatzes gespielt wird.', choices: { 'reconstructed-a': 'A', 'reconstructed-b': 'B', 'reconstructed-c': 'C', 'reconstructed-d': 'D' }, about: { 'reconstructed-a': '8 Kirchen, 15 Punkteschilde, 15 Ritter, 8 Häuser: von allem etwas.', 'reconstructed-b': 'Mehr Punkteschilde (18), weniger Ritter (12): Es zählen die sicheren Punkte.', 'reconstructed-c': 'Mehr Kirchen (10), weniger Häuser (6): Der Hof wird schwerer voll.', 'reconstructed-d': '18 Schilde und 14 Ritter, aber nur 6 Häuser.' } },
    allowCustomTotal: { label: 'Andere Kartenzahl', help: 'Der Kartensatz darf eine andere Summe als 112 Karten haben.' },
    cutShortTurn: { label: '13 Karten nach einem abgebrochenen Zug', help: 'Die erste Wertung wartet auf einen ganzen Zug oder kommt sofort.', choices: { waits: 'warten', counts: 'sofort' } },
    missedFirstScoring: { label: 'Erste Wertung verpasst', help: 'Die erste Phase war vor dem letzten Zug nicht zu Ende: eine Wertung am Ende oder beide nacheinander.', choices: { finalOnly: 'eine', both: 'beide' } },
    choiceTimeoutSec: { label: 'Sekunden für die Wahl', help: 'Danach entscheidet das Los; 0 heißt ohne Grenze.' },
  },
});

/** The form for other numbers of cards. */
export const ownDeck = {
  en: { title: 'A deck of your own', what: 'If your cards differ: how many there are of each kind. A field left empty is as in the deck above.' },
  it: { title: 'Un mazzo tuo', what: 'Se le tue carte sono diverse: quante ce ne sono per tipo. Vuoto: come nel mazzo scelto sopra.' },
  ro: { title: 'Un pachet al tău', what: 'Dacă ai alte cărți: câte sunt de fiecare fel. Gol: ca în pachetul ales mai sus.' },
  de: { title: 'Ein eigener Kartensatz', what: 'Wenn deine Karten anders sind: wie viele es von jeder Art gibt. Leer: wie im Kartensatz oben.' },
};
