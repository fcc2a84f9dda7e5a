import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Si lanciano le rune, e tutti insieme, con una mano sola, afferrano le coppie. Chi ha l’occhio svelto accumula tesori, le coppie sbagliate ne costano, e una buona presa li toglie agli altri. Un gioco di Thierry Chapeau, da due a cinque giocatori.',
  chapters: [
    {
      title: 'Le rune',
      blocks: [
        'Ci sono 48 *rune*: otto coppie in ognuno di tre colori. Due rune sono identiche, *gemelle*, quando simbolo e colore coincidono; di ogni tipo ce ne sono esattamente due. Un lato è liscio, quindi una runa è scoperta o coperta.',
        { figure: 'rok-runes', caption: 'Le gemelle hanno lo stesso simbolo e lo stesso colore. Quella con il punto è il Destino.' },
        'La *Runa del Destino* sta in mezzo al tavolo. Tutte le altre vanno nel *sacchetto*.',
        'Ognuno pesca una runa e la mette scoperta davanti a sé: è la *Runa dell’Equilibrio*. Chi ne ha di identiche le rimette e pesca di nuovo. Comincia il più giovane; qui è il primo posto.',
      ],
    },
    {
      title: 'Il lancio',
      blocks: [
        { table: { head: ['Giocatori', 'Rune per ciascuno'], rows: [['2', '5'], ['3', '4'], ['4', '3'], ['5', '2']] } },
        'Ognuno prende le rune dal sacchetto senza guardarle. Al segnale del primo giocatore tutti lanciano insieme verso il centro. Se il sacchetto non basta, si lancia quello che resta.',
        'Quale faccia resti in su è un caso. Quello che è già sul tavolo non si sposta.',
        { figure: 'rok-throw', caption: 'Dopo il lancio: le rune scoperte si possono prendere, quelle lisce no.' },
      ],
    },
    {
      title: 'La raccolta',
      blocks: [
        'Adesso tutti afferrano insieme, con una mano e una runa alla volta. Chi arriva prima su una runa ce l’ha.',
        { list: [
          'Si prendono solo rune scoperte. Quelle coperte non si prendono e non si girano.',
          'Ciò che sta davanti a un giocatore non si tocca, e il Destino resta dov’è.',
          'Una coppia di gemelle va dietro la tua Runa dell’Equilibrio: è *tesoro*.',
          'La gemella della tua Runa dell’Equilibrio fa coppia con lei; vanno tutte e due nel tesoro.',
          'La gemella della Runa dell’Equilibrio di un altro la tieni da parte fino al verdetto.',
          'Chi ha finito non prende più niente in questo giro.',
        ] },
        'La raccolta finisce quando non c’è più nessuna coppia visibile da prendere, o quando tutti hanno finito.',
      ],
    },
    {
      title: 'Il verdetto',
      blocks: [
        { steps: [
          'Le coppie sbagliate tornano nel sacchetto, e per ognuna si restituisce anche una coppia del proprio tesoro, se c’è.',
          'Se due giocatori hanno una runa ciascuno della stessa coppia, tutte e due tornano nel sacchetto, senza penalità. Lo stesso vale per una runa sola la cui gemella è ancora sul tavolo.',
          'Chi ha la gemella della Runa dell’Equilibrio di un altro la *cattura*: prende entrambe, e dal proprietario tutto il tesoro di quel colore.',
          'Se si catturano più Rune dell’Equilibrio dello stesso colore, chi cattura fa *scivolare* una runa verso il Destino, il più vicino possibile senza toccarlo. Il migliore decide l’ordine delle catture.',
          'Chi è senza Runa dell’Equilibrio ne prende una nuova, a partire dal primo giocatore: la runa scoperta più vicina al Destino la cui gemella non sia già una di esse. Se non ce n’è, si gioca il giro seguente senza.',
          'Le rune coperte tornano nel sacchetto, quelle scoperte restano. Il sacchetto passa a sinistra.',
        ] },
        { example: 'Ana ha la gemella della Runa dell’Equilibrio grigia di Ben, che ha due coppie grigie nel tesoro. Ana prende le due gemelle e le quattro rune grigie: sei rune con una sola buona presa.' },
      ],
    },
    {
      title: 'La fine',
      blocks: [
        'La partita finisce, dopo un giro, quando nel sacchetto non ci sono più rune che giocatori. Ognuno conta il suo tesoro; la Runa dell’Equilibrio non conta.',
        'Chi è in parità in testa fa scivolare una runa verso il Destino. La più vicina che non l’ha toccato fa del suo proprietario il Gran Maestro delle Rune.',
        { tip: 'Qui i tempi di reazione si misurano con giustizia: il tuo parte quando le rune appaiono sul tuo schermo, e ogni decisione di un soffio si può rileggere.' },
      ],
    },
  ],
};
