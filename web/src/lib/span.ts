/** Lengths of time that are longer than a clock shows. */
import type { Lang } from './i18n';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.NumberFormat>();

function amount(n: number, unit: 'day' | 'hour' | 'minute', lang: Lang, length: 'long' | 'short'): string {
  const key = `${lang} ${unit} ${length}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: length })));
  return format.format(n);
}

/** The two largest units of a length of time: "2 days, 3 hr". */
export function span(milliseconds: number, lang: Lang, length: 'long' | 'short' = 'short'): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts: string[] = [];
  if (days > 0) parts.push(amount(days, 'day', lang, length));
  if (hours > 0) parts.push(amount(hours, 'hour', lang, length));
  if (days === 0 && (rest > 0 || hours === 0)) parts.push(amount(rest, 'minute', lang, length));
  return parts.join(' ');
}

/** Hours for a move in words: "8 hours", "3 days". */
export function paceOf(hours: number, lang: Lang): string {
  return span(hours * HOUR, lang, 'long');
}

export { DAY, HOUR };
