/** The games that have a table to draw, each loaded when it is first asked for. */
import type { GameModule, SamplesModule } from './table';

const modules = import.meta.glob<GameModule>('../games/*/index.ts');
const sampleModules = import.meta.glob<SamplesModule>('../games/*/samples.ts');

const path = (game: string, file: string): string => `../games/${game}/${file}.ts`;

/** In the order of the lobby. */
export const GAMES = ['rurare', 'rage', 'rok', 'rummy'] as const;
export type GameName = (typeof GAMES)[number];

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}

/** Whether a game has a table that can be played in the browser. */
export function isDrawn(game: string): boolean {
  return path(game, 'index') in modules;
}

export async function loadGame(game: string): Promise<GameModule | null> {
  return (await modules[path(game, 'index')]?.()) ?? null;
}

export async function loadSamples(game: string): Promise<SamplesModule | null> {
  return (await sampleModules[path(game, 'samples')]?.()) ?? null;
}
