/** The whole table in words: everything that can be seen, and every move that can be made. */
import { list } from '../../lib/i18n';
import type { ShellTranslate } from '../../lib/table';
import type { GameView } from '../../lib/wire';
import { kindOf } from './art/runes';
import { sayMove } from './narrate';
import { isUp, pairsOf } from './view';
import type { RokView } from './wire';
import { rokWords, runeName, runeNames, sentence, type RokTranslate } from './words';

export interface Told {
  lines: string[];
  moves: { move: string; text: string }[];
}

const FORCES = [0.45, 0.5, 0.55, 0.6, 0.65]; // of a slide, where nothing is seen

export function asText(given: GameView, legal: readonly string[], names: readonly string[], shell: ShellTranslate): Told {
  const [view, t] = [given as unknown as RokView, rokWords(shell.lang)];
  const open = view.table.filter(isUp).map((lying) => lying.rune);
  const down = view.table.length - open.length;
  const kinds = open.map(kindOf);
  const pairs = [...new Set(kinds.filter((kind, k) => kinds.indexOf(kind) !== k))];
  const lines = [
    t('textRound', { n: view.round, bag: t('bagWhat', { n: view.bag }) }),
    ...view.treasure.map((_, seat) => seatLine(view, seat, names, t)),
    open.length > 0 ? t('textOpen', { runes: runeNames(open, t) }) : t('speakNone'),
    pairs.length > 0 ? t('textPairs', { runes: runeNames(pairs, t) }) : '',
    down > 0 ? t('textDown', { n: down }) : '',
    view.phase === 'over' ? `${t('over')}.` : t('textTurn', { names: list(view.turn.map((seat) => names[seat] ?? ''), t.lang) }),
  ].filter(Boolean);
  return { lines, moves: movesOf(legal, names, shell, t) };
}

function seatLine(view: RokView, seat: number, names: readonly string[], t: RokTranslate): string {
  const [name, balance, held] = [names[seat] ?? '', view.balance[seat] ?? null, view.held[seat] ?? []];
  const facts = [
    balance ? t('balance', { rune: runeName(balance, t) }) : t('noBalance'),
    `${t('treasure')}: ${pairsOf(view.treasure[seat] ?? []).length > 0 ? runeNames(pairsOf(view.treasure[seat] ?? []), t) : t('runes', { n: 0 })}`,
    held.length > 0 ? t('holds', { runes: runeNames(held, t) }) : '',
    view.done.includes(seat) ? t('isDone') : '',
  ].filter(Boolean);
  return `${seat === view.seat ? t('textYou', { name }) : name}: ${facts.join('; ')}.`;
}

function movesOf(legal: readonly string[], names: readonly string[], shell: ShellTranslate, t: RokTranslate): Told['moves'] {
  if (legal.some((move) => move.startsWith('slide')))
    return FORCES.map((force) => ({ move: `slide 0 ${force}`, text: t('textSlide', { force: Math.round(force * 100) }) }));
  return legal.map((move) => ({ move, text: sentence(sayMove(move, shell, names)) }));
}
