/** What the proof says about the deal, in four languages. */

export const dealTexts = {
  en: {
    dealt: 'The Balance Runes and the first throw, {n} runes and which side is up, were recomputed from the key.',
    left: 'Later throws, since they depend on the bag, where runes came to rest, and the points: that takes the rules, which the server and “erre verify” have.',
    balance: 'Balance Runes',
    thrown: 'First throw',
  },
  it: {
    dealt: 'Le Rune dell’Equilibrio e il primo lancio, {n} rune e il loro lato, sono stati ricalcolati dalla chiave.',
    left: 'I lanci successivi, che dipendono dal sacchetto, dove si sono fermate le rune, e i punti: per questo servono le regole, che hanno il server e «erre verify».',
    balance: 'Rune dell’Equilibrio',
    thrown: 'Primo lancio',
  },
  ro: {
    dealt: 'Runele Echilibrului și prima aruncare, {n} rune și fața lor, au fost calculate din nou din cheie.',
    left: 'Aruncările de după, care depind de săculeț, unde s-au oprit runele și punctele: pentru asta trebuie regulile, pe care le au serverul și „erre verify”.',
    balance: 'Runele Echilibrului',
    thrown: 'Prima aruncare',
  },
  de: {
    dealt: 'Die Waagerunen und der erste Wurf, {n} Runen und welche Seite oben liegt, wurden aus dem Schlüssel neu berechnet.',
    left: 'Spätere Würfe, denn sie hängen vom Beutel ab, wo Runen liegen blieben, und die Punkte: Dazu braucht es die Regeln, die der Server und „erre verify“ haben.',
    balance: 'Waagerunen',
    thrown: 'Erster Wurf',
  },
};
