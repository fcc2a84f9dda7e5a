/** Events in words, as the log and the live region have them. */
import type { LiveTable, LogEntry } from '../../lib/live.svelte';
import type { GameModule, ShellTranslate } from '../../lib/table';
import type { TableInfo } from '../../lib/wire';

/** Names by seat; a seat that a bot plays for its person says so. */
export function namesWithBots(info: TableInfo, t: ShellTranslate): string[] {
  return info.seats.map((seat) => (seat.autopilot ? t('nameWithBot', { name: seat.name }) : seat.name));
}

/** One event in words; null where there is nothing to say. */
export function lineOf(entry: LogEntry, live: LiveTable, game: GameModule, t: ShellTranslate): string | null {
  const shared = live.eyes.length > 1;
  const event = shared ? (game.faceDown?.(entry.event) ?? entry.event) : entry.event;
  return game.narrate(event, namesFor(entry, live, t), t);
}

/** Names as they were in charge when it happened: a bot's move for an absent person is not the person's own. */
export function namesFor(entry: LogEntry, live: LiveTable, t: ShellTranslate): string[] {
  const { names } = live;
  if (!entry.standIn || entry.seat === null) return names;
  return names.map((name, seat) => (seat === entry.seat ? t('nameWithBot', { name }) : name));
}
