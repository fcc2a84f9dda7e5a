/** The whole table in words: everything that can be seen, and every move that can be made. */
import { list } from '../../lib/i18n';
import type { ShellTranslate } from '../../lib/table';
import type { GameView } from '../../lib/wire';
import { isColour } from './art/colours';
import { sayMove } from './narrate';
import { trickWords } from './reasons';
import { tableWords } from './score';
import { ROUNDS } from './view';
import type { RageView } from './wire';
import { bidWords, cardName, colourName, pointsWords, rageWords, sentence, type RageTranslate } from './words';

export interface Told {
  /** What there is to see, a sentence or two a line. */
  lines: string[];
  /** What can be done: the move in notation, and in words. */
  moves: { move: string; text: string }[];
}

export function asText(given: GameView, legal: readonly string[], names: readonly string[], shell: ShellTranslate): Told {
  const [view, t] = [given as RageView, rageWords(shell.lang)];
  const lines = [roundLine(view, t), trumpLine(view, t), ...view.totals.map((_, seat) => seatLine(view, seat, names, t))];
  if (view.phase === 'over') return { lines: [...lines, endLine(view, names, t)], moves: [] };
  if (view.phase === 'tricks') lines.push(tableWords(view, names, t));
  if (isColour(view.led)) lines.push(sentence(t('explainLed', { colour: colourName(view.led, t) })));
  if (view.last_trick) lines.push(lastLine(view, names, t));
  if (view.hand.length > 0) lines.push(t('textHand', { cards: view.hand.map((card) => cardName(card, t)).join(', ') }));
  lines.push(t('textTurn', { names: list(view.turn.map((seat) => names[seat] ?? ''), t.lang) }));
  return { lines, moves: legal.map((move) => ({ move, text: sentence(sayMove(move, shell)) })) };
}

function roundLine(view: RageView, t: RageTranslate): string {
  const phase = view.phase === 'over' ? t('over') : t(view.phase === 'bidding' ? 'textBidding' : 'textTricks');
  return t('textRound', { round: view.round, all: ROUNDS, phase });
}

function trumpLine(view: RageView, t: RageTranslate): string {
  return [
    isColour(view.trump) ? t('explainTrump', { colour: colourName(view.trump, t) }) : t('explainNoTrump'),
    isColour(view.next_trump) ? t('textNext', { colour: colourName(view.next_trump, t) }) : view.flip_pending ? t('textNewTrump') : '',
    view.turned.length > 0 ? `${t('turnedCards', { n: view.turned.length, cards: view.turned.map((card) => cardName(card, t)).join(', ') })}.` : '',
    `${t('stock', { n: view.stock })}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function seatLine(view: RageView, seat: number, names: readonly string[], t: RageTranslate): string {
  const name = names[seat] ?? '';
  const said = t('explainSeat', {
    name: seat === view.seat ? t('textYou', { name }) : name,
    state: `${bidWords(view, seat, t)}, ${t('textCards', { n: view.hand_counts[seat] ?? 0 })}`,
    points: pointsWords(view.totals[seat] ?? 0, t),
  });
  return seat === view.dealer ? `${said} ${t('explainDealer', { name })}` : said;
}

function lastLine(view: RageView, names: readonly string[], t: RageTranslate): string {
  const trick = view.last_trick;
  if (!trick) return '';
  const cards = trick.cards.map((card, k) => t('playedBy', { name: names[(trick.leader + k) % view.seats] ?? '', card: cardName(card, t) })).join(', ');
  const won = trick.winner === null ? '' : `${t('trickTo', { name: names[trick.winner] ?? '' })}. ${trickWords({ ...trick, seat: trick.winner }, t)}.`;
  return t('textLast', { cards, won });
}

function endLine(view: RageView, names: readonly string[], t: RageTranslate): string {
  const most = Math.max(...view.totals);
  const winners = view.totals.flatMap((total, seat) => (total === most ? [names[seat] ?? ''] : []));
  return t('textWon', { names: list(winners, t.lang), points: pointsWords(most, t) });
}
