import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Rows of cards lie on the table, and everybody picks one at the same moment. Choose alone and the row is yours; meet somebody there and its best card is gone. A game by Reinhard Staupe for two to four.',
  chapters: [
    {
      title: 'The table',
      blocks: [
        'There are eight *number cards* and 112 playing cards. Four people lay out the number cards 1 to 8, three people 1 to 7, two people 1 to 6. Each is the head of a *row*.',
        'Four people use all 112 cards. With three 102 are used and with two 80; the others are taken out unseen and go to the *box*. The cards in use are the face-down *pile*.',
        'Under every number card three cards from the pile are laid open, overlapping, so that each can be seen. The one lying on top, farthest from the number, is the *outermost* card.',
        { figure: 'rurare-table', caption: 'Rows with their number cards. The outermost card lies on top.' },
      ],
    },
    {
      title: 'A turn: Ru … Ra … Re!',
      blocks: [
        { steps: [
          'All decide in secret which row they would like. Any row that still has a card can be chosen, and until the last person has chosen you may change your mind.',
          'At “Re” all choices are shown at once.',
          'If you are alone on your row, you take all its cards and lay them open in front of you, sorted by kind. The number card stays.',
          'If several meet on a row, nobody gets anything there: its outermost card goes to the box. Those who met choose again, all together, from every row that still has cards.',
          'When everybody has a row, the rows are filled up to three cards again, from row 1 onwards. What was left stays next to the number; new cards go outside.',
        ] },
        { figure: 'rurare-clash', caption: 'Two players chose row 2: its outermost card is lost, and both choose again.' },
        'If people have met so often that at most one row still has cards, the turn ends at once, and those who would have to choose again get nothing.',
        { tip: 'What lies in front of you is open to all and is yours: cards are never given away.' },
      ],
    },
    {
      title: 'Two phases',
      blocks: [
        'When after a whole turn somebody has 13 cards or more in front, there is the *first scoring*. It happens only once.',
        'After it all cards with a red cross go to the box. Cards with a green tick stay and count again at the end. Then the rows are filled and play goes on.',
        { table: { head: ['Green tick: stays', 'Red cross: goes to the box'], rows: [['kings, knights, animals', 'churches, points cards, farmers, wives, houses']] } },
        'When filling the rows uses up the pile, one last turn follows. If the pile is not enough, the box is shuffled and used to go on. After the last turn comes the *second scoring*. The most points from both together win; equal points share the victory.',
        'If nobody had 13 cards before the last turn, there is only the scoring at the end.',
      ],
    },
    {
      title: 'What cards are worth',
      blocks: [
        { figure: 'rurare-kinds', caption: 'King, church, points, knight, animal, farmer, wife and house.' },
        { table: { head: ['Cards', 'Points'], rows: [
          ['*Kings*', '1 → 0, 2 → 1, 3 → 4, 4 → 9, 5 → 16, 6 → 25, 7 and more → 36'],
          ['*Churches*', '10 for whoever has most; for each of several who share first place. The others get nothing.'],
          ['*Points cards*', 'The number on the card: 2, 3 or 4.'],
          ['*Knights*', '2 each for whoever has most, 1 each for all others.'],
          ['*Animals*', 'Each of the eight kinds for itself: 1, 3, 6, 10, 15 points for one to five.'],
          ['*Farm*', 'Farmer and wife are a pair: 7 points. With a house: 14. Alone they count nothing. You may have several.'],
        ] } },
        { example: 'Carla has four kings (9), two sheep (3), one pig (1), a farmer, a wife and a house (14): 27 points.' },
      ],
    },
    {
      title: 'The deck',
      blocks: [
        'Ten kings, eight farmers and five of each animal are certain. How many of the other kinds the printed game has is not known here, so the options offer four reconstructed decks.',
      ],
    },
  ],
};
