/**
 * The games of this client. `games/<game>/game.ts` declares what the shell says about a game; its table, samples and
 * everything else are loaded when they are first asked for. A game of the server without a folder here gets the plain table.
 */
import type { Component } from 'svelte';
import type { Lang, Phrase } from './i18n';
import type { Lesson } from './lesson';
import type { OptionsModule } from './options';
import type { DealsModule } from './proof/deals';
import type { PuzzlesModule } from './puzzles';
import type { GameModule, SamplesModule } from './table';
import type { GameInfo, GameStatistics } from './wire';

/** What Python knows of a game and the lobby shows, also without a server; written by `erre.server.api.wire_types`. */
export type GameFacts = Omit<GameInfo, 'options' | 'bots'>;

/** A part of the client that is loaded when it is needed. */
type Later<T> = () => Promise<T>;

/** What `games/<game>/game.ts` exports as `game`. */
export interface GameDeclaration {
  facts: GameFacts;
  /** A picture of 320 by 180, as the content of an SVG. */
  Picture: Component;
  /** What the game is about, in one sentence. */
  line: Record<Lang, string>;
  /** What a part of a match is called: `Round {n}`. */
  part: Record<Lang, Phrase>;
  /** What to know of a level of bots before a game against it, by its name. */
  levelNotes?: Record<string, Record<Lang, string>>;
  /** The options in words. */
  options: Later<OptionsModule>;
  /** Forms for options that are no single value, by the name of the option. */
  optionForms?: Record<string, Later<{ default: Component<OptionFormProps> }>>;
  /** How chance deals, for the proof. */
  deals?: Later<DealsModule>;
  /** The pictures that the rules name. */
  Figure?: Later<{ default: Component<{ name: string }> }>;
  lesson?: Later<{ default: Lesson }>;
  puzzles?: Later<PuzzlesModule>;
  /** What a player's page shows of this game besides its results. */
  Statistics?: Later<{ default: Component<{ statistics: GameStatistics; mine: boolean }> }>;
}

export interface OptionFormProps {
  change(value: Record<string, unknown>): void;
}

const PLAIN = 'plain';
const declared = import.meta.glob<GameDeclaration>('../games/*/game.ts', { eager: true, import: 'game' });
const modules = import.meta.glob<GameModule>('../games/*/index.ts');
const narrations = import.meta.glob<Pick<GameModule, 'sayRule'>>('../games/*/narrate.ts');
const sampleModules = import.meta.glob<SamplesModule>('../games/*/samples.ts');

const path = (game: string, file: string): string => `../games/${game}/${file}.ts`;
const byName = new Map(Object.values(declared).map((game) => [game.facts.name, game]));

/** The games that have a folder here, by title. */
export const GAMES: readonly string[] = [...byName.values()]
  .map((game) => game.facts)
  .sort((a, b) => a.title.localeCompare(b.title))
  .map((facts) => facts.name);

/** What a game declares; null for one that only the server knows. */
export function declarationOf(game: string): GameDeclaration | null {
  return byName.get(game) ?? null;
}

/** Whether a game can be played in the browser. */
export function isDrawn(game: string): boolean {
  return path(game, 'index') in modules || path(PLAIN, 'index') in modules;
}

/** A game's own table; the plain one where it has none. */
export async function loadGame(game: string): Promise<GameModule | null> {
  const load = modules[path(game, 'index')] ?? modules[path(PLAIN, 'index')];
  return (await load?.()) ?? null;
}

/** A game's words for rules and events, without its table. */
export async function loadWords(game: string): Promise<Pick<GameModule, 'sayRule'> | null> {
  return (await narrations[path(game, 'narrate')]?.()) ?? null;
}

export async function loadSamples(game: string): Promise<SamplesModule | null> {
  return (await sampleModules[path(game, 'samples')]?.()) ?? null;
}

/** Every folder that has samples: the games, and the plain table. */
export const SAMPLED: readonly string[] = Object.keys(sampleModules)
  .map((file) => file.split('/').at(-2) ?? '')
  .sort();
