// Made from the Python types by `python -m erre.server.api.wire_types`: do not edit.

export type RummyEvent = RummyHandDealt | RummyTilesDrawn | RummyPassed | RummyTimeRanOut | RummyTilesLaid | RummyHandScored | RummyMatchEnded;

export type RummyMove = RummyDraw | RummyPass | RummyLay | RummyTimeout;

/** A match of Rummy through the eyes of one seat, or of a spectator (seat None). */
export type RummyView = {
  type: "rummy";
  seat: number | null;
  seats: number;
  options: RummyOptions;
  hand: number;
  hands: number;
  phase: string;
  starter: number;
  turn: number[];
  rack: string[];
  rack_counts: number[];
  opened: boolean[];
  table: string[][];
  pool: number;
  passes: number;
  totals: number[];
  sheet: number[][];
  winner: number | null;
  closed_from_hand: boolean;
  racks: string[][] | null;
};

/** The variant of the rulebook and the readings of what it leaves open. */
export type RummyOptions = {
  jokerRule: "free" | "replace" | "replaceFromRack";
  jokerSameMeld: boolean;
  jokerAnyMeld: boolean;
  tableUseInOpeningTurn: boolean;
  closeFromHand: boolean;
  closeFromHandUsesTable: boolean;
  blockedScoring: "difference" | "fullSum" | "none";
  turnSeconds: number;
  clockAlone: boolean;
  timeUpKeeps: "rightMelds" | "wholeLay";
  timeoutDraw: number;
  maxJokersPerMeld: number;
  hands: number | null;
  nextStarter: "left" | "lot" | "winner";
  matchTieBreak: "shared";
};

/** A hand begins: who starts, and each rack (None where the reader may not see it). */
export type RummyHandDealt = {
  type: "HandDealt";
  hand: number;
  starter: number;
  racks: (string[] | null)[];
  pool: number;
};

/** A seat has drawn from the pool (tiles None where the reader may not see them). */
export type RummyTilesDrawn = {
  type: "TilesDrawn";
  seat: number;
  count: number;
  tiles: string[] | null;
  pool: number;
};

/** A seat has passed: the pool is empty. */
export type RummyPassed = {
  type: "Passed";
  seat: number;
};

/** The time of a seat is up; what it had laid in right melds stays. */
export type RummyTimeRanOut = {
  type: "TimeRanOut";
  seat: number;
};

/** A seat has laid tiles: those, the whole table now, and what is left on the rack. */
export type RummyTilesLaid = {
  type: "TilesLaid";
  seat: number;
  tiles: string[];
  table: string[][];
  opened: boolean;
  left: number;
  dissolved: string[][];
  freed: string[];
};

/** A hand is over: who won it (several share a hand that nobody closed), the racks shown, and the points. */
export type RummyHandScored = {
  type: "HandScored";
  hand: number;
  winners: number[];
  blocked: boolean;
  closed_from_hand: boolean;
  racks: string[][];
  points: number[];
  totals: number[];
};

/** The last hand has been scored: the totals, and the seats that share the victory. */
export type RummyMatchEnded = {
  type: "MatchEnded";
  scores: number[];
  winners: number[];
};

/** Take a tile from the pool. */
export type RummyDraw = {
  type: "draw";
};

/** Do nothing, once the pool is empty. */
export type RummyPass = {
  type: "pass";
};

/** Lay tiles: the whole table as it shall stand after the turn. */
export type RummyLay = {
  type: "lay";
  melds: string[][];
};

/** The clock's move: the time is up, and this is how the table lay then; no melds where nothing was touched. */
export type RummyTimeout = {
  type: "timeout";
  melds: string[][];
};

/** A draft as the rules see it: each meld in its order, and whether the turn could end so. */
export type RummyJudgedDraft = {
  melds: RummyJudgedMeld[];
  opening: RummyOpening | null;
  ready: boolean;
  why: RummyReason | null;
};

/** One meld of a draft: whether it is one, its tiles with what the jokers stand for, and its points. */
export type RummyJudgedMeld = {
  valid: boolean;
  tiles: string[];
  points: number;
  why: RummyReason | null;
};

/** The number of the rule, a code with what it is about, and the whole sentence. */
export type RummyReason = {
  rule: string;
  code: "after_13" | "below_1" | "beyond_13" | "colour_twice" | "first_points" | "from_rack" | "gap" | "joker_elsewhere" | "joker_from_rack" | "joker_stays" | "jokers_in_meld" | "large_group" | "long_run" | "neither" | "no_room" | "not_rising" | "not_yours" | "number_twice" | "own_points" | "short" | "table_closed" | "table_stays" | "tile_twice";
  words: string;
  tiles: string[];
  numbers: number[];
};

/** How far a first lay has come. */
export type RummyOpening = {
  points: number;
  needed: number;
};
