/** What the proof says about the deal, in four languages. */

export const dealTexts = {
  en: {
    dealt: 'The order of the whole pile, {n} cards, was recomputed from the key.',
    left: 'Cards drawn from the box at the very end, and that moves and points are right: that takes the rules, which the server and “erre verify” have.',
    rows: 'Rows',
    pile: 'Pile, from the top',
  },
  it: {
    dealt: 'L’ordine di tutto il mazzo, {n} carte, è stato ricalcolato dalla chiave.',
    left: 'Le carte pescate dalla scatola alla fine, e che mosse e punti siano giusti: per questo servono le regole, che hanno il server e «erre verify».',
    rows: 'Serie',
    pile: 'Mazzo, dall’alto',
  },
  ro: {
    dealt: 'Ordinea întregului teanc, {n} cărți, a fost calculată din nou din cheie.',
    left: 'Cărțile trase din cutie la sfârșit și că mutările și punctele sunt corecte: pentru asta trebuie regulile, pe care le au serverul și „erre verify”.',
    rows: 'Rânduri',
    pile: 'Teancul, de sus',
  },
  de: {
    dealt: 'Die Reihenfolge des ganzen Stapels, {n} Karten, wurde aus dem Schlüssel neu berechnet.',
    left: 'Karten, die ganz am Ende aus der Schachtel kommen, und dass Züge und Punkte stimmen: Dazu braucht es die Regeln, die der Server und „erre verify“ haben.',
    rows: 'Reihen',
    pile: 'Stapel, von oben',
  },
};
