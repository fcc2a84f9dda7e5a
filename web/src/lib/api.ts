/** The lobby's questions over plain HTTP. */
import { banned } from './banned.svelte';
import type { Frame } from './lesson';
import { transport } from './transport';
import type { BanInfo, DeviceInfo, DevicePass, GameDraft, GameInfo, Me, NewTable, NoticeList, News, Opened, PlayerStatistics, Preparing, Problem, QueueState, QueueWish, TableLine } from './wire';

/** Why a request failed: the server's words, or that it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Some refusals have a reason of their own, and what it speaks of. */
    readonly reason = '',
    readonly values: Record<string, string | number> = {},
  ) {
    super(message);
  }
}

const LONGEST_KEPT = 30_000; // characters: browsers carry 64 kB for all pages that were left

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const init: RequestInit = { method };
  if (text) Object.assign(init, { body: text, headers: { 'content-type': 'application/json' } });
  // What was asked for is done even if the page is left at once.
  if (method !== 'GET' && text.length <= LONGEST_KEPT) init.keepalive = true;
  let response: Response;
  try {
    response = await transport.ask(path, init);
  } catch {
    throw new ApiError('unreachable', 'the server cannot be reached');
  }
  if (response.status === 502 || response.status === 504) throw new ApiError('unreachable', response.statusText);
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    banned.note(problem?.code ?? '');
    throw new ApiError(problem?.code ?? `http_${response.status}`, problem?.why ?? response.statusText, problem?.reason, problem?.values);
  }
  const answer = await response.text();
  return (answer ? JSON.parse(answer) : null) as T;
}

export const api = {
  notices: (lang: string): Promise<NoticeList> => call('GET', `/api/me/notices?language=${lang}`),
  noticesSeen: (): Promise<unknown> => call('POST', '/api/me/notices/seen'),
  games: (): Promise<GameInfo[]> => call('GET', '/api/games'),
  preparing: (): Promise<Preparing> => call('GET', '/api/preparing'),
  tables: (): Promise<TableLine[]> => call('GET', '/api/tables'),
  me: (): Promise<Me> => call('GET', '/api/me'),
  ban: (): Promise<BanInfo> => call('GET', '/api/me/ban'),
  statistics: (): Promise<PlayerStatistics> => call('GET', '/api/me/statistics'),
  rename: (name: string): Promise<Me> => call('PUT', '/api/me', { name }),
  claim: (): Promise<Me> => call('POST', '/api/me/claim'),
  portrait: (portrait: string): Promise<Me> => call('PUT', '/api/me/portrait', { portrait }),
  pass: (): Promise<DevicePass> => call('POST', '/api/me/pass'),
  enter: (word: string): Promise<Me> => call('POST', '/api/me/enter', { word }),
  forget: (): Promise<unknown> => call('DELETE', '/api/me'),
  devices: (): Promise<DeviceInfo[]> => call('GET', '/api/me/devices'),
  signOut: (device: string): Promise<unknown> => call('DELETE', `/api/me/devices/${encodeURIComponent(device)}`),
  news: (): Promise<News> => call('GET', '/api/news'),
  join: (wish: QueueWish): Promise<QueueState> => call('PUT', '/api/queue', wish),
  leaveQueue: (): Promise<unknown> => call('DELETE', '/api/queue'),
  open: (table: NewTable): Promise<Opened> => call('POST', '/api/tables', table),
};

/** A lesson is judged by the real rules: what came of a learner's moves, and what they say to a turn under way. */
export const lessonApi = {
  attempt: (path: string, moves: [number, string][]): Promise<{ step: number; frames: Frame[] }> => call('POST', path, { moves }),
  draft: (path: string, moves: [number, string][], draft: string): Promise<GameDraft> => call('POST', `${path}/draft`, { moves, draft }),
};

/** The picture of a QR code for a path of ours, as phones reach it. */
export function qr(path: string): string {
  return `/api/qr.svg?path=${encodeURIComponent(path)}`;
}
