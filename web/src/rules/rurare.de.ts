import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Auf dem Tisch liegen Reihen von Karten, und alle wählen im selben Augenblick eine davon. Wer allein wählt, bekommt die Reihe; wer dort jemanden trifft, verliert ihre beste Karte. Ein Spiel von Reinhard Staupe für zwei bis vier.',
  chapters: [
    {
      title: 'Der Tisch',
      blocks: [
        'Es gibt acht *Zahlenkarten* und 112 Spielkarten. Zu viert liegen die Zahlen 1 bis 8 aus, zu dritt 1 bis 7, zu zweit 1 bis 6. Jede ist der Kopf einer *Reihe*.',
        'Zu viert spielt man mit allen 112 Karten, zu dritt mit 102, zu zweit mit 80; die übrigen kommen ungesehen in die *Schachtel*. Die Karten im Spiel bilden den verdeckten *Stapel*.',
        'Unter jede Zahl werden drei Karten vom Stapel offen und überlappend gelegt, sodass jede zu sehen ist. Die oberste, am weitesten von der Zahl entfernt, ist die *äußerste* Karte.',
        { figure: 'rurare-table', caption: 'Reihen mit ihren Zahlenkarten. Die äußerste Karte liegt obenauf.' },
      ],
    },
    {
      title: 'Ein Zug: Ru … Ra … Re!',
      blocks: [
        { steps: [
          'Alle entscheiden insgeheim, welche Reihe sie möchten. Wählbar ist jede, in der noch eine Karte liegt; bis der Letzte gewählt hat, darf man sich umentscheiden.',
          'Bei „Re“ wird alles zugleich gezeigt.',
          'Wer auf seiner Reihe allein ist, nimmt alle ihre Karten und legt sie offen und nach Sorten vor sich hin. Die Zahlenkarte bleibt.',
          'Treffen sich mehrere auf einer Reihe, bekommt dort niemand etwas: Die äußerste Karte kommt in die Schachtel. Wer sich getroffen hat, wählt noch einmal, alle gemeinsam, aus allen Reihen mit Karten.',
          'Haben alle eine Reihe, werden die Reihen wieder auf drei Karten ergänzt, von Reihe 1 an. Was liegen blieb, bleibt an der Zahl; Neues kommt nach außen.',
        ] },
        { figure: 'rurare-clash', caption: 'Zwei haben Reihe 2 gewählt: Ihre äußerste Karte ist weg, und beide wählen neu.' },
        'Hat man sich so oft getroffen, dass höchstens noch eine Reihe Karten hat, endet der Zug sofort, und wer noch einmal wählen müsste, geht leer aus.',
        { tip: 'Was vor dir liegt, sehen alle, und es gehört dir: Karten werden nie weitergegeben.' },
      ],
    },
    {
      title: 'Zwei Phasen',
      blocks: [
        'Liegen nach einem ganzen Zug vor jemandem 13 Karten oder mehr, kommt die *erste Wertung*. Es gibt sie nur einmal.',
        'Danach wandern alle Karten mit rotem Kreuz in die Schachtel. Karten mit grünem Haken bleiben und zählen am Ende wieder. Dann werden die Reihen ergänzt, und es geht weiter.',
        { table: { head: ['Grüner Haken: bleibt', 'Rotes Kreuz: in die Schachtel'], rows: [['Könige, Ritter, Tiere', 'Kirchen, Punktekarten, Bauern, Bäuerinnen, Häuser']] } },
        'Braucht das Ergänzen den Stapel auf, folgt ein letzter Zug. Reicht der Stapel nicht, wird der Inhalt der Schachtel gemischt und weiter ergänzt. Nach dem letzten Zug kommt die *zweite Wertung*. Die meisten Punkte aus beiden zusammen gewinnen; bei Gleichstand wird der Sieg geteilt.',
        'Hatte vor dem letzten Zug niemand 13 Karten, gibt es nur die Wertung am Ende.',
      ],
    },
    {
      title: 'Was Karten wert sind',
      blocks: [
        { figure: 'rurare-kinds', caption: 'König, Kirche, Punkte, Ritter, Tier, Bauer, Bäuerin und Haus.' },
        { table: { head: ['Karten', 'Punkte'], rows: [
          ['*Könige*', '1 → 0, 2 → 1, 3 → 4, 4 → 9, 5 → 16, 6 → 25, 7 und mehr → 36'],
          ['*Kirchen*', '10 für die meisten; teilen sich mehrere den ersten Platz, bekommt jeder 10. Die anderen nichts.'],
          ['*Punktekarten*', 'Die Zahl auf der Karte: 2, 3 oder 4.'],
          ['*Ritter*', 'Je 2 für die meisten, je 1 für alle anderen.'],
          ['*Tiere*', 'Jede der acht Arten für sich: 1, 3, 6, 10, 15 Punkte für ein bis fünf Tiere.'],
          ['*Hof*', 'Bauer und Bäuerin sind ein Paar: 7 Punkte. Mit Haus 14. Einzeln zählen sie nichts. Mehrere sind möglich.'],
        ] } },
        { example: 'Carla hat vier Könige (9), zwei Schafe (3), ein Schwein (1), dazu Bauer, Bäuerin und Haus (14): 27 Punkte.' },
      ],
    },
    {
      title: 'Der Kartensatz',
      blocks: [
        'Sicher sind zehn Könige, acht Bauern und fünf von jedem Tier. Wie viele Karten der anderen Sorten das gedruckte Spiel hat, ist hier nicht bekannt; die Optionen bieten vier Rekonstruktionen.',
      ],
    },
  ],
};
