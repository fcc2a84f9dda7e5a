/** What the pages of puzzles ask of the server. */
import { call as ask } from '../../lib/api';
import type { GameDraft, Graded, Mistakes, PuzzleHome, Question, Reported } from '../../lib/wire';

const call = <T>(path: string, body?: unknown): Promise<T> => ask(body === undefined ? 'GET' : 'POST', `/api/puzzles${path}`, body);
const one = (id: string): string => `/one/${encodeURIComponent(id)}`;

export const puzzleApi = {
  home: (): Promise<PuzzleHome> => call(''),
  question: (id: string): Promise<Question> => call(one(id)),
  next: (game: string, theme: string, after: string): Promise<Question> => call(`/next?${new URLSearchParams({ game, theme, after }).toString()}`),
  mistakes: (record: string): Promise<Mistakes> => call(`/mistakes/${encodeURIComponent(record)}`),
  /** Start the clock of a puzzle whose time counts: only then is it shown. */
  start: (id: string): Promise<Question> => call(`${one(id)}/start`, {}),
  draft: (id: string, draft: string): Promise<GameDraft> => call(`${one(id)}/draft`, { draft }),
  answer: (id: string, answer: string, milliseconds: number | null): Promise<Graded> => call(one(id), { answer, milliseconds }),
  report: (id: string, reason: string): Promise<Reported> => call(`${one(id)}/report`, { reason }),
};
