/** The score of Ru-Ra-Re for the column next to the table, for those who listen, and for the end. */
import { list } from '../../lib/i18n';
import type { Recap, ScoreLine, ShellTranslate } from '../../lib/table';
import type { GameView, SeatView } from '../../lib/wire';
import { choicesWords } from './prompt';
import { CATEGORIES, pointsIn, rowsIn, type Category } from './view';
import type { RuRaReTally, RuRaReView } from './wire';
import { cardNames, rurareWords, signed, type RuRaReTranslate } from './words';

/** Points by seat, and what a scoring would bring now: one short line, so that nothing next to it moves. */
export function score(view: GameView, t: ShellTranslate): ScoreLine[] {
  const { totals, standing, phase } = view as RuRaReView;
  const words = rurareWords(t.lang);
  return totals.map((points, seat) => (phase === 'over' ? { points } : { points, note: `${words('now')} ${standing[seat]?.total ?? 0}` }));
}

/** The curve of the score, and for each player the scorings and the categories won. */
export function recap(view: GameView, t: ShellTranslate): Recap {
  const { scorings, totals } = view as RuRaReView;
  const [made, words] = [scorings.filter((one): one is RuRaReTally[] => one !== null), rurareWords(t.lang)];
  const sum = totals.map(() => 0);
  const curve = made.map((scoring) => scoring.map((tally, seat) => (sum[seat] = (sum[seat] ?? 0) + tally.total)));
  return { curve, notes: totals.map((_, seat) => noteOf(made, seat, words)) };
}

function noteOf(made: readonly RuRaReTally[][], seat: number, t: RuRaReTranslate): string {
  const won = CATEGORIES.filter((category) => isWon(made, category, seat)).map((category) => t(category).replaceAll('\u00ad', ''));
  const [first, second] = made.map((scoring) => scoring[seat]?.total ?? 0);
  return [
    first === undefined || second === undefined ? '' : t('recapScorings', { first, second }),
    won.length > 0 ? t('recapWon', { categories: list(won, t.lang) }) : t('recapNone'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether nobody got more in a category over both scorings, and there was something to get. */
function isWon(made: readonly RuRaReTally[][], category: Category, seat: number): boolean {
  const points = (made[0] ?? []).map((_, one) => made.reduce((sum, scoring) => sum + (scoring[one] ? pointsIn(scoring[one], category) : 0), 0));
  return (points[seat] ?? 0) > 0 && points[seat] === Math.max(...points);
}

/** What can be done now, in sentences that follow "Your turn". */
export function sayTurn(eye: SeatView, _names: string[], t: ShellTranslate): string {
  const [view, words] = [eye.view as RuRaReView, rurareWords(t.lang)];
  return [choicesWords(view, eye.legal, words), ...rowsIn(eye.legal).map((row) => rowWords(view, row, words))].join(' ');
}

/** A row with its cards, and what it is worth to whoever looks. */
export function rowWords(view: RuRaReView, row: number, t: RuRaReTranslate): string {
  const [cards, worth] = [view.rows[row - 1] ?? [], view.worth[row - 1]];
  if (cards.length === 0) return `${t('rowEmpty', { row })}.`;
  const said = cardNames(cards, t);
  return worth === undefined ? t('textRow', { row, cards: said }) : t('textRowWorth', { row, cards: said, points: signed(worth) });
}
