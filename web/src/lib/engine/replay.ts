/** A finished record, played again by the rules' own kernels: whether every move was legal, and the outcome is true. */
import type { GameState } from '../proof/record';
import type { About, Numbered, Option } from './about.ts';
import type { Engine } from './engine.ts';

/**
 * What a replay finds. `moves` is how many were legal; at `unread` the page cannot tell what the next one means. Which
 * rule a move breaks, and why, only the whole rules can tell.
 */
export type Judged =
  | { kind: 'legal'; moves: number; outcome: 'true' | 'false' | 'broken off' }
  | { kind: 'illegal'; moves?: number; rule?: string; why?: string }
  | { kind: 'unread'; moves: number }
  | { kind: 'unknown'; why?: string };

/** The options of a record as these rules read them; null where they cannot. */
function optionsOf({ rules, former, options, other_options }: About, record: GameState): Record<string, unknown> | null {
  const old = rules === record.rules ? {} : former[record.rules];
  if (!old) return null;
  const given: Record<string, unknown> = { ...record.options, ...old };
  for (const [name, usual] of Object.entries(other_options)) {
    if (name in given && JSON.stringify(given[name]) !== JSON.stringify(usual)) return null;
  }
  return options.every((one) => numberOf(one, given[one.name] ?? one.default) !== null) ? given : null;
}

/** An option's value as the record keeps it. */
function numberOf({ kind, choices, scale }: Option, value: unknown): number | null {
  if (kind === 'choice') return choices.includes(String(value)) ? choices.indexOf(String(value)) : null;
  if (kind === 'switch') return typeof value === 'boolean' ? Number(value) : null;
  if (value === null) return 0;
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * scale) : null;
}

/** A record set up as its header says, before the first move; null for options that are not known here. */
export function opened(engine: Engine, record: GameState, key: Uint8Array): number | null {
  const { about } = engine;
  const given = optionsOf(about, record);
  const [least, most] = about.seats;
  if (!given || record.given || record.seats < least || record.seats > most) return null;
  const s = engine.record();
  for (const [name, numbers] of Object.entries(about.filled)) engine.field(s, name).set(numbers);
  for (const one of about.options) {
    const value = given[one.name] ?? one.default;
    engine.field(s, one.field)[0] = numberOf(one, value) ?? 0;
    for (const [name, numbers] of Object.entries(one.implies[String(value)] ?? {})) engine.field(s, name).set(numbers);
  }
  engine.field(s, 'seats')[0] = record.seats;
  engine.field(s, 'key').set(new Int32Array(key.slice().buffer));
  engine.call('set_up', s);
  engine.call('settle', s);
  return s;
}

/** The code of a move that is a word and numbers; null for another one. */
function numberedCode(engine: Engine, { word, rule, scales, least, most }: Numbered, text: string): number | null {
  const [first, ...rest] = text.trim().split(/\s+/);
  if (first?.toLowerCase() !== word || rest.length !== scales.length) return null;
  const numbers = rest.map((one, k) => Math.round(Number(one) * (scales[k] ?? 1)));
  const fits = numbers.every((one, k) => one >= (least[k] ?? 0) && one <= (most[k] ?? 0));
  return fits ? engine.call(rule, ...numbers) : null;
}

/** Judge one move: its code if it is legal, false if it is not, null where the page cannot read it. */
function judge(engine: Engine, s: number, seat: number, text: string, room: number): number | false | null {
  const { moves, numbered, most_legal, lists_all_moves } = engine.about;
  const count = engine.call('legal', s, seat, room, most_legal);
  const legal = engine.shorts(room, most_legal).slice(0, count);
  const code = moves[text];
  if (code !== undefined) return legal.includes(code) ? code : false;
  const known = new Set(Object.values(moves));
  for (const kind of numbered) {
    const found = numberedCode(engine, kind, text);
    // Of these only some are listed, and all are as legal as those.
    if (found !== null) return legal.some((one) => !known.has(one)) ? found : false;
  }
  return lists_all_moves ? false : null;
}

function outcomeOf(engine: Engine, s: number, record: GameState): 'true' | 'false' | 'broken off' {
  const isOver = engine.about.phases[engine.field(s, 'phase')[0] ?? 0] === 'over';
  if (!record.outcome) return isOver ? 'false' : 'broken off';
  const seats = [...Array(record.seats).keys()];
  const scores = seats.map((seat) => engine.call('scores', s, seat));
  const winners = seats.filter((seat) => engine.call('is_winner', s, seat));
  const same = `${scores}` === `${record.outcome.scores}` && `${winners}` === `${record.outcome.winners}`;
  return isOver && same ? 'true' : 'false';
}

/** Play a record again. */
export function replay(engine: Engine, record: GameState, key: Uint8Array): Judged {
  const s = opened(engine, record, key);
  if (s === null) return { kind: 'unknown' };
  const room = engine.room(2 * engine.about.most_legal);
  for (const [done, { seat, move }] of record.moves.entries()) {
    const code = seat >= 0 && seat < record.seats ? judge(engine, s, seat, move, room) : false;
    if (code === null) return { kind: 'unread', moves: done };
    if (code === false) return { kind: 'illegal', moves: done };
    engine.call('apply', s, seat, code);
    engine.call('settle', s);
  }
  return { kind: 'legal', moves: record.moves.length, outcome: outcomeOf(engine, s, record) };
}
