import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Runen werden geworfen, und alle greifen gleichzeitig mit einer Hand nach Paaren. Schnelle Augen gewinnen Schätze, falsche Paare kosten welche, und ein guter Fang nimmt sie den anderen weg. Ein Spiel von Thierry Chapeau für zwei bis fünf.',
  chapters: [
    {
      title: 'Die Runen',
      blocks: [
        'Es gibt 48 *Runen*: acht Paare in jeder von drei Farben. Zwei Runen sind gleich, *Zwillinge*, wenn Zeichen und Farbe übereinstimmen; von jeder Sorte gibt es genau zwei. Eine Seite ist leer, also liegt eine Rune offen oder verdeckt.',
        { figure: 'rok-runes', caption: 'Zwillinge gleichen sich in Zeichen und Farbe. Die Rune mit dem Punkt ist das Schicksal.' },
        'Die *Rune des Schicksals* liegt in der Mitte des Tisches. Alle anderen kommen in den *Beutel*.',
        'Jeder zieht eine Rune und legt sie offen vor sich: die *Waagerune*. Wessen Waagerunen gleich sind, legt sie zurück und zieht neu. Der Jüngste beginnt; hier ist das der erste Platz.',
      ],
    },
    {
      title: 'Der Wurf',
      blocks: [
        { table: { head: ['Spieler', 'Runen für jeden'], rows: [['2', '5'], ['3', '4'], ['4', '3'], ['5', '2']] } },
        'Alle nehmen Runen aus dem Beutel, ohne sie anzusehen. Auf das Zeichen des Startspielers werfen alle zugleich zur Mitte. Reicht der Beutel nicht, wird geworfen, was noch da ist.',
        'Welche Seite oben liegt, ist Zufall. Was schon auf dem Tisch liegt, bleibt an seinem Platz.',
        { figure: 'rok-throw', caption: 'Nach dem Wurf: Offene Runen darf man nehmen, leere nicht.' },
      ],
    },
    {
      title: 'Das Grapschen',
      blocks: [
        'Jetzt greifen alle zugleich zu, mit einer Hand und Rune für Rune. Wer zuerst an einer Rune ist, hat sie.',
        { list: [
          'Nur offene Runen darf man nehmen. Verdeckte werden weder genommen noch umgedreht.',
          'Was vor einem Spieler liegt, ist tabu, und das Schicksal bleibt liegen.',
          'Ein Zwillingspaar kommt hinter deine Waagerune: Es ist *Schatz*.',
          'Der Zwilling deiner eigenen Waagerune bildet mit ihr ein Paar; beide kommen in den Schatz.',
          'Den Zwilling einer fremden Waagerune behältst du bis zum Urteil bei dir.',
          'Wer fertig ist, nimmt in dieser Runde nichts mehr.',
        ] },
        'Schluss ist, wenn kein sichtbares Paar mehr zu holen ist oder alle fertig sind.',
      ],
    },
    {
      title: 'Das Urteil',
      blocks: [
        { steps: [
          'Falsche Paare kommen zurück in den Beutel, und für jedes gibt man dazu ein Paar aus dem eigenen Schatz ab, wenn man eines hat.',
          'Halten zwei je eine Rune desselben Paares, kommen beide in den Beutel, ohne Strafe. Ebenso eine einzelne Rune, deren Zwilling noch daliegt.',
          'Wer den Zwilling einer fremden Waagerune hält, *erbeutet* sie: beide Runen und dazu allen Schatz dieser Farbe von ihrem Besitzer.',
          'Werden mehrere Waagerunen einer Farbe erbeutet, *schnippen* die Erbeuter eine Rune zum Schicksal, so nah wie möglich, ohne es zu berühren. Wer am besten ist, bestimmt die Reihenfolge.',
          'Wer keine Waagerune mehr hat, nimmt eine neue, vom Startspieler an: die offene Rune, die dem Schicksal am nächsten liegt und deren Zwilling keine Waagerune ist. Gibt es keine, spielt man die nächste Runde ohne.',
          'Verdeckte Runen kommen in den Beutel zurück, offene bleiben liegen. Der Beutel wandert nach links.',
        ] },
        { example: 'Ana hält den Zwilling von Bens grauer Waagerune, und Ben hat zwei graue Paare im Schatz. Ana bekommt die beiden Zwillinge und die vier grauen Runen: sechs Runen für einen guten Fang.' },
      ],
    },
    {
      title: 'Das Ende',
      blocks: [
        'Das Spiel ist nach einer Runde vorbei, wenn im Beutel nicht mehr Runen sind als Spieler am Tisch. Alle zählen ihren Schatz; die Waagerune zählt nicht.',
        'Wer an der Spitze gleichauf liegt, schnippt eine Rune zum Schicksal. Die nächste, die es nicht berührt hat, macht ihren Besitzer zum Großmeister der Runen.',
        { tip: 'Reaktionszeiten werden hier gerecht gemessen: Deine Zeit läuft ab dem Moment, in dem die Runen auf deinem eigenen Bildschirm erscheinen, und jede knappe Entscheidung lässt sich nachlesen.' },
      ],
    },
  ],
};
