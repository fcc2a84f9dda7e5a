/** Every event of Ru-Ra-Re in words, for the log and for screen readers. */
import { decimals, list } from '../../lib/i18n';
import type { GameEvent, ShellTranslate, SoundName } from '../../lib/table';
import type { HintGiven } from '../../lib/wire';
import type { RuRaReEvent, RuRaReRowsRefilled } from './wire';
import { rowOf } from './view';
import type { RuRaReKey } from './texts';
import { cardNames, kindName, rurareWords, sentence, type RuRaReTranslate } from './words';

export function narrate(given: GameEvent, names: string[], shell: ShellTranslate): string | null {
  const t = rurareWords(shell.lang);
  const event = given as RuRaReEvent;
  const name = (seat: number): string => names[seat] ?? String(seat + 1);
  const all = (seats: readonly number[]): string => list(seats.map(name), shell.lang);
  switch (event.type) {
    case 'RowsLaid':
      return t('tellLaid', { n: event.rows.length, pile: event.pile });
    case 'RowChosen':
      return event.row === null
        ? t('tellChosen', { name: name(event.seat) })
        : t('tellChosenMine', { name: name(event.seat), row: event.row });
    case 'ChoicesRevealed':
      return t('tellShown', {
        list: event.rows.flatMap((row, seat) => (row === null ? [] : [`${name(seat)} ${row}`])).join(', '),
      });
    case 'RowTaken':
      return t('tellTaken', { name: name(event.seat), row: event.row, cards: cardNames(event.cards, t) });
    case 'CardRemoved':
      return t('tellMet', { names: all(event.seats), row: event.row, card: kindName(event.card, t) });
    case 'TurnCutShort':
      return t('tellCut', { names: all(event.seats) });
    case 'CardsScored':
      return t(event.scoring === 1 ? 'tellFirst' : 'tellSecond', {
        list: event.points.map((tally, seat) => `${name(seat)} ${tally.total}`).join(', '),
      });
    case 'CardsDiscarded':
      return t('tellDiscarded', {
        n: event.cards.reduce((sum, lost) => sum + Object.values(lost).reduce((part, n) => part + n, 0), 0),
      });
    case 'RowsRefilled':
      return refilled(event, t);
    case 'GameEnded':
      return t(event.winners.length > 1 ? 'tellShared' : 'tellWon', {
        names: all(event.winners),
        points: event.scores[event.winners[0] ?? 0] ?? 0,
      });
    default:
      return null;
  }
}

function refilled(event: RuRaReRowsRefilled, t: RuRaReTranslate): string {
  const n = event.cards.reduce((sum, cards) => sum + cards.length, 0);
  const parts = [t('tellRefilled', { n, pile: event.pile })];
  if (event.from_box > 0) parts.push(t('tellFromBox', { n: event.from_box }));
  if (event.last_turn) parts.push(t('tellLast'));
  return parts.join(' ');
}

/** A move in words, for hints. */
export function sayMove(move: string, shell: ShellTranslate): string {
  const row = rowOf(move);
  return row === null ? move : rurareWords(shell.lang)('chooseRow', { row });
}

const REASONS: Record<string, RuRaReKey> = {
  'rurare.sight': 'whySight',
  'rurare.hope': 'whyHope',
  'rurare.free': 'whyFree',
  'rurare.costly': 'whyCostly',
  'rurare.daring': 'whyDaring',
};

/** Why a bot would do so; the server's own English where the reason is a new one. */
export function sayReason(hint: HintGiven, shell: ShellTranslate, names: string[] = []): string {
  const reason = REASONS[hint.reason];
  if (!reason) return hint.why;
  const t = rurareWords(shell.lang);
  const rival = names[Number(hint.numbers['rival'])] || t('somebody');
  return sentence(t(reason, { row: rowOf(hint.move) ?? '', ...decimals(hint.numbers, shell.lang), rival }));
}

const RULES: Record<string, RuRaReKey> = { '§1.1': 'ruleNoRow', '§2.2': 'ruleEmptyRow' };

/** Why a move is against a rule; null for rules that nobody meets at this table. */
export function sayRule(rule: string, shell: ShellTranslate): string | null {
  const key = RULES[rule];
  return key ? rurareWords(shell.lang)(key) : null;
}

export function sounds(given: GameEvent, mine: number[]): SoundName | null {
  const event = given as RuRaReEvent;
  switch (event.type) {
    case 'RowsLaid':
      return 'shuffle';
    case 'RowChosen':
      return 'tick';
    case 'ChoicesRevealed':
      return 'reveal';
    case 'RowTaken':
      return mine.includes(event.seat) ? 'got' : 'card';
    case 'CardRemoved':
      return 'clash';
    case 'GameEnded':
      return 'end';
    default:
      return null;
  }
}
