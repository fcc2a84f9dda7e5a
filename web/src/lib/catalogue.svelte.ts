/** The games of this server: what it offers, and until it has answered, what this client knows of them itself. */
import { api } from './api';
import { declarationOf, GAMES, type GameFacts } from './games';
import type { GameInfo } from './wire';

let infos = $state.raw<GameInfo[] | null>(null);
let loading: Promise<GameInfo[]> | null = null;

export const catalogue = {
  /** What the server offers; null before it has answered. */
  get infos(): GameInfo[] | null {
    return infos;
  },
  /** All names for the lobby: those with a folder here, then those that only the server knows. */
  get names(): string[] {
    const others = (infos ?? []).map((one) => one.name).filter((name) => !GAMES.includes(name));
    return [...GAMES, ...others];
  },
  info(game: string): GameInfo | undefined {
    return infos?.find((one) => one.name === game);
  },
  facts(game: string): GameFacts | undefined {
    return catalogue.info(game) ?? declarationOf(game)?.facts;
  },
  title(game: string): string {
    return catalogue.facts(game)?.title ?? game;
  },
  /** Ask the server once; a failed question is asked again with the next call. */
  load(): Promise<GameInfo[]> {
    if (infos) return Promise.resolve(infos);
    loading ??= api
      .games()
      .then((found) => (infos = found))
      .finally(() => (loading = null));
    return loading;
  },
};
