/** What replays ask of the server. */
import { ApiError } from '../../lib/api';
import { transport } from '../../lib/transport';
import type { Brought, Losses, Opened, PlayOn, Problem, RecordLine, RecordProof, Replay } from '../../lib/wire';

export type Eyes = number | 'all' | null;

async function refusal(answer: Response): Promise<ApiError> {
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  return new ApiError(problem?.code ?? `http_${answer.status}`, problem?.why ?? answer.statusText, problem?.reason, problem?.values);
}

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await transport.ask(path, init);
  } catch {
    throw new ApiError('unreachable', 'the server cannot be reached');
  }
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

const path = (id: string, what: string): string => `/api/records/${encodeURIComponent(id)}${what}`;
const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

export const replayApi = {
  records: (): Promise<RecordLine[]> => call('/api/records'),
  replay: (id: string, eyes: Eyes): Promise<Replay> => call(path(id, `/replay?eyes=${eyes ?? ''}`)),
  losses: (id: string): Promise<Losses> => call(path(id, '/losses')),
  proof: (id: string): Promise<RecordProof> => call(path(id, '/proof')),
  playOn: (id: string, wish: PlayOn): Promise<Opened> => call(path(id, '/play_on'), asJson(wish)),
  bring: async (file: Blob): Promise<Brought> => {
    // The first question gives the cookie by which the server knows this device.
    await call('/api/me');
    return call('/api/replays', { method: 'POST', body: file, headers: { 'content-type': 'application/jsonl' } });
  },
  /** Keep the record of a game that was played elsewhere among one's own; always on a real server, never on this device. */
  handOver: async (text: string): Promise<Brought> => {
    const asked = (path: string, init: RequestInit = {}): Promise<Response> => fetch(path, { credentials: 'same-origin', ...init });
    try {
      await asked('/api/me'); // gives the cookie by which the server knows this device
      const answer = await asked('/api/me/games', { method: 'POST', body: text, headers: { 'content-type': 'application/jsonl' } });
      if (answer.ok) return (await answer.json()) as Brought;
      throw await refusal(answer);
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError('unreachable', 'the server cannot be reached');
    }
  },
  bytes: async (id: string): Promise<Uint8Array> => {
    const response = await transport.ask(path(id, ''));
    if (!response.ok) throw new ApiError(`http_${response.status}`, response.statusText);
    return new Uint8Array(await response.arrayBuffer());
  },
};

/** Where a record can be had as a file. */
export const fileOf = (id: string): string => path(id, '');
