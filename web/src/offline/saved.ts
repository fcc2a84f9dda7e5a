/** What the local server keeps, in the browser's own database: one file with all tables and finished games. */
const NAME = 'erre-offline';
const STORE = 'files';
const KEY = 'erre.sqlite';
/** Games that could not be read: kept until their owner has them, and wants them away. */
const ASIDE = 'erre.sqlite.unreadable';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => void asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('the browser keeps no data'));
  });
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('the browser keeps no data'));
  });
}

async function read(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const database = await opened();
  try {
    const found: unknown = await done(database.transaction(STORE).objectStore(STORE).get(key));
    return found instanceof Uint8Array ? (found as Uint8Array<ArrayBuffer>) : null;
  } finally {
    database.close();
  }
}

async function write(key: string, content: Uint8Array | null): Promise<void> {
  const database = await opened();
  try {
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    if (content) await done(store.put(content, key));
    else await done(store.delete(key));
  } finally {
    database.close();
  }
}

/** The games; empty where there are none yet. An Error where the browser cannot say: then nothing may be written either. */
export const readSaved = async (): Promise<Uint8Array> => (await read(KEY)) ?? new Uint8Array();
export const save = (content: Uint8Array): Promise<void> => write(KEY, content);

/** Put games aside that cannot be read, next to others that were. */
export async function setAside(content: Uint8Array): Promise<void> {
  if ((await read(ASIDE)) === null) await write(ASIDE, content);
  else await write(`${ASIDE}-${Date.now()}`, content);
}
export const readAside = (): Promise<Uint8Array<ArrayBuffer> | null> => read(ASIDE);
export const forgetAside = (): Promise<void> => write(ASIDE, null);
