/** The whole table in words: everything that can be seen, and moves that can be chosen from a list. */
import { list } from '../../lib/i18n';
import type { ShellTranslate } from '../../lib/table';
import type { GameView } from '../../lib/wire';
import { arranged } from './layout';
import { readySets } from './sets';
import { byColour, colourOf, formatMelds, isJoker, nameOf, numberOf, type Tile } from './tiles';
import type { RummyView } from './wire';
import { rummyWords, signed, tileName, tileNames, type RummyTranslate } from './words';

export interface Told {
  lines: string[];
  moves: { move: string; text: string }[];
}

export function asText(given: GameView, legal: readonly string[], names: readonly string[], shell: ShellTranslate): Told {
  const [view, t] = [given as unknown as RummyView, rummyWords(shell.lang)];
  const named = (tiles: readonly string[]): string => tiles.map((tile) => tileName(tile, t)).join(', ');
  const lines = [
    t('textHand', { hand: view.hand, hands: view.hands, pool: t('poolTiles', { n: view.pool }) }),
    ...view.rack_counts.map((_, seat) => seatLine(view, seat, names, t)),
    ...view.table.map((meld, k) => t('textMeld', { n: k + 1, tiles: named(meld) })),
  ];
  if (view.table.length === 0) lines.push(`${t('empty')}.`);
  if (view.rack.length > 0) lines.push(t('textRack', { tiles: named([...view.rack].sort(byColour)) }));
  if (view.phase === 'over') return { lines: [...lines, `${t('over')}.`], moves: [] };
  lines.push(t('textTurn', { names: list(view.turn.map((seat) => names[seat] ?? ''), t.lang) }));
  return { lines, moves: legal.length > 0 ? movesOf(view, legal, t) : [] };
}

function seatLine(view: RummyView, seat: number, names: readonly string[], t: RummyTranslate): string {
  const name = names[seat] ?? '';
  return t('textSeat', {
    name: seat === view.seat ? t('textYou', { name }) : name,
    tiles: t('tiles', { n: view.rack_counts[seat] ?? 0 }),
    opened: t(view.opened[seat] ? 'opened' : 'notOpened'),
    points: signed(view.totals[seat] ?? 0),
  });
}

/** What can be laid without moving anything, tile by tile and meld by meld; whether it may be, the server says. */
function movesOf(view: RummyView, legal: readonly string[], t: RummyTranslate): Told['moves'] {
  const table = view.table.map((meld) => meld.map(nameOf));
  const sets = readySets(view.rack);
  const lay = (melds: readonly (readonly string[])[]): string => `lay ${formatMelds(melds)}`;
  const isFirst = view.seat !== null && !view.opened[view.seat];
  const say = (tiles: readonly Tile[]): string =>
    t(isFirst ? 'textLayPoints' : 'textLay', { tiles: tileNames(tiles, t), points: tiles.reduce((sum, tile) => sum + numberOf(tile), 0) });
  const moves = sets.map((set) => ({ move: lay([...table, set]), text: say(set) }));
  if (sets.length > 1) moves.unshift({ move: lay([...table, ...sets]), text: say(sets.flat()) });
  if (view.seat !== null && view.opened[view.seat])
    table.forEach((meld, k) => {
      for (const tile of view.rack.filter((one) => extendsMeld(meld, one)))
        moves.push({
          move: lay(table.map((one, at) => (at === k ? arranged([...one, tile]) : one))),
          text: t('textAdd', { tiles: tileName(tile, t), n: k + 1 }),
        });
    });
  return [...moves, ...legal.filter((move) => move === 'draw' || move === 'pass').map((move) => ({ move, text: t(move === 'draw' ? 'draw' : 'pass') }))];
}

/** Whether a tile would go on at an end of a run, or is a colour that a group lacks; melds with jokers are left out. */
function extendsMeld(meld: readonly Tile[], tile: Tile): boolean {
  if (isJoker(tile) || meld.some(isJoker)) return false;
  const [first, last] = [meld[0]!, meld.at(-1)!];
  if (numberOf(first) === numberOf(last)) return meld.length < 4 && numberOf(tile) === numberOf(first) && meld.every((one) => colourOf(one) !== colourOf(tile));
  return colourOf(tile) === colourOf(first) && (numberOf(tile) === numberOf(first) - 1 || numberOf(tile) === numberOf(last) + 1);
}
