/** What the shell knows of the game before its table is loaded. */
import type { GameDeclaration } from '../../lib/games';
import type { Lesson } from '../../lib/lesson';
import facts from './facts.json';
import Picture from './Picture.svelte';

export const game: GameDeclaration = {
  facts,
  Picture,
  line: {
    en: 'Promise your tricks, then keep the promise while trump keeps changing.',
    it: 'Prometti le tue prese e mantieni la parola mentre l’atout cambia di continuo.',
    ro: 'Anunță câte levate iei și ține-te de cuvânt, deși atuul se tot schimbă.',
    de: 'Sag deine Stiche an und halte Wort, während der Trumpf ständig wechselt.',
  },
  part: {
    en: 'Round {n}',
    it: 'Round {n}',
    ro: 'Runda {n}',
    de: 'Runde {n}',
  },
  options: () => import('./options'),
  deals: () => import('./deals'),
  Figure: () => import('./Figure.svelte'),
  Statistics: () => import('./Bids.svelte'),
  puzzles: () => import('./puzzles'),
  lesson: () => import('./lesson.json') as Promise<{ default: Lesson }>,
};
