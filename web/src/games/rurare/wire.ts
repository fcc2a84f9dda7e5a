// Made from the Python types by `python -m erre.server.api.wire_types`: do not edit.

export type RuRaReEvent = RuRaReRowsLaid | RuRaReRowChosen | RuRaReChoicesRevealed | RuRaReRowTaken | RuRaReCardRemoved | RuRaReTurnCutShort | RuRaReCardsScored | RuRaReCardsDiscarded | RuRaReRowsRefilled | RuRaReGameEnded;

export type RuRaReMove = RuRaReChooseRow;

/** A game of Ru-Ra-Re through the eyes of one seat, or of a spectator (seat None). */
export type RuRaReView = {
  type: "rurare";
  seat: number | null;
  seats: number;
  options: RuRaReOptions;
  turn_no: number;
  phase: string;
  turn: number[];
  last_turn: boolean;
  rows: string[][];
  pile: number;
  box: number;
  displays: Record<string, number>[];
  display_counts: number[];
  active: number[];
  has_chosen: boolean[];
  choice: number | null;
  revealed: (number | null)[];
  first_scores: number[] | null;
  totals: number[];
  scorings: (RuRaReTally[] | null)[];
  standing: RuRaReTally[];
  worth: number[];
  memory: RuRaReMemory;
};

/** The deck, and the readings of what the rulebook leaves open. */
export type RuRaReOptions = {
  deck: "reconstructed-a" | "reconstructed-b" | "reconstructed-c" | "reconstructed-d";
  counts: Record<string, number>;
  allowCustomTotal: boolean;
  missedFirstScoring: "both" | "finalOnly";
  cutShortTurn: "counts" | "waits";
  tieBreak: "shared";
  choiceTimeoutSec: number;
};

/** The points of one seat in a scoring, by category; animals by kind. */
export type RuRaReTally = {
  kings: number;
  churches: number;
  points: number;
  knights: number;
  animals: Record<string, number>;
  farm: number;
  total: number;
};

/** What an attentive player remembers; screens need not show it. */
export type RuRaReMemory = {
  box: Record<string, number>;
};

/** The table is laid: the rows from their number cards outwards, the cards in the pile and those in the box. */
export type RuRaReRowsLaid = {
  type: "RowsLaid";
  rows: string[][];
  pile: number;
  box: number;
};

/** A seat has chosen, or changed, its row (None where the reader may not know it). */
export type RuRaReRowChosen = {
  type: "RowChosen";
  seat: number;
  row: number | null;
};

/** All choices are shown; None for a seat that had no part in this one. */
export type RuRaReChoicesRevealed = {
  type: "ChoicesRevealed";
  rows: (number | null)[];
};

/** A seat has taken the cards of a row that nobody else chose. */
export type RuRaReRowTaken = {
  type: "RowTaken";
  seat: number;
  row: number;
  cards: string[];
};

/** Several seats met on a row: its outermost card went to the box. */
export type RuRaReCardRemoved = {
  type: "CardRemoved";
  row: number;
  seats: number[];
  card: string;
};

/** At most one row has cards: the turn has ended, and these seats got nothing. */
export type RuRaReTurnCutShort = {
  type: "TurnCutShort";
  seats: number[];
};

/** The first or the second scoring, by seat and category, and the points of all scorings. */
export type RuRaReCardsScored = {
  type: "CardsScored";
  scoring: number;
  points: RuRaReTally[];
  totals: number[];
};

/** The cards with a red cross have gone to the box. */
export type RuRaReCardsDiscarded = {
  type: "CardsDiscarded";
  cards: Record<string, number>[];
};

/** The new cards of each row, from the inside outwards; how many of them came out of the shuffled box. */
export type RuRaReRowsRefilled = {
  type: "RowsRefilled";
  cards: string[][];
  from_box: number;
  pile: number;
  last_turn: boolean;
};

/** The game is over: final scores and winners. */
export type RuRaReGameEnded = {
  type: "GameEnded";
  scores: number[];
  winners: number[];
};

/** Choose a row by its number, in secret until all have chosen. */
export type RuRaReChooseRow = {
  type: "choose";
  row: number;
};
