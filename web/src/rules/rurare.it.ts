import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Sul tavolo ci sono serie di carte, e tutti ne scelgono una nello stesso istante. Se la scegli da solo è tua; se vi incontrate, la sua carta migliore sparisce. Un gioco di Reinhard Staupe, da due a quattro giocatori.',
  chapters: [
    {
      title: 'Il tavolo',
      blocks: [
        'Ci sono otto *carte numerate* e 112 carte da gioco. In quattro si dispongono i numeri da 1 a 8, in tre da 1 a 7, in due da 1 a 6. Ognuno è la testa di una *serie*.',
        'In quattro si usano tutte le 112 carte, in tre 102, in due 80; le altre finiscono nella *scatola* senza essere viste. Le carte in gioco formano il *mazzo* coperto.',
        'Sotto ogni numero si mettono tre carte scoperte, sovrapposte in modo che si vedano tutte. Quella in cima, la più lontana dal numero, è la carta *esterna*.',
        { figure: 'rurare-table', caption: 'Le serie con le loro carte numerate. La carta esterna sta sopra.' },
      ],
    },
    {
      title: 'Un turno: Ru … Ra … Re!',
      blocks: [
        { steps: [
          'Ognuno decide in segreto quale serie vuole. Si può scegliere qualunque serie che abbia ancora una carta, e finché l’ultimo non ha scelto si può cambiare idea.',
          'Al “Re” tutte le scelte si mostrano insieme.',
          'Chi è solo sulla sua serie ne prende tutte le carte e le mette scoperte davanti a sé, divise per tipo. La carta numerata resta.',
          'Se in più si incontrano su una serie, lì nessuno prende niente: la carta esterna va nella scatola. Chi si è incontrato sceglie di nuovo, tutti insieme, fra le serie che hanno ancora carte.',
          'Quando tutti hanno una serie, si completano le serie fino a tre carte, cominciando dalla 1. Quello che è rimasto resta vicino al numero; le carte nuove vanno all’esterno.',
        ] },
        { figure: 'rurare-clash', caption: 'In due hanno scelto la serie 2: la carta esterna è persa e tutti e due scelgono di nuovo.' },
        'Se ci si è incontrati così spesso che al massimo una serie ha ancora carte, il turno finisce subito, e chi dovrebbe scegliere ancora non prende niente.',
        { tip: 'Quello che hai davanti lo vedono tutti ed è tuo: le carte non si cedono mai.' },
      ],
    },
    {
      title: 'Due fasi',
      blocks: [
        'Quando, finito un turno, qualcuno ha davanti 13 carte o più, si fa la *prima valutazione*. Succede una volta sola.',
        'Dopo, tutte le carte con la croce rossa vanno nella scatola. Quelle con la spunta verde restano e contano di nuovo alla fine. Poi si completano le serie e si continua.',
        { table: { head: ['Spunta verde: resta', 'Croce rossa: va nella scatola'], rows: [['re, cavalieri, animali', 'chiese, carte punti, contadini, contadine, case']] } },
        'Quando completare le serie esaurisce il mazzo, segue un ultimo turno. Se il mazzo non basta, si mescola il contenuto della scatola e si va avanti con quello. Dopo l’ultimo turno c’è la *seconda valutazione*. Vince chi ha più punti in tutto; a parità la vittoria è condivisa.',
        'Se prima dell’ultimo turno nessuno aveva 13 carte, si conta solo alla fine.',
      ],
    },
    {
      title: 'Quanto valgono le carte',
      blocks: [
        { figure: 'rurare-kinds', caption: 'Re, chiesa, punti, cavaliere, animale, contadino, contadina e casa.' },
        { table: { head: ['Carte', 'Punti'], rows: [
          ['*Re*', '1 → 0, 2 → 1, 3 → 4, 4 → 9, 5 → 16, 6 → 25, 7 o più → 36'],
          ['*Chiese*', '10 a chi ne ha di più; a parità, 10 a ciascuno. Niente agli altri.'],
          ['*Carte punti*', 'Il numero sulla carta: 2, 3 o 4.'],
          ['*Cavalieri*', '2 ciascuno per chi ne ha di più, 1 ciascuno per tutti gli altri.'],
          ['*Animali*', 'Ognuna delle otto specie per conto suo: 1, 3, 6, 10, 15 punti da uno a cinque animali.'],
          ['*Fattoria*', 'Contadino e contadina fanno coppia: 7 punti. Con una casa 14. Da soli non valgono. Se ne possono avere più d’una.'],
        ] } },
        { example: 'Carla ha quattro re (9), due pecore (3), un maiale (1), un contadino, una contadina e una casa (14): 27 punti.' },
      ],
    },
    {
      title: 'Il mazzo',
      blocks: [
        'Sono certi dieci re, otto contadini e cinque carte per ogni animale. Quante carte abbiano gli altri tipi nel gioco stampato qui non si sa, perciò le opzioni offrono quattro ricostruzioni.',
      ],
    },
  ],
};
