import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Liberati dei tuoi pezzi: deponi serie e scale, completa quello che c’è sul tavolo, smontalo e ricostruiscilo. Chi resta senza pezzi vince la mano. Da due a quattro giocatori.',
  chapters: [
    {
      title: 'I pezzi',
      blocks: [
        'Ci sono 106 *pezzi*: i numeri da 1 a 13 in blu, verde, rosso e giallo, ognuno due volte, e due *jolly*. Ciascuno ne prende quattordici e li mette sul *poggiapezzi*, nascosti agli altri. Il resto sta coperto: è la *riserva*.',
        'Chi comincia si tira a sorte; si gioca in senso orario.',
      ],
    },
    {
      title: 'Le combinazioni',
      blocks: [
        { list: [
          'Una *serie* è fatta di tre o quattro pezzi dello stesso numero in colori diversi.',
          'Una *scala* è fatta di almeno tre pezzi dello stesso colore con numeri che salgono uno a uno. Dopo il 13 non viene niente: 12, 13, 1 non è una scala.',
        ] },
        { figure: 'rummy-melds', caption: 'Una serie di sette e una scala rossa dal 4 al 6.' },
      ],
    },
    {
      title: 'Il turno',
      blocks: [
        'Quando tocca a te deponi dei pezzi oppure ne peschi uno. Nessuno è obbligato a deporre. Si pesca un pezzo solo e il turno finisce: anche se va bene, lo si potrà deporre al più presto nel turno seguente.',
        'Un turno dura al massimo due minuti. Allo scadere, i pezzi che non stanno in una combinazione giusta tornano sul poggiapezzi. Se così si rompono combinazioni del tavolo, o se un’apertura resta sotto i 30 punti, si annulla tutto il turno; chi allora non ha deposto nulla pesca un pezzo.',
      ],
    },
    {
      title: 'La prima deposizione',
      blocks: [
        'La prima volta che deponi in una mano devi raggiungere almeno 30 punti: si sommano i numeri dei pezzi. Possono venire da più combinazioni, ma tutte dal tuo poggiapezzi, e in quel turno il tavolo non si tocca. Finché non hai aperto, puoi solo pescare.',
        { example: 'Rosso 9, 10, 11 vale giusto 30. Anche tre sette (21) e blu 2, 3, 4 (9) insieme fanno 30.' },
      ],
    },
    {
      title: 'Usare il tavolo',
      blocks: [
        'Una volta aperto, tutte le combinazioni sul tavolo sono a tua disposizione. Puoi completarle, dividerle e costruirne di nuove.',
        { list: [
          'Alla fine del turno ogni combinazione sul tavolo deve essere una serie o una scala giusta.',
          'Devi aver deposto almeno un pezzo del tuo poggiapezzi.',
          'I pezzi del tavolo restano sul tavolo: nessuno torna su un poggiapezzi.',
        ] },
        { figure: 'rummy-rearrange', caption: 'Un 4 blu divide la scala dal 2 al 6 in 2, 3, 4 e 4, 5, 6.' },
      ],
    },
    {
      title: 'I jolly',
      blocks: [
        'Un jolly sta al posto di qualunque pezzo e, quando lo deponi, vale quanto quello. Sul poggiapezzi, alla fine, conta 25.',
        'Chi ha aperto può mettere il pezzo giusto al posto di un jolly del tavolo, dal poggiapezzi o da un altro punto del tavolo. Il jolly va poi usato nello stesso turno, in un’altra combinazione. In una serie di tre con un jolly vanno bene tutti e due i colori mancanti.',
        'Un jolly che non è stato sostituito così continua a rappresentare il suo pezzo.',
      ],
    },
    {
      title: 'La fine',
      blocks: [
        'Chi depone l’ultimo pezzo vince la mano. Gli altri sommano quello che resta sui loro poggiapezzi come punti negativi; il vincitore ne riceve la somma in positivo.',
        'Se la riserva è vuota, chi non può o non vuole deporre passa. Quando tutti hanno passato di seguito la mano è finita: vince il poggiapezzi più basso, e gli altri pagano la differenza.',
        'Una partita ha tante mani quante se ne sono decise, qui tante quanti i giocatori se non scegli altrimenti. Vince il totale più alto; a parità la vittoria è condivisa.',
      ],
    },
    {
      title: 'Variante: chiudere di mano',
      blocks: ['Chi non ha ancora deposto nulla e depone tutto il poggiapezzi in un solo turno non ha bisogno dei 30 punti, e i punti di questa mano valgono doppio.'],
    },
  ],
};
