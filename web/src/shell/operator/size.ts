/** "1.4 MB", in the language of the reader. */
export function size(bytes: number, lang: string): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toLocaleString(lang, { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${units[step]}`;
}
