/** What a game brings to the client, and what its table is given. A game holds no rule: legal moves come in, one goes out. */
import type { Component } from 'svelte';
import type { Lang, Translate } from './i18n';
import type { ShellKey } from './i18n/en';
import type { Answer } from './socket';
import type { DraftJudged, GameDraft, GameEvent, GameView, Glide, GrabVerdict, HintGiven, Reveal, SeatView, TableInfo } from './wire';

export type { GameEvent, SeatView, TableInfo } from './wire';

export interface Settings {
  /** 1 is normal; times of animations are divided by it. */
  speed: number;
  /** False where nothing shall move: by the switch, or by prefers-reduced-motion. */
  motion: boolean;
  sound: boolean;
  /** Tables are shown as text instead of being drawn. */
  text?: boolean;
  lang: Lang;
}

export type ShellTranslate = Translate<ShellKey>;

/** Where players race: what the judge tells everybody, and a player's way to the judge. */
export interface RaceLink {
  /** The throw under way, or the last one. */
  reveal: Reveal | null;
  /** What the judge has decided since this page came, the newest last. */
  verdicts: GrabVerdict[];
  /** The way of the rune that was slid last. */
  glide: Glide | null;
  /** The server's clock, milliseconds since 1970. */
  now(): number;
  /** Press on a piece, this many milliseconds after its face was painted here. */
  grab(reveal: number, rune: string, reaction: number): Promise<Answer>;
}

export interface TableProps {
  /** What this device may see: one for each own seat, or one spectator's. */
  eyes: SeatView[];
  /** Index into `eyes` of the seat that acts on this device now (hot seat). */
  active: number;
  /** By seat. */
  names: string[];
  info: TableInfo;
  /** Of the last update, to animate; views decide. */
  events: GameEvent[];
  /** Of the last update. A new one with the same view is possible; the same one never comes twice. */
  number: number;
  /** Submit a move in notation for the active seat. */
  send(move: string): void;
  /** The table on the big screen: no hands, everything large. */
  screen: boolean;
  settings: Settings;
  /** The words of the shell; `t.lang` is the language, for `translator(texts, t.lang)` of the game's own. */
  t: ShellTranslate;
  /** A move that a strong bot would make here, to be marked; null where none was asked for. */
  hint?: string | null;
  /** The move that was made here, where a better one is shown next to it. */
  made?: string | null;
  /** A move that is on its way and not answered yet: it stays marked, also while the connection is lost. */
  sending?: string | null;
  /** How many moves from here were refused: a higher number gives the hand back, and nothing else. */
  refusals?: number;
  /** A turn that is built step by step: have it judged, and what was said to it last. */
  draft?: ((draft: string) => void) | null;
  judged?: DraftJudged | null;
  /** The whole hint, for games that show it on the table, and the way to be rid of it. */
  advice?: HintGiven | null;
  dismissHint?(): void;
  /** The server's clock, milliseconds since 1970. */
  now?(): number;
  /** Where players race. */
  race?: RaceLink | null;
  /**
   * How far the table has told the story: up to this update, and how many of its events (`Infinity`: all of them).
   * Log, header, live region, sounds and final score wait for it. Given where a game is running; a table without it
   * (a replay, a lesson) lets each new update end the scenes of the one before. See `Moments`.
   */
  told?(number: number, events: number): void;
  /** The player is ready for the game, or for its next part, to begin: see `info.intermission`. */
  ready?(): void;
  /** The player gives the signal for the reveal that waits for a seat: see `info.signal`. */
  signal?(seat: number): void;
  /** What the header says, where whose turn it is does not tell all; null: as usual. `mine`: something is to be done here. */
  status?(said: { text: string; mine: boolean } | null): void;
}

/** A table of one's own, at which a game is taught: it waits for nobody else, also while one only looks. */
export const isLesson = (info: TableInfo): boolean => info.id.startsWith('lesson-');

/** A state of the table that draws without a server: for the gallery, for tests and for screenshots. */
export interface Sample {
  /** Short and unique, also used in the address: `/gallery/<game>/<name>`. */
  name: string;
  eyes: SeatView[];
  active?: number;
  names: string[];
  info: TableInfo;
  events?: GameEvent[];
  number?: number;
  screen?: boolean;
  race?: Partial<RaceLink>;
  judged?: DraftJudged;
  advice?: HintGiven;
}

/** One player in the running score. */
export interface ScoreLine {
  points: number;
  /** What matters just now, in a few words: "2 of 3 tricks"; empty where its line is kept free. */
  note?: string;
}

/** A finished game in a few figures. */
export interface Recap {
  /** Points after each part of the match, by seat: the curve of the score. */
  curve?: number[][];
  /** By seat, in a few words: "6 of 10 promises kept". */
  notes?: string[];
}

/** What a turn in words is built with; it is there only while it is this player's turn. */
export interface TextTurnProps {
  eye: SeatView;
  send(move: string): void;
  /** A move is on its way. */
  isSent: boolean;
  refusals: number;
  draft: ((draft: string) => void) | null;
  judged: DraftJudged | null;
  advice: HintGiven | null;
  t: ShellTranslate;
}

/** A table in words. */
export interface TableText {
  lines: string[];
  moves: { move: string; text: string }[];
}

/** What `games/<game>/index.ts` exports. */
export interface GameModule {
  Table: Component<TableProps>;
  /** An event in words for the log and for screen readers; null where there is nothing to say. */
  narrate(event: GameEvent, names: string[], t: ShellTranslate): string | null;
  /** A move in words, for hints; the notation itself where a game has none. */
  sayMove?(move: string, t: ShellTranslate, names?: string[]): string;
  /** What can be done now, in a sentence for those who listen: it follows "Your turn". */
  sayTurn?(eye: SeatView, names: string[], t: ShellTranslate): string;
  /** The table announces a turn itself, in a live region of its own. */
  saysTurn?: boolean;
  /** The whole table in words: everything that can be seen, and the moves to choose from. */
  asText?(view: GameView, legal: readonly string[], names: readonly string[], t: ShellTranslate): TableText;
  /** The piece that a move grabs where players race; null for a move that goes to no judge. */
  grabOf?(move: string): string | null;
  /** The score as it stands, by seat: for the column next to the table. */
  score?(view: GameView, t: ShellTranslate): ScoreLine[];
  /** What the end of a game tells about it, from its last view. */
  recap?(view: GameView, t: ShellTranslate): Recap;
  /** Why a bot would do so, in words; the server's English where a game has none. */
  sayReason?(hint: HintGiven, t: ShellTranslate, names?: string[]): string;
  /** Why a move is against a rule, by its number as the referee gives it (`§3.2`); null where the referee's words serve. */
  sayRule?(rule: string, t: ShellTranslate): string | null;
  /** What a seat holds, piece by piece: for replays that show all hands. */
  held?(view: GameView): string[];
  /** An event without what another player on the same device must not learn: a choice that still lies face down. */
  faceDown?(event: GameEvent): GameEvent;
  /** Whether an event begins a race: a lesson counts them. */
  opensRace?(event: GameEvent): boolean;
  /** Whether two moves in notation are the same move; without it, the same text. */
  isSameMove?(move: string, expected: string): boolean;
  /** A turn that is built step by step, next to the one that a lesson means. */
  judgeDraft?(draft: string, expected: string | null): GameDraft;
  /** Hints are shown on the table itself. */
  showsHints?: boolean;
  /** Where the middle of the table matters most, messages lie over its lower end. */
  messagesBelow?: boolean;
  /** One piece by its notation, drawn small: for replays that show all hands. */
  Piece?: Component<{ piece: string }>;
  /** A move, drawn small, as it would change the table of a view: for decisions, where words would not tell enough. */
  Move?: Component<{ move: string; view: GameView; t: ShellTranslate }>;
  /** Builds a turn in words, where the moves are too many to be listed. */
  TextTurn?: Component<TextTurnProps>;
  /** Which sound an event makes; null for none. */
  sounds?(event: GameEvent, mine: number[]): SoundName | null;
}

/** What `games/<game>/samples.ts` exports; loaded by the gallery alone. */
export interface SamplesModule {
  samples: Sample[];
}

export type SoundName = 'card' | 'tile' | 'slide' | 'shuffle' | 'reveal' | 'win' | 'lose' | 'turn' | 'tick' | 'clash' | 'chat' | 'end' | 'throw' | 'got' | 'missed' | 'early';
