import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Sag an, wie viele Stiche du machen wirst, und mach dann genau so viele. Zehn Runden, von zehn Karten auf der Hand bis hinunter zu einer einzigen, und ein Trumpf, der ständig wechselt.',
  chapters: [
    {
      title: 'Die Karten',
      blocks: [
        'Drei bis acht Leute spielen mit 112 Karten. Es gibt sechs Farben mit den Zahlen 0 bis 15; jede Farbe hat auch ihre eigene Form. Die übrigen 16 sind *Aktionskarten* ohne Farbe.',
        { figure: 'rage-suits', caption: 'Sechs Farben, jede mit eigener Form. Die 15 ist am höchsten, die 0 am niedrigsten.' },
        'Das Los bestimmt, wer zuerst *gibt*. Nach jeder Runde gibt die Person links davon.',
      ],
    },
    {
      title: 'Eine Runde beginnt',
      blocks: [
        { steps: [
          'In der ersten Runde bekommen alle zehn Karten, in der zweiten neun und so weiter; in der zehnten ist es nur noch eine.',
          'Der Rest ist der *Stapel*. Seine oberste Karte wird aufgedeckt und daneben gelegt: Ihre Farbe ist in dieser Runde *Trumpf*.',
          'Erscheint eine Aktionskarte, wird weiter aufgedeckt, bis eine Farbe kommt. Was übergangen wurde, ist für diese Runde aus dem Spiel.',
        ] },
      ],
    },
    {
      title: 'Ansagen',
      blocks: [
        'Zuerst sagt an, wer links vom Geber sitzt, dann geht es im Uhrzeigersinn weiter; der Geber sagt zuletzt an. Eine Ansage ist die Zahl der Stiche, mit denen du rechnest, von keinem bis zu allen.',
        'Ansagen sind offen und werden notiert. Erst wenn alle angesagt haben, fällt die erste Karte, und von da an ändert sich keine Ansage mehr.',
      ],
    },
    {
      title: 'Stiche',
      blocks: [
        'Wer links vom Geber sitzt, spielt aus. Reihum legen alle eine Karte.',
        { list: [
          'Wer die ausgespielte Farbe hat, muss sie bedienen.',
          'Wer sie nicht hat, darf alles spielen: eine andere Farbe, einen Trumpf, eine Aktionskarte.',
          'Die höchste Karte der ausgespielten Farbe macht den Stich, es sei denn, es liegt Trumpf darin; dann gewinnt der höchste Trumpf.',
          'Wer den Stich macht, spielt den nächsten aus.',
        ] },
        { figure: 'rage-trick', caption: 'Rot war ausgespielt. Die blaue 3 ist Trumpf und macht den Stich; die gelbe 14 hat nicht bedient und gewinnt nichts.' },
      ],
    },
    {
      title: 'Aktionskarten',
      blocks: [
        'Eine Aktionskarte gehört zu keiner Farbe. Mit ihr bedient man nie, und sie verpflichtet zu nichts.',
        { figure: 'rage-actions', caption: 'Jolly, kein Trumpf, Trumpfwechsel, plus fünf, minus fünf.' },
        { table: { head: ['Karte', 'Anzahl', 'Was sie tut'], rows: [
          ['*Jolly*', '2', 'Du nennst eine der sechs Farben. In diesem Stich ist er ihre höchste Karte, noch über der 15. Ist die Farbe nicht Trumpf, schlägt ihn jeder Trumpf.'],
          ['*Kein Trumpf*', '4', 'In diesem Stich gibt es keinen Trumpf; schon gespielte Trümpfe zählen als gewöhnliche Karten. Nach dem Stich wird ein neuer Trumpf aufgedeckt.'],
          ['*Trumpfwechsel*', '4', 'Sofort wird ein neuer Trumpf aufgedeckt. Er gilt schon in diesem Stich, der alte nicht mehr.'],
          ['*+5*', '3', 'Wer den Stich mit ihr macht, bekommt in dieser Runde fünf Punkte mehr.'],
          ['*−5*', '3', 'Wer den Stich mit ihr macht, bekommt fünf Punkte weniger.'],
        ] } },
        { list: [
          'Auch eine Aktionskarte darf ausgespielt werden. Dann bestimmt die erste farbige Karte oder der erste Jolly die Farbe; bis dahin legt jeder, was er will.',
          'Ein Stich nur aus Aktionskarten ohne Jolly gehört der ersten von ihnen.',
          'Von zwei Jollys derselben Farbe ist der zweite höher.',
          'Fallen „kein Trumpf“ und „Trumpfwechsel“ in einen Stich, entscheidet die spätere Karte.',
          'Nach „kein Trumpf“ im allerletzten Stich einer Runde wird nichts mehr aufgedeckt.',
        ] },
      ],
    },
    {
      title: 'Wertung',
      blocks: [
        { table: { head: ['Für', 'Punkte'], rows: [
          ['jeden Stich', '1'],
          ['eine genau erfüllte Ansage, auch null', '10'],
          ['eine verfehlte Ansage, darüber oder darunter', '−5'],
          ['jede +5 in deinen Stichen', '5'],
          ['jede −5 in deinen Stichen', '−5'],
        ] } },
        { example: 'Ana hat drei angesagt und drei Stiche gemacht, darin eine +5: 3 + 10 + 5 = 18 Punkte. Ben hat einen angesagt und zwei gemacht: 2 − 5 = −3 Punkte.' },
        'Eine Runde und auch die Summe können unter null liegen. Nach zehn Runden gewinnt die höchste Summe; bei Gleichstand wird der Sieg geteilt.',
      ],
    },
    {
      title: 'Varianten',
      blocks: [
        { list: [
          '*Plus/Minus eins*: Die Ansagen dürfen zusammen nicht die Zahl der Stiche ergeben, also scheitert sicher jemand. Das trifft nur, wer zuletzt ansagt. Nicht zusammen mit verdeckten oder geheimen Ansagen.',
          '*Verdeckte Ansagen*: Alle wählen zugleich und zeigen ihre Ansagen vor der ersten Karte gemeinsam. Bis die letzte feststeht, darf man sich umentscheiden.',
          '*Geheime Ansagen*: Alle wählen zugleich, gezeigt wird erst nach der Runde.',
          '*Durchmarsch*: Wer sämtliche Stiche einer Runde macht, bekommt für jeden zwei Punkte. Nicht in der letzten Runde.',
        ] },
        { tip: 'Den letzten Stich dürfen alle ansehen; ältere bleiben zu, außer der Tisch erlaubt es in seinen Optionen.' },
      ],
    },
  ],
};
