// Made from the Python types by `python -m erre.server.api.wire_types`: do not edit.

export type RokEvent = RokBalanceDrawn | RokBalanceReturned | RokRunesThrown | RokRuneGrabbed | RokPairTaken | RokSeatDone | RokScrambleEnded | RokLoneRunesReturned | RokWrongPairReturned | RokPairGiven | RokPairSplit | RokContestOpened | RokRuneSlid | RokContestWon | RokOrderChosen | RokTreasureCaptured | RokBalanceTaken | RokRunesReturned | RokGameEnded;

export type RokMove = RokGrab | RokDone | RokGive | RokSlide | RokOrder;

/** A game of ROK through the eyes of one seat, or of a spectator (seat None). */
export type RokView = {
  type: "rok";
  seat: number | null;
  seats: number;
  options: RokOptions;
  round: number;
  first: number;
  phase: string;
  turn: number[];
  bag: number;
  table: RokLying[];
  balance: (string | null)[];
  treasure: string[][];
  since: number[][];
  held: string[][];
  done: number[];
  due: number[];
  captures: RokCapture[];
  contest: RokContest | null;
  champion: number | null;
  scores: number[];
};

/** The readings of what the rulebook leaves open. */
export type RokOptions = {
  faceUpProbability: number;
  grabEnd: "allDone" | "auto" | "timer";
  grabSeconds: number;
  pressGapMs: number;
  signalSeconds: number;
  decisionSeconds: number;
  loneRune: "penalty" | "return";
  penaltyChoice: "oldest" | "player";
  captureScope: "earlierRounds" | "whole";
  orderContest: "random" | "seat" | "slide";
  countBalanceAtEnd: boolean;
  tieBreak: "random" | "shared" | "slide";
  slideMode: "random" | "skill";
};

/** A rune on the table, its place in radii from Destiny; face down nobody knows which it is (None).

    `turned` says how it lies, in degrees to the left; eyes alone care. */
export type RokLying = {
  rune: string | null;
  up: boolean;
  x: number;
  y: number;
  turned: number;
};

/** A capture that is due: who takes, from whom, and the twin in the taker's hand. */
export type RokCapture = {
  taker: number;
  owner: number;
  rune: string;
};

/** A contest: over the captures of a colour, or (None) over the victory. */
export type RokContest = {
  colour: string | null;
  seats: number[];
  attempt: number;
  slides: (RokSlid | null)[];
};

/** A slide: how it was aimed, and where it ended, in radii from Destiny. */
export type RokSlid = {
  degrees: number;
  force: number;
  x: number;
  y: number;
  touched: boolean;
};

/** Seats drew their Balance Runes. */
export type RokBalanceDrawn = {
  type: "BalanceDrawn";
  seats: number[];
  runes: string[];
};

/** Seats with identical Balance Runes have put them back, to draw again. */
export type RokBalanceReturned = {
  type: "BalanceReturned";
  seats: number[];
  runes: string[];
};

/** All have thrown: how many each seat, what came to lie where, and what is left in the bag. */
export type RokRunesThrown = {
  type: "RunesThrown";
  round: number;
  first: number;
  counts: number[];
  runes: RokLying[];
  bag: number;
};

/** A seat has taken a rune. */
export type RokRuneGrabbed = {
  type: "RuneGrabbed";
  seat: number;
  rune: string;
};

/** A seat has a pair, which is now treasure; with its own Balance Rune, if `balance`. */
export type RokPairTaken = {
  type: "PairTaken";
  seat: number;
  runes: string[];
  balance: boolean;
};

/** A seat takes nothing more in this round. */
export type RokSeatDone = {
  type: "SeatDone";
  seat: number;
};

/** The scramble is over: `nothing left` or `all done`. */
export type RokScrambleEnded = {
  type: "ScrambleEnded";
  reason: string;
};

/** Runes whose twins still lie on the table go back to the bag, without penalty. */
export type RokLoneRunesReturned = {
  type: "LoneRunesReturned";
  seat: number;
  runes: string[];
};

/** Runes that are no pair go back to the bag; the seat owes this many pairs for them. */
export type RokWrongPairReturned = {
  type: "WrongPairReturned";
  seat: number;
  runes: string[];
  penalty: number;
};

/** A seat has given a pair for a wrong one. */
export type RokPairGiven = {
  type: "PairGiven";
  seat: number;
  runes: string[];
};

/** Two seats held a rune each of the same pair: both go back to the bag. */
export type RokPairSplit = {
  type: "PairSplit";
  seats: number[];
  runes: string[];
};

/** Seats slide for the right to choose the order of a colour's captures, or for the victory (colour None). */
export type RokContestOpened = {
  type: "ContestOpened";
  colour: string | null;
  seats: number[];
  attempt: number;
};

/** A seat has slid a rune; where it came to rest, in radii, and whether it touched Destiny. */
export type RokRuneSlid = {
  type: "RuneSlid";
  seat: number;
  rune: string;
  degrees: number;
  force: number;
  x: number;
  y: number;
  touched: boolean;
};

/** A seat may choose the order of captures of a colour, or has won (colour None). */
export type RokContestWon = {
  type: "ContestWon";
  colour: string | null;
  seat: number;
};

/** The order in which the Balance Runes of these seats, and their treasures, are taken. */
export type RokOrderChosen = {
  type: "OrderChosen";
  seat: number;
  order: number[];
};

/** A seat has got another's Balance Rune with its twin, and all this of its treasure. */
export type RokTreasureCaptured = {
  type: "TreasureCaptured";
  taker: number;
  owner: number;
  balance: string[];
  treasure: string[];
};

/** A seat has a new Balance Rune. */
export type RokBalanceTaken = {
  type: "BalanceTaken";
  seat: number;
  rune: string;
};

/** The face-down runes went back to the bag. */
export type RokRunesReturned = {
  type: "RunesReturned";
  count: number;
  bag: number;
};

/** The game is over: final scores and winners. */
export type RokGameEnded = {
  type: "GameEnded";
  scores: number[];
  winners: number[];
};

/** Take a face-up rune of the table. */
export type RokGrab = {
  type: "grab";
  rune: string;
};

/** Take nothing more in this round. */
export type RokDone = {
  type: "done";
};

/** Give a pair of one's treasure for a wrong one. */
export type RokGive = {
  type: "give";
  kind: string;
};

/** Slide a rune: degrees to the left of straight at Destiny, kept to tenths; force 0 to 1, kept to hundredths. */
export type RokSlide = {
  type: "slide";
  degrees: number;
  force: number;
};

/** The seats whose captured runes are taken, first to last. */
export type RokOrder = {
  type: "order";
  seats: number[];
};
