/** The score of Ru-Ra-Re for the column next to the table, for those who listen, and for the end. */
import { list, translator, type Texts } from '../../lib/i18n';
import type { Recap, ScoreLine, ShellTranslate } from '../../lib/table';
import type { GameView, SeatView } from '../../lib/wire';
import { isKind } from './art/kinds';
import type { RuRaReTally, RuRaReView } from './wire';
import { kindName, rurareWords } from './words';

const en = {
  now: 'would score {n} now',
  scorings: '{first} in the first scoring, {second} in the second',
  choose: 'Choose a row.',
  row: 'Row {n}: {cards}; worth {worth}.',
};

const texts: Texts<typeof en> = {
  en,
  it: {
    now: 'ora varrebbe {n}',
    scorings: '{first} nella prima valutazione, {second} nella seconda',
    choose: 'Scegli una serie.',
    row: 'Serie {n}: {cards}; vale {worth}.',
  },
  ro: {
    now: 'acum ar primi {n}',
    scorings: '{first} la prima numărătoare, {second} la a doua',
    choose: 'Alege un rând.',
    row: 'Rândul {n}: {cards}; valorează {worth}.',
  },
  de: {
    now: 'bekäme jetzt {n}',
    scorings: '{first} in der ersten Wertung, {second} in der zweiten',
    choose: 'Wähle eine Reihe.',
    row: 'Reihe {n}: {cards}; bringt {worth}.',
  },
};

export function score(view: GameView, t: ShellTranslate): ScoreLine[] {
  const { totals, standing, phase } = view as RuRaReView;
  const words = translator(texts, t.lang);
  return totals.map((points, seat) => {
    const now = standing[seat]?.points;
    return phase === 'over' || now === undefined ? { points } : { points, note: words('now', { n: now }) };
  });
}

export function recap(view: GameView, t: ShellTranslate): Recap {
  const scorings = (view as RuRaReView).scorings.filter((one): one is RuRaReTally[] => one !== null);
  const [first, second] = scorings;
  if (!first || !second) return {};
  const words = translator(texts, t.lang);
  const notes = first.map((one, seat) => words('scorings', { first: one.points, second: second[seat]?.points ?? 0 }));
  return { curve: [first.map((one) => one.points), first.map((one, seat) => one.points + (second[seat]?.points ?? 0))], notes };
}

/** What can be done now, in sentences. */
export function sayTurn(eye: SeatView, _names: string[], t: ShellTranslate): string {
  const [view, words, kinds] = [eye.view as RuRaReView, translator(texts, t.lang), rurareWords(t.lang)];
  const rows = eye.legal.flatMap((move) => (move.startsWith('row ') ? [Number(move.slice(4))] : []));
  const said = rows.map((row) => {
    const cards = (view.rows[row - 1] ?? []).map((kind) => (isKind(kind) ? kindName(kind, kinds) : kind));
    return words('row', { n: row, cards: list(cards, t.lang), worth: view.worth[row - 1] ?? 0 });
  });
  return [words('choose'), ...said].join(' ');
}
