/** Runes and receipts in words. */
import { list, translator, type Lang, type Translate } from '../../lib/i18n';
import type { Receipt, Terms } from '../../lib/wire';
import { colourOf, signOf } from './art/runes';
import { texts, type RokKey } from './texts';

export type RokTranslate = Translate<RokKey>;

export function rokWords(lang: Lang): RokTranslate {
  return translator(texts, lang);
}

/** "white Fehu", of `W1a` or of `W1`. */
export function runeName(rune: string, t: RokTranslate): string {
  return t(`rune${colourOf(rune)}`, { name: signOf(rune).name });
}

export function runeNames(runes: readonly string[], t: RokTranslate): string {
  return list(runes.map((rune) => runeName(rune, t)), t.lang);
}

/** A number with one decimal, as the language writes it. */
export function decimal(n: number, t: RokTranslate): string {
  return n.toLocaleString(t.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
}

/** A first letter in upper case, where a rune begins a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether more than one hand wanted the rune. */
export function isContested(how: Receipt): boolean {
  return how.presses.length > 1;
}

/** Why a rune went to whom, in one line. */
export function sayReceipt(how: Receipt, rune: string, names: readonly string[], terms: Terms | null, t: RokTranslate): string {
  const name = (seat: number): string => names[seat] ?? String(seat + 1);
  const ms = (n: number): string => Math.round(n).toLocaleString(t.lang);
  const [first, second] = how.presses;
  const said = { winner: name(how.winner), rune: runeName(rune, t), ms: ms(first?.counted ?? 0) };
  const parts: string[] = [];
  if (how.rule === 'tie') {
    const last = how.presses[how.tied.length - 1] ?? first;
    const gap = ms((last?.counted ?? 0) - (first?.counted ?? 0));
    parts.push(t('receiptTie', { ...said, names: list(how.tied.map(name), t.lang), gap }));
  } else if (how.rule === 'first' && first && second) {
    parts.push(t('receiptFirst', { ...said, gap: ms(second.counted - first.counted), second: name(second.seat) }));
  } else {
    parts.push(t('receiptAlone', said));
  }
  const winner = how.presses.find((press) => press.seat === how.winner);
  for (const press of how.presses) {
    const late = terms?.handicaps[press.seat] ?? 0;
    if (late > 0) parts.push(t('receiptLate', { name: name(press.seat), n: late }));
    if (press.seat !== how.winner && press.stamp < Math.min(press.counted, winner?.counted ?? 0) - 0.5)
      parts.push(t('receiptDoubt', { name: name(press.seat), stamp: ms(press.stamp), least: ms(press.counted) }));
  }
  for (const press of how.false_starts) parts.push(t('receiptEarly', { name: name(press.seat) }));
  return `${sentence(parts.join('; '))}.`;
}
