import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Werde deine Steine los: Leg Gruppen und Folgen, ergänze, was auf dem Tisch liegt, nimm es auseinander und bau es neu. Wer keinen Stein mehr hat, gewinnt das Spiel. Für zwei bis vier.',
  chapters: [
    {
      title: 'Die Steine',
      blocks: [
        'Es gibt 106 *Steine*: die Zahlen 1 bis 13 in Blau, Grün, Rot und Gelb, jeder zweimal, dazu zwei *Joker*. Alle nehmen vierzehn und stellen sie auf ihr *Brett*, das die anderen nicht sehen. Der Rest liegt verdeckt: der *Vorrat*.',
        'Das Los sagt, wer beginnt; es geht im Uhrzeigersinn.',
      ],
    },
    {
      title: 'Kombinationen',
      blocks: [
        { list: [
          'Eine *Gruppe* sind drei oder vier Steine derselben Zahl in verschiedenen Farben.',
          'Eine *Folge* sind drei oder mehr Steine einer Farbe mit lückenlos steigenden Zahlen. Nach der 13 kommt nichts: 12, 13, 1 ist keine Folge.',
        ] },
        { figure: 'rummy-melds', caption: 'Eine Gruppe aus Siebenen und eine rote Folge von 4 bis 6.' },
      ],
    },
    {
      title: 'Ein Zug',
      blocks: [
        'Wer dran ist, legt Steine oder zieht einen. Legen muss niemand. Gezogen wird ein einziger Stein, und damit endet der Zug: Auch wenn er passt, darf er frühestens im nächsten Zug gelegt werden.',
        'Ein Zug dauert höchstens zwei Minuten. Ist die Zeit um, kommen Steine, die in keiner richtigen Kombination liegen, aufs Brett zurück. Zerfallen dadurch Kombinationen des Tisches oder bleibt eine Eröffnung unter 30 Punkten, wird der ganze Zug zurückgenommen; wer dann nichts gelegt hat, zieht einen Stein.',
      ],
    },
    {
      title: 'Die Eröffnung',
      blocks: [
        'Was du in einem Spiel zum ersten Mal legst, muss mindestens 30 Punkte wert sein: die Summe der Zahlen. Mehrere Kombinationen dürfen zusammenkommen, aber alle vom eigenen Brett, und der Tisch bleibt in diesem Zug unberührt. Wer noch nicht eröffnet hat, kann sonst nur ziehen.',
        { example: 'Rot 9, 10, 11 ergibt genau 30. Drei Siebenen (21) und Blau 2, 3, 4 (9) ergeben zusammen ebenfalls 30.' },
      ],
    },
    {
      title: 'Den Tisch benutzen',
      blocks: [
        'Hast du eröffnet, stehen dir alle Kombinationen auf dem Tisch offen. Du darfst sie ergänzen, teilen und neue daraus bauen.',
        { list: [
          'Am Ende des Zuges muss jede Kombination auf dem Tisch eine richtige Gruppe oder Folge sein.',
          'Mindestens ein Stein von deinem Brett muss gelegt worden sein.',
          'Steine vom Tisch bleiben auf dem Tisch: Keiner wandert auf ein Brett.',
        ] },
        { figure: 'rummy-rearrange', caption: 'Eine blaue 4 teilt die Folge 2 bis 6 in 2, 3, 4 und 4, 5, 6.' },
      ],
    },
    {
      title: 'Joker',
      blocks: [
        'Ein Joker steht für einen beliebigen Stein und ist beim Legen so viel wert wie dieser. Am Ende auf dem Brett zählt er 25.',
        'Wer eröffnet hat, darf den richtigen Stein an die Stelle eines Jokers auf dem Tisch setzen, vom Brett oder von anderswo auf dem Tisch. Der Joker wird dann im selben Zug in einer anderen Kombination verwendet. In einer Dreiergruppe mit Joker ist jede der beiden fehlenden Farben richtig.',
        'Ein Joker, der nicht so ersetzt wurde, steht weiter für seinen Stein.',
      ],
    },
    {
      title: 'Das Ende',
      blocks: [
        'Wer den letzten Stein seines Brettes legt, gewinnt das Spiel. Die anderen zählen, was noch auf ihren Brettern steht, als Minuspunkte; der Gewinner bekommt die Summe gutgeschrieben.',
        'Ist der Vorrat leer, passt, wer nicht legen kann oder will. Haben alle nacheinander gepasst, ist das Spiel aus: Das niedrigste Brett gewinnt, die anderen zahlen die Differenz.',
        'Eine Partie hat so viele Spiele wie vereinbart, hier so viele wie Spieler, wenn du nichts anderes wählst. Die höchste Summe gewinnt; bei Gleichstand wird der Sieg geteilt.',
      ],
    },
    {
      title: 'Variante: aus der Hand schließen',
      blocks: ['Wer noch nichts gelegt hat und das ganze Brett in einem Zug legt, braucht keine 30 Punkte, und die Punkte dieses Spiels zählen doppelt.'],
    },
  ],
};
