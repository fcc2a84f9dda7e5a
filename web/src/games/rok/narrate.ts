/** Every event of ROK in words, for the log, for screen readers and for the telling of a verdict. */
import { decimals, list } from '../../lib/i18n';
import type { GameEvent, ShellTranslate, SoundName } from '../../lib/table';
import type { HintGiven } from '../../lib/wire';
import type { RokEvent } from './wire';
import { colourOf } from './art/runes';
import type { RokKey } from './texts';
import { distanceOf } from './view';
import { decimal, rokWords, runeName, runeNames, sentence, type RokTranslate } from './words';

export function narrate(given: GameEvent, names: string[], shell: ShellTranslate): string | null {
  return tell(given as RokEvent, names, rokWords(shell.lang));
}

/** One event as a sentence; a throw tells no face, for it comes before they are shown. */
export function tell(event: RokEvent, names: readonly string[], t: RokTranslate): string | null {
  const name = (seat: number): string => names[seat] ?? String(seat + 1);
  const all = (seats: readonly number[]): string => list(seats.map(name), t.lang);
  const colour = (letter: string): string => t(`colour${colourOf(letter)}`);
  switch (event.type) {
    case 'BalanceDrawn': {
      const drawn = event.seats.map((seat, k) => `${name(seat)} ${runeName(event.runes[k] ?? '', t)}`);
      return t('tellBalance', { list: drawn.join(', ') });
    }
    case 'BalanceReturned':
      return t('tellAgain', { names: all(event.seats) });
    case 'RunesThrown':
      return t('tellThrow', { round: event.round, name: name(event.first), n: event.runes.length });
    case 'RuneGrabbed':
      return t('tellGrab', { name: name(event.seat), rune: runeName(event.rune, t) });
    case 'PairTaken':
      return t(event.balance ? 'tellOwn' : 'tellPair', { name: name(event.seat), rune: runeName(event.runes[0] ?? '', t) });
    case 'SeatDone':
      return t('tellDone', { name: name(event.seat) });
    case 'ScrambleEnded':
      return t(event.reason === 'all done' ? 'tellAllDone' : 'tellNothing');
    case 'LoneRunesReturned':
      return t('tellLone', { name: name(event.seat), runes: runeNames(event.runes, t) });
    case 'WrongPairReturned':
      return [
        t('tellWrong', { name: name(event.seat), runes: runeNames(event.runes, t), n: event.runes.length }),
        event.penalty > 0 ? t('tellOwes', { n: event.penalty }) : '',
      ]
        .join(' ')
        .trim();
    case 'PairGiven':
      return t('tellGiven', { name: name(event.seat), rune: runeName(event.runes[0] ?? '', t) });
    case 'PairSplit':
      return t('tellSplit', { names: all(event.seats), rune: runeName(event.runes[0] ?? '', t) });
    case 'ContestOpened':
      if (event.attempt > 1) return t('tellOnceMore', { names: all(event.seats) });
      return event.colour === null
        ? t('tellTie', { names: all(event.seats) })
        : t('tellContest', { colour: colour(event.colour), names: all(event.seats) });
    case 'RuneSlid':
      return event.touched
        ? t('tellTouched', { name: name(event.seat) })
        : t('tellSlid', { name: name(event.seat), n: decimal(distanceOf(event), t) });
    case 'ContestWon':
      return t(event.colour === null ? 'tellVictory' : 'tellChooses', { name: name(event.seat) });
    case 'OrderChosen':
      return t('tellOrder', { name: name(event.seat), names: event.order.map(name).join(', ') });
    case 'TreasureCaptured': {
      const said = { taker: name(event.taker), owner: name(event.owner), rune: runeName(event.balance[0] ?? '', t) };
      return event.treasure.length > 0
        ? t('tellCaptureMore', { ...said, n: event.treasure.length })
        : t('tellCapture', said);
    }
    case 'BalanceTaken':
      return t('tellNewBalance', { name: name(event.seat), rune: runeName(event.rune, t) });
    case 'RunesReturned':
      return event.count > 0 ? t('tellReturned', { n: event.count, bag: event.bag }) : null;
    case 'GameEnded':
      return t(event.winners.length > 1 ? 'tellShared' : 'tellWon', {
        names: all(event.winners),
        n: event.scores[event.winners[0] ?? 0] ?? 0,
      });
    default:
      return null;
  }
}

/** A move in words, for hints; seats by their names where they are known. */
export function sayMove(move: string, shell: ShellTranslate, names: readonly string[] = []): string {
  const t = rokWords(shell.lang);
  const [word, ...rest] = move.split(' ');
  const first = rest[0] ?? '';
  if (word === 'grab') return t('moveGrab', { rune: runeName(first, t) });
  if (word === 'give') return t('moveGive', { rune: runeName(first, t) });
  if (word === 'slide') return t('moveSlide', { degrees: first, force: Math.round(Number(rest[1]) * 100) });
  if (word === 'order') return t('moveOrder', { names: rest.map((seat) => seatName(Number(seat), names, t)).join(', ') });
  return word === 'done' ? t('moveDone') : sentence(move);
}

const REASONS: Record<string, RokKey> = {
  'rok.finish': 'whyFinish',
  'rok.balance': 'whyBalance',
  'rok.capture': 'whyCapture',
  'rok.pair': 'whyPair',
  'rok.split': 'whySplit',
  'rok.wrong': 'whyWrong',
  'rok.done': 'whyDone',
  'rok.give': 'whyGive',
  'rok.slide': 'whySlide',
  'rok.touch': 'whyTouch',
  'rok.order': 'whyOrder',
};

const seatName = (seat: number, names: readonly string[], t: RokTranslate): string => names[seat] ?? t('playerNumber', { n: seat + 1 });

/** Why a bot would do so; the server's own English where the reason is a new one. */
export function sayReason(hint: HintGiven, shell: ShellTranslate, names: readonly string[] = []): string {
  const t = rokWords(shell.lang);
  const reason = REASONS[hint.reason];
  if (!reason) return hint.why;
  const { rune, victim } = hint.numbers;
  const named = rune === undefined ? {} : { rune: runeName(String(rune), t) };
  const whom = victim === undefined ? {} : { victim: seatName(Number(victim), names, t) };
  return sentence(t(reason, { ...decimals(hint.numbers, shell.lang), ...named, ...whom }));
}

const RULES: Record<string, RokKey> = {
  '§3.2': 'ruleDown',
  '§3.3': 'ruleBefore',
  '§3.7': 'ruleDone',
  '§4.2': 'ruleGive',
  '§4.5': 'ruleSlide',
  '§4.6': 'ruleOrder',
};

/** Why a move is against a rule; null for rules that nobody meets at this table. */
export function sayRule(rule: string, shell: ShellTranslate): string | null {
  const key = RULES[rule];
  return key ? rokWords(shell.lang)(key) : null;
}

/** Grabs and verdicts are heard at the table itself, when they are seen. */
export function sounds(given: GameEvent): SoundName | null {
  const event = given as RokEvent;
  return event.type === 'RuneSlid' ? 'slide' : null;
}
