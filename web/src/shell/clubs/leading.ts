/** Which tables this page has led somebody to: once is enough, and whoever goes back is left alone. */
const KEY = 'erre.led';
const MOST = 50;

/** Whether somebody is to be led to a table now; the second time it is no. */
export function leadOnce(table: string): boolean {
  let led: string[] = [];
  try {
    led = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    led = [];
  }
  if (led.includes(table)) return false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...led.slice(-MOST), table]));
  } catch {
    return false; // without a memory nobody would get away from the table
  }
  return true;
}
