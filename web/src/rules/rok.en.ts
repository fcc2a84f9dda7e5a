import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Runes are thrown, and everyone grabs pairs with one hand, all at the same time. Quick eyes win treasure, wrong pairs cost some, and a clever catch takes it from others. A game by Thierry Chapeau for two to five.',
  chapters: [
    {
      title: 'The runes',
      blocks: [
        'There are 48 *runes*: eight pairs in each of three colours. Two runes are identical, *twins*, when both symbol and colour agree; of every kind there are exactly two. One side is blank, so a rune lies face up or face down.',
        { figure: 'rok-runes', caption: 'Twins agree in symbol and colour. The dotted rune is Destiny.' },
        'The *Rune of Destiny* lies in the middle of the table. All others go into the *bag*.',
        'Each player draws one rune and lays it open: the *Balance Rune*. Players whose Balance Runes are identical put them back and draw again. The youngest is first player; here that is the first seat.',
      ],
    },
    {
      title: 'The throw',
      blocks: [
        { table: { head: ['Players', 'Runes for each'], rows: [['2', '5'], ['3', '4'], ['4', '3'], ['5', '2']] } },
        'Each takes runes from the bag without looking at them. At the first player’s signal all throw towards the middle at once. If the bag runs short, all that is left is thrown.',
        'Which side comes up is chance. What already lies on the table stays where it is.',
        { figure: 'rok-throw', caption: 'After the throw: open runes may be taken, blank ones may not.' },
      ],
    },
    {
      title: 'The scramble',
      blocks: [
        'Now everybody grabs at once, with one hand and one rune at a time. Whoever is first at a rune has it.',
        { list: [
          'Only open runes may be taken. A rune lying face down is neither taken nor turned.',
          'Nothing is taken from in front of a player, and Destiny stays.',
          'A pair of twins goes behind your Balance Rune: it is *treasure*.',
          'The twin of your own Balance Rune makes a pair with it; both go to the treasure.',
          'The twin of somebody else’s Balance Rune you keep aside until the verdict.',
          'Once you are done, you take nothing more in this round.',
        ] },
        'The scramble ends when no visible pair is left to be had, or when all are done.',
      ],
    },
    {
      title: 'The verdict',
      blocks: [
        { steps: [
          'Wrong pairs go back to the bag, and for each one its taker also gives back a pair of the own treasure, if there is one.',
          'If two players hold one rune each of the same pair, both runes go to the bag, without a penalty. So does a lone rune whose twin is still lying there.',
          'Whoever holds the twin of another’s Balance Rune *captures* it: the taker gets both runes, and all treasure of that colour from the owner.',
          'If several Balance Runes of one colour are captured, the capturers *slide* a rune towards Destiny, as near as possible without touching it. The best one chooses the order of the captures.',
          'Whoever has no Balance Rune takes a new one, from the first player on: the open rune nearest to Destiny whose twin is no Balance Rune. If there is none, the next round is played without.',
          'Runes lying face down go back to the bag; open ones stay. The bag moves on to the left.',
        ] },
        { example: 'Ana holds the twin of Ben’s grey Balance Rune, and Ben has two grey pairs in his treasure. Ana gets the two twins and the four grey runes: six runes for one good catch.' },
      ],
    },
    {
      title: 'The end',
      blocks: [
        'The game is over after a round when the bag holds no more runes than there are players. Everyone counts their treasure; the Balance Rune does not count.',
        'Those tied at the top slide a rune towards Destiny. The nearest that has not touched it makes its owner Grand Master of the Runes.',
        { tip: 'Here reaction times are measured fairly: your time runs from the moment the runes appear on your own screen, and every close decision can be read afterwards.' },
      ],
    },
  ],
};
