/** What the shell knows of the game before its table is loaded. */
import type { GameDeclaration } from '../../lib/games';
import type { Lesson } from '../../lib/lesson';
import facts from './facts.json';
import Picture from './Picture.svelte';

export const game: GameDeclaration = {
  facts,
  Picture,
  line: {
    en: 'Runes fall, hands fly: grab the pairs before the others do.',
    it: 'Le rune cadono, le mani volano: prendi le coppie prima degli altri.',
    ro: 'Runele cad, mâinile zboară: înhață perechile înaintea celorlalți.',
    de: 'Runen fallen, Hände fliegen: Schnapp dir die Paare vor den anderen.',
  },
  part: {
    en: 'Throw {n}',
    it: 'Lancio {n}',
    ro: 'Aruncarea {n}',
    de: 'Wurf {n}',
  },
  options: () => import('./options'),
  deals: () => import('./deals'),
  Figure: () => import('./Figure.svelte'),
  puzzles: () => import('./puzzles'),
  lesson: () => import('./lesson.json') as Promise<{ default: Lesson }>,
};
