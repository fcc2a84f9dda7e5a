// Made from the Python types by `python -m erre.server.api.wire_types`: do not edit.

export type RageEvent = RageRoundDealt | RageTrumpTurned | RageTrumpEnded | RageBidMade | RageBidChosen | RageBidsRevealed | RageCardPlayed | RageTrickWon | RageRoundScored | RageMatchEnded;

export type RageMove = RageBid | RagePlayCard;

/** A match of Rage through the eyes of one seat, or of a spectator (seat None). */
export type RageView = {
  type: "rage";
  seat: number | null;
  seats: number;
  options: RageOptions;
  round: number;
  phase: string;
  dealer: number;
  leader: number;
  turn: number[];
  hand: string[];
  hand_counts: number[];
  bids: (number | null)[];
  has_bid: boolean[];
  tricks: number[];
  totals: number[];
  correct: number[];
  trick: string[];
  led: string | null;
  trump: string | null;
  next_trump: string | null;
  flip_pending: boolean;
  turned: string[];
  stock: number;
  last_trick: RageTrick | null;
  old_tricks: RageTrick[] | null;
  sheet: (RageLine | null)[];
  memory: RageMemory | null;
};

/** The variants of the rulebook and the readings of what it leaves open. */
export type RageOptions = {
  plusMinusOne: boolean;
  bidding: "hidden" | "open" | "secret";
  slam: boolean;
  sameTrick: "lastCard" | "noTrumpDominates";
  jollyOrder: "first" | "second";
  tieBreak: "mostCorrectBids" | "shared";
  showOldTricks: boolean;
};

/** A trick: its leader, its cards from the leader on, and who won it (None while it is open). */
export type RageTrick = {
  leader: number;
  cards: string[];
  winner: number | null;
};

/** A line of the score sheet, by seat. */
export type RageLine = {
  bids: (number | null)[];
  tricks: number[];
  points: number[];
  bonus: number[];
};

/** What an attentive player remembers of this round. Bots get it; nobody is shown it (§7.2). */
export type RageMemory = {
  gone: string[];
  voids: string[];
  bonus: number[];
};

/** A round begins: who dealt, and each hand (None where the reader may not see it). */
export type RageRoundDealt = {
  type: "RoundDealt";
  round: number;
  dealer: number;
  hands: (string[] | null)[];
};

/** Cards turned from the stock; the last one's colour is trump, at once or from the next trick. */
export type RageTrumpTurned = {
  type: "TrumpTurned";
  cards: string[];
  trump: string | null;
  from_next_trick: boolean;
};

/** A no-trump was played: this trick has no trump. */
export type RageTrumpEnded = {
  type: "TrumpEnded";
};

/** A seat has bid aloud. */
export type RageBidMade = {
  type: "BidMade";
  seat: number;
  bid: number;
};

/** A seat has chosen, or changed, a bid that is not yet shown (None where the reader may not know it). */
export type RageBidChosen = {
  type: "BidChosen";
  seat: number;
  bid: number | null;
};

/** Bids made at once are shown together. */
export type RageBidsRevealed = {
  type: "BidsRevealed";
  bids: (number | null)[];
};

/** A seat has played a card. */
export type RageCardPlayed = {
  type: "CardPlayed";
  seat: number;
  card: string;
};

/** A trick is complete: its cards from the leader on, and the points of its +5 and -5 cards. */
export type RageTrickWon = {
  type: "TrickWon";
  seat: number;
  leader: number;
  cards: string[];
  bonus: number;
};

/** A line of the score sheet. */
export type RageRoundScored = {
  type: "RoundScored";
  round: number;
  bids: (number | null)[];
  tricks: number[];
  bonus: number[];
  points: number[];
  totals: number[];
};

/** The match is over: final scores and winners. */
export type RageMatchEnded = {
  type: "MatchEnded";
  scores: number[];
  winners: number[];
};

/** Promise a number of tricks. */
export type RageBid = {
  type: "bid";
  tricks: number;
};

/** Play a card; a jolly with its colour: `J:R`. */
export type RagePlayCard = {
  type: "play";
  card: string;
};
