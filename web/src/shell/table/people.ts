/** What the table says about people, in words. */
import { list, translator } from '../../lib/i18n';
import type { ShellTranslate } from '../../lib/table';
import type { Outcome, SeatInfo, TableInfo } from '../../lib/wire';
import { dailyTexts } from '../daily/texts';
import { levelName } from '../levels';

export function namesOf(info: TableInfo, seats: number[], t: ShellTranslate): string {
  return list(
    seats.map((seat) => info.seats[seat]?.name || t('seatNumber', { n: seat + 1 })),
    t.lang,
  );
}

/** Who is on turn: me, or those we wait for. */
export function statusOf(info: TableInfo, mine: number[], t: ShellTranslate): string {
  if (info.stage === 'over') return t('over');
  if (info.paused) return t('paused');
  const own = info.turn.filter((seat) => mine.includes(seat));
  if (own.length > 0) return mine.length > 1 ? t('yourTurnNamed', { name: namesOf(info, own.slice(0, 1), t) }) : t('yourTurn');
  return info.turn.length > 0 ? t('waitingFor', { names: namesOf(info, info.turn, t) }) : t('waitingNobody');
}

/** Somebody whom everybody waits for and who is gone; a bot will play on. */
export function awayOf(info: TableInfo, mine: number[]): SeatInfo | undefined {
  if (info.stage !== 'playing' || info.paused || info.turn.some((seat) => mine.includes(seat))) return undefined;
  return info.seats.find((one) => info.turn.includes(one.seat) && !one.here && !one.autopilot && one.autopilot_at !== null);
}

/** When the time of the player to move is up; null if no clock runs, or if the status shows an absent player. */
export function deadlineOf(info: TableInfo, mine: number[]): number | null {
  const times = info.turn.map((one) => info.deadlines[String(one)]).filter((one) => one !== undefined);
  return times.length > 0 && !info.paused && !awayOf(info, mine) ? Math.min(...times) : null;
}

/** "0:45", and never less than nothing. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A line of the final score. */
export interface Row {
  seat: number;
  name: string;
  score: number;
  rank: number;
  wins: boolean;
}

/** The final score, the winners first; equal points share a rank. */
export function rowsOf(outcome: Outcome, names: string[]): Row[] {
  const rows = outcome.scores
    .map((score, seat) => ({ seat, score, name: names[seat] ?? '', wins: outcome.winners.includes(seat) }))
    .sort((a, b) => Number(b.wins) - Number(a.wins) || b.score - a.score);
  return rows.map((row) => ({ ...row, rank: row.wins ? 1 : 1 + rows.filter((other) => other.wins || other.score > row.score).length }));
}

/** What there is to say of a seat besides its name. */
export function seatRemark(seat: SeatInfo, t: ShellTranslate): string {
  if (seat.kind === 'empty') return t('emptySeat');
  if (seat.kind === 'bot') return t('aBot', { level: levelName(t, seat.level) });
  const off = daysOff(seat, t);
  if (off) return off;
  if (seat.autopilot) return t('autopilotOther', { name: seat.name });
  return seat.here ? '' : t('isAway', { name: seat.name });
}

/** Until when somebody's clock stands still, in a game by the day. */
function daysOff(seat: SeatInfo, t: ShellTranslate): string {
  const [begins, ends] = seat.vacation ?? [0, 0];
  if (Date.now() < begins || Date.now() >= ends) return '';
  const date = new Date(ends).toLocaleDateString(t.lang, { day: 'numeric', month: 'short' });
  return translator(dailyTexts, t.lang)('daysOff', { date });
}

/** Where a table is reached; the word of a closed one goes behind the number sign, which no server logs. */
export function pathOf(info: TableInfo, invite: string): string {
  return invite ? `/t/${info.id}#${invite}` : `/t/${info.id}`;
}

/** A name that nobody at the table has: two guests are "Guest" and "Guest 2". */
export function freeName(info: TableInfo, wanted: string): string {
  const taken = new Set(info.seats.map((seat) => seat.name));
  let name = wanted;
  for (let k = 2; taken.has(name); k += 1) name = `${wanted.slice(0, 17)} ${k}`;
  return name;
}
