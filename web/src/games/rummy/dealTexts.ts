/** What the proof says about the deal, in four languages. */

export const dealTexts = {
  en: {
    dealt: { one: 'Who begins, all racks and the order of the whole pool were recomputed from the key.', other: 'Who begins, all racks and the order of the pool of {n} hands were recomputed from the key.' },
    left: 'That all melds were right and the points too: that takes the rules, which the server and “erre verify” have.',
    followed: 'Tiles were followed up to move {n}; there the clock moved, and what it does is a rule.',
    hand: 'Hand {n}',
    pool: 'Pool, in the order of drawing',
  },
  it: {
    dealt: { one: 'Chi comincia, tutti i leggii e l’ordine di tutto il pozzo sono stati ricalcolati dalla chiave.', other: 'Chi comincia, tutti i leggii e l’ordine del pozzo di {n} mani sono stati ricalcolati dalla chiave.' },
    left: 'Che tutte le combinazioni e i punti fossero giusti: per questo servono le regole, che hanno il server e «erre verify».',
    followed: 'Le tessere sono state seguite fino alla mossa {n}; lì ha mosso l’orologio, e che cosa fa è una regola.',
    hand: 'Mano {n}',
    pool: 'Pozzo, in ordine di pesca',
  },
  ro: {
    dealt: { one: 'Cine începe, toate tablele și ordinea tuturor pieselor de tras au fost calculate din nou din cheie.', few: 'Cine începe, toate tablele și ordinea pieselor de tras din {n} mâini au fost calculate din nou din cheie.', other: 'Cine începe, toate tablele și ordinea pieselor de tras din {n} de mâini au fost calculate din nou din cheie.' },
    left: 'Că toate formațiile și punctele sunt corecte: pentru asta trebuie regulile, pe care le au serverul și „erre verify”.',
    followed: 'Piesele au fost urmărite până la mutarea {n}; acolo a mutat ceasul, iar ce face el este o regulă.',
    hand: 'Mâna {n}',
    pool: 'Piesele, în ordinea tragerii',
  },
  de: {
    dealt: { one: 'Wer beginnt, alle Bretter und die Reihenfolge des ganzen Vorrats wurden aus dem Schlüssel neu berechnet.', other: 'Wer beginnt, alle Bretter und die Reihenfolge des Vorrats von {n} Partien wurden aus dem Schlüssel neu berechnet.' },
    left: 'Dass alle Auslagen und die Punkte stimmen: Dazu braucht es die Regeln, die der Server und „erre verify“ haben.',
    followed: 'Die Steine wurden bis Zug {n} verfolgt; dort zog die Uhr, und was sie tut, ist eine Regel.',
    hand: 'Partie {n}',
    pool: 'Vorrat, in der Reihenfolge des Ziehens',
  },
};
