import type { SameOptions } from '.';
import type { en } from './en';

export const it: SameOptions<typeof en> = {
  rage: {
    plusMinusOne: { label: 'Più o meno uno', help: 'La somma delle puntate non può essere uguale alle prese: qualcuno deve sbagliare.' },
    bidding: { label: 'Puntate', help: 'A turno e ad alta voce, tutte insieme, oppure segrete fino alla fine del round.', choices: { open: 'a turno', hidden: 'tutte insieme', secret: 'segrete' } },
    slam: { label: 'Marcia', help: 'Chi fa tutte le prese di un round segna due punti per ognuna (non nell’ultimo).' },
    sameTrick: { label: 'Senza atout e cambia atout nella stessa presa', help: 'Quale delle due conta quando cadono nella stessa presa.', choices: { lastCard: 'l’ultima carta', noTrumpDominates: 'senza atout' } },
    jollyOrder: { label: 'Due jolly dello stesso colore', help: 'Quale di due jolly dello stesso colore è più alto.', choices: { second: 'il secondo', first: 'il primo' } },
    tieBreak: { label: 'Parità', help: 'La vittoria è condivisa, oppure contano le puntate esatte.', choices: { shared: 'condivisa', mostCorrectBids: 'puntate' } },
    showOldTricks: { label: 'Rivedere le prese', help: 'Tutti possono rivedere ogni presa del round, non solo l’ultima.' },
  },
  rurare: {
    deck: { label: 'Mazzo', help: 'Con quale ricostruzione del mazzo stampato si gioca.', choices: { 'reconstructed-a': 'A', 'reconstructed-b': 'B', 'reconstructed-c': 'C', 'reconstructed-d': 'D' }, about: { 'reconstructed-a': '8 chiese, 15 scudi di punti, 15 cavalieri, 8 case: un po’ di tutto.', 'reconstructed-b': 'Più scudi di punti (18), meno cavalieri (12): contano i punti sicuri.', 'reconstructed-c': 'Più chiese (10), meno case (6): la fattoria è più difficile da completare.', 'reconstructed-d': '18 scudi e 14 cavalieri, ma solo 6 case.' } },
    allowCustomTotal: { label: 'Altro numero di carte', help: 'Il mazzo può contare un numero di carte diverso da 112.' },
    missedFirstScoring: { label: 'Prima valutazione saltata', help: 'Nessuno aveva 13 carte prima dell’ultimo turno: una sola valutazione alla fine, o tutte e due.', choices: { finalOnly: 'una', both: 'tutte e due' } },
    choiceTimeoutSec: { label: 'Secondi per scegliere', help: 'Poi decide la sorte; 0 vuol dire senza limite.' },
  },
  rok: {
    faceUpProbability: { label: 'Faccia in su', help: 'Con quale probabilità una runa lanciata resta a faccia in su, da 0 a 1.' },
    grabEnd: { label: 'Fine della raccolta', help: 'Quando non c’è più nulla da prendere, quando tutti hanno finito, o allo scadere del tempo.', choices: { auto: 'nulla da prendere', allDone: 'tutti pronti', timer: 'tempo' } },
    grabSeconds: { label: 'Secondi per la raccolta', help: 'Poi la raccolta finisce; 0 vuol dire senza limite.' },
    loneRune: { label: 'Runa sola', help: 'Una runa presa mentre la gemella è ancora lì torna al suo posto, o vale come coppia sbagliata.', choices: { return: 'torna', penalty: 'coppia sbagliata' } },
    penaltyChoice: { label: 'Penalità', help: 'Quale coppia si cede per una sbagliata.', choices: { player: 'a scelta', oldest: 'la più vecchia' } },
    captureScope: { label: 'Catture', help: 'Si cattura tutto il tesoro del colore, o solo quello delle mani precedenti.', choices: { whole: 'tutto', earlierRounds: 'mani precedenti' } },
    orderContest: { label: 'Ordine delle catture', help: 'Chi sceglie l’ordine quando più giocatori catturano lo stesso colore.', choices: { slide: 'uno scivolo', random: 'la sorte', seat: 'ordine dei posti' } },
    countBalanceAtEnd: { label: 'Conta la Runa dell’Equilibrio', help: 'Alla fine conta anche la Runa dell’Equilibrio.' },
    tieBreak: { label: 'Tesori uguali', help: 'Decide uno scivolo, la vittoria è condivisa o si tira a sorte.', choices: { slide: 'uno scivolo', shared: 'condivisa', random: 'la sorte' } },
    slideMode: { label: 'Scivoli', help: 'I giocatori mirano, oppure fa il caso.', choices: { skill: 'mirati', random: 'a caso' } },
  },
  rummy: {
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
};
