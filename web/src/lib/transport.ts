/**
 * Where questions and sockets go: to the server, or to one that runs on this device (`offline/`). The rest of the client
 * does not know which. Nothing here loads that other server: it is put in place by the page that starts it.
 */
import type { Wire } from './socket';

export interface Transport {
  /** As `fetch`, for paths of the server. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** A socket to a table. */
  open(table: string): Wire;
}

const network: Transport = {
  ask: (path, init) => fetch(path, { credentials: 'same-origin', ...init }),
  open: (table) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(table)}`) as unknown as Wire;
  },
};

let chosen = network;

export const transport: Transport & { use(other: Transport): void } = {
  ask: (path, init) => chosen.ask(path, init),
  open: (table) => chosen.open(table),
  use: (other) => void (chosen = other),
};

/** Save an answer of the server as a file, where a plain link cannot fetch it. */
export async function download(path: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await (await transport.ask(path)).blob());
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
