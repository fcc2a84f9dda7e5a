/** What I was told while I was away, as a number: in the lobby, in the title of the tab, and on the installed app. */
import { untrack } from 'svelte';
import { api } from './api';
import { person } from './me.svelte';
import { preferences } from './settings.svelte';
import { router } from './router.svelte';
import type { NoticeLine } from './wire';

const EVERY = 30_000; // milliseconds

let notices: NoticeLine[] = $state.raw([]);
let count = $state(0);

interface BadgedNavigator {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Show a number on the icon of the installed app, where there is one. */
function badge(n: number): void {
  const { setAppBadge, clearAppBadge } = navigator as unknown as BadgedNavigator;
  const shown = n > 0 ? setAppBadge?.call(navigator, n) : clearAppBadge?.call(navigator);
  void shown?.catch(() => undefined);
}

async function look(): Promise<void> {
  if (document.hidden || !person.me) return; // without a cookie nobody was told anything
  try {
    const found = await api.notices(preferences.settings.lang);
    [notices, count] = [found.notices, found.unread];
    badge(count);
  } catch {
    // The server is away: ask again.
  }
}

export const unread = {
  get count(): number {
    return count;
  },
  /** What is not about a turn: those are in the list of tables. */
  get notices(): NoticeLine[] {
    return notices.filter((one) => one.kind !== 'your_turn');
  },
  /** What the title of a page begins with. */
  get prefix(): string {
    return count > 0 ? `(${count}) ` : '';
  },
  start(): void {
    if (router.isLocal) return;
    $effect.root(() => {
      const who = $derived(person.who);
      $effect(() => {
        if (who !== null && preferences.settings.lang) void untrack(look); // a new name alone is no news
      });
    });
    setInterval(() => void look(), EVERY);
    document.addEventListener('visibilitychange', () => void look());
  },
  refresh: look,
  async seen(): Promise<void> {
    await api.noticesSeen();
    await look();
  },
};
