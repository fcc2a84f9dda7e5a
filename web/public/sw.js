// The shell without a network, and what a page has fetched for playing offline (web/src/offline/pieces.ts). Pages come
// from the network while there is one; files with a hash in their name never change, so the copy is as good as the
// original. Tables and questions to the server are never kept. Everything is named from the folder that this file is in.
const SHELL = [/*SHELL*/];
const STORE = `erre-${SHELL.filter((path) => path.startsWith('assets/')).join('|')}`;
const FOR_OFFLINE_PLAY = 'erre-offline-';
const BASE = new URL('.', location.href);

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(STORE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name !== STORE && !name.startsWith(FOR_OFFLINE_PLAY));
    for (const name of old) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

async function keep(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(STORE)).put(request, fresh.clone());
  return fresh;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(BASE.href)) ?? Response.error();
  }
}

/** The documentation of a site without a server: pages that were read once can be read again. */
async function documentation(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await (await caches.open(STORE)).put(request, fresh.clone());
    return fresh;
  } catch {
    const kept = await caches.match(request, { ignoreSearch: true });
    return kept ?? (request.mode === 'navigate' ? Response.redirect(BASE.href) : Response.error());
  }
}

/** Whatever else a page needs to play offline: pictures, and files whose names never change. */
async function fromAnywhere(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(BASE.pathname)) return;
  const name = pathname.slice(BASE.pathname.length);
  if (name.startsWith('docs/')) {
    event.respondWith(documentation(request));
  } else if (request.mode === 'navigate') {
    if (!name.startsWith('api/')) event.respondWith(page(request));
  } else if (name.startsWith('assets/') || SHELL.includes(name)) {
    event.respondWith(keep(request));
  } else if (name.startsWith('offline/') && name !== 'offline/index.json') {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (!name.startsWith('api/')) {
    event.respondWith(fromAnywhere(request));
  }
});

// Notices: the server has written them in the person's language, and only this browser can read them.
self.addEventListener('push', (event) => {
  let told = { title: 'Erre', body: '', path: '/', tag: 'erre', unread: 0 };
  try {
    told = { ...told, ...event.data.json() };
  } catch {
    // Browsers want something to be shown for every message.
  }
  const shown = self.registration.showNotification(String(told.title), {
    body: String(told.body),
    tag: String(told.tag),
    data: { path: String(told.path) },
    icon: new URL('icon-192.png', BASE).href,
    badge: new URL('icon-192.png', BASE).href,
  });
  const badged = told.unread > 0 && 'setAppBadge' in navigator ? navigator.setAppBadge(told.unread).catch(() => undefined) : undefined;
  event.waitUntil(Promise.all([shown, badged]));
});

async function openPage(path) {
  const address = new URL(path, BASE);
  if (address.origin !== location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === address.pathname);
  if (open) await open.focus();
  else await self.clients.openWindow(address.href);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? '/'));
});
