/** What the proof says about the deal, in four languages. */

export const dealTexts = {
  en: {
    dealt: 'The first dealer, all hands and the trump cards of all {n} rounds were recomputed from the key.',
    left: 'That all moves were legal and the points are right: checking that takes the rules, which the server and “erre verify” have.',
    round: 'Round {n}',
    trumps: 'Stock, from the top',
  },
  it: {
    dealt: 'Il primo mazziere, tutte le mani e gli atout di tutti i {n} round sono stati ricalcolati dalla chiave.',
    left: 'Che tutte le mosse fossero lecite e i punti giusti: per questo servono le regole, che hanno il server e «erre verify».',
    round: 'Round {n}',
    trumps: 'Tallone, dall’alto',
  },
  ro: {
    dealt: 'Primul care împarte, toate mâinile și atuurile celor {n} runde au fost împărțite din nou din cheie.',
    left: 'Că toate mutările au fost permise și punctele sunt corecte: pentru asta trebuie regulile, pe care le au serverul și „erre verify”.',
    round: 'Runda {n}',
    trumps: 'Talonul, de sus',
  },
  de: {
    dealt: 'Der erste Geber, alle Blätter und die Trumpfkarten aller {n} Runden wurden aus dem Schlüssel neu gegeben.',
    left: 'Dass alle Züge erlaubt waren und die Punkte stimmen: Dazu braucht es die Regeln, die der Server und „erre verify“ haben.',
    round: 'Runde {n}',
    trumps: 'Talon, von oben',
  },
};
