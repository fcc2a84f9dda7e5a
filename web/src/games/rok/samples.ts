/** Tables of ROK that draw without a server: real views of real games, for the gallery and for screenshots. */
import type { RaceLine, Sample } from '../../lib/table';
import type { GrabVerdict, SeatInfo, SeatView, TableInfo } from '../../lib/wire';

const NAMES = ['Ana', 'Ben', 'Chiara', 'Dan', 'Elena'];
const PINGS = [20, 40, 130, 70, 240];

interface Given {
  seats: number;
  eyes: SeatView[];
  events?: Sample['events'];
  screen?: boolean;
  race?: Partial<RaceLine>;
  terms?: TableInfo['terms'];
}

function seat(k: number): SeatInfo {
  return {
    seat: k,
    kind: k < 3 ? 'person' : 'bot',
    name: NAMES[k] ?? '',
    level: k < 3 ? '' : 'solid',
    here: true,
    away_since: null,
    autopilot_at: null,
    autopilot: false,
    ping: k < 3 ? (PINGS[k] ?? null) : null,
    rating: null,
  };
}

function info({ seats, eyes, terms }: Given): TableInfo {
  const view = eyes[0]?.view;
  return {
    id: 'sample',
    revision: 1,
    game: 'rok',
    seats: Array.from({ length: seats }, (_, k) => seat(k)),
    options: { ...view?.options },
    access: 'link',
    stage: view?.phase === 'over' ? 'over' : 'playing',
    host: 'Ana',
    rated: false,
    round_no: 0,
    watching: 0,
    paused: false,
    wants_pause: [],
    wants_rematch: [],
    turn: view?.turn ?? [],
    deadlines: {},
    commitment: '',
    record: null,
    marker: 1,
    terms: terms ?? { slow: false, announced: false, handicaps: [] },
  };
}

function sample(name: string, given: Given): Sample {
  return {
    name,
    eyes: given.eyes,
    names: NAMES.slice(0, given.seats),
    info: info(given),
    race: given.race ?? {},
    ...(given.events ? { events: given.events } : {}),
    ...(given.screen ? { screen: true } : {}),
  };
}

/** A rune that two hands wanted, and one that pressed too early. */
function verdict(rune: string, gap: number): GrabVerdict {
  const press = (who: number, counted: number) => ({ seat: who, stamp: counted, arrival: counted + 30, credit: 40, counted });
  return {
    type: 'verdict',
    reveal: 1,
    rune,
    winner: 0,
    receipt: '',
    marker: 1,
    how: {
      reveal: 1,
      rune: 0,
      winner: 0,
      rule: 'first',
      presses: [press(0, 412), press(1, 412 + gap)],
      false_starts: [press(2, 60)],
      tied: [],
      marker: 1,
      held: 62,
      cut_short: false,
      words: '',
    },
  };
}

const now = Date.now();

// Data, made by playing.
const throwing: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":3,"eyes":[{"seat":0,"view":{"type":"rok","seat":0,"seats":3,"options":{"faceUpProbability":0.6,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":2,"first":1,"phase":"grab","turn":[0,1,2],"bag":23,"table":[{"rune":"W2b","up":true,"x":9.783,"y":10.044,"turned":148.5},{"rune":"W3a","up":true,"x":-11.518,"y":7.205,"turned":339.3},{"rune":"W3b","up":true,"x":-1.645,"y":7.949,"turned":88.8},{"rune":"W4a","up":true,"x":8.543,"y":3.004,"turned":264.5},{"rune":"W5a","up":true,"x":-4.179,"y":5.126,"turned":238.1},{"rune":"W6a","up":true,"x":0.498,"y":5.424,"turned":3.0},{"rune":"W6b","up":true,"x":6.394,"y":4.05,"turned":323.6},{"rune":"W7a","up":true,"x":-9.108,"y":-10.213,"turned":145.7},{"rune":"W8b","up":true,"x":-2.359,"y":-2.384,"turned":319.1},{"rune":"G1b","up":true,"x":-4.754,"y":-4.62,"turned":193.4},{"rune":"G3a","up":true,"x":2.36,"y":2.154,"turned":191.8},{"rune":"G5b","up":true,"x":11.268,"y":-0.035,"turned":24.7},{"rune":"G7b","up":true,"x":0.484,"y":-10.428,"turned":140.0},{"rune":"B1a","up":true,"x":-9.052,"y":2.272,"turned":71.6},{"rune":"B2b","up":true,"x":2.053,"y":-13.127,"turned":61.8},{"rune":"B4a","up":true,"x":-9.011,"y":-1.618,"turned":176.5},{"rune":"B6a","up":true,"x":-6.955,"y":0.129,"turned":65.8},{"rune":"B8b","up":true,"x":3.894,"y":-0.581,"turned":91.9},{"rune":null,"up":false,"x":-7.1,"y":6.271,"turned":299.7},{"rune":null,"up":false,"x":-3.692,"y":2.092,"turned":129.6},{"rune":null,"up":false,"x":-2.548,"y":-5.212,"turned":110.4},{"rune":null,"up":false,"x":4.797,"y":2.475,"turned":316.8}],"balance":["G6a","G2b","G4b"],"treasure":[[],[],[]],"since":[[],[],[]],"held":[[],[],[]],"done":[],"due":[0,0,0],"captures":[],"contest":null,"champion":null,"scores":[0,0,0]},"legal":["grab W2b","grab W3a","grab W3b","grab W4a","grab W5a","grab W6a","grab W6b","grab W7a","grab W8b","grab G1b","grab G3a","grab G5b","grab G7b","grab B1a","grab B2b","grab B4a","grab B6a","grab B8b","done"],"may_act":true}],"events":[{"type":"BalanceDrawn","seats":[0,1,2],"runes":["G6a","G2b","G4b"]},{"type":"RunesThrown","round":1,"first":0,"counts":[4,4,4],"runes":[{"rune":"W3b","up":true,"x":-1.645,"y":7.949,"turned":88.8},{"rune":"W4a","up":true,"x":8.543,"y":3.004,"turned":264.5},{"rune":"W5a","up":true,"x":-4.179,"y":5.126,"turned":238.1},{"rune":"W7a","up":true,"x":-9.108,"y":-10.213,"turned":145.7},{"rune":"W8b","up":true,"x":-2.359,"y":-2.384,"turned":319.1},{"rune":"G5b","up":true,"x":11.268,"y":-0.035,"turned":24.7},{"rune":"G7b","up":true,"x":0.484,"y":-10.428,"turned":140.0},{"rune":"B2b","up":true,"x":2.053,"y":-13.127,"turned":61.8},{"rune":"B4a","up":true,"x":-9.011,"y":-1.618,"turned":176.5},{"rune":"B8b","up":true,"x":3.894,"y":-0.581,"turned":91.9},{"rune":null,"up":false,"x":-4.787,"y":8.556,"turned":203.9},{"rune":null,"up":false,"x":-3.134,"y":15.071,"turned":255.1}],"bag":33},{"type":"ScrambleEnded","reason":"nothing left"},{"type":"RunesReturned","count":2,"bag":35},{"type":"RunesThrown","round":2,"first":1,"counts":[4,4,4],"runes":[{"rune":"W2b","up":true,"x":9.783,"y":10.044,"turned":148.5},{"rune":"W3a","up":true,"x":-11.518,"y":7.205,"turned":339.3},{"rune":"W6a","up":true,"x":0.498,"y":5.424,"turned":3.0},{"rune":"W6b","up":true,"x":6.394,"y":4.05,"turned":323.6},{"rune":"G1b","up":true,"x":-4.754,"y":-4.62,"turned":193.4},{"rune":"G3a","up":true,"x":2.36,"y":2.154,"turned":191.8},{"rune":"B1a","up":true,"x":-9.052,"y":2.272,"turned":71.6},{"rune":"B6a","up":true,"x":-6.955,"y":0.129,"turned":65.8},{"rune":null,"up":false,"x":-7.1,"y":6.271,"turned":299.7},{"rune":null,"up":false,"x":-3.692,"y":2.092,"turned":129.6},{"rune":null,"up":false,"x":-2.548,"y":-5.212,"turned":110.4},{"rune":null,"up":false,"x":4.797,"y":2.475,"turned":316.8}],"bag":23}]};
const scramble: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":4,"eyes":[{"seat":0,"view":{"type":"rok","seat":0,"seats":4,"options":{"faceUpProbability":0.5,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":5,"first":0,"phase":"grab","turn":[0,1,2,3],"bag":9,"table":[{"rune":"W1a","up":true,"x":-13.093,"y":-2.487,"turned":72.4},{"rune":"W2b","up":true,"x":-7.304,"y":5.372,"turned":2.8},{"rune":"W3b","up":true,"x":12.273,"y":-0.464,"turned":343.9},{"rune":"W4a","up":true,"x":-7.449,"y":-2.852,"turned":140.5},{"rune":"W6a","up":true,"x":-9.784,"y":-9.772,"turned":90.0},{"rune":"W8a","up":true,"x":-10.769,"y":-4.907,"turned":114.0},{"rune":"G3a","up":true,"x":7.833,"y":8.194,"turned":8.5},{"rune":"G6b","up":true,"x":-4.907,"y":10.041,"turned":175.4},{"rune":"G7a","up":true,"x":2.437,"y":-8.962,"turned":226.9},{"rune":"G7b","up":true,"x":-1.112,"y":-13.444,"turned":36.4},{"rune":"B5a","up":true,"x":-6.678,"y":-7.922,"turned":186.4},{"rune":"B6a","up":true,"x":-0.069,"y":-10.57,"turned":359.9},{"rune":null,"up":false,"x":-10.3,"y":0.454,"turned":147.8},{"rune":null,"up":false,"x":-8.552,"y":12.983,"turned":199.3},{"rune":null,"up":false,"x":-3.809,"y":7.997,"turned":50.8},{"rune":null,"up":false,"x":5.79,"y":-11.592,"turned":306.6},{"rune":null,"up":false,"x":7.461,"y":1.119,"turned":109.2}],"balance":["W1b","G2a","B5b","G3b"],"treasure":[["W7a","W7b","W5a","W5b"],["G4a","G4b","G1a","G1b","G5a","G5b","G8a","G8b"],["B2a","B2b"],["B4a","B4b","B7a","B7b"]],"since":[[3,3,4,4],[1,1,4,4,4,4,4,4],[3,3],[2,2,4,4]],"held":[[],[],[],[]],"done":[],"due":[0,0,0,0],"captures":[],"contest":null,"champion":null,"scores":[4,8,2,4]},"legal":["grab W1a","grab W2b","grab W3b","grab W4a","grab W6a","grab W8a","grab G3a","grab G6b","grab G7a","grab G7b","grab B5a","grab B6a","done"],"may_act":true}],"events":[{"type":"OrderChosen","seat":1,"order":[0,2]},{"type":"TreasureCaptured","taker":1,"owner":0,"balance":["G1a","G1b"],"treasure":[]},{"type":"TreasureCaptured","taker":1,"owner":2,"balance":["G8a","G8b"],"treasure":["G5a","G5b"]},{"type":"BalanceTaken","seat":0,"rune":"W1b"},{"type":"BalanceTaken","seat":2,"rune":"B5b"},{"type":"RunesReturned","count":2,"bag":21},{"type":"RunesThrown","round":5,"first":0,"counts":[3,3,3,3],"runes":[{"rune":"W1a","up":true,"x":-13.093,"y":-2.487,"turned":72.4},{"rune":"W4a","up":true,"x":-7.449,"y":-2.852,"turned":140.5},{"rune":"W6a","up":true,"x":-9.784,"y":-9.772,"turned":90.0},{"rune":"W8a","up":true,"x":-10.769,"y":-4.907,"turned":114.0},{"rune":"G3a","up":true,"x":7.833,"y":8.194,"turned":8.5},{"rune":"G7a","up":true,"x":2.437,"y":-8.962,"turned":226.9},{"rune":"B5a","up":true,"x":-6.678,"y":-7.922,"turned":186.4},{"rune":null,"up":false,"x":-10.3,"y":0.454,"turned":147.8},{"rune":null,"up":false,"x":-8.552,"y":12.983,"turned":199.3},{"rune":null,"up":false,"x":-3.809,"y":7.997,"turned":50.8},{"rune":null,"up":false,"x":5.79,"y":-11.592,"turned":306.6},{"rune":null,"up":false,"x":7.461,"y":1.119,"turned":109.2}],"bag":9}]};
const verdictData: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":4,"eyes":[{"seat":0,"view":{"type":"rok","seat":0,"seats":4,"options":{"faceUpProbability":0.5,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":7,"first":2,"phase":"grab","turn":[0,1,2,3],"bag":6,"table":[{"rune":"W3b","up":true,"x":-9.17,"y":-4.672,"turned":286.6},{"rune":"W6a","up":true,"x":-5.697,"y":6.609,"turned":12.0},{"rune":"W7b","up":true,"x":11.251,"y":3.014,"turned":96.7},{"rune":"W8a","up":true,"x":-7.323,"y":14.661,"turned":339.0},{"rune":"W8b","up":true,"x":-5.672,"y":-6.923,"turned":137.1},{"rune":"G3a","up":true,"x":2.023,"y":-5.636,"turned":268.5},{"rune":"G3b","up":true,"x":7.042,"y":1.097,"turned":327.7},{"rune":"G5a","up":true,"x":-0.032,"y":9.026,"turned":177.4},{"rune":"G5b","up":true,"x":-3.437,"y":-12.935,"turned":25.2},{"rune":"G8b","up":true,"x":0.493,"y":-9.764,"turned":51.9},{"rune":"B1a","up":true,"x":-3.996,"y":13.233,"turned":230.7},{"rune":"B1b","up":true,"x":-1.359,"y":-13.587,"turned":57.0},{"rune":"B2a","up":true,"x":-2.034,"y":-9.47,"turned":6.4},{"rune":"B4b","up":true,"x":3.183,"y":-13.769,"turned":219.4},{"rune":"B5a","up":true,"x":2.038,"y":10.36,"turned":304.2},{"rune":"B8a","up":true,"x":9.86,"y":-9.31,"turned":177.0},{"rune":null,"up":false,"x":-11.186,"y":2.34,"turned":164.6},{"rune":null,"up":false,"x":-4.281,"y":9.686,"turned":56.3},{"rune":null,"up":false,"x":3.691,"y":8.642,"turned":112.3},{"rune":null,"up":false,"x":7.504,"y":3.402,"turned":119.0}],"balance":["B4a","B6b","G4a","B7a"],"treasure":[["G7a","G7b","B3a","B3b","G1a","G1b"],["G6a","G6b","W5a","W5b"],["G2a","G2b","W4a","W4b","W2a","W2b"],["W1a","W1b"]],"since":[[4,4,5,5,6,6],[4,4,5,5],[2,2,4,4,5,5],[6,6]],"held":[[],[],[],[]],"done":[],"due":[0,0,0,0],"captures":[],"contest":null,"champion":null,"scores":[6,4,6,2]},"legal":["grab W3b","grab W6a","grab W7b","grab W8a","grab W8b","grab G3a","grab G3b","grab G5a","grab G5b","grab G8b","grab B1a","grab B1b","grab B2a","grab B4b","grab B5a","grab B8a","done"],"may_act":true}],"events":[{"type":"RuneGrabbed","seat":0,"rune":"G1b"},{"type":"PairTaken","seat":0,"runes":["G1a","G1b"],"balance":false},{"type":"ScrambleEnded","reason":"nothing left"},{"type":"WrongPairReturned","seat":3,"runes":["B2b"],"penalty":1},{"type":"TreasureCaptured","taker":3,"owner":0,"balance":["W1a","W1b"],"treasure":[]},{"type":"BalanceTaken","seat":0,"rune":"B4a"},{"type":"RunesReturned","count":8,"bag":18},{"type":"RunesThrown","round":7,"first":2,"counts":[3,3,3,3],"runes":[{"rune":"W8a","up":true,"x":-7.323,"y":14.661,"turned":339.0},{"rune":"G3a","up":true,"x":2.023,"y":-5.636,"turned":268.5},{"rune":"G3b","up":true,"x":7.042,"y":1.097,"turned":327.7},{"rune":"G5b","up":true,"x":-3.437,"y":-12.935,"turned":25.2},{"rune":"G8b","up":true,"x":0.493,"y":-9.764,"turned":51.9},{"rune":"B1b","up":true,"x":-1.359,"y":-13.587,"turned":57.0},{"rune":"B2a","up":true,"x":-2.034,"y":-9.47,"turned":6.4},{"rune":"B4b","up":true,"x":3.183,"y":-13.769,"turned":219.4},{"rune":null,"up":false,"x":-11.186,"y":2.34,"turned":164.6},{"rune":null,"up":false,"x":-4.281,"y":9.686,"turned":56.3},{"rune":null,"up":false,"x":3.691,"y":8.642,"turned":112.3},{"rune":null,"up":false,"x":7.504,"y":3.402,"turned":119.0}],"bag":6}]};
const five: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":5,"eyes":[{"seat":2,"view":{"type":"rok","seat":2,"seats":5,"options":{"faceUpProbability":0.5,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":3,"first":2,"phase":"grab","turn":[0,1,2,3,4],"bag":20,"table":[{"rune":"W3b","up":true,"x":-13.725,"y":-1.294,"turned":226.7},{"rune":"W4a","up":true,"x":-7.278,"y":0.367,"turned":288.7},{"rune":"W8b","up":true,"x":3.961,"y":-2.892,"turned":171.5},{"rune":"G3b","up":true,"x":-8.127,"y":6.813,"turned":37.8},{"rune":"B1a","up":true,"x":-3.228,"y":-2.132,"turned":294.4},{"rune":"B5a","up":true,"x":-13.142,"y":1.779,"turned":255.5},{"rune":"B7b","up":true,"x":1.47,"y":12.546,"turned":355.2},{"rune":null,"up":false,"x":-11.037,"y":-0.497,"turned":131.8},{"rune":null,"up":false,"x":-10.677,"y":-5.396,"turned":266.5},{"rune":null,"up":false,"x":8.025,"y":-7.515,"turned":57.0}],"balance":["G8a","W6b","G4a","B2b","G2a"],"treasure":[["G7a","G7b"],["W5a","W5b"],["B6a","B6b","B8a","B8b"],["G6a","G6b"],["G5a","G5b"]],"since":[[1,1],[2,2],[1,1,1,1],[2,2],[2,2]],"held":[[],[],["G3a"],[],[]],"done":[],"due":[0,0,0,0,0],"captures":[],"contest":null,"champion":null,"scores":[2,2,4,2,2]},"legal":["grab W3b","grab W4a","grab W8b","grab G3b","grab B1a","grab B5a","grab B7b","done"],"may_act":true}],"events":[]};
const slide: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":5,"eyes":[{"seat":4,"view":{"type":"rok","seat":4,"seats":5,"options":{"faceUpProbability":0.5,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":2,"first":1,"phase":"slide","turn":[4],"bag":25,"table":[{"rune":"W6b","up":true,"x":-2.525,"y":-4.617,"turned":260.6},{"rune":"G2a","up":true,"x":10.493,"y":-4.536,"turned":311.5},{"rune":"G4a","up":true,"x":2.71,"y":-10.11,"turned":212.0},{"rune":"B5a","up":true,"x":-13.142,"y":1.779,"turned":255.5},{"rune":null,"up":false,"x":-11.597,"y":-5.144,"turned":174.9},{"rune":null,"up":false,"x":-3.55,"y":0.084,"turned":53.8},{"rune":null,"up":false,"x":1.279,"y":5.856,"turned":299.3},{"rune":null,"up":false,"x":10.382,"y":1.997,"turned":263.7},{"rune":null,"up":false,"x":14.405,"y":2.185,"turned":329.0}],"balance":["G8a","G5a","G6b","B2b",null],"treasure":[["G7a","G7b"],["W5a","W5b"],["B6a","B6b","B8a","B8b"],[],[]],"since":[[1,1],[2,2],[1,1,1,1],[],[]],"held":[[],[],[],["G6a"],["G5b"]],"done":[],"due":[0,0,0,0,0],"captures":[{"taker":4,"owner":1,"rune":"G5b"},{"taker":3,"owner":2,"rune":"G6a"}],"contest":{"colour":"G","seats":[3,4],"attempt":1,"slides":[null,null,null,{"degrees":359.0,"force":0.65,"x":-2.585,"y":-1.733,"touched":false},null]},"champion":null,"scores":[2,2,4,0,0]},"legal":["slide 350 0.5","slide 350 0.58","slide 350 0.62","slide 350 0.66","slide 354 0.5","slide 354 0.58","slide 354 0.62","slide 354 0.66","slide 358 0.5","slide 358 0.58","slide 358 0.62","slide 358 0.66","slide 2 0.5","slide 2 0.58","slide 2 0.62","slide 2 0.66","slide 6 0.5","slide 6 0.58","slide 6 0.62","slide 6 0.66","slide 10 0.5","slide 10 0.58","slide 10 0.62","slide 10 0.66"],"may_act":true}],"events":[]};
const order: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":5,"eyes":[{"seat":3,"view":{"type":"rok","seat":3,"seats":5,"options":{"faceUpProbability":0.5,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":2,"first":1,"phase":"order","turn":[3],"bag":25,"table":[{"rune":"W6b","up":true,"x":-2.525,"y":-4.617,"turned":260.6},{"rune":"G2a","up":true,"x":10.493,"y":-4.536,"turned":311.5},{"rune":"G4a","up":true,"x":2.71,"y":-10.11,"turned":212.0},{"rune":"B5a","up":true,"x":-13.142,"y":1.779,"turned":255.5},{"rune":null,"up":false,"x":-11.597,"y":-5.144,"turned":174.9},{"rune":null,"up":false,"x":-3.55,"y":0.084,"turned":53.8},{"rune":null,"up":false,"x":1.279,"y":5.856,"turned":299.3},{"rune":null,"up":false,"x":10.382,"y":1.997,"turned":263.7},{"rune":null,"up":false,"x":14.405,"y":2.185,"turned":329.0}],"balance":["G8a","G5a","G6b","B2b",null],"treasure":[["G7a","G7b"],["W5a","W5b"],["B6a","B6b","B8a","B8b"],[],[]],"since":[[1,1],[2,2],[1,1,1,1],[],[]],"held":[[],[],[],["G6a"],["G5b"]],"done":[],"due":[0,0,0,0,0],"captures":[{"taker":4,"owner":1,"rune":"G5b"},{"taker":3,"owner":2,"rune":"G6a"}],"contest":{"colour":"G","seats":[3,4],"attempt":1,"slides":[null,null,null,{"degrees":359.0,"force":0.65,"x":-2.585,"y":-1.733,"touched":false},{"degrees":0.0,"force":0.55,"x":5.375,"y":-12.336,"touched":false}]},"champion":null,"scores":[2,2,4,0,0]},"legal":["order 2 1","order 1 2"],"may_act":true}],"events":[]};
const penalty: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":2,"eyes":[{"seat":0,"view":{"type":"rok","seat":0,"seats":2,"options":{"faceUpProbability":0.5,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":7,"first":0,"phase":"penalty","turn":[0],"bag":7,"table":[{"rune":"W4a","up":true,"x":10.533,"y":4.914,"turned":82.5},{"rune":"G4b","up":true,"x":-0.829,"y":9.353,"turned":342.0},{"rune":"B1a","up":true,"x":-5.638,"y":9.175,"turned":170.3},{"rune":"B6a","up":true,"x":-3.329,"y":-7.51,"turned":307.9},{"rune":"B8b","up":true,"x":-12.062,"y":1.355,"turned":330.7},{"rune":null,"up":false,"x":-8.584,"y":12.502,"turned":201.8},{"rune":null,"up":false,"x":-3.958,"y":7.449,"turned":354.1},{"rune":null,"up":false,"x":2.067,"y":6.569,"turned":335.6}],"balance":["W2a","G1b"],"treasure":[["W3a","W3b","W5a","W5b","G6a","G6b","B3a","B3b","B5a","B5b","W1a","W1b","G2a","G2b","G5a","G5b"],["W6a","W6b","G8a","G8b","B2a","B2b","B7a","B7b","W7a","W7b","W8a","W8b","G3a","G3b"]],"since":[[2,2,5,5,6,6,6,6,6,6,7,7,7,7,7,7],[4,4,5,5,6,6,6,6,7,7,7,7,7,7]],"held":[[],["W2b"]],"done":[],"due":[1,0],"captures":[{"taker":1,"owner":0,"rune":"W2b"}],"contest":null,"champion":null,"scores":[16,14]},"legal":["give W1","give W3","give W5","give G2","give G5","give G6","give B3","give B5"],"may_act":true}],"events":[]};
const end: { seats: number; eyes: SeatView[]; events: NonNullable<Sample['events']> } = {"seats":4,"eyes":[{"seat":0,"view":{"type":"rok","seat":0,"seats":4,"options":{"faceUpProbability":0.5,"grabEnd":"auto","grabSeconds":60,"loneRune":"return","penaltyChoice":"player","captureScope":"whole","orderContest":"slide","countBalanceAtEnd":false,"tieBreak":"slide","slideMode":"skill"},"round":7,"first":2,"phase":"over","turn":[],"bag":1,"table":[],"balance":[null,null,"W3a",null],"treasure":[[],["B2a","B2b","B5a","B5b","B4a","B4b","B6a","B6b","B7a","B7b","B1a","B1b"],["W1a","W1b","W5a","W5b","W7a","W7b","W4a","W4b","G1a","G1b","G2a","G2b","G4a","G4b","G5a","G5b","G6a","G6b","G7a","G7b","G8a","G8b","W2a","W2b","B3a","B3b","B8a","B8b"],["G3a","G3b","W6a","W6b","W8a","W8b"]],"since":[[],[5,5,5,5,6,6,6,6,6,6,7,7],[5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7],[5,5,7,7,7,7]],"held":[[],[],[],[]],"done":[],"due":[0,0,0,0],"captures":[],"contest":null,"champion":null,"scores":[0,12,28,6]},"legal":[],"may_act":false}],"events":[]};
const paths: [number, number][][] = [[[-9.79,6.48],[-9.92,5.44],[-10.22,5.34],[-10.62,5.92],[-10.95,6.38],[-11.2,6.75],[-11.38,7.0],[-11.48,7.16],[-11.52,7.21],[-11.52,7.21],[-11.52,7.21],[-11.52,7.21],[-11.52,7.21],[-11.518,7.205]],[[-6.13,-2.05],[-5.59,-1.04],[-6.19,-0.8],[-6.97,-0.76],[-7.16,-0.49],[-7.05,-0.17],[-6.99,0.04],[-6.96,0.12],[-6.96,0.13],[-6.96,0.13],[-6.96,0.13],[-6.96,0.13],[-6.96,0.13],[-6.955,0.129]],[[3.2,-4.8],[2.0,-4.88],[0.92,-4.94],[-0.02,-5.0],[-0.84,-5.06],[-1.53,-5.1],[-2.09,-5.13],[-2.5,-5.17],[-2.55,-5.21],[-2.55,-5.21],[-2.55,-5.21],[-2.55,-5.21],[-2.55,-5.21],[-2.548,-5.212]],[[2.31,7.94],[3.13,7.16],[3.86,6.46],[4.5,5.85],[5.05,5.33],[5.5,4.9],[5.86,4.56],[6.13,4.3],[6.3,4.14],[6.38,4.06],[6.39,4.05],[6.39,4.05],[6.39,4.05],[6.394,4.05]],[[-4.45,-5.52],[-3.91,-4.6],[-3.58,-3.97],[-3.93,-4.28],[-4.19,-4.5],[-4.35,-4.64],[-4.42,-4.7],[-4.45,-4.69],[-4.66,-4.64],[-4.75,-4.62],[-4.75,-4.62],[-4.75,-4.62],[-4.75,-4.62],[-4.754,-4.62]],[[6.99,0.93],[6.11,0.82],[5.28,0.86],[5.11,1.43],[4.98,1.87],[4.88,2.19],[4.82,2.39],[4.8,2.47],[4.8,2.48],[4.8,2.48],[4.8,2.48],[4.8,2.48],[4.8,2.48],[4.797,2.475]],[[-6.33,7.48],[-5.88,6.63],[-6.06,6.31],[-6.51,6.29],[-6.83,6.28],[-7.03,6.27],[-7.1,6.27],[-7.1,6.27],[-7.1,6.27],[-7.1,6.27],[-7.1,6.27],[-7.1,6.27],[-7.1,6.27],[-7.1,6.271]],[[5.18,1.69],[5.83,3.11],[6.51,4.3],[7.12,5.37],[7.67,6.34],[8.16,7.19],[8.58,7.93],[8.94,8.56],[9.23,9.08],[9.47,9.48],[9.63,9.78],[9.74,9.97],[9.78,10.04],[9.783,10.044]],[[-2.97,4.98],[-1.94,5.36],[-1.22,5.38],[-0.62,5.4],[-0.15,5.41],[0.19,5.42],[0.41,5.42],[0.49,5.42],[0.5,5.42],[0.5,5.42],[0.5,5.42],[0.5,5.42],[0.5,5.42],[0.498,5.424]],[[-2.11,4.75],[-1.14,3.53],[-0.43,2.79],[0.19,2.15],[0.81,1.98],[1.38,2.04],[1.81,2.09],[2.12,2.13],[2.3,2.15],[2.36,2.15],[2.36,2.15],[2.36,2.15],[2.36,2.15],[2.36,2.154]],[[-9.44,1.2],[-9.54,2.51],[-9.44,2.87],[-9.24,2.57],[-9.12,2.37],[-9.06,2.28],[-9.05,2.27],[-9.05,2.27],[-9.05,2.27],[-9.05,2.27],[-9.05,2.27],[-9.05,2.27],[-9.05,2.27],[-9.052,2.272]],[[-2.45,0.25],[-3.82,0.07],[-3.99,0.56],[-3.88,1.11],[-3.8,1.55],[-3.74,1.85],[-3.7,2.04],[-3.69,2.09],[-3.69,2.09],[-3.69,2.09],[-3.69,2.09],[-3.69,2.09],[-3.69,2.09],[-3.692,2.092]]];

const watching = (eyes: SeatView[]): SeatView[] => eyes.map((eye) => ({ ...eye, seat: null, legal: [], may_act: false, view: { ...eye.view, seat: null } as SeatView['view'] }));

export const samples: Sample[] = [
  sample('throwing', { ...throwing, race: { reveal: { type: 'reveal', reveal: 1, throw_at: now + 2200, show_at: now + 4200, paths } } }),
  sample('scramble', { ...scramble, events: [] }),
  sample('contested', { ...scramble, events: [], race: { verdicts: [verdict('W3a', 37)] } }),
  sample('five', { ...five, terms: { slow: true, announced: true, handicaps: [300, 0, 0, 500] } }),
  sample('verdict', verdictTold()),
  sample('penalty', penalty),
  sample('slide', slide),
  sample('order', order),
  sample('end', end),
  sample('big-screen', { ...scramble, events: [], eyes: watching(scramble.eyes), screen: true }),
];

function verdictTold(): Given {
  return { ...verdictData, race: { reveal: { type: 'reveal', reveal: 1, throw_at: now + 8000, show_at: now + 9500, paths: [] } } };
}
