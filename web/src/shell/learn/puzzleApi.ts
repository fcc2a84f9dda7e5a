/** What the pages of puzzles ask of the server. */
import { ApiError } from '../../lib/api';
import { transport } from '../../lib/transport';
import type { GameDraft, Graded, Mistakes, Problem, PuzzleHome, Question, Reported } from '../../lib/wire';

async function call<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  let response: Response;
  try {
    response = await transport.ask(`/api/puzzles${path}`, init);
  } catch {
    throw new ApiError('unreachable', 'the server cannot be reached');
  }
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.code ?? `http_${response.status}`, problem?.why ?? response.statusText);
}

const one = (id: string): string => `/one/${encodeURIComponent(id)}`;

export const puzzleApi = {
  home: (): Promise<PuzzleHome> => call(''),
  question: (id: string): Promise<Question> => call(one(id)),
  next: (game: string, theme: string, after: string): Promise<Question> => call(`/next?${new URLSearchParams({ game, theme, after }).toString()}`),
  mistakes: (record: string): Promise<Mistakes> => call(`/mistakes/${encodeURIComponent(record)}`),
  draft: (id: string, draft: string): Promise<GameDraft> => call(`${one(id)}/draft`, { draft }),
  answer: (id: string, answer: string, milliseconds: number | null): Promise<Graded> => call(one(id), { answer, milliseconds }),
  report: (id: string, reason: string): Promise<Reported> => call(`${one(id)}/report`, { reason }),
};
