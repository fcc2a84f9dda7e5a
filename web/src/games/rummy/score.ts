/** The score of Rummy for the column next to the table, for those who listen, and for the end. */
import { translator, type Texts } from '../../lib/i18n';
import type { Recap, ScoreLine, ShellTranslate } from '../../lib/table';
import type { GameView, SeatView } from '../../lib/wire';
import type { RummyView } from './wire';

const en = {
  tiles: { one: '{n} tile left', other: '{n} tiles left' },
  hands: { one: 'won {n} hand', other: 'won {n} hands' },
  open: 'Lay melds worth 30 points for the first time, or draw a tile.',
  lay: 'Lay tiles, or draw one.',
};

const texts: Texts<typeof en> = {
  en,
  it: {
    tiles: { one: '{n} pezzo', other: '{n} pezzi' },
    hands: { one: '{n} mano vinta', other: '{n} mani vinte' },
    open: 'Deponi combinazioni per 30 punti per la prima volta, o pesca un pezzo.',
    lay: 'Deponi pezzi, o pescane uno.',
  },
  ro: {
    tiles: { one: '{n} piesă', few: '{n} piese', other: '{n} de piese' },
    hands: { one: '{n} mână câștigată', few: '{n} mâini câștigate', other: '{n} de mâini câștigate' },
    open: 'Etalează pentru prima dată formații de 30 de puncte sau trage o piesă.',
    lay: 'Etalează piese sau trage una.',
  },
  de: {
    tiles: { one: 'noch {n} Stein', other: 'noch {n} Steine' },
    hands: { one: '{n} Spiel gewonnen', other: '{n} Spiele gewonnen' },
    open: 'Leg zum ersten Mal Kombinationen mit 30 Punkten aus, oder zieh einen Stein.',
    lay: 'Leg Steine aus, oder zieh einen.',
  },
};

export function score(view: GameView, t: ShellTranslate): ScoreLine[] {
  const { totals, rack_counts, phase } = view as RummyView;
  const words = translator(texts, t.lang);
  return totals.map((points, seat) => (phase === 'over' ? { points } : { points, note: words('tiles', { n: rack_counts[seat] ?? 0 }) }));
}

export function recap(view: GameView, t: ShellTranslate): Recap {
  const { sheet, totals } = view as RummyView;
  const words = translator(texts, t.lang);
  const won = totals.map((_, seat) => sheet.filter((line) => (line[seat] ?? 0) > 0 && line[seat] === Math.max(...line)).length);
  return { curve: sums(sheet), notes: won.map((n) => words('hands', { n })) };
}

/** What can be done now, in a sentence. */
export function sayTurn(eye: SeatView, _names: string[], t: ShellTranslate): string {
  const view = eye.view as RummyView;
  return translator(texts, t.lang)(view.seat !== null && view.opened[view.seat] ? 'lay' : 'open');
}

/** Running sums, line by line. */
function sums(lines: readonly (readonly number[])[]): number[][] {
  const totals: number[] = [];
  return lines.map((line) => line.map((points, seat) => (totals[seat] = (totals[seat] ?? 0) + points)));
}
