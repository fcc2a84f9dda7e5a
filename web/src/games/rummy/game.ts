/** What the shell knows of the game before its table is loaded. */
import type { GameDeclaration } from '../../lib/games';
import type { Lesson } from '../../lib/lesson';
import facts from './facts.json';
import Picture from './Picture.svelte';

export const game: GameDeclaration = {
  facts,
  Picture,
  line: {
    en: 'Sets and runs, and a table that you may rearrange as you like.',
    it: 'Serie e scale su un tavolo che puoi riordinare come vuoi.',
    ro: 'Grupuri și suite pe o masă pe care o poți rearanja cum vrei.',
    de: 'Gruppen und Folgen auf einem Tisch, den du nach Belieben umbauen darfst.',
  },
  part: {
    en: 'Hand {n}',
    it: 'Mano {n}',
    ro: 'Mâna {n}',
    de: 'Partie {n}',
  },
  levelNotes: {
    champion: {
      en: 'The champion waits: it draws turn after turn, then lays its whole rack at once. For a livelier game choose “strong”.',
      it: 'Il campione aspetta: pesca turno dopo turno e poi depone tutto in una volta. Per una partita più vivace scegli «forte».',
      ro: 'Campionul așteaptă: trage tură după tură, apoi etalează totul deodată. Pentru o partidă mai vie alege „puternic”.',
      de: 'Der Meister wartet: Er zieht Runde um Runde und legt dann alles auf einmal aus. Lebhafter wird es mit „stark“.',
    },
  },
  options: () => import('./options'),
  deals: () => import('./deals'),
  Figure: () => import('./Figure.svelte'),
  puzzles: () => import('./puzzles'),
  lesson: () => import('./lesson.json') as Promise<{ default: Lesson }>,
};
