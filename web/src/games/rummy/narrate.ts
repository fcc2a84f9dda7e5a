/** Every event of Rummy in words, for the log and for screen readers; and the sounds they make. */
import { decimals, list } from '../../lib/i18n';
import type { GameEvent, ShellTranslate, SoundName } from '../../lib/table';
import type { HintGiven } from '../../lib/wire';
import type { RummyEvent, RummyReason, RummyTilesLaid } from './wire';
import { texts, type RummyKey } from './texts';
import { colourOf, nameOf, numberOf, standsOf } from './tiles';
import { rummyWords, sayWhy, signed, someTiles, tileName, withMinus, type RummyTranslate } from './words';

export function narrate(given: GameEvent, names: string[], shell: ShellTranslate): string | null {
  const t = rummyWords(shell.lang);
  const event = given as RummyEvent;
  const name = (seat: number): string => names[seat] ?? String(seat + 1);
  const all = (seats: readonly number[]): string => list(seats.map(name), shell.lang);
  switch (event.type) {
    case 'HandDealt':
      return t('tellDealt', { hand: event.hand, name: name(event.starter), pool: event.pool });
    case 'TilesDrawn':
      return event.tiles
        ? t('tellDrawnMine', { name: name(event.seat), tiles: someTiles(event.tiles, t) })
        : t('tellDrawn', { name: name(event.seat), n: event.count });
    case 'Passed':
      return t('tellPassed', { name: name(event.seat) });
    case 'TimeRanOut':
      return t('tellTime', { name: name(event.seat) });
    case 'TilesLaid':
      return laid(event, name(event.seat), t);
    case 'HandScored':
      return t(event.winners.length > 1 ? 'tellShared' : 'tellHand', {
        names: all(event.winners),
        hand: event.hand,
        list: event.points.map((points, seat) => `${name(seat)} ${signed(points)}`).join(', '),
      });
    case 'MatchEnded':
      return t(event.winners.length > 1 ? 'tellWonAll' : 'tellWon', {
        names: all(event.winners),
        points: withMinus(event.scores[event.winners[0] ?? 0] ?? 0),
      });
    default:
      return null;
  }
}

function laid(event: RummyTilesLaid, name: string, t: RummyTranslate): string {
  const said = t(event.opened ? 'tellOpened' : 'tellLaid', { name, tiles: someTiles(event.tiles, t) });
  const apart = event.dissolved.length > 0 ? t('tellApart', { melds: list(event.dissolved.map((meld) => meldName(meld, t)), t.lang) }) : '';
  const freed = event.freed.map((joker) => t('tellFreed', { tile: tileName(standsOf(joker) ?? joker, t) }));
  const left = event.left === 0 ? t('tellLast') : t('tellLeft', { n: event.left });
  return [said, apart, ...freed, left].filter(Boolean).join(' ');
}

/** A meld in two words: the sevens, or red 4 to 6. */
function meldName(meld: readonly string[], t: RummyTranslate): string {
  const kinds = meld.map((tile) => standsOf(tile) ?? nameOf(tile));
  const [first, last] = [kinds[0] ?? '', kinds.at(-1) ?? ''];
  if (numberOf(first) === numberOf(last)) return t('meldGroup', { n: numberOf(first) });
  return t('meldRun', { colour: t(colourOf(first)), a: numberOf(first), b: numberOf(last) });
}

/** A move in words; which tiles a lay is about is shown on the table. */
export function sayMove(move: string, shell: ShellTranslate): string {
  const t = rummyWords(shell.lang);
  return move === 'draw' ? t('draw') : move === 'pass' ? t('pass') : t('moveLay');
}

const REASONS: Record<string, RummyKey> = {
  'rummy.nothing': 'whyNothing',
  'rummy.overlooked': 'whyNothing',
  'rummy.lay': 'whyLay',
  'rummy.best': 'whyBest',
  'rummy.joker': 'whyJoker',
  'rummy.loose': 'whyLoose',
  'rummy.small': 'whySmall',
  'rummy.meld': 'whyMeld',
  'rummy.wait': 'whyWait',
  'rummy.unsure': 'whyUnsure',
  'rummy.keep': 'whyKeep',
};

/** Why a bot would do so; the server's own English where the reason is a new one. */
export function sayReason(hint: HintGiven, shell: ShellTranslate): string {
  const reason = REASONS[hint.reason];
  if (!reason) return hint.why;
  const values = decimals(hint.numbers, shell.lang);
  return rummyWords(shell.lang)(reason, { ...values, n: values.tiles ?? 0 });
}

// What the referee's numbers mean, where a lay was refused after all.
const RULES: Record<string, RummyReason['code']> = {
  '§3.1': 'neither',
  '§2.3': 'table_closed',
  '§5.4': 'table_stays',
  '§5.5': 'from_rack',
  '§5.6': 'joker_stays',
  '§5.7': 'joker_elsewhere',
  '§8.3': 'jokers_in_meld',
  '§8.5': 'joker_from_rack',
};

export function sayRule(rule: string, shell: ShellTranslate): string | null {
  const code = RULES[rule];
  const phrase = code ? String(texts.en[code]) : '{';
  if (!code || phrase.includes('{')) return null; // it names tiles that only the referee's own words have
  return sayWhy({ rule, code, words: '', tiles: [], numbers: [] }, rummyWords(shell.lang));
}

export function sounds(given: GameEvent, mine: number[]): SoundName | null {
  const event = given as RummyEvent;
  switch (event.type) {
    case 'HandDealt':
      return 'shuffle';
    case 'TilesDrawn':
    case 'Passed':
      return 'tick';
    case 'TilesLaid':
      return 'tile';
    case 'TimeRanOut':
      return 'clash';
    case 'HandScored':
      return mine.some((seat) => event.winners.includes(seat)) ? 'win' : 'lose';
    default:
      return null;
  }
}
