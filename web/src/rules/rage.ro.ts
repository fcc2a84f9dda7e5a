import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Promite câte levate vei lua și ia exact atâtea. Zece runde, de la zece cărți în mână până la una singură, cu un atu care se schimbă mereu.',
  chapters: [
    {
      title: 'Cărțile',
      blocks: [
        'Joacă între trei și opt oameni, cu 112 cărți. Sunt șase culori cu numerele de la 0 la 15, iar fiecare culoare are și o formă a ei. Celelalte 16 sunt *cărți de acțiune*, fără culoare.',
        { figure: 'rage-suits', caption: 'Șase culori, fiecare cu forma ei. 15 e cea mai mare carte, 0 cea mai mică.' },
        'Primul *dealer* se trage la sorți. După fiecare rundă împarte cel din stânga lui.',
      ],
    },
    {
      title: 'Începe runda',
      blocks: [
        { steps: [
          'În prima rundă fiecare primește zece cărți, în a doua nouă și tot așa; în a zecea doar una.',
          'Restul formează *pachetul*. Se întoarce cartea de deasupra și se pune alături: culoarea ei este *atu* în această rundă.',
          'Dacă iese o carte de acțiune, se mai întoarce una, până apare o culoare. Cărțile sărite nu mai joacă în runda aceasta.',
        ] },
      ],
    },
    {
      title: 'Licitația',
      blocks: [
        'Începe cel din stânga dealerului, apoi în sensul acelor de ceasornic; dealerul licitează ultimul. O licitație este numărul de levate pe care crezi că le iei, de la niciuna la toate.',
        'Licitațiile sunt la vedere și se notează. Abia după ce au licitat toți se joacă prima carte, iar de atunci nicio licitație nu se mai schimbă.',
      ],
    },
    {
      title: 'Levatele',
      blocks: [
        'Deschide cel din stânga dealerului. Pe rând, fiecare joacă o carte.',
        { list: [
          'Cine are culoarea cerută trebuie să o joace.',
          'Cine nu o are poate juca orice: altă culoare, un atu, o carte de acțiune.',
          'Câștigă cea mai mare carte a culorii cerute, dacă nu există un atu; altfel câștigă cel mai mare atu.',
          'Cine ia levata o deschide pe următoarea.',
        ] },
        { figure: 'rage-trick', caption: 'S-a cerut roșu. 3 albastru este atu și ia levata; 14 galben nu a răspuns la culoare și nu câștigă nimic.' },
      ],
    },
    {
      title: 'Cărțile de acțiune',
      blocks: [
        'O carte de acțiune nu aparține niciunei culori. Cu ea nu răspunzi niciodată la culoare și nu te obligă la nimic.',
        { figure: 'rage-actions', caption: 'Jolly, fără atu, schimbă atuul, plus cinci, minus cinci.' },
        { table: { head: ['Cartea', 'Câte', 'Ce face'], rows: [
          ['*Jolly*', '2', 'Numești una dintre cele șase culori. În această levată e cea mai mare carte a ei, peste 15. Dacă acea culoare nu e atu, orice atu o bate.'],
          ['*Fără atu*', '4', 'Levata aceasta nu are atu; atuurile deja jucate sunt cărți obișnuite. După levată se întoarce un atu nou.'],
          ['*Schimbă atuul*', '4', 'Se întoarce imediat un atu nou. E valabil deja în această levată, iar cel vechi nu mai contează.'],
          ['*+5*', '3', 'Cine ia levata cu ea primește cinci puncte în plus în această rundă.'],
          ['*−5*', '3', 'Cine ia levata cu ea primește cu cinci puncte mai puțin.'],
        ] } },
        { list: [
          'Se poate deschide și cu o carte de acțiune. Culoarea o dă atunci prima carte colorată sau primul jolly; până atunci fiecare joacă ce vrea.',
          'O levată numai din cărți de acțiune, fără jolly, îi revine primei dintre ele.',
          'Dintre doi jolly de aceeași culoare, al doilea e mai mare.',
          'Dacă în aceeași levată cad „fără atu” și „schimbă atuul”, hotărăște ultima jucată.',
          'După „fără atu” în ultima levată a rundei nu se mai întoarce nimic.',
        ] },
      ],
    },
    {
      title: 'Punctajul',
      blocks: [
        { table: { head: ['Pentru', 'Puncte'], rows: [
          ['fiecare levată', '1'],
          ['o licitație respectată exact, și zero', '10'],
          ['o licitație ratată, în plus sau în minus', '−5'],
          ['fiecare +5 din levatele tale', '5'],
          ['fiecare −5 din levatele tale', '−5'],
        ] } },
        { example: 'Ana a licitat trei și a luat trei levate, una cu un +5: 3 + 10 + 5 = 18 puncte. Ben a licitat una și a luat două: 2 − 5 = −3 puncte.' },
        'O rundă, și chiar totalul, poate coborî sub zero. După zece runde câștigă totalul cel mai mare; la egalitate victoria se împarte.',
      ],
    },
    {
      title: 'Variante',
      blocks: [
        { list: [
          '*Plus/minus unu*: suma licitațiilor nu poate fi egală cu numărul de levate, deci cineva va greși sigur. Îl privește doar pe ultimul care licitează. Nu merge cu licitații ascunse sau secrete.',
          '*Licitații ascunse*: toți aleg deodată și le arată împreună înaintea primei cărți. Până alege ultimul, te poți răzgândi.',
          '*Licitații secrete*: toți aleg deodată, iar licitațiile se arată abia după rundă.',
          '*Marș*: cine ia toate levatele unei runde primește câte două puncte pentru fiecare. Nu în ultima rundă.',
        ] },
        { tip: 'Ultima levată poate fi revăzută de toți; cele mai vechi rămân închise, dacă masa nu permite altfel din opțiuni.' },
      ],
    },
  ],
};
