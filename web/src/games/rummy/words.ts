/** Tiles, reasons and numbers in words. */
import { list, translator, type Lang, type Translate } from '../../lib/i18n';
import type { RummyReason } from './wire';
import { texts, type RummyKey } from './texts';
import { colourOf, isJoker, nameOf, numberOf, standsOf } from './tiles';

export type RummyTranslate = Translate<RummyKey>;

export function rummyWords(lang: Lang): RummyTranslate {
  return translator(texts, lang);
}

/** `red 5`; a joker with what it stands for, where that is known. */
export function tileName(tile: string, t: RummyTranslate): string {
  const name = nameOf(tile);
  if (isJoker(name)) {
    const stands = standsOf(tile);
    return stands ? t('jokerAs', { tile: tileName(stands, t) }) : t('joker');
  }
  return t('tile', { colour: t(colourOf(name)), n: numberOf(name) });
}

export function tileNames(tiles: readonly string[], t: RummyTranslate): string {
  return list(tiles.map((tile) => tileName(tile, t)), t.lang);
}

/** Tiles as a sentence names those that are laid or drawn. */
export function someTiles(tiles: readonly string[], t: RummyTranslate): string {
  return list(tiles.map((tile) => (isJoker(nameOf(tile)) ? t('aJoker') : tileName(tile, t))), t.lang);
}

/** A number with the minus that goes with its digits. */
export function withMinus(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

/** A number with its sign. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

/** Why a draft, or a meld of it, is not right; the server's own English where the reason is a new one. */
export function sayWhy(why: RummyReason, t: RummyTranslate): string {
  if (!(why.code in texts.en)) return why.words;
  const [a = '', b = ''] = why.numbers.map(String);
  const said = t(why.code, { tiles: tileNames(why.tiles, t), list: list(ranges(why.numbers, t), t.lang), n: why.numbers.length, a, b });
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Numbers in a row are named by the first and the last of them, where there are more than two. */
function ranges(numbers: readonly number[], t: RummyTranslate): string[] {
  const rows: number[][] = [];
  for (const n of numbers) {
    const last = rows.at(-1);
    if (last && last.at(-1) === n - 1) last.push(n);
    else rows.push([n]);
  }
  return rows.flatMap((row) => (row.length > 2 ? [t('numbersTo', { a: row[0]!, b: row.at(-1)! })] : row.map(String)));
}
