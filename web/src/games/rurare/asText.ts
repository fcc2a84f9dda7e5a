/** The whole table in words: everything that can be seen, and every move that can be made. */
import { list } from '../../lib/i18n';
import type { ShellTranslate } from '../../lib/table';
import type { GameView } from '../../lib/wire';
import { sayMove } from './narrate';
import { rowWords } from './score';
import { byKind, isFirstToCome } from './view';
import type { RuRaReView } from './wire';
import { kindName, rurareWords, type RuRaReTranslate } from './words';

export interface Told {
  /** What there is to see, a sentence or two a line. */
  lines: string[];
  /** What can be done: the move in notation, and in words. */
  moves: { move: string; text: string }[];
}

export function asText(given: GameView, legal: readonly string[], names: readonly string[], shell: ShellTranslate): Told {
  const [view, t] = [given as RuRaReView, rurareWords(shell.lang)];
  const seats = view.displays.map((_, seat) => seatLine(view, seat, names, t));
  if (view.phase === 'over') return { lines: [...seats, endLine(view, names, t)], moves: [] };
  const lines = [turnLine(view, t), ...view.rows.map((_, k) => rowWords(view, k + 1, t)), ...seats];
  if (view.choice !== null) lines.push(t('youChose', { row: view.choice }));
  lines.push(t('textWaiting', { names: list(view.turn.map((seat) => names[seat] ?? ''), t.lang) }));
  return { lines, moves: legal.map((move) => ({ move, text: sayMove(move, shell) })) };
}

function turnLine(view: RuRaReView, t: RuRaReTranslate): string {
  const phase = t(view.last_turn ? 'lastTurn' : view.first_scores ? 'secondPhase' : 'firstPhase');
  const stacks = t('textStack', { pile: t('pile', { n: view.pile }), box: t('box', { n: view.box }) });
  return `${t('textTurn', { turn: view.turn_no, phase })} ${stacks} ${isFirstToCome(view) ? t('explainSigns') : ''}`.trim();
}

function seatLine(view: RuRaReView, seat: number, names: readonly string[], t: RuRaReTranslate): string {
  const name = names[seat] ?? '';
  const cards = byKind(view.displays[seat] ?? {}).map(({ kind, count }) => t('kindCount', { n: count, kind: kindName(kind, t) }));
  const isOver = view.phase === 'over';
  return t('explainSeat', {
    name: seat === view.seat ? t('textYou', { name }) : name,
    cards: cards.length > 0 ? cards.join(', ') : t('textNoCards'),
    points: [
      isOver ? '' : t('explainNow', { n: view.standing[seat]?.total ?? 0 }),
      isOver || view.first_scores ? t('explainTotal', { n: view.totals[seat] ?? 0 }) : '',
    ]
      .filter(Boolean)
      .join(' '),
  });
}

function endLine(view: RuRaReView, names: readonly string[], t: RuRaReTranslate): string {
  const most = Math.max(...view.totals);
  const winners = view.totals.flatMap((total, seat) => (total === most ? [names[seat] ?? ''] : []));
  return t('textWon', { names: list(winners, t.lang), points: most });
}
