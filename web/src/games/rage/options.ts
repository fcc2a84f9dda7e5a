/** The options in words. The English help is the one that Python gives with the defaults, in `options.json`. */
import { optionTexts } from '../../lib/options';

const en = {
  plusMinusOne: { label: 'Plus/minus one' },
  bidding: { label: 'Bidding', choices: { open: 'in turn', hidden: 'all at once', secret: 'secret' } },
  slam: { label: 'Slam' },
  sameTrick: { label: 'No trump and change of trump in one trick', choices: { lastCard: 'the last card', noTrumpDominates: 'no trump' } },
  jollyOrder: { label: 'Two jokers of one colour', choices: { second: 'the second', first: 'the first' } },
  tieBreak: { label: 'Equal totals', choices: { shared: 'shared', mostCorrectBids: 'kept bids' } },
  showOldTricks: { label: 'Look through old tricks' },
};

export const options = optionTexts(en, {
  it: {
    plusMinusOne: { label: 'Più o meno uno', help: 'La somma delle puntate non può essere uguale alle prese: qualcuno deve sbagliare.' },
    bidding: { label: 'Puntate', help: 'A turno e ad alta voce, tutte insieme, oppure segrete fino alla fine del round.', choices: { open: 'a turno', hidden: 'tutte insieme', secret: 'segrete' } },
    slam: { label: 'Marcia', help: 'Chi fa tutte le prese di un round segna due punti per ognuna (non nell’ultimo).' },
    sameTrick: { label: 'Senza atout e cambia atout nella stessa presa', help: 'Quale delle due conta quando cadono nella stessa presa.', choices: { lastCard: 'l’ultima carta', noTrumpDominates: 'senza atout' } },
    jollyOrder: { label: 'Due jolly dello stesso colore', help: 'Quale di due jolly dello stesso colore è più alto.', choices: { second: 'il secondo', first: 'il primo' } },
    tieBreak: { label: 'Parità', help: 'La vittoria è condivisa, oppure contano le puntate esatte.', choices: { shared: 'condivisa', mostCorrectBids: 'puntate' } },
    showOldTricks: { label: 'Rivedere le prese', help: 'Tutti possono rivedere ogni presa del round, non solo l’ultima.' },
  },
  ro: {
    plusMinusOne: { label: 'Plus/minus unu', help: 'Suma anunțurilor nu poate fi egală cu numărul de levate: cineva trebuie să greșească.' },
    bidding: { label: 'Anunțurile', help: 'Pe rând și cu voce tare, toți deodată sau în secret până la sfârșitul rundei.', choices: { open: 'pe rând', hidden: 'toți deodată', secret: 'în secret' } },
    slam: { label: 'Șlem', help: 'Cine ia toate levatele unei runde primește câte două puncte pentru fiecare (nu în ultima rundă).' },
    sameTrick: { label: 'Fără atu și schimbare de atu în aceeași levată', help: 'Care dintre cele două cărți hotărăște când cad în aceeași levată.', choices: { lastCard: 'ultima carte', noTrumpDominates: 'fără atu' } },
    jollyOrder: { label: 'Doi jokeri de aceeași culoare', help: 'Care dintre doi jokeri de aceeași culoare este mai mare.', choices: { second: 'al doilea', first: 'primul' } },
    tieBreak: { label: 'Egalitate', help: 'Victoria se împarte sau decid anunțurile ținute.', choices: { shared: 'se împarte', mostCorrectBids: 'anunțurile' } },
    showOldTricks: { label: 'Levatele vechi', help: 'Toți pot revedea toate levatele rundei, nu doar pe ultima.' },
  },
  de: {
    plusMinusOne: { label: 'Plus/Minus eins', help: 'Die Ansagen dürfen zusammen nicht die Zahl der Stiche ergeben: Irgendwer muss scheitern.' },
    bidding: { label: 'Ansagen', help: 'Reihum und laut, alle zugleich oder geheim bis zum Ende der Runde.', choices: { open: 'reihum', hidden: 'alle zugleich', secret: 'geheim' } },
    slam: { label: 'Durchmarsch', help: 'Wer alle Stiche einer Runde macht, bekommt für jeden zwei Punkte (nicht in der letzten Runde).' },
    sameTrick: { label: 'Kein Trumpf und Trumpfwechsel in einem Stich', help: 'Welche der beiden Karten gilt, wenn beide in denselben Stich fallen.', choices: { lastCard: 'die letzte Karte', noTrumpDominates: 'kein Trumpf' } },
    jollyOrder: { label: 'Zwei Joker einer Farbe', help: 'Welcher von zwei Jokern derselben Farbe höher ist.', choices: { second: 'der zweite', first: 'der erste' } },
    tieBreak: { label: 'Gleichstand', help: 'Der Sieg wird geteilt, oder mehr gehaltene Ansagen entscheiden.', choices: { shared: 'geteilt', mostCorrectBids: 'Ansagen' } },
    showOldTricks: { label: 'Alte Stiche ansehen', help: 'Alle dürfen sämtliche Stiche der Runde ansehen, nicht nur den letzten.' },
  },
});
