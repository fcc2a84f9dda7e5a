// Made from the Python types by `python -m erre.server.api.wire_types`: do not edit.

export const PROTOCOL = 1;

export type AnyRequest = Hello | Ping | Sit | Stand | SetBot | SetOptions | Start | MakeMove | Draft | MakeGrab | TakeBack | Pause | Resume | Rematch | Hint | Say | React | Leave;

/** The first message on every socket: who comes, and what it already knows. */
export interface Hello {
  type: "hello";
  protocol: number;
  client: string;
  have?: number | null;
  screen?: boolean;
  invite?: string;
  hidden?: boolean;
  heard?: number | null;
}

/** Is anybody there? Answered at once, never counted. */
export interface Ping {
  type: "ping";
  at: number;
}

/** Take an empty seat, or one that a bot holds for somebody; several seats on one device are a hot seat. */
export interface Sit {
  type: "sit";
  n: number;
  seat: number;
  name: string;
}

/** Give a seat up; in a running game a bot plays it on. */
export interface Stand {
  type: "stand";
  n: number;
  seat: number;
}

/** Put a bot on a seat before the game; an empty level takes it away. The host alone may. */
export interface SetBot {
  type: "set_bot";
  n: number;
  seat: number;
  level: string;
}

/** Change options and number of seats before the game. The host alone may. */
export interface SetOptions {
  type: "set_options";
  n: number;
  seats: number;
  options: Record<string, unknown>;
}

/** Begin; empty seats get bots. The host alone may. */
export interface Start {
  type: "start";
  n: number;
}

/** A move of a seat that this person holds, in the game's notation. */
export interface MakeMove {
  type: "move";
  n: number;
  seat: number;
  move: string;
  seen: number;
}

/** How the pieces lie while a turn is thought over, where running out of time counts them; nobody else is told. */
export interface Draft {
  type: "draft";
  n: number;
  seat: number;
  draft: string;
}

/** ROK: a press on a rune, with the reaction time in milliseconds since its reveal was painted. */
export interface MakeGrab {
  type: "grab";
  n: number;
  seat: number;
  reveal: number;
  rune: string;
  reaction: number;
}

/** The bot that plays for me may stop: I am here. */
export interface TakeBack {
  type: "take_back";
  n: number;
  seat: number;
}

/** Ask for a pause, or agree to one; clocks stop when everybody present has. */
export interface Pause {
  type: "pause";
  n: number;
}

/** Go on playing. */
export interface Resume {
  type: "resume";
  n: number;
}

/** Play again on the same link; it begins when all persons present have asked. */
export interface Rematch {
  type: "rematch";
  n: number;
}

/** What would a strong bot do here? Refused in rated games. */
export interface Hint {
  type: "hint";
  n: number;
  seat: number;
}

/** A line of chat, or one of the quick reactions. */
export interface Say {
  type: "say";
  n: number;
  text: string;
}

/** One of the quick reactions. */
export interface React {
  type: "react";
  n: number;
  reaction: "clap" | "laugh" | "oops" | "thanks" | "think" | "wow";
}

/** Close this page's part in the table; seats are kept, a bot takes over after the grace. */
export interface Leave {
  type: "leave";
  n: number;
}

/** A table to be opened: `bots` names a level for each seat that a bot takes from the start, '' a free seat. */
export interface NewTable {
  game: string;
  seats?: number | null;
  options?: Record<string, unknown>;
  access?: "closed" | "link" | "open";
  bots?: string[];
  play_now?: boolean;
  rated?: boolean;
  terms?: Terms;
}

/** What I want to be called. */
export interface Rename {
  name: string;
}

/** A wish to go on from a point of a replay, on one seat; bots of a level take the others. */
export interface PlayOn {
  at: number;
  seat: number;
  level: string;
}

export type AnyMessage = Welcome | Update | TableChanged | Ok | Refused | ChatLine | HintGiven | DraftJudged | Reveal | Faces | Glide | GrabVerdict | Pong | Bye;

/** Everything, afresh. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  now: number;
  table: TableInfo;
  mine: number[];
  host: boolean;
  number: number;
  eyes: SeatView[];
  outcome: Outcome | null;
  chat: ChatLine[];
  invite: string;
  history: Past[];
}

/** All that is no secret about a table; sent whole whenever any of it changes. */
export interface TableInfo {
  id: string;
  revision: number;
  game: string;
  seats: SeatInfo[];
  options: Record<string, unknown>;
  access: "closed" | "link" | "open";
  stage: "gathering" | "over" | "playing";
  host: string;
  rated: boolean;
  round_no: number;
  watching: number;
  paused: boolean;
  wants_pause: number[];
  wants_rematch: number[];
  turn: number[];
  deadlines: Record<string, number>;
  commitment: string;
  record: string | null;
  marker: number | null;
  terms: Terms | null;
  played_on: boolean;
}

/** One chair. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  level: string;
  here: boolean;
  away_since: number | null;
  autopilot_at: number | null;
  autopilot: boolean;
  ping: number | null;
  rating: number | null;
  vacated: boolean;
}

/** What was agreed at a table where hands race; everybody sees it. */
export interface Terms {
  slow: boolean;
  announced: boolean;
  handicaps: number[];
}

/** A game through one pair of eyes; `seat` None is a spectator's. */
export interface SeatView {
  seat: number | null;
  view: GameView;
  legal: string[];
  may_act: boolean;
}

/** How a game ended. */
export interface Outcome {
  scores: number[];
  winners: number[];
  ending: string;
}

/** A line of chat, a reaction, or a notice of the table, as plain text. */
export interface ChatLine {
  type: "chat";
  at: number;
  name: string;
  text: string;
  reaction: string;
}

/** An update of the present game that was told before, without its view: for the log in words. */
export interface Past {
  number: number;
  at: number;
  seat: number | null;
  by_bot: boolean;
  by_clock: boolean;
  events: GameEvent[];
}

/** Something happened in the game. The events animate, the view decides. */
export interface Update {
  type: "update";
  number: number;
  at: number;
  seat: number | null;
  move: string | null;
  by_bot: boolean;
  events: GameEvent[];
  eyes: SeatView[];
  outcome: Outcome | null;
  by_clock: boolean;
}

/** People came, went, agreed; clocks started or stopped. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
  mine: number[];
  host: boolean;
}

/** A request was carried out; a move is on disk. */
export interface Ok {
  type: "ok";
  n: number;
  number: number | null;
}

/** A request was not carried out, and nothing changed. */
export interface Refused {
  type: "refused";
  n: number | null;
  code: string;
  rule: string;
  why: string;
}

/** What a strong bot would do, and why; meant for one person alone. */
export interface HintGiven {
  type: "hint";
  seat: number;
  move: string;
  reason: string;
  numbers: Record<string, number | string>;
  why: string;
  steps: string[];
}

/** What the rules say to a turn that is being built; meant for one person alone. */
export interface DraftJudged {
  type: "judged";
  n: number;
  seat: number;
  judged: GameDraft;
}

/** ROK: runes fly from `throw_at` to `show_at`; then their faces are painted, and reactions are counted. */
export interface Reveal {
  type: "reveal";
  reveal: number;
  throw_at: number;
  show_at: number;
  paths: [number, number][][];
}

/** ROK: what the runes of a throw show. It comes just before `show_at`: nobody can look at them any earlier. */
export interface Faces {
  type: "faces";
  reveal: number;
  eyes: SeatView[];
}

/** ROK: the way of a rune that a seat slides, in radii from Destiny; the update that tells of it follows. */
export interface Glide {
  type: "glide";
  seat: number;
  points: [number, number][];
}

/** ROK: who got a rune, and the receipt in one line. */
export interface GrabVerdict {
  type: "verdict";
  reveal: number;
  rune: string;
  winner: number;
  receipt: string;
  marker: number;
  how: Receipt;
}

/** How one rune was decided. */
export interface Receipt {
  reveal: number;
  rune: number;
  winner: number;
  rule: "alone" | "first" | "tie";
  presses: Press[];
  false_starts: Press[];
  tied: number[];
  marker: number;
  held: number;
  cut_short: boolean;
  words: string;
}

/** One press on a rune, in milliseconds since the reveal was to be painted. */
export interface Press {
  seat: number;
  stamp: number;
  arrival: number;
  credit: number;
  counted: number;
}

/** Yes. */
export interface Pong {
  type: "pong";
  at: number;
  now: number;
}

/** The server closes this socket; the code says why, and whether to come back. */
export interface Bye {
  type: "bye";
  code: string;
  why: string;
  come_back_in: number | null;
}

/** A game as the lobby shows it. */
export interface GameInfo {
  name: string;
  title: string;
  least_seats: number;
  most_seats: number;
  usual_seats: number;
  minutes: number;
  options: OptionInfo[];
  bots: string[];
}

/** One option of a game. */
export interface OptionInfo {
  name: string;
  kind: "choice" | "number" | "switch" | "text";
  default: unknown;
  choices: string[];
  help: string;
}

/** A table in the lobby. */
export interface TableLine {
  id: string;
  game: string;
  stage: "gathering" | "over" | "playing";
  host: string;
  names: string[];
  seats: number;
  free: number;
  watching: number;
  mine: boolean;
  my_turn: boolean;
}

/** Who I am here. */
export interface Me {
  name: string;
  tables: TableLine[];
  is_named: boolean;
}

/** A word that brings me to another device, once. */
export interface DevicePass {
  word: string;
}

/** A table that was opened. */
export interface Opened {
  id: string;
  path: string;
}

/** Why a request was not carried out. */
export interface Problem {
  code: string;
  why: string;
}

/** What `erre verify` says of a record: whether it was dealt as promised and played by the rules. */
export interface RecordProof {
  verdict: string;
  findings: Finding[];
}

/** One thing that was looked at in a record. */
export interface Finding {
  good: boolean;
  words: string;
}

/** A finished game through one pair of eyes, a spectator's, or all of them. */
export interface Replay {
  id: string;
  game: string;
  options: Record<string, unknown>;
  players: string[];
  started: string;
  outcome: Outcome | null;
  commitment: string;
  given: boolean;
  kept: boolean;
  steps: ReplayStep[];
}

/** A point of a replay: the move that led there, what happened, and what is seen now. */
export interface ReplayStep {
  number: number;
  at: number;
  seat: number | null;
  move: string | null;
  part: number;
  events: GameEvent[];
  eyes: SeatView[];
}

/** A record file that somebody brought, and where it can be looked at. */
export interface Brought {
  id: string;
  path: string;
}

/** Where points were lost, by a strong bot's figures; `seats` is empty until all decisions are looked at. */
export interface Losses {
  level: string;
  done: number;
  total: number;
  seats: SeatLoss[];
  failed: string;
}

/** How much a seat gave away. */
export interface SeatLoss {
  seat: number;
  decisions: number;
  agreed: number;
  cost: number;
  worst: Decision[];
}

/** A move that was made, beside the one that the bot would have made. */
export interface Decision {
  number: number;
  seat: number;
  phase: string;
  played: string;
  better: string;
  cost: number | null;
  why: string;
  reason: string;
  numbers: Record<string, number | string>;
}

/** A player's page. */
export interface Profile {
  name: string;
  is_bot: boolean;
  standings: Standing[];
  records: RecordLine[];
}

/** A rating in one game. */
export interface Standing {
  game: string;
  name: string;
  is_bot: boolean;
  rating: number;
  mu: number;
  sigma: number;
  games: number;
}

/** A finished game in a list. */
export interface RecordLine {
  id: string;
  game: string;
  ended: number;
  names: string[];
  scores: number[];
  rank: number | null;
  rating: number | null;
}

/** A player's page. */
export interface PlayerStatistics {
  name: string;
  is_bot: boolean;
  games: GameStatistics[];
  results: Result[];
}

/** One game's results. */
export interface GameStatistics {
  game: string;
  played: number;
  won: number;
  mean_rank: number;
  mean_score: number;
  best_score: number;
  curve: Point[];
  bids: BidLine[];
}

/** A rating, and when it was reached. */
export interface Point {
  ended: number;
  rating: number;
}

/** All bids of one height: how many tricks came of them. */
export interface BidLine {
  bid: number;
  times: number;
  tricks: number;
  kept: number;
}

/** One finished game in the list. */
export interface Result {
  record: string;
  game: string;
  ended: number;
  rank: number;
  score: number;
  rating: number | null;
  given: boolean;
}

/** A position, through the eyes of who is to lay. */
export interface Puzzle {
  number: number;
  seat: number;
  view: RummyView;
  best: number;
  at: number;
}

/** What a turn lays, beside what can be laid, and how. */
export interface Solved {
  laid: number;
  best: number;
  solution: string;
}

export type RuRaReEvent = RuRaReRowsLaid | RuRaReRowChosen | RuRaReChoicesRevealed | RuRaReRowTaken | RuRaReCardRemoved | RuRaReTurnCutShort | RuRaReCardsScored | RuRaReCardsDiscarded | RuRaReRowsRefilled | RuRaReGameEnded;

export type RuRaReMove = RuRaReChooseRow;

/** A game of Ru-Ra-Re through the eyes of one seat, or of a spectator (seat None). */
export interface RuRaReView {
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
}

/** The deck, and the readings of what the rulebook leaves open. */
export interface RuRaReOptions {
  deck: "reconstructed-a" | "reconstructed-b" | "reconstructed-c" | "reconstructed-d";
  counts: Record<string, number>;
  allowCustomTotal: boolean;
  missedFirstScoring: "both" | "finalOnly";
  tieBreak: "shared";
  choiceTimeoutSec: number;
}

/** The points of one seat in a scoring, by category; animals by kind. */
export interface RuRaReTally {
  kings: number;
  churches: number;
  points: number;
  knights: number;
  animals: Record<string, number>;
  farm: number;
  total: number;
}

/** What an attentive player remembers; screens need not show it. */
export interface RuRaReMemory {
  box: Record<string, number>;
}

/** The table is laid: the rows from their number cards outwards, the cards in the pile and those in the box. */
export interface RuRaReRowsLaid {
  type: "RowsLaid";
  rows: string[][];
  pile: number;
  box: number;
}

/** A seat has chosen, or changed, its row (None where the reader may not know it). */
export interface RuRaReRowChosen {
  type: "RowChosen";
  seat: number;
  row: number | null;
}

/** All choices are shown; None for a seat that had no part in this one. */
export interface RuRaReChoicesRevealed {
  type: "ChoicesRevealed";
  rows: (number | null)[];
}

/** A seat was alone in choosing a row, and has taken its cards. */
export interface RuRaReRowTaken {
  type: "RowTaken";
  seat: number;
  row: number;
  cards: string[];
}

/** Several seats met on a row: its outermost card went to the box. */
export interface RuRaReCardRemoved {
  type: "CardRemoved";
  row: number;
  seats: number[];
  card: string;
}

/** At most one row has cards: the turn has ended, and these seats got nothing. */
export interface RuRaReTurnCutShort {
  type: "TurnCutShort";
  seats: number[];
}

/** The first or the second scoring, by seat and category, and the points of all scorings. */
export interface RuRaReCardsScored {
  type: "CardsScored";
  scoring: number;
  points: RuRaReTally[];
  totals: number[];
}

/** The cards with a red cross have gone to the box. */
export interface RuRaReCardsDiscarded {
  type: "CardsDiscarded";
  cards: Record<string, number>[];
}

/** The new cards of each row, from the inside outwards; how many of them came out of the shuffled box. */
export interface RuRaReRowsRefilled {
  type: "RowsRefilled";
  cards: string[][];
  from_box: number;
  pile: number;
  last_turn: boolean;
}

/** The game is over. */
export interface RuRaReGameEnded {
  type: "GameEnded";
  scores: number[];
  winners: number[];
}

/** Choose a row by its number, in secret until all have chosen. */
export interface RuRaReChooseRow {
  type: "choose";
  row: number;
}

export type RageEvent = RageRoundDealt | RageTrumpTurned | RageTrumpEnded | RageBidMade | RageBidChosen | RageBidsRevealed | RageCardPlayed | RageTrickWon | RageRoundScored | RageMatchEnded;

export type RageMove = RageBid | RagePlayCard;

/** A match of Rage through the eyes of one seat, or of a spectator (seat None). */
export interface RageView {
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
  memory: RageMemory;
}

/** The variants of the rulebook and the readings of what it leaves open. */
export interface RageOptions {
  plusMinusOne: boolean;
  bidding: "hidden" | "open" | "secret";
  slam: boolean;
  sameTrick: "lastCard" | "noTrumpDominates";
  jollyOrder: "first" | "second";
  tieBreak: "mostCorrectBids" | "shared";
  showOldTricks: boolean;
}

/** A trick: its leader, its cards from the leader on, and who won it (None while it is open). */
export interface RageTrick {
  leader: number;
  cards: string[];
  winner: number | null;
}

/** A line of the score sheet, by seat. */
export interface RageLine {
  bids: (number | null)[];
  tricks: number[];
  points: number[];
  bonus: number[];
}

/** What an attentive player remembers of this round; screens need not show it. */
export interface RageMemory {
  gone: string[];
  voids: string[];
  bonus: number[];
}

/** A round begins: who dealt, and each hand (None where the reader may not see it). */
export interface RageRoundDealt {
  type: "RoundDealt";
  round: number;
  dealer: number;
  hands: (string[] | null)[];
}

/** Cards turned from the stock; the last one's colour is trump, at once or from the next trick. */
export interface RageTrumpTurned {
  type: "TrumpTurned";
  cards: string[];
  trump: string | null;
  from_next_trick: boolean;
}

/** A no-trump was played: this trick has no trump. */
export interface RageTrumpEnded {
  type: "TrumpEnded";
}

/** A seat has bid aloud. */
export interface RageBidMade {
  type: "BidMade";
  seat: number;
  bid: number;
}

/** A seat has chosen, or changed, a bid that is not yet shown (None where the reader may not know it). */
export interface RageBidChosen {
  type: "BidChosen";
  seat: number;
  bid: number | null;
}

/** Bids made at once are shown together. */
export interface RageBidsRevealed {
  type: "BidsRevealed";
  bids: (number | null)[];
}

/** A seat has played a card. */
export interface RageCardPlayed {
  type: "CardPlayed";
  seat: number;
  card: string;
}

/** A trick is complete: its cards from the leader on, and the points of its +5 and -5 cards. */
export interface RageTrickWon {
  type: "TrickWon";
  seat: number;
  leader: number;
  cards: string[];
  bonus: number;
}

/** A line of the score sheet. */
export interface RageRoundScored {
  type: "RoundScored";
  round: number;
  bids: (number | null)[];
  tricks: number[];
  bonus: number[];
  points: number[];
  totals: number[];
}

/** The match is over. */
export interface RageMatchEnded {
  type: "MatchEnded";
  scores: number[];
  winners: number[];
}

/** Promise a number of tricks. */
export interface RageBid {
  type: "bid";
  tricks: number;
}

/** Play a card; a jolly with its colour: `J:R`. */
export interface RagePlayCard {
  type: "play";
  card: string;
}

export type RokEvent = RokBalanceDrawn | RokBalanceReturned | RokRunesThrown | RokRuneGrabbed | RokPairTaken | RokSeatDone | RokScrambleEnded | RokLoneRunesReturned | RokWrongPairReturned | RokPairGiven | RokPairSplit | RokContestOpened | RokRuneSlid | RokContestWon | RokOrderChosen | RokTreasureCaptured | RokBalanceTaken | RokRunesReturned | RokGameEnded;

export type RokMove = RokGrab | RokDone | RokGive | RokSlide | RokOrder;

/** A game of ROK through the eyes of one seat, or of a spectator (seat None). */
export interface RokView {
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
}

/** The readings of what the rulebook leaves open. */
export interface RokOptions {
  faceUpProbability: number;
  grabEnd: "allDone" | "auto" | "timer";
  grabSeconds: number;
  loneRune: "penalty" | "return";
  penaltyChoice: "oldest" | "player";
  captureScope: "earlierRounds" | "whole";
  orderContest: "random" | "seat" | "slide";
  countBalanceAtEnd: boolean;
  tieBreak: "random" | "shared" | "slide";
  slideMode: "random" | "skill";
}

/** A rune on the table, its place in radii from Destiny; face down nobody knows which it is (None).

    `turned` says how it lies, in degrees to the left; eyes alone care. */
export interface RokLying {
  rune: string | null;
  up: boolean;
  x: number;
  y: number;
  turned: number;
}

/** A capture that is due: who takes, from whom, and the twin in the taker's hand. */
export interface RokCapture {
  taker: number;
  owner: number;
  rune: string;
}

/** A contest: over the captures of a colour, or (None) over the victory. */
export interface RokContest {
  colour: string | null;
  seats: number[];
  attempt: number;
  slides: (RokSlid | null)[];
}

/** A slide: how it was aimed, and where it ended, in radii from Destiny. */
export interface RokSlid {
  degrees: number;
  force: number;
  x: number;
  y: number;
  touched: boolean;
}

/** Seats drew their Balance Runes. */
export interface RokBalanceDrawn {
  type: "BalanceDrawn";
  seats: number[];
  runes: string[];
}

/** Seats with identical Balance Runes have put them back, to draw again. */
export interface RokBalanceReturned {
  type: "BalanceReturned";
  seats: number[];
  runes: string[];
}

/** All have thrown: how many each seat, what came to lie where, and what is left in the bag. */
export interface RokRunesThrown {
  type: "RunesThrown";
  round: number;
  first: number;
  counts: number[];
  runes: RokLying[];
  bag: number;
}

/** A seat has taken a rune. */
export interface RokRuneGrabbed {
  type: "RuneGrabbed";
  seat: number;
  rune: string;
}

/** A seat has a pair, which is now treasure; with its own Balance Rune, if `balance`. */
export interface RokPairTaken {
  type: "PairTaken";
  seat: number;
  runes: string[];
  balance: boolean;
}

/** A seat takes nothing more in this round. */
export interface RokSeatDone {
  type: "SeatDone";
  seat: number;
}

/** The scramble is over: `nothing left` or `all done`. */
export interface RokScrambleEnded {
  type: "ScrambleEnded";
  reason: string;
}

/** Runes whose twins still lie on the table go back to the bag, without penalty. */
export interface RokLoneRunesReturned {
  type: "LoneRunesReturned";
  seat: number;
  runes: string[];
}

/** Runes that are no pair go back to the bag; the seat owes this many pairs for them. */
export interface RokWrongPairReturned {
  type: "WrongPairReturned";
  seat: number;
  runes: string[];
  penalty: number;
}

/** A seat has given a pair for a wrong one. */
export interface RokPairGiven {
  type: "PairGiven";
  seat: number;
  runes: string[];
}

/** Two seats held a rune each of the same pair: both go back to the bag. */
export interface RokPairSplit {
  type: "PairSplit";
  seats: number[];
  runes: string[];
}

/** Who is to choose the order of captures of a colour, or has won (colour None), is to be decided among seats. */
export interface RokContestOpened {
  type: "ContestOpened";
  colour: string | null;
  seats: number[];
  attempt: number;
}

/** A seat has slid a rune; where it came to rest, in radii, and whether it touched Destiny. */
export interface RokRuneSlid {
  type: "RuneSlid";
  seat: number;
  rune: string;
  degrees: number;
  force: number;
  x: number;
  y: number;
  touched: boolean;
}

/** A seat may choose the order of captures of a colour, or has won (colour None). */
export interface RokContestWon {
  type: "ContestWon";
  colour: string | null;
  seat: number;
}

/** The order in which the Balance Runes of these seats, and their treasures, are taken. */
export interface RokOrderChosen {
  type: "OrderChosen";
  seat: number;
  order: number[];
}

/** A seat has got another's Balance Rune with its twin, and all this of its treasure. */
export interface RokTreasureCaptured {
  type: "TreasureCaptured";
  taker: number;
  owner: number;
  balance: string[];
  treasure: string[];
}

/** A seat has a new Balance Rune. */
export interface RokBalanceTaken {
  type: "BalanceTaken";
  seat: number;
  rune: string;
}

/** The face-down runes went back to the bag. */
export interface RokRunesReturned {
  type: "RunesReturned";
  count: number;
  bag: number;
}

/** The game is over. */
export interface RokGameEnded {
  type: "GameEnded";
  scores: number[];
  winners: number[];
}

/** Take a face-up rune of the table. */
export interface RokGrab {
  type: "grab";
  rune: string;
}

/** Take nothing more in this round. */
export interface RokDone {
  type: "done";
}

/** Give a pair of one's treasure for a wrong one. */
export interface RokGive {
  type: "give";
  kind: string;
}

/** Slide a rune: degrees to the left of straight at Destiny, kept to tenths; force 0 to 1, kept to hundredths. */
export interface RokSlide {
  type: "slide";
  degrees: number;
  force: number;
}

/** The seats whose captured runes are taken, first to last. */
export interface RokOrder {
  type: "order";
  seats: number[];
}

export type RummyEvent = RummyHandDealt | RummyTilesDrawn | RummyPassed | RummyTimeRanOut | RummyTilesLaid | RummyHandScored | RummyMatchEnded;

export type RummyMove = RummyDraw | RummyPass | RummyLay | RummyTimeout;

/** A match of Rummy through the eyes of one seat, or of a spectator (seat None). */
export interface RummyView {
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
}

/** The variant of the rulebook and the readings of what it leaves open. */
export interface RummyOptions {
  jokerRule: "free" | "replace" | "replaceFromRack";
  jokerSameMeld: boolean;
  tableUseInOpeningTurn: boolean;
  closeFromHand: boolean;
  closeFromHandUsesTable: boolean;
  blockedScoring: "difference" | "fullSum" | "none";
  turnSeconds: number;
  timeoutDraw: number;
  maxJokersPerMeld: number;
  hands: number | null;
  nextStarter: "left" | "lot" | "winner";
  matchTieBreak: "shared";
}

/** A hand begins: who starts, and each rack (None where the reader may not see it). */
export interface RummyHandDealt {
  type: "HandDealt";
  hand: number;
  starter: number;
  racks: (string[] | null)[];
  pool: number;
}

/** A seat has drawn from the pool (tiles None where the reader may not see them). */
export interface RummyTilesDrawn {
  type: "TilesDrawn";
  seat: number;
  count: number;
  tiles: string[] | null;
  pool: number;
}

/** A seat has passed: the pool is empty. */
export interface RummyPassed {
  type: "Passed";
  seat: number;
}

/** The time of a seat is up; what it had laid in right melds stays. */
export interface RummyTimeRanOut {
  type: "TimeRanOut";
  seat: number;
}

/** A seat has laid tiles: those, the whole table now, and what is left on the rack. */
export interface RummyTilesLaid {
  type: "TilesLaid";
  seat: number;
  tiles: string[];
  table: string[][];
  opened: boolean;
  left: number;
}

/** A hand is over: who won it (several share a hand that nobody closed), the racks shown, and the points. */
export interface RummyHandScored {
  type: "HandScored";
  hand: number;
  winners: number[];
  blocked: boolean;
  closed_from_hand: boolean;
  racks: string[][];
  points: number[];
  totals: number[];
}

/** The match is over. */
export interface RummyMatchEnded {
  type: "MatchEnded";
  scores: number[];
  winners: number[];
}

/** Take a tile from the pool. */
export interface RummyDraw {
  type: "draw";
}

/** Do nothing, once the pool is empty. */
export interface RummyPass {
  type: "pass";
}

/** Lay tiles: the whole table as it shall stand after the turn. */
export interface RummyLay {
  type: "lay";
  melds: string[][];
}

/** The clock's move: the time is up, and this is how the table lay then; no melds where nothing was touched. */
export interface RummyTimeout {
  type: "timeout";
  melds: string[][];
}

/** A draft as the rules see it: each meld in its order, and whether the turn could end so. */
export interface RummyJudgedDraft {
  melds: RummyJudgedMeld[];
  opening: RummyOpening | null;
  ready: boolean;
  why: RummyReason | null;
}

/** One meld of a draft: whether it is one, its tiles with what the jokers stand for, and its points. */
export interface RummyJudgedMeld {
  valid: boolean;
  tiles: string[];
  points: number;
  why: RummyReason | null;
}

/** The number of the rule, a code with what it is about, and all of it in words. */
export interface RummyReason {
  rule: string;
  code: "after_13" | "below_1" | "beyond_13" | "colour_twice" | "first_points" | "from_rack" | "gap" | "joker_elsewhere" | "joker_from_rack" | "joker_stays" | "jokers_in_meld" | "large_group" | "long_run" | "neither" | "no_room" | "not_rising" | "not_yours" | "number_twice" | "own_points" | "short" | "table_closed" | "table_stays" | "tile_twice";
  words: string;
  tiles: string[];
  numbers: number[];
}

/** How far a first lay has come. */
export interface RummyOpening {
  points: number;
  needed: number;
}

export type GameView = RuRaReView | RageView | RokView | RummyView;

export type GameEvent = RuRaReEvent | RageEvent | RokEvent | RummyEvent;

export type GameDraft = RummyJudgedDraft;
