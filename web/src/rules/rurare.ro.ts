import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Pe masă stau rânduri de cărți și toți aleg unul în aceeași clipă. Dacă ești singur pe el, e al tău; dacă vă întâlniți acolo, cea mai bună carte a lui dispare. Un joc de Reinhard Staupe, pentru doi până la patru.',
  chapters: [
    {
      title: 'Masa',
      blocks: [
        'Sunt opt *cărți cu numere* și 112 cărți de joc. În patru se așază numerele de la 1 la 8, în trei de la 1 la 7, în doi de la 1 la 6. Fiecare este capul unui *rând*.',
        'În patru se joacă cu toate cele 112 cărți, în trei cu 102, în doi cu 80; celelalte ajung nevăzute în *cutie*. Cărțile în joc formează *teancul* cu fața în jos.',
        'Sub fiecare număr se pun trei cărți pe față, suprapuse astfel încât să se vadă toate. Cea de deasupra, cea mai departe de număr, este cartea *din margine*.',
        { figure: 'rurare-table', caption: 'Rândurile cu numerele lor. Cartea din margine stă deasupra.' },
      ],
    },
    {
      title: 'O tură: Ru … Ra … Re!',
      blocks: [
        { steps: [
          'Fiecare hotărăște în secret ce rând vrea. Poate fi ales orice rând care mai are o carte, iar până alege ultimul te poți răzgândi.',
          'La „Re” toate alegerile se arată deodată.',
          'Cine e singur pe rândul lui ia toate cărțile și le pune pe față înaintea sa, pe feluri. Cartea cu număr rămâne.',
          'Dacă se întâlnesc mai mulți pe un rând, acolo nu ia nimeni nimic: cartea din margine merge în cutie. Cei care s-au întâlnit aleg din nou, toți odată, dintre rândurile care mai au cărți.',
          'Când toți au câte un rând, rândurile se completează iar până la trei cărți, începând cu rândul 1. Ce a rămas stă lângă număr; cărțile noi vin în margine.',
        ] },
        { figure: 'rurare-clash', caption: 'Doi au ales rândul 2: cartea din margine e pierdută și amândoi aleg din nou.' },
        'Dacă s-au întâlnit de atâtea ori încât cel mult un rând mai are cărți, tura se termină pe loc, iar cei care ar trebui să aleagă din nou rămân cu mâna goală.',
        { tip: 'Ce ai în față văd toți și e al tău: cărțile nu se dau mai departe.' },
      ],
    },
    {
      title: 'Două faze',
      blocks: [
        'Când, după o tură întreagă, cineva are în față 13 cărți sau mai multe, urmează *prima numărătoare*. Se întâmplă o singură dată.',
        'Apoi toate cărțile cu cruce roșie merg în cutie. Cele cu bifă verde rămân și contează din nou la sfârșit. După aceea rândurile se completează și jocul continuă.',
        { table: { head: ['Bifă verde: rămâne', 'Cruce roșie: în cutie'], rows: [['regi, cavaleri, animale', 'biserici, cărți cu puncte, țărani, țărănci, case']] } },
        'Când completarea rândurilor termină teancul, urmează o ultimă tură. Dacă teancul nu ajunge, se amestecă ce e în cutie și se continuă de acolo. După ultima tură vine *a doua numărătoare*. Câștigă cine are cele mai multe puncte din amândouă; la egalitate victoria se împarte.',
        'Dacă înaintea ultimei ture nimeni nu avea 13 cărți, se numără doar la sfârșit.',
      ],
    },
    {
      title: 'Cât valorează cărțile',
      blocks: [
        { figure: 'rurare-kinds', caption: 'Rege, biserică, puncte, cavaler, animal, țăran, țărancă și casă.' },
        { table: { head: ['Cărți', 'Puncte'], rows: [
          ['*Regi*', '1 → 0, 2 → 1, 3 → 4, 4 → 9, 5 → 16, 6 → 25, 7 sau mai mulți → 36'],
          ['*Biserici*', '10 pentru cine are cele mai multe; la egalitate, 10 pentru fiecare. Ceilalți nimic.'],
          ['*Cărți cu puncte*', 'Numărul de pe carte: 2, 3 sau 4.'],
          ['*Cavaleri*', 'Câte 2 pentru cine are cei mai mulți, câte 1 pentru toți ceilalți.'],
          ['*Animale*', 'Fiecare dintre cele opt feluri separat: 1, 3, 6, 10, 15 puncte pentru unul până la cinci.'],
          ['*Ferma*', 'Un țăran și o țărancă fac pereche: 7 puncte. Cu o casă 14. Singuri nu valorează nimic. Poți avea mai multe.'],
        ] } },
        { example: 'Carla are patru regi (9), două oi (3), un porc (1), un țăran, o țărancă și o casă (14): 27 de puncte.' },
      ],
    },
    {
      title: 'Pachetul',
      blocks: [
        'Sigure sunt zece cărți cu regi, opt cu țărani și câte cinci din fiecare animal. Câte cărți au celelalte feluri în jocul tipărit nu se știe aici, așa că opțiunile oferă patru reconstituiri.',
      ],
    },
  ],
};
