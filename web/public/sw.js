// The shell without a network, and what a page has fetched for playing offline (see web/src/offline/pieces.ts). Pages come from the network while there is one; files with a hash in their name never
// change, so the copy is as good as the original. Tables and questions to the server are never kept.
const SHELL = [/*SHELL*/];
const STORE = `erre-${SHELL.filter((path) => path.startsWith('/assets/')).join('|')}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(STORE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== STORE && !name.startsWith('erre-offline-')) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

async function keep(request) {
  const cache = await caches.open(STORE);
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/') || pathname.startsWith('/covers/') || SHELL.includes(pathname)) {
    event.respondWith(keep(request));
  } else if (pathname.startsWith('/offline/') && !pathname.endsWith('index.json')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
