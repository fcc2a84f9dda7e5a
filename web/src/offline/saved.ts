/** What the local server keeps, in the browser's own database: one file with all tables and finished games. */
const NAME = 'erre-offline';
const STORE = 'files';
const KEY = 'erre.sqlite';

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

export async function readSaved(): Promise<Uint8Array> {
  const database = await opened();
  const found: unknown = await done(database.transaction(STORE).objectStore(STORE).get(KEY));
  database.close();
  return found instanceof Uint8Array ? found : new Uint8Array();
}

export async function save(content: Uint8Array): Promise<void> {
  const database = await opened();
  await done(database.transaction(STORE, 'readwrite').objectStore(STORE).put(content, KEY));
  database.close();
}
