/** Evenings, seasons and the deal of the day: what is asked, and an evening that stays up to date. */
import { ApiError, call } from '../../lib/api';
import { transport } from '../../lib/transport';
import type { ComparedDeal, DayView, EveningView, MyClubs, NewEvening, NewSeason, Opened, PaperResult, PastDay, Problem, SeasonView } from '../../lib/wire';

export type Step =
  | { step: 'plan' | 'start' | 'end' | 'undo' }
  | { step: 'swap'; one: number; other: number }
  | { step: 'extend'; minutes: number }
  | { step: 'timer'; minutes: number; time_up: EveningView['time_up'] }
  | { step: 'finish'; table: number }
  | { step: 'score'; round: number; table: number; scores: number[] }
  | { step: 'add'; name: string }
  | { step: 'out'; number: number; is_out: boolean }
  | { step: 'host'; number: number }
  | { step: 'season'; season: string };

const part = (text: string): string => encodeURIComponent(text);

export const clubApi = {
  mine: (): Promise<MyClubs> => call('GET', '/api/evenings'),
  create: (wish: NewEvening): Promise<Opened> => call('POST', '/api/evenings', wish),
  join: (id: string): Promise<EveningView> => call('POST', `/api/evenings/${part(id)}/join`),
  leave: (id: string): Promise<EveningView> => call('POST', `/api/evenings/${part(id)}/leave`),
  takeOver: (id: string): Promise<EveningView> => call('POST', `/api/evenings/${part(id)}/take_over`),
  step: (id: string, step: Step): Promise<EveningView> => call('POST', `/api/evenings/${part(id)}/step`, step),
  result: (id: string, result: PaperResult): Promise<EveningView> => call('POST', `/api/evenings/${part(id)}/result`, result),
  deals: (id: string): Promise<ComparedDeal[]> => call('GET', `/api/evenings/${part(id)}/deals`),
  newSeason: (wish: NewSeason): Promise<Opened> => call('POST', '/api/seasons', wish),
  season: (id: string): Promise<SeasonView> => call('GET', `/api/seasons/${part(id)}`),
  day: (): Promise<DayView> => call('GET', '/api/deal'),
  play: (game: string): Promise<Opened> => call('POST', `/api/deal/${part(game)}`),
  past: (game: string, day: string): Promise<PastDay> => call('GET', `/api/deal/${part(game)}/${part(day)}`),
};

/** An evening as the server has it; `null`: nothing new since the tag. */
export async function look(id: string, tag: string): Promise<{ view: EveningView; tag: string } | null> {
  const init: RequestInit = tag ? { headers: { 'if-none-match': tag }, cache: 'no-store' } : { cache: 'no-store' };
  let answer: Response;
  try {
    answer = await transport.ask(`/api/evenings/${part(id)}`, init);
  } catch {
    throw new ApiError('unreachable', '');
  }
  if (answer.status === 304) return null;
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    throw new ApiError(problem?.code ?? 'unreachable', problem?.why ?? '', problem?.reason, problem?.values);
  }
  return { view: (await answer.json()) as EveningView, tag: answer.headers.get('etag') ?? '' };
}
