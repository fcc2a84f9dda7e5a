import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Scapă de piesele tale: etalează grupuri și suite, completează ce e pe masă, desfă și clădește din nou. Cine rămâne fără piese câștigă mâna. Pentru doi până la patru.',
  chapters: [
    {
      title: 'Piesele',
      blocks: [
        'Sunt 106 *piese*: numerele de la 1 la 13 în albastru, verde, roșu și galben, fiecare de două ori, și doi *jokeri*. Fiecare ia paisprezece și le pune pe *tabla* lui, ascunse de ceilalți. Restul stă cu fața în jos: *rezerva*.',
        'Cine începe se trage la sorți; se joacă în sensul acelor de ceasornic.',
      ],
    },
    {
      title: 'Formațiile',
      blocks: [
        { list: [
          'Un *grup* are trei sau patru piese cu același număr, de culori diferite.',
          'O *suită* are cel puțin trei piese de aceeași culoare, cu numere care cresc unul câte unul. După 13 nu urmează nimic: 12, 13, 1 nu e suită.',
        ] },
        { figure: 'rummy-melds', caption: 'Un grup de șapte și o suită roșie de la 4 la 6.' },
      ],
    },
    {
      title: 'Tura',
      blocks: [
        'Când e rândul tău, etalezi piese sau tragi una. Nimeni nu e obligat să etaleze. Se trage o singură piesă și tura se termină: chiar dacă se potrivește, poate fi etalată cel mai devreme la tura următoare.',
        'O tură durează cel mult două minute. La expirare, piesele care nu stau într-o formație corectă se întorc pe tablă. Dacă astfel se strică formații de pe masă sau o deschidere rămâne sub 30 de puncte, toată tura se anulează; cine nu a etalat nimic trage atunci o piesă.',
      ],
    },
    {
      title: 'Prima etalare',
      blocks: [
        'Prima ta etalare dintr-o mână trebuie să valoreze cel puțin 30 de puncte: se adună numerele pieselor. Pot veni din mai multe formații, dar toate de pe tabla ta, iar în acea tură masa rămâne neatinsă. Până nu ai deschis, poți doar să tragi.',
        { example: 'Roșu 9, 10, 11 valorează exact 30. Și trei de șapte (21) cu albastru 2, 3, 4 (9) fac împreună 30.' },
      ],
    },
    {
      title: 'Folosirea mesei',
      blocks: [
        'După ce ai deschis, toate formațiile de pe masă îți stau la dispoziție. Le poți completa, împărți și reface.',
        { list: [
          'La sfârșitul turei fiecare formație de pe masă trebuie să fie un grup sau o suită corectă.',
          'Trebuie să fi etalat cel puțin o piesă de pe tabla ta.',
          'Piesele de pe masă rămân pe masă: niciuna nu ajunge pe o tablă.',
        ] },
        { figure: 'rummy-rearrange', caption: 'Un 4 albastru împarte suita de la 2 la 6 în 2, 3, 4 și 4, 5, 6.' },
      ],
    },
    {
      title: 'Jokerii',
      blocks: [
        'Un joker ține locul oricărei piese și, când e etalat, valorează cât ea. Pe tablă, la sfârșit, contează 25.',
        'Cine a deschis poate pune piesa potrivită în locul unui joker de pe masă, de pe tablă sau din altă parte a mesei. Jokerul se folosește apoi în aceeași tură, în altă formație. Într-un grup de trei cu joker, oricare dintre cele două culori lipsă e bună.',
        'Un joker care nu a fost înlocuit astfel rămâne pentru piesa lui.',
      ],
    },
    {
      title: 'Sfârșitul',
      blocks: [
        'Cine etalează ultima piesă câștigă mâna. Ceilalți adună ce le-a rămas pe table ca puncte negative; câștigătorul primește suma lor ca puncte pozitive.',
        'Dacă rezerva e goală, cine nu poate sau nu vrea să etaleze spune pas. Când toți au spus pas la rând, mâna s-a terminat: câștigă tabla cea mai mică, iar ceilalți plătesc diferența.',
        'O partidă are câte mâini s-au stabilit, aici câți jucători sunt, dacă nu alegi altfel. Câștigă totalul cel mai mare; la egalitate victoria se împarte.',
      ],
    },
    {
      title: 'Variantă: închiderea din mână',
      blocks: ['Cine nu a etalat încă nimic și etalează toată tabla într-o singură tură nu are nevoie de 30 de puncte, iar punctele acestei mâini se dublează.'],
    },
  ],
};
