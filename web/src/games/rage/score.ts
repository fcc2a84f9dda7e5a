/** The score of Rage for the column next to the table, for those who listen, and for the end. */
import { list, translator, type Texts } from '../../lib/i18n';
import type { Recap, ScoreLine, ShellTranslate } from '../../lib/table';
import type { GameView, SeatView } from '../../lib/wire';
import type { RageView } from './wire';
import { cardName, colourName, rageWords } from './words';
import { isColour } from './art/colours';

const en = {
  bid: { one: 'promised {n} trick', other: 'promised {n} tricks' },
  tricks: '{won} of {bid} tricks',
  kept: '{n} of {all} promises kept',
  mustBid: 'Promise {least} to {most} tricks.',
  trump: 'Trump is {colour}.',
  noTrump: 'There is no trump.',
  onTable: 'On the table: {cards}.',
  mayPlay: 'You may play {cards}.',
  hand: 'Your hand: {cards}.',
};

const texts: Texts<typeof en> = {
  en,
  it: {
    bid: { one: 'promette {n} presa', other: 'promette {n} prese' },
    tricks: '{won} di {bid} prese',
    kept: '{n} promesse su {all} mantenute',
    mustBid: 'Prometti da {least} a {most} prese.',
    trump: 'L’atout è il {colour}.',
    noTrump: 'Non c’è atout.',
    onTable: 'Sul tavolo: {cards}.',
    mayPlay: 'Puoi giocare {cards}.',
    hand: 'La tua mano: {cards}.',
  },
  ro: {
    bid: { one: 'a promis {n} levată', few: 'a promis {n} levate', other: 'a promis {n} de levate' },
    tricks: '{won} din {bid} levate',
    kept: '{n} din {all} promisiuni ținute',
    mustBid: 'Promite între {least} și {most} levate.',
    trump: 'Atuul este {colour}.',
    noTrump: 'Nu există atu.',
    onTable: 'Pe masă: {cards}.',
    mayPlay: 'Poți juca {cards}.',
    hand: 'Mâna ta: {cards}.',
  },
  de: {
    bid: { one: '{n} Stich angesagt', other: '{n} Stiche angesagt' },
    tricks: '{won} von {bid} Stichen',
    kept: '{n} von {all} Ansagen gehalten',
    mustBid: 'Sag {least} bis {most} Stiche an.',
    trump: 'Trumpf ist {colour}.',
    noTrump: 'Es gibt keinen Trumpf.',
    onTable: 'Auf dem Tisch: {cards}.',
    mayPlay: 'Du kannst {cards} spielen.',
    hand: 'Dein Blatt: {cards}.',
  },
};

export function score(view: GameView, t: ShellTranslate): ScoreLine[] {
  const { totals, bids, tricks, phase } = view as RageView;
  const words = translator(texts, t.lang);
  return totals.map((points, seat) => {
    const bid = bids[seat];
    if (bid === null || bid === undefined || phase === 'over') return { points };
    return { points, note: phase === 'bidding' ? words('bid', { n: bid }) : words('tricks', { won: tricks[seat] ?? 0, bid }) };
  });
}

export function recap(view: GameView, t: ShellTranslate): Recap {
  const { sheet, correct } = view as RageView;
  const lines = sheet.filter((line) => line !== null);
  const words = translator(texts, t.lang);
  return { curve: sums(lines.map((line) => line.points)), notes: correct.map((n) => words('kept', { n, all: lines.length })) };
}

/** What can be done now, in sentences. */
export function sayTurn(eye: SeatView, _names: string[], t: ShellTranslate): string {
  const [view, words, cards] = [eye.view as RageView, translator(texts, t.lang), rageWords(t.lang)];
  const said = (some: readonly string[]): string => list(some.map((card) => cardName(card, cards)), t.lang);
  const trump = isColour(view.trump) ? words('trump', { colour: colourName(view.trump, cards) }) : words('noTrump');
  const bids = eye.legal.flatMap((move) => (move.startsWith('bid ') ? [Number(move.slice(4))] : []));
  if (bids.length > 0) {
    return [words('mustBid', { least: Math.min(...bids), most: Math.max(...bids) }), trump, words('hand', { cards: said(view.hand) })].join(' ');
  }
  const table = view.trick.length > 0 ? words('onTable', { cards: said(view.trick) }) : '';
  const legal = [...new Set(eye.legal.map((move) => (move.startsWith('J:') ? 'J' : move)))];
  return [table, trump, words('mayPlay', { cards: said(legal) })].filter(Boolean).join(' ');
}

/** Running sums, line by line. */
function sums(lines: readonly (readonly number[])[]): number[][] {
  const totals: number[] = [];
  return lines.map((line) => line.map((points, seat) => (totals[seat] = (totals[seat] ?? 0) + points)));
}
