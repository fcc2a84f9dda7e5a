/** What every page asks the server for again and again: the operator's line, invitations, my place in a queue. */
import { api } from './api';
import { router } from './router.svelte';
import type { InvitationLine, News, QueueState, QueueWish } from './wire';

const OFTEN = 5000; // milliseconds; at a table less often
const SELDOM = 20_000;
const WAITING = 1500; // while I wait in a queue

let found: News | null = $state.raw(null);
let queue: QueueState | null = $state.raw(null);
let wish: QueueWish | null = null; // sent again and again: it keeps my place
let heardAt = $state(0);
let timer: ReturnType<typeof setTimeout> | undefined;

function show(state: QueueState | null): void {
  [queue, heardAt] = [state, Date.now()];
  if (!state) wish = null;
}

/** Ask once, and again after a while; a page in the background only keeps its place in a queue. */
async function look(): Promise<void> {
  clearTimeout(timer);
  try {
    if (wish && !queue?.table && !queue?.problem) show(await api.join(wish));
    else if (!document.hidden) {
      found = await api.news();
      if (found.queue && !wish && !found.queue.table) wish = wishOf(found.queue);
      if (wish || found.queue === null) show(found.queue);
    }
  } catch {
    // The server is away: ask again.
  }
  const every = wish && !queue?.table ? WAITING : router.parts[0] === 't' ? SELDOM : OFTEN;
  timer = setTimeout(() => void look(), every);
}

const wishOf = ({ game, seats, rated, bots }: QueueState): QueueWish => ({ game, seats, rated, bots });

export const news = {
  /** Whether free chat is off on this server. */
  get childSafe(): boolean {
    return found?.child_safe ?? false;
  },
  get announcement(): News['announcement'] {
    return found?.announcement ?? null;
  },
  get invitations(): InvitationLine[] {
    return found?.invitations ?? [];
  },
  /** How many people want me as a friend. */
  get requests(): number {
    return found?.requests ?? 0;
  },
  /** My place in a queue. */
  get queue(): QueueState | null {
    return queue;
  },
  /** When that was heard, by the clock of this device. */
  get heardAt(): number {
    return heardAt;
  },
  start(): void {
    if (router.isLocal) return;
    void look();
    document.addEventListener('visibilitychange', () => !document.hidden && void look());
  },
  refresh(): Promise<void> {
    return look();
  },
  /** Play with whoever waits; the same again changes when bots may come. */
  async join(wanted: QueueWish): Promise<void> {
    show(await api.join(wanted));
    wish = wanted;
    void look();
  },
  async leave(): Promise<void> {
    wish = null;
    show(null);
    await api.leaveQueue();
  },
  /** The table was found, or will not be: forget the place here. */
  settle(): void {
    wish = null;
    queue = null;
  },
};
