/** A record file as `erre.core.gamefile` writes it: JSON lines, read strictly. */
import { hex, sha256 } from './sha256';

export interface RecordMove {
  seat: number;
  move: string;
  at: number;
}
export interface GameState {
  game: string;
  rules: number;
  seats: number;
  options: Record<string, unknown>;
  players: string[];
  commitment: string;
  started: string;
  /** It began at a given position, not with a first deal. */
  given: boolean;
  moves: RecordMove[];
  outcome: { scores: number[]; winners: number[]; ending: string } | null;
  key: string;
  salt: string;
  /** Whether there is a seal; one that does not fit is an error. */
  sealed: boolean;
}

/** Why a file cannot be read; `line` is counted from 1. */
export class BadFile extends Error {
  constructor(
    readonly code: 'notText' | 'notRecord' | 'notOver' | 'changed',
    readonly line = 0,
  ) {
    super(code);
  }
}

type Json = Record<string, unknown>;

function parse(raw: string, line: number): Json {
  try {
    const found = JSON.parse(raw) as unknown;
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as Json;
  } catch {
    // Said below.
  }
  throw new BadFile('notRecord', line);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isInteger(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only these fields may stand in a line. */
const FIELDS: Record<string, string[]> = {
  game: ['line', 'game', 'rules', 'seats', 'options', 'players', 'commitment', 'started', 'format', 'position'],
  move: ['line', 'seat', 'move', 'at'],
  end: ['line', 'outcome', 'key', 'salt'],
  seal: ['line', 'sha256'],
};

function lineOf(raw: string, number: number): Json {
  const line = parse(raw, number);
  const allowed = FIELDS[String(line['line'])];
  if (!allowed || Object.keys(line).some((name) => !allowed.includes(name))) throw new BadFile('notRecord', number);
  return line;
}

function headerOf(line: Json): Omit<GameState, 'moves' | 'outcome' | 'key' | 'salt' | 'sealed'> {
  const { game, rules, seats, options, players, commitment, started = '', format = 1, position = null } = line;
  const good =
    isText(game) && isCount(rules) && isCount(seats) && isObject(options) && isTexts(players) && isText(commitment);
  if (line['line'] !== 'game' || !good || !isText(started) || format !== 1 || players.length !== seats)
    throw new BadFile('notRecord', 1);
  return { game, rules, seats, options, players, commitment, started, given: position !== null };
}

/** A finished record from the bytes of its file. */
export function readRecord(bytes: Uint8Array): GameState {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadFile('notText');
  }
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const header = headerOf(lineOf(lines[0] ?? '', 1));
  const moves: RecordMove[] = [];
  let end: Json | null = null;
  let sealed = false;
  lines.slice(1).forEach((raw, k) => {
    const [line, number] = [lineOf(raw, k + 2), k + 2];
    const { seat, move, at = 0 } = line;
    if (line['line'] === 'move' && !end && isCount(seat) && isText(move) && isCount(at)) moves.push({ seat, move, at });
    else if (line['line'] === 'end' && !end && isText(line['key']) && isText(line['salt'])) end = line;
    else if (line['line'] === 'seal' && end && !sealed) {
      const before = new TextEncoder().encode(lines.slice(0, k + 1).map((one) => `${one}\n`).join(''));
      if (line['sha256'] !== hex(sha256(before))) throw new BadFile('changed', number);
      sealed = true;
    } else throw new BadFile('notRecord', number);
  });
  if (!end) throw new BadFile('notOver');
  const { outcome, key, salt } = end as { outcome: GameState['outcome']; key: string; salt: string };
  return { ...header, moves, outcome, key, salt, sealed };
}
