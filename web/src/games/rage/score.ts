/** The score of Rage for the column next to the table, for those who listen, and for the end. */
import type { Recap, ScoreLine, ShellTranslate } from '../../lib/table';
import type { GameView, SeatView } from '../../lib/wire';
import { isColour } from './art/colours';
import { choicesWords } from './prompt';
import type { RageLine, RageView } from './wire';
import { bidWords, cardName, colourName, gainWords, rageWords, type RageTranslate } from './words';

/** Points by seat, and how each stands with the promise: always one short line, so that nothing next to it moves. */
export function score(view: GameView, t: ShellTranslate): ScoreLine[] {
  const [rage, words] = [view as RageView, rageWords(t.lang)];
  return rage.totals.map((points, seat) => ({ points, note: scoreNote(rage, seat, words) }));
}

function scoreNote(view: RageView, seat: number, t: RageTranslate): string {
  if (view.phase === 'over') return t('correct', { n: view.correct[seat] ?? 0 });
  const [bid, won] = [view.bids[seat] ?? null, view.tricks[seat] ?? 0];
  return bid !== null && view.phase === 'tricks' ? t('scoreTricks', { won, bid }) : bidWords(view, seat, t);
}

/** The curve of the score, and for each player the promises kept, the longest run of them and the best round. */
export function recap(view: GameView, t: ShellTranslate): Recap {
  const { sheet, totals } = view as RageView;
  const [lines, words] = [sheet.filter((line) => line !== null), rageWords(t.lang)];
  return { curve: sums(lines.map((line) => line.points)), notes: totals.map((_, seat) => noteOf(lines, seat, words)) };
}

function noteOf(lines: readonly RageLine[], seat: number, t: RageTranslate): string {
  const kept = lines.map((line) => line.bids[seat] === line.tricks[seat]);
  const points = lines.map((line) => line.points[seat] ?? 0);
  const [run, best] = [longestRun(kept), Math.max(...points)];
  const bonus = lines.reduce((sum, line) => sum + (line.bonus[seat] ?? 0), 0);
  return [
    t('recapKept', { n: kept.filter(Boolean).length, all: lines.length }),
    run > 1 ? t('recapRun', { n: run }) : '',
    lines.length > 0 ? t('recapBest', { round: points.indexOf(best) + 1, points: gainWords(best, t) }) : '',
    bonus !== 0 ? t('recapBonus', { points: gainWords(bonus, t) }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function longestRun(kept: readonly boolean[]): number {
  let [longest, now] = [0, 0];
  for (const one of kept) longest = Math.max(longest, (now = one ? now + 1 : 0));
  return longest;
}

/** Running sums, line by line. */
function sums(lines: readonly (readonly number[])[]): number[][] {
  const totals: number[] = [];
  return lines.map((line) => line.map((points, seat) => (totals[seat] = (totals[seat] ?? 0) + points)));
}

/** What can be done now, in sentences that follow "Your turn". */
export function sayTurn(eye: SeatView, names: string[], t: ShellTranslate): string {
  const [view, words] = [eye.view as RageView, rageWords(t.lang)];
  const trump = isColour(view.trump) ? words('explainTrump', { colour: colourName(view.trump, words) }) : words('explainNoTrump');
  const hand = words('textHand', { cards: view.hand.map((card) => cardName(card, words)).join(', ') });
  const choices = choicesWords(view, eye.legal, words);
  if (view.phase === 'bidding') return [choices, trump, hand].join(' ');
  return [tableWords(view, names, words), choices, trump].join(' ');
}

/** The cards of the trick, each with its player. */
export function tableWords(view: RageView, names: readonly string[], t: RageTranslate): string {
  if (view.trick.length === 0) return t('textEmpty');
  const cards = view.trick.map((card, k) => t('playedBy', { name: names[(view.leader + k) % view.seats] ?? '', card: cardName(card, t) }));
  return t('textTable', { cards: cards.join(', ') });
}
