/** What the shell knows of the game before its table is loaded. */
import type { GameDeclaration } from '../../lib/games';
import type { Lesson } from '../../lib/lesson';
import facts from './facts.json';
import Picture from './Picture.svelte';

export const game: GameDeclaration = {
  facts,
  Picture,
  line: {
    en: 'Everyone chooses a row at once. Alone you take it; together you lose it.',
    it: 'Tutti scelgono una serie insieme. Da solo la prendi, in compagnia la perdete.',
    ro: 'Toți aleg un rând deodată. Singur îl iei, împreună îl pierdeți.',
    de: 'Alle wählen zugleich eine Reihe. Allein nimmst du sie, gemeinsam verliert ihr sie.',
  },
  part: {
    en: 'Turn {n}',
    it: 'Turno {n}',
    ro: 'Tura {n}',
    de: 'Zug {n}',
  },
  options: () => import('./options'),
  optionForms: { counts: () => import('./OwnDeck.svelte') },
  deals: () => import('./deals'),
  Figure: () => import('./Figure.svelte'),
  puzzles: () => import('./puzzles'),
  lesson: () => import('./lesson.json') as Promise<{ default: Lesson }>,
};
