// Made from the Python types by `python -m erre.server.api.wire_types`: do not edit.

export const PROTOCOL = 1;

export type AnyRequest = Hello | Ping | Sit | Stand | SetBot | SetOptions | SetName | SetAccess | SetHints | LetBot | Start | MakeMove | Draft | MakeGrab | TakeBack | Pause | Resume | Ready | Signal | Rematch | Remove | Hint | Say | React | Leave;

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

/** Asks for a sign of life; answered at once. */
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

/** Put a bot on a seat before the game; an empty level takes it away. Only the host may. */
export interface SetBot {
  type: "set_bot";
  n: number;
  seat: number;
  level: string;
}

/** Change options and number of seats before the game. Only the host may. */
export interface SetOptions {
  type: "set_options";
  n: number;
  seats: number;
  options: Record<string, unknown>;
}

/** Change the name on a seat that this person holds, before the game. */
export interface SetName {
  type: "set_name";
  n: number;
  seat: number;
  name: string;
}

/** Change who may come, before the game. Only the host may. */
export interface SetAccess {
  type: "set_access";
  n: number;
  access: "closed" | "link" | "open";
}

/** Allow hints at this table, or switch them off. Only the host may. */
export interface SetHints {
  type: "set_hints";
  n: number;
  allowed: boolean;
}

/** Let a bot play a seat of mine until I take it back. */
export interface LetBot {
  type: "let_bot";
  n: number;
  seat: number;
}

/** Begin; empty seats get bots. Only the host may. */
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

/** An unfinished turn, which counts if the time runs out; nobody else sees it. */
export interface Draft {
  type: "draft";
  n: number;
  seat: number;
  draft: string;
}

/** In a race: a press on a piece, with the reaction time in milliseconds since its reveal was painted. */
export interface MakeGrab {
  type: "grab";
  n: number;
  seat: number;
  reveal: number;
  rune: string;
  reaction: number;
}

/** Take my seat back from the bot that plays for me. */
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

/** End a pause, or withdraw the wish for one. */
export interface Resume {
  type: "resume";
  n: number;
}

/** The game, or its next part, may begin; bots wait until all persons present are ready. */
export interface Ready {
  type: "ready";
  n: number;
}

/** Give the signal for the reveal that waits for one's seat. */
export interface Signal {
  type: "signal";
  n: number;
  seat: number;
}

/** Play again on the same link; it begins when all persons present have asked. */
export interface Rematch {
  type: "rematch";
  n: number;
}

/** Free the seat of somebody else; in a running game a bot plays it on. Only the host may. */
export interface Remove {
  type: "remove";
  n: number;
  seat: number;
  for_good?: boolean;
}

/** Ask a strong bot for advice; refused in rated games. */
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

/** One of the quick reactions or quick words, which every reader sees in their own language. */
export interface React {
  type: "react";
  n: number;
  reaction: "clap" | "laugh" | "oops" | "thanks" | "think" | "wow" | "again" | "bye" | "hello" | "luck" | "moment" | "well_played";
}

/** Leave the table with this page; seats are kept, and a bot takes over after the grace period. */
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
  waits?: boolean;
  hours?: number;
}

/** The name that somebody wants to have from now on. */
export interface Rename {
  name: string;
}

/** A request to continue from a point of a replay on one seat, against bots of a level. */
export interface PlayOn {
  at: number;
  seat: number;
  level: string;
}

/** Somebody: by my alias for them, by a claimed name, or by their seat at a table. */
export interface Whom {
  person?: string;
  name?: string;
  table?: string;
  seat?: number | null;
}

/** Play with whoever waits for the same game. */
export interface QueueWish {
  game: string;
  seats?: number | null;
  rated?: boolean;
  bots?: "never" | "now" | "soon";
}

/** Tell the operator that somebody did not behave. */
export interface ReportWish {
  whom: Whom;
  category: "chat" | "cheating" | "leaving" | "name" | "other";
  words?: string;
}

/** A device's answer to the task of making a passkey. */
export interface PasskeyMade {
  client_data: string;
  attestation: string;
}

/** A device's proof that it holds a passkey. */
export interface PasskeyProof {
  id: string;
  client_data: string;
  authenticator: string;
  signature: string;
  user?: string;
}

/** Lock somebody out. */
export interface BanWish {
  hours?: number | null;
  reason?: string;
  with_address?: boolean;
}

/** An evening to be created. */
export interface NewEvening {
  setup: Setup;
  season?: string;
  plays?: boolean;
}

/** What the host chooses before an evening begins. */
export interface Setup {
  name: string;
  game: string;
  seats: number;
  rounds?: number;
  options?: Record<string, unknown>;
  seating?: "all" | "alone" | "fixed" | "random" | "swiss";
  minutes?: number;
  time_up?: "close" | "nothing" | "signal";
  bots?: string;
  duplicate?: boolean;
  paper?: boolean;
}

/** A season to be created; `best` is how many evenings count for each player, 0 all. */
export interface NewSeason {
  name: string;
  best?: number;
}

/** Scores from a real table; `word` is on its sheet, players of the table need none. */
export interface PaperResult {
  table: number;
  scores: number[];
  word?: string;
  round?: number | null;
}

export type AnyMessage = Welcome | Update | TableChanged | Ok | Refused | ChatLine | Notice | HintGiven | DraftJudged | Reveal | Faces | Glide | GrabVerdict | Pong | Bye;

/** The complete state of the table, as this receiver may see it. */
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
  lost: number;
}

/** Everything public about a table; sent whole whenever any of it changes. */
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
  match_no: number;
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
  hints: boolean;
  intermission: Intermission | null;
  signal: SignalDue | null;
  hours: number;
  played_on: boolean;
  club: string;
  sealed: boolean;
}

/** A chair, as everybody may see it. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  level: string;
  portrait: string;
  here: boolean;
  away_since: number | null;
  autopilot_at: number | null;
  autopilot: boolean;
  ping: number | null;
  rating: Rating | null;
  vacation: [number, number] | null;
  vacated: boolean;
}

/** A player's rating, at a rated table. */
export interface Rating {
  value: number;
  is_provisional: boolean;
  change: number | null;
}

/** What was agreed at a real-time table; everybody sees it. */
export interface Terms {
  slow: boolean;
  announced: boolean;
  handicaps: number[];
}

/** Bots and clocks wait until everybody is ready for the game, or for its next part, to begin. */
export interface Intermission {
  waiting: number[];
  until: number | null;
}

/** A reveal waits for somebody's signal. */
export interface SignalDue {
  seat: number;
  until: number | null;
}

/** A game as one seat sees it; `seat` None is a spectator. */
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

/** An earlier update of the present game, without its view: for the written log. */
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

/** An announcement to everybody at the table; the client has its words in each language. */
export interface Notice {
  type: "notice";
  at: number;
  code: string;
  seat: number;
}

/** What a strong bot would do, and why; for one person only. */
export interface HintGiven {
  type: "hint";
  seat: number;
  move: string;
  reason: string;
  numbers: Record<string, number | string>;
  why: string;
  steps: string[];
}

/** What the rules say about a turn that is being built; for one person only. */
export interface DraftJudged {
  type: "judged";
  n: number;
  seat: number;
  judged: GameDraft;
}

/** A race: pieces fly from `throw_at` to `show_at`; then their faces are painted, and reactions are counted. */
export interface Reveal {
  type: "reveal";
  reveal: number;
  throw_at: number;
  show_at: number;
  paths: [number, number][][];
}

/** A race: the faces of the pieces of a reveal. They come just before `show_at`, so nobody can see them earlier. */
export interface Faces {
  type: "faces";
  reveal: number;
  eyes: SeatView[];
}

/** A race: how a piece slides that a seat has pushed; the update with the move follows. */
export interface Glide {
  type: "glide";
  seat: number;
  points: [number, number][];
}

/** A race: who got a piece, and the receipt in one line. */
export interface GrabVerdict {
  type: "verdict";
  reveal: number;
  rune: string;
  winner: number;
  receipt: string;
  marker: number;
  how: Receipt;
}

/** How one piece was decided. */
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

/** One press on a piece, in milliseconds since the reveal was to be painted. */
export interface Press {
  seat: number;
  stamp: number;
  arrival: number;
  credit: number;
  counted: number;
}

/** The answer to a ping, with the server's clock. */
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
  usual_level: string;
  is_race: boolean;
  plays_by_day: boolean;
  options: OptionInfo[];
  bots: string[];
  can_duplicate: boolean;
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
  rated: boolean;
  own_rules: boolean;
  levels: string[];
  options: Record<string, unknown>;
  clock: number | null;
  hours: number;
  deadline: number | null;
}

/** The person who asks, as `/api/me` returns it. */
export interface Me {
  name: string;
  tables: TableLine[];
  is_named: boolean;
  portrait: string;
  can_recover: boolean;
}

/** Why I cannot come in. */
export interface BanInfo {
  until: number | null;
  reason: string;
  is_mine: boolean;
}

/** My notices, the newest first. */
export interface NoticeList {
  notices: NoticeLine[];
  unread: number;
}

/** Something that I was told while I was away. */
export interface NoticeLine {
  id: string;
  kind: string;
  title: string;
  body: string;
  path: string;
  at: number;
  is_seen: boolean;
}

/** Where I can be told. */
export interface NoticeChannels {
  push_key: string;
  browsers: PushBrowser[];
  sends_mail: boolean;
  address: string;
  is_proven: boolean;
}

/** A browser of mine that accepts push messages. */
export interface PushBrowser {
  id: string;
  device: string;
}

/** My days off that are not over. */
export interface Vacations {
  vacations: DaysOff[];
  left: number;
  most: number;
}

/** Days off, in which my clocks stand still in games by the day; milliseconds since 1970. */
export interface DaysOff {
  begins: number;
  ends: number;
}

/** A one-time code that signs me in on another device. */
export interface DevicePass {
  word: string;
}

/** A device on which I am signed in. */
export interface DeviceInfo {
  id: string;
  name: string;
  seen: number;
  is_this: boolean;
}

/** How many devices were signed out. */
export interface SignedOut {
  devices: number;
}

/** Whether I have a recovery code; the code itself is shown only once. */
export interface RecoveryState {
  made: number;
}

/** A new recovery code, shown once. */
export interface RecoveryCode {
  words: string[];
  link: string;
  qr: string;
  made: number;
}

/** One of my passkeys. */
export interface PasskeyInfo {
  id: string;
  name: string;
  made: number;
  seen: number;
}

/** What a device needs to make or to use a passkey; bytes are base64url. */
export interface PasskeyTask {
  challenge: string;
  site: string;
  user: string;
  name: string;
  known: string[];
  algorithms: number[];
}

/** A table that was opened. */
export interface Opened {
  id: string;
  path: string;
}

/** How far the server is with compiling its games; the remaining ones can be played already. */
export interface Preparing {
  left: string[];
  total: number;
}

/** Why a request was not carried out; with a reason, pages say it in the reader's language. */
export interface Problem {
  code: string;
  why: string;
  reason: string;
  values: Record<string, number | string>;
}

/** What `erre verify` says of a record: whether it was dealt as promised and played by the rules. */
export interface RecordProof {
  verdict: string;
  findings: Finding[];
}

/** One check of a record. */
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

/** An uploaded record file, and the address of its replay. */
export interface Brought {
  id: string;
  path: string;
}

/** Where points were lost, by a strong bot's estimates; `seats` is empty until all decisions are analysed. */
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
  best: Decision | null;
}

/** A move that was made, and the one that the bot would have made. */
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
  gain: number;
}

/** What a player's page shows. */
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
  is_provisional: boolean;
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

/** The statistics on a player's page. */
export interface PlayerStatistics {
  name: string;
  is_bot: boolean;
  games: GameStatistics[];
  results: Result[];
  portrait: string;
  rivals: Rival[];
}

/** A player's results in one game. */
export interface GameStatistics {
  game: string;
  played: number;
  won: number;
  mean_rank: number;
  mean_score: number;
  best_score: number;
  curve: Point[];
  bids: BidLine[];
  rating: number | null;
  is_provisional: boolean;
  streak: number;
  best_streak: number;
}

/** A rating, and when it was reached. */
export interface Point {
  ended: number;
  rating: number;
}

/** All bids of one size, and their results. */
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

/** An opponent in one game, counted from the player's side. */
export interface Rival {
  name: string;
  is_bot: boolean;
  has_page: boolean;
  portrait: string;
  game: string;
  played: number;
  won: number;
  lost: number;
}

/** A puzzle as it is asked: nothing in it gives the answer away. */
export interface Question {
  id: string;
  game: string;
  kind: string;
  seat: number;
  view: GameView | null;
  legal: string[];
  themes: string[];
  rating: number;
  provisional: boolean;
  moves: number;
  goal: number | null;
  day: string;
  solved: boolean | null;
  timed: boolean;
}

/** An answer in the game's notation, and how long it took; no text gives up. */
export interface PuzzleAnswer {
  answer: string;
  milliseconds: number | null;
}

/** How good an answer was, the solution, and what others answered. */
export interface Graded {
  right: boolean;
  score: number;
  first: boolean;
  answer: string;
  reached: number | null;
  goal: number | null;
  solution: string;
  themes: string[];
  weighed: WeighedMove[];
  playouts: number;
  shares: AnswerShare[];
  people: number;
  steps: ReplayStep[];
  standing: PuzzleStanding | null;
  before: number;
  puzzle_rating: number;
  streak: number;
  best_milliseconds: number | null;
  played: string;
  cost: number | null;
  why: string;
  reason: string;
  numbers: Record<string, number | string>;
}

/** A move that was weighed against the best one. */
export interface WeighedMove {
  move: string;
  value: number;
  behind: number;
  doubt: number;
  share: number;
  fine: boolean;
}

/** How many people gave an answer first. */
export interface AnswerShare {
  answer: string;
  people: number;
}

/** How somebody does in the puzzles of a game. */
export interface PuzzleStanding {
  game: string;
  rating: number;
  answers: number;
  solved: number;
  provisional: boolean;
}

/** What the page of puzzles shows. */
export interface PuzzleHome {
  day: string;
  games: GamePuzzles[];
  streak: number;
  longest: number;
}

/** The puzzles of a game, and how somebody does in them. */
export interface GamePuzzles {
  game: string;
  total: number;
  kinds: Record<string, number>;
  themes: Record<string, number>;
  today: string;
  kind: string;
  rating: number;
  solved: boolean | null;
  standing: PuzzleStanding | null;
}

/** The costliest decisions of one's own in a finished game, as puzzles; none until all are analysed. */
export interface Mistakes {
  done: number;
  total: number;
  puzzles: string[];
  failed: string;
}

/** How many people have reported a puzzle. */
export interface Reported {
  people: number;
}

/** The settings of a person; the badge shows everything, whatever they say. */
export interface NoticeSettings {
  push: boolean;
  mail: boolean;
  muted: ("game_over" | "invitation" | "missed" | "round" | "test" | "your_turn")[];
  quiet: [number, number] | null;
  zone: string;
  offset: number;
  language: "de" | "en" | "it" | "ro";
}

/** The people I know here. */
export interface Company {
  friends: PersonLine[];
  requests: PersonLine[];
  asked: PersonLine[];
  played: PersonLine[];
  blocked: PersonLine[];
  is_hidden: boolean;
}

/** Somebody in one of my lists. */
export interface PersonLine {
  id: string;
  name: string;
  is_named: boolean;
  relation: "asked" | "blocked" | "friend" | "none" | "wants";
  presence: "" | "away" | "online" | "table";
  games: number;
  last: number;
  portrait: string;
}

/** What a page asks for again and again. */
export interface News {
  child_safe: boolean;
  announcement: AnnouncementLine | null;
  invitations: InvitationLine[];
  requests: number;
  queue: QueueState | null;
}

/** A line of the operator to everybody. */
export interface AnnouncementLine {
  id: string;
  text: string;
}

/** An invitation that waits for me. */
export interface InvitationLine {
  id: string;
  game: string;
  name: string;
  at: number;
  until: number;
}

/** How it stands with my place in a queue; sent again every few seconds, it keeps the place. */
export interface QueueState {
  game: string;
  seats: number;
  rated: boolean;
  bots: "never" | "now" | "soon";
  waiting: number;
  bots_in: number | null;
  table: string;
  problem: string;
}

/** Who somebody at a table is to me. */
export interface SeatRelation {
  seat: number;
  id: string;
  name: string;
  relation: "asked" | "blocked" | "friend" | "none" | "wants";
}

/** Everything on the operator's page, except for the search for people. */
export interface Overview {
  who: string;
  child_safe: boolean;
  tables: OperatorTable[];
  reports: ReportLine[];
  puzzle_reports: PuzzleReport[];
  bans: BanLine[];
  names: string[];
  announcement: Announcement | null;
  backups: BackupLine[];
  operations: Operation[];
  health: Health;
}

/** A table as the operator sees it; nothing of its hands. */
export interface OperatorTable {
  line: TableLine;
  touched: number;
  access: string;
  is_asleep: boolean;
}

/** A report with what it is about. */
export interface ReportLine {
  id: string;
  at: number;
  about: string;
  name: string;
  reporter: string;
  table: string;
  category: string;
  words: string;
  lines: [number, string, string][];
  is_open: boolean;
  answer: string;
}

/** A puzzle that people find wrong. */
export interface PuzzleReport {
  puzzle: string;
  game: string;
  reasons: string[];
  reports: number;
  is_offered: boolean;
}

/** Somebody who is locked out. */
export interface BanLine {
  id: string;
  name: string;
  reason: string;
  at: number;
  until: number | null;
  address_until: number | null;
}

/** A line that everybody sees until it expires. */
export interface Announcement {
  id: string;
  text: string;
  at: number;
  until: number;
}

/** A copy of everything, in one file. */
export interface BackupLine {
  name: string;
  bytes: number;
  at: number;
}

/** Something that an operator did. */
export interface Operation {
  id: string;
  at: number;
  who: string;
  what: string;
  about: string;
}

/** How the server is, in numbers. */
export interface Health {
  is_well: boolean;
  version: string;
  python: string;
  storage: string;
  schema: number;
  workers: number;
  uptime: number;
  storage_bytes: number;
  disk_free: number;
  disk_total: number;
  lag_ms: number;
  commit_ms: number;
  pages: number;
  counts: Record<string, number>;
}

/** A link that signs a person in on one device, once. */
export interface RecoveryLink {
  path: string;
  hours: number;
}

/** A person as the operator finds them. */
export interface Found {
  person: string;
  name: string;
  is_named: boolean;
  seen: number;
  games: number;
  reports: number;
}

/** My evenings and seasons. */
export interface MyClubs {
  evenings: EveningLine[];
  seasons: SeasonInfo[];
}

/** An evening in a list. */
export interface EveningLine {
  id: string;
  name: string;
  game: string;
  stage: "between" | "ended" | "gathering" | "planned" | "playing";
  created: number;
  players: number;
  is_host: boolean;
  duplicate: boolean;
}

/** A season in a list. */
export interface SeasonInfo {
  id: string;
  name: string;
  best: number;
}

/** An evening as somebody sees it. */
export interface EveningView {
  id: string;
  revision: number;
  now: number;
  name: string;
  game: string;
  options: Record<string, unknown>;
  seats: number;
  round_count: number;
  seating: "all" | "alone" | "fixed" | "random" | "swiss";
  minutes: number;
  time_up: "close" | "nothing" | "signal";
  bots: string;
  duplicate: boolean;
  paper: boolean;
  stage: "between" | "ended" | "gathering" | "planned" | "playing";
  host: string;
  is_host: boolean;
  host_away: boolean;
  me: number | null;
  my_table: string;
  my_table_number: number | null;
  players: PlayerInfo[];
  rounds: RoundInfo[];
  standings: Line[];
  season: SeasonInfo | null;
  my_seasons: SeasonInfo[];
  undoes: string;
  journal: JournalLine[];
  promise: string;
  secret: string;
  deals: DealProof[];
}

/** Somebody who takes part. */
export interface PlayerInfo {
  number: number;
  name: string;
  is_out: boolean;
  has_device: boolean;
}

/** A round. */
export interface RoundInfo {
  number: number;
  tables: TableResult[];
  byes: number[];
  started: number;
  ends: number;
  is_closed: boolean;
  is_done: boolean;
}

/** A table of a round, as everybody may see it. */
export interface TableResult {
  number: number;
  seats: number[];
  names: string[];
  is_done: boolean;
  table: string;
  scores: number[];
  points: (number | null)[];
  record: string;
  by: string;
  word: string;
}

/** A player's place in the standings. */
export interface Line {
  place: number;
  number: number;
  name: string;
  points: number;
  opponents: number;
  difference: number;
  played: number;
  byes: number;
  rounds: (number | null)[];
  is_out: boolean;
}

/** What the host has done. */
export interface JournalLine {
  at: number;
  what: string;
}

/** The promise about a deal; key and salt once everybody has played it. */
export interface DealProof {
  commitment: string;
  key: string;
  salt: string;
}

/** A season with its standings. */
export interface SeasonView {
  id: string;
  name: string;
  best: number;
  is_host: boolean;
  evenings: EveningLine[];
  lines: SeasonLine[];
}

/** A player's place in a season. */
export interface SeasonLine {
  place: number;
  name: string;
  points: number;
  evenings: number;
  each: (number | null)[];
  counted: boolean[];
}

/** A deal and all tables that played it. */
export interface ComparedDeal {
  number: number;
  tables: ComparedTable[];
}

/** How one table played a deal. */
export interface ComparedTable {
  number: number;
  names: string[];
  scores: number[];
  points: number[];
  record: string;
  bids: string[][];
  moves: string[];
}

/** The deal of the day, game by game. */
export interface DayView {
  day: string;
  ends: number;
  now: number;
  games: DayGame[];
}

/** The deal of the day in one game, as somebody sees it. */
export interface DayGame {
  game: string;
  level: string;
  seats: number;
  is_begun: boolean;
  is_done: boolean;
  table: string;
  score: number;
  rank: number;
  players: number;
  streak: number;
  commitment: string;
  next_commitment: string;
  ranking: DayLine[];
  week: DayLine[];
}

/** A place in the ranking of a day or a week. */
export interface DayLine {
  place: number;
  name: string;
  score: number;
  days: number;
  is_me: boolean;
  record: string;
}

/** A day that is over: the proof of its deal, and how everybody played it. */
export interface PastDay {
  day: string;
  game: string;
  proof: DealProof;
  ranking: DayLine[];
  tables: ComparedTable[];
}

/** Why something was refused. */
export type RefusalCode = "away" | "bad_code" | "bad_endpoint" | "bad_file" | "bad_host" | "bad_mail" | "bad_message" | "bad_notation" | "bad_number" | "bad_origin" | "bad_passkey" | "bad_ping" | "bad_position" | "bad_record" | "bad_request" | "bad_reveal" | "bad_stamp" | "bad_time" | "bad_words" | "banned" | "blocked" | "duplicate" | "false_start" | "hand_busy" | "illegal" | "name_in_use" | "name_refused" | "name_taken" | "no_address" | "no_days_off" | "no_game" | "no_hello" | "no_hint" | "no_hints" | "no_mail" | "no_name" | "no_person" | "no_portrait" | "no_reveal" | "no_rune" | "no_seat" | "no_table" | "not_claimed" | "not_host" | "not_invited" | "not_now" | "not_operator" | "not_wanted" | "not_with_you" | "not_your_seat" | "not_your_turn" | "one_each" | "over" | "pass_gone" | "protocol" | "quick_words" | "seat_taken" | "server_full" | "stale" | "taken" | "too_fast" | "too_late" | "too_many" | "too_many_games" | "too_many_tables" | "unknown" | "word_gone";

/** Why an evening refuses something. */
export type ClubReason = "over" | "still_playing" | "nobody_here" | "too_few" | "swap_when_planned" | "draw_first" | "no_round" | "not_begun" | "has_result" | "enter_scores" | "compare_later" | "not_a_player" | "host_is_here" | "own_device" | "seats_changed" | "no_paper_round" | "other_round" | "nothing_to_undo" | "deals_are_open" | "day_is_not_over" | "host_only" | "players_only" | "season_host_only" | "sheet_needed" | "seats" | "rounds" | "minutes" | "duplicate_paper" | "alone_paper" | "alone_bots" | "close_paper" | "no_such_bot" | "no_shared_deal" | "race_alone" | "most_players" | "not_in_round" | "scores" | "no_such_player" | "no_such_table" | "no_device" | "best_evenings" | "most_evenings" | "most_seasons";

/** What the view of every game has; each game's folder has the whole type. */
export interface GameView {
  type: string;
  seat: number | null;
  seats: number;
  options: Record<string, unknown>;
  phase: string;
  turn: number[];
  [field: string]: unknown;
}

/** Something that happened; each game's folder has the union of its own. */
export interface GameEvent {
  type: string;
  [field: string]: unknown;
}

/** What the rules say to a turn that is being built; the game knows its form. */
export type GameDraft = Record<string, unknown>;
