/** Numbers as they are printed: with a minus, not a hyphen, and the language's decimal sign. */
import type { Lang } from './i18n';

/** "−9", "12". */
export function written(value: number): string {
  return String(value).replace('-', '−');
}

/** "+3", "−9", "±0". */
export function signed(value: number): string {
  return value === 0 ? '±0' : value > 0 ? `+${value}` : written(value);
}

/** One place after the decimal sign: "8.7", in other languages "8,7". */
export function tenths(value: number, lang: Lang): string {
  const text = written(Number(value.toFixed(1)));
  return lang === 'en' ? text : text.replace('.', ',');
}
