/** The files that offline play needs: which they are, how large, and whether this device has them already. */

export interface Index {
  folder: string;
  bytes: number;
  files: { name: string; bytes: number }[];
}

/** Where this page lies, on whatever host. */
export const BASE = new URL('.', location.origin + location.pathname);
const FOLDER = new URL('offline/', BASE);
const INDEX = new URL('index.json', FOLDER).href;
const CLIENT = new URL('client.json', BASE).href;
const KEPT = 'erre-offline-';

const storage = (): CacheStorage | null => (typeof caches === 'undefined' ? null : caches); // only over https

export const folderOf = (index: Index): string => new URL(`${index.folder}/`, FOLDER).href;

/** What the host offers; without a network, what was kept. Null where it offers nothing. */
export async function readIndex(): Promise<Index | null> {
  const fresh = await fetch(INDEX).catch(() => null);
  const found = fresh?.ok ? fresh : await storage()?.match(INDEX);
  return found ? ((await found.json().catch(() => null)) as Index | null) : null;
}

/** Whether everything is on this device. */
export async function isKept(index: Index): Promise<boolean> {
  const cache = await storage()?.open(KEPT + index.folder);
  return (await cache?.match(INDEX)) !== undefined;
}

async function counted(response: Response, more: (bytes: number) => void): Promise<Response> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    more(next.value.byteLength);
  }
  return new Response(new Blob(parts), { headers: { 'content-type': response.headers.get('content-type') ?? '' } });
}

async function fetched(address: string): Promise<Response> {
  const found = await fetch(address);
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  return found;
}

/** Download everything, and keep it where the browser allows that; the client's own pages come along. */
export async function download(index: Index, progress: (bytes: number) => void): Promise<void> {
  const cache = await storage()?.open(KEPT + index.folder);
  let done = 0;
  for (const { name } of index.files) {
    const address = folderOf(index) + name;
    const answer = await counted(await fetched(address), (bytes) => progress((done += bytes)));
    await cache?.put(address, answer);
  }
  if (!cache) return;
  const pages = (await (await fetched(CLIENT)).json()) as string[];
  await Promise.all(pages.map(async (name) => cache.put(new URL(name, BASE).href, await fetched(new URL(name, BASE).href))));
  await cache.put(BASE.href, await fetched(BASE.href));
  await cache.put(INDEX, Response.json(index)); // the last one: now it is complete
  for (const name of await caches.keys()) if (name.startsWith(KEPT) && name !== KEPT + index.folder) await caches.delete(name);
}
