import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Promise how many tricks you will take, and then take exactly that many. Ten rounds, from ten cards in the hand down to a single one, and a trump that keeps changing.',
  chapters: [
    {
      title: 'The cards',
      blocks: [
        'Three to eight people play with 112 cards. There are six colours with the numbers 0 to 15, and every colour has its own shape as well. The remaining 16 are *action cards*, which have no colour.',
        { figure: 'rage-suits', caption: 'Six colours, each with a shape of its own. 15 is the highest card, 0 the lowest.' },
        'Somebody is drawn by lot as the first *dealer*. After each round the deal moves on to the left.',
      ],
    },
    {
      title: 'A round begins',
      blocks: [
        { steps: [
          'Everyone gets ten cards in the first round, nine in the second, and so on: in the tenth round it is just one.',
          'The rest is the *stock*. Its top card is turned over and laid beside it: its colour is *trump* for this round.',
          'If an action card shows up instead, another card is turned until there is a colour. What was passed over is out of play in this round.',
        ] },
      ],
    },
    {
      title: 'Bidding',
      blocks: [
        'The player to the left of the dealer bids first, then clockwise; the dealer bids last. A bid is the number of tricks you expect to take, from none to all of them.',
        'Bids are open and written down. Only when everybody has bid is the first card played, and from then on no bid can be changed.',
      ],
    },
    {
      title: 'Tricks',
      blocks: [
        'The player to the left of the dealer leads. Clockwise, everybody plays one card.',
        { list: [
          'If you hold the colour that was led, you must play it.',
          'If you hold none of it, you may play anything: another colour, a trump, an action card.',
          'The highest card of the led colour takes the trick, unless there is a trump in it; then the highest trump does.',
          'Whoever takes the trick leads the next one.',
        ] },
        { figure: 'rage-trick', caption: 'Red was led. The blue 3 is trump and takes the trick; the yellow 14 followed nothing and wins nothing.' },
      ],
    },
    {
      title: 'Action cards',
      blocks: [
        'An action card belongs to no colour. It never follows, and holding one never obliges you to anything.',
        { figure: 'rage-actions', caption: 'Jolly, no trump, change of trump, plus five, minus five.' },
        { table: { head: ['Card', 'How many', 'What it does'], rows: [
          ['*Jolly*', '2', 'You name one of the six colours. In this trick it is the highest card of that colour, above the 15. If the colour is not trump, every trump beats it.'],
          ['*No trump*', '4', 'There is no trump in this trick; trumps already played are ordinary cards. After the trick a new trump is turned from the stock.'],
          ['*Change of trump*', '4', 'A new trump is turned at once. It holds for this trick, too, and the old one is over.'],
          ['*+5*', '3', 'Whoever takes the trick with it gets five points more in this round.'],
          ['*−5*', '3', 'Whoever takes the trick with it gets five points less.'],
        ] } },
        { list: [
          'An action card may also be led. The first coloured card or jolly then sets the colour; until it comes, everyone plays what they like.',
          'A trick of nothing but action cards without a jolly goes to the first of them.',
          'Of two jollies in the same colour, the second one is higher.',
          'If no trump and change of trump fall into one trick, the later card decides.',
          'After a no trump in the very last trick of a round nothing is turned any more.',
        ] },
      ],
    },
    {
      title: 'Scoring',
      blocks: [
        { table: { head: ['For', 'Points'], rows: [
          ['each trick taken', '1'],
          ['a bid kept exactly, none included', '10'],
          ['a bid missed, above or below', '−5'],
          ['each +5 card in your tricks', '5'],
          ['each −5 card in your tricks', '−5'],
        ] } },
        { example: 'Ana bid three and took three tricks, with a +5 among them: 3 + 10 + 5 = 18 points. Ben bid one and took two: 2 − 5 = −3 points.' },
        'A round, and even a total, may be below zero. After ten rounds the highest total wins; equal totals share the victory.',
      ],
    },
    {
      title: 'Variants',
      blocks: [
        { list: [
          '*Plus/minus one*: the bids may not add up to the number of tricks, so somebody is bound to fail. Only the last bidder is affected. Not together with hidden or secret bids.',
          '*Hidden bids*: all choose at once and show their bids together before the first card. Until the last one has chosen you may change your mind.',
          '*Secret bids*: all choose at once, and the bids are shown only after the round.',
          '*Slam*: whoever takes every trick of a round gets two points for each. Not in the last round.',
        ] },
        { tip: 'Everybody may look at the last trick; older ones stay closed, unless the table allows it in its options.' },
      ],
    },
  ],
};
