import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Get rid of your tiles: lay groups and runs, add to what lies on the table, take it apart and build it anew. Whoever has no tile left wins the hand. For two to four.',
  chapters: [
    {
      title: 'The tiles',
      blocks: [
        'There are 106 *tiles*: the numbers 1 to 13 in blue, green, red and yellow, each of them twice, and two *jokers*. Everyone takes fourteen and puts them on a *rack* that the others cannot see. The rest lies face down: the *pool*.',
        'The lot says who begins; turns go clockwise.',
      ],
    },
    {
      title: 'Melds',
      blocks: [
        { list: [
          'A *group* is three or four tiles of the same number in different colours.',
          'A *run* is three or more tiles of one colour whose numbers rise one by one. After 13 nothing follows: 12, 13, 1 is no run.',
        ] },
        { figure: 'rummy-melds', caption: 'A group of sevens, and a red run from 4 to 6.' },
      ],
    },
    {
      title: 'A turn',
      blocks: [
        'On your turn you either lay tiles or draw one. Nobody has to lay. Drawing is one tile and ends the turn: even if it fits, it can be laid in your next turn at the earliest.',
        'A turn lasts two minutes. When the time is up, tiles that are in no proper meld go back to your rack. If that breaks melds of the table, or leaves an opening below 30 points, the whole turn is undone; whoever has then laid nothing draws a tile.',
      ],
    },
    {
      title: 'The first lay',
      blocks: [
        'Your first lay in a hand must be worth at least 30 points: the numbers of its tiles added up. Several melds may bring them together, but all from your own rack, and the table stays untouched in that turn. Until you have opened, all you can do is draw.',
        { example: 'Red 9, 10, 11 is worth exactly 30. Three sevens (21) and blue 2, 3, 4 (9) together are 30 as well.' },
      ],
    },
    {
      title: 'Using the table',
      blocks: [
        'Once you have opened, all melds on the table are yours to use. You may add to them, split them, and build new ones from them.',
        { list: [
          'At the end of the turn every meld on the table must be a proper group or run.',
          'At least one tile of your rack must have been laid.',
          'Tiles of the table stay on the table: none goes to a rack.',
        ] },
        { figure: 'rummy-rearrange', caption: 'A blue 4 splits the run 2 to 6 into 2, 3, 4 and 4, 5, 6.' },
      ],
    },
    {
      title: 'Jokers',
      blocks: [
        'A joker stands for any tile and, when laid, is worth as many points as that tile. On a rack at the end it counts 25.',
        'Whoever has opened may put the right tile in the place of a joker on the table, from the rack or from elsewhere on the table. The joker is then used in the same turn, in another meld. In a group of three with a joker either missing colour is right.',
        'A joker that has not been replaced like this keeps standing for its tile.',
      ],
    },
    {
      title: 'The end',
      blocks: [
        'Whoever lays the last tile of their rack wins the hand. The others add up what is left on their racks as minus points; the winner gets the sum of them as plus points.',
        'If the pool is empty, whoever cannot or will not lay passes. When all have passed in a row, the hand is over: the lowest rack wins, and the others pay their difference to it.',
        'A match has as many hands as agreed, here as many as there are players unless you choose otherwise. The highest total wins; equal totals share the victory.',
      ],
    },
    {
      title: 'Variant: closing from the hand',
      blocks: ['Whoever has not laid anything yet and lays the whole rack in one turn needs no 30 points, and the points of this hand count double.'],
    },
  ],
};
