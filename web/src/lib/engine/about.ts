/** What a `.wasm` says about itself, as `erre.wasm.describe` writes it into the section `erre`. */

export interface Field {
  /** Bytes from the start of the record. */
  at: number;
  kind: 'i8' | 'i16' | 'i32';
  /** Empty for a single number. */
  shape: number[];
}
export interface Option {
  name: string;
  field: string;
  kind: 'switch' | 'choice' | 'number' | 'other';
  choices: string[];
  scale: number;
  default: unknown;
  /** By choice: what else it puts into the record. */
  implies: Record<string, Record<string, number[]>>;
}
/** A move that is a word and some numbers: too many to list. */
export interface Numbered {
  word: string;
  rule: string;
  scales: number[];
  least: number[];
  most: number[];
}
export interface About {
  format: 1;
  stamp: string;
  game: string;
  part: 'rules' | 'levels';
  rules: number;
  former: Record<string, Record<string, unknown>>;
  seats: [number, number];
  bytes: number;
  fields: Record<string, Field>;
  entries: Record<string, { name: string; kind: string }[]>;
  most_legal: number;
  scratch: number;
  work: number;
  bots: Record<string, number>;
  phases: string[];
  options: Option[];
  /** What the default options put into the record, besides a number for each. */
  filled: Record<string, number[]>;
  /** Options that the record keeps in a way of the game's own, with their defaults. */
  other_options: Record<string, unknown>;
  moves: Record<string, number>;
  numbered: Numbered[];
  lists_all_moves: boolean;
}

/** The description in a module; an Error where it has none, or one of another format. */
export function aboutOf(module: WebAssembly.Module): About {
  const section = WebAssembly.Module.customSections(module, 'erre')[0];
  const about = section && (JSON.parse(new TextDecoder().decode(section)) as About);
  if (about?.format !== 1) throw new Error('this module does not describe itself as a game');
  return about;
}
