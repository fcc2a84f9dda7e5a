/** Every event of Rage in words, for the log and for screen readers. */
import { decimals, list } from '../../lib/i18n';
import type { GameEvent, ShellTranslate, SoundName } from '../../lib/table';
import type { HintGiven } from '../../lib/wire';
import type { RageEvent, RageTrickWon, RageTrumpTurned } from './wire';
import { isColour } from './art/colours';
import { bonusWords, whyWon } from './reasons';
import type { RageKey } from './texts';
import { cardName, colourName, rageWords, sentence, signed, written, type RageTranslate } from './words';

export function narrate(given: GameEvent, names: string[], shell: ShellTranslate): string | null {
  const t = rageWords(shell.lang);
  const event = given as RageEvent;
  const name = (seat: number): string => names[seat] ?? String(seat + 1);
  const each = (numbers: readonly (number | null)[], say: (n: number) => string): string =>
    numbers.flatMap((n, seat) => (n === null ? [] : [`${name(seat)} ${say(n)}`])).join(', ');
  switch (event.type) {
    case 'RoundDealt':
      return t('tellDeal', { round: event.round, name: name(event.dealer) });
    case 'TrumpTurned':
      return turned(event, t);
    case 'TrumpEnded':
      return t('tellEnded');
    case 'BidMade':
      return t('tellBid', { name: name(event.seat), n: event.bid });
    case 'BidChosen':
      return event.bid === null
        ? t('tellChosen', { name: name(event.seat) })
        : t('tellChosenMine', { name: name(event.seat), n: event.bid });
    case 'BidsRevealed':
      return t('tellBids', { list: each(event.bids, String) });
    case 'CardPlayed':
      return t('tellCard', { name: name(event.seat), card: cardName(event.card, t) });
    case 'TrickWon':
      return took(event, name(event.seat), t);
    case 'RoundScored':
      return t('tellScored', { round: event.round, list: each(event.points, signed) });
    case 'MatchEnded':
      return t(event.winners.length > 1 ? 'tellShared' : 'tellWon', {
        names: list(event.winners.map(name), shell.lang),
        points: written(event.scores[event.winners[0] ?? 0] ?? 0),
      });
    default:
      return null;
  }
}

function took(event: RageTrickWon, name: string, t: RageTranslate): string {
  const [why, bonus] = [sentence(whyWon(event, t)), bonusWords(event.cards, t)];
  return bonus ? t('tellTrickBonus', { name, why, bonus: sentence(bonus) }) : t('tellTrick', { name, why });
}

function turned(event: RageTrumpTurned, t: RageTranslate): string {
  if (!isColour(event.trump)) return t('tellTurnedNone');
  const cards = event.cards.map((card) => cardName(card, t)).join(', ');
  return t(event.from_next_trick ? 'tellTurnedNext' : 'tellTurned', { cards, n: event.cards.length, colour: colourName(event.trump, t) });
}

/** A move in words, for hints. */
export function sayMove(move: string, shell: ShellTranslate): string {
  const t = rageWords(shell.lang);
  return move.startsWith('bid ') ? t('bidNow', { n: Number(move.slice(4)) }) : cardName(move, t);
}

const REASONS: Record<string, RageKey> = {
  'rage.bid': 'whyBid',
  'rage.bidOver': 'whyBidOver',
  'rage.play': 'whyPlay',
  'rage.playOver': 'whyPlayOver',
  'rage.only': 'whyOnly',
  'rage.lost': 'whyLost',
};

/** Why a bot would do so; the server's own English where the reason is a new one. */
export function sayReason(hint: HintGiven, shell: ShellTranslate): string {
  const t = rageWords(shell.lang);
  const reason = REASONS[hint.reason];
  if (!reason) return hint.why;
  const card = cardName(String(hint.numbers['card'] ?? ''), t);
  const second = String(hint.numbers['second'] ?? '').replace(/^bid /, '');
  const other = hint.numbers['card'] === undefined ? second : cardName(second, t);
  return sentence(t(reason, { ...decimals(hint.numbers, shell.lang), card, second: other, n: hint.numbers['bid'] ?? '' }));
}

const RULES: Record<string, RageKey> = {
  '§2.2': 'ruleBid',
  '§2.3': 'ruleBidsFirst',
  '§3.1': 'ruleNotHeld',
  '§3.2': 'ruleFollow',
  '§3.14': 'ruleJolly',
  '§6.1': 'ruleSum',
};

/** Why a move is against a rule; null for rules that nobody meets at this table. */
export function sayRule(rule: string, shell: ShellTranslate): string | null {
  const key = RULES[rule];
  return key ? rageWords(shell.lang)(key) : null;
}

export function sounds(given: GameEvent, mine: number[]): SoundName | null {
  const event = given as RageEvent;
  switch (event.type) {
    case 'RoundDealt':
      return 'shuffle';
    case 'CardPlayed':
      return 'card';
    case 'BidMade':
    case 'BidChosen':
      return 'tick';
    case 'BidsRevealed':
    case 'TrumpTurned':
      return 'reveal';
    case 'TrickWon':
      return mine.includes(event.seat) ? 'got' : null;
    case 'RoundScored':
      return mine.length === 1 ? (event.bids[mine[0]!] === event.tricks[mine[0]!] ? 'win' : 'lose') : null;
    case 'MatchEnded':
      return 'end';
    default:
      return null;
  }
}
