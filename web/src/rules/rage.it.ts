import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Prometti quante prese farai, e poi fanne esattamente tante. Dieci round, da dieci carte in mano fino a una sola, con un atout che cambia di continuo.',
  chapters: [
    {
      title: 'Le carte',
      blocks: [
        'Si gioca da tre a otto con 112 carte. Ci sono sei colori con i numeri da 0 a 15, e ogni colore ha anche una forma sua. Le altre 16 sono *carte azione*, senza colore.',
        { figure: 'rage-suits', caption: 'Sei colori, ognuno con la sua forma. Il 15 è la carta più alta, lo 0 la più bassa.' },
        'Il primo *mazziere* si tira a sorte. Dopo ogni round il mazzo passa a chi siede alla sua sinistra.',
      ],
    },
    {
      title: 'Comincia il round',
      blocks: [
        { steps: [
          'Nel primo round ognuno riceve dieci carte, nel secondo nove e così via: nel decimo ne resta una sola.',
          'Le altre formano il *mazzo*. Si gira la carta in cima e la si mette accanto: il suo colore è l’*atout* del round.',
          'Se esce una carta azione se ne gira un’altra, finché compare un colore. Le carte saltate sono fuori gioco per questo round.',
        ] },
      ],
    },
    {
      title: 'Le puntate',
      blocks: [
        'Comincia chi siede a sinistra del mazziere, poi si procede in senso orario; il mazziere punta per ultimo. Una puntata è il numero di prese che pensi di fare, da nessuna a tutte.',
        'Le puntate sono palesi e vengono scritte. Solo quando tutti hanno puntato si gioca la prima carta, e da lì in poi nessuna puntata cambia.',
      ],
    },
    {
      title: 'Le prese',
      blocks: [
        'Apre chi siede a sinistra del mazziere. In senso orario ognuno gioca una carta.',
        { list: [
          'Chi ha il colore d’apertura deve giocarlo.',
          'Chi non ce l’ha può giocare quello che vuole: un altro colore, un atout, una carta azione.',
          'Vince la carta più alta del colore d’apertura, a meno che ci sia un atout; allora vince l’atout più alto.',
          'Chi fa la presa apre la successiva.',
        ] },
        { figure: 'rage-trick', caption: 'Si è aperto di rosso. Il 3 blu è atout e fa la presa; il 14 giallo non ha risposto e non vince nulla.' },
      ],
    },
    {
      title: 'Le carte azione',
      blocks: [
        'Una carta azione non appartiene a nessun colore. Non risponde mai, e averla in mano non obbliga a niente.',
        { figure: 'rage-actions', caption: 'Jolly, senza atout, cambia atout, più cinque, meno cinque.' },
        { table: { head: ['Carta', 'Quante', 'Che cosa fa'], rows: [
          ['*Jolly*', '2', 'Nomini uno dei sei colori. In questa presa è la sua carta più alta, sopra il 15. Se il colore non è atout, ogni atout lo batte.'],
          ['*Senza atout*', '4', 'Questa presa non ha atout; quelli già giocati sono carte qualsiasi. Dopo la presa si gira un nuovo atout.'],
          ['*Cambia atout*', '4', 'Si gira subito un nuovo atout. Vale già per questa presa, e il vecchio non vale più.'],
          ['*+5*', '3', 'Chi fa la presa che la contiene ha cinque punti in più in questo round.'],
          ['*−5*', '3', 'Chi fa la presa che la contiene ha cinque punti in meno.'],
        ] } },
        { list: [
          'Si può anche aprire con una carta azione. Il colore lo decide allora la prima carta colorata o il primo jolly; fino a quel momento ognuno gioca ciò che vuole.',
          'Una presa di sole carte azione, senza jolly, va alla prima di esse.',
          'Di due jolly dello stesso colore è più alto il secondo.',
          'Se nella stessa presa cadono un senza atout e un cambia atout, decide l’ultimo giocato.',
          'Dopo un senza atout nell’ultimissima presa del round non si gira più niente.',
        ] },
      ],
    },
    {
      title: 'I punti',
      blocks: [
        { table: { head: ['Per', 'Punti'], rows: [
          ['ogni presa', '1'],
          ['una puntata esatta, anche di zero', '10'],
          ['una puntata mancata, per eccesso o per difetto', '−5'],
          ['ogni +5 nelle tue prese', '5'],
          ['ogni −5 nelle tue prese', '−5'],
        ] } },
        { example: 'Ana ha puntato tre e ha fatto tre prese, una con un +5: 3 + 10 + 5 = 18 punti. Ben ha puntato una e ne ha fatte due: 2 − 5 = −3 punti.' },
        'Un round, e anche il totale, può andare sotto zero. Dopo dieci round vince il totale più alto; a parità la vittoria è condivisa.',
      ],
    },
    {
      title: 'Varianti',
      blocks: [
        { list: [
          '*Più/meno uno*: la somma delle puntate non può essere uguale al numero delle prese, quindi qualcuno sbaglierà di sicuro. Riguarda solo chi punta per ultimo. Non si combina con le puntate nascoste o segrete.',
          '*Puntate nascoste*: tutti scelgono insieme e mostrano le puntate prima della prima carta. Fino all’ultima scelta si può cambiare idea.',
          '*Puntate segrete*: tutti scelgono insieme, e le puntate si mostrano solo a round finito.',
          '*Marcia*: chi fa tutte le prese di un round riceve due punti per ognuna. Non nell’ultimo round.',
        ] },
        { tip: 'L’ultima presa si può rivedere; le precedenti restano chiuse, salvo che il tavolo lo permetta tra le opzioni.' },
      ],
    },
  ],
};
