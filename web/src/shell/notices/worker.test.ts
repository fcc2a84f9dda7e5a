import { expect, test, vi } from 'vitest';
import source from '../../../public/sw.js?raw';

interface Happening {
  data?: { json(): unknown };
  notification?: { close(): void; data?: { path: string } };
  waitUntil(work: Promise<unknown>): void;
}

/** The service worker in a world of our own; what it shows and opens is written down. */
function worker(pages: { url: string; focus(): Promise<void> }[] = []) {
  const listeners: Record<string, (event: Happening) => void> = {};
  const showNotification = vi.fn((_title: string, _options: object) => Promise.resolve());
  const openWindow = vi.fn((_address: string) => Promise.resolve());
  const self = {
    addEventListener: (kind: string, listen: (event: Happening) => void) => (listeners[kind] = listen),
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
  };
  const place = new URL('https://erre.example/sw.js');
  new Function('self', 'location', 'caches', 'navigator', source)(self, place, {}, {});
  const happen = async (kind: string, event: Omit<Happening, 'waitUntil'>): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    listeners[kind]!({ ...event, waitUntil: (given) => (work = given) });
    await work;
  };
  return { happen, showNotification, openWindow };
}

test('a message is shown in the words of the server and replaces an older one about the same', async () => {
  const { happen, showNotification } = worker();
  await happen('push', { data: { json: () => ({ title: 'Tocca a te', body: 'Scacchi con Ben', path: '/t/abc', tag: 't1', unread: 2 }) } });
  expect(showNotification).toHaveBeenCalledWith('Tocca a te', expect.objectContaining({ body: 'Scacchi con Ben', tag: 't1', data: { path: '/t/abc' } }));
});

test('a message that cannot be read is still shown, as browsers demand', async () => {
  const { happen, showNotification } = worker();
  await happen('push', {
    data: {
      json: () => {
        throw new SyntaxError();
      },
    },
  });
  expect(showNotification).toHaveBeenCalledWith('Erre', expect.objectContaining({ data: { path: '/' } }));
});

test.each([
  ['/t/abc', ['https://erre.example/t/abc']],
  ['https://other.example/t/abc', []], // never to another site
  ['//other.example/', []],
])('a click on a notice about %s opens %s', async (path, opened) => {
  const { happen, openWindow } = worker([{ url: 'https://erre.example/', focus: () => Promise.resolve() }]);
  await happen('notificationclick', { notification: { close: () => undefined, data: { path } } });
  expect(openWindow.mock.calls.map(([address]) => address)).toEqual(opened);
});

test('a click leads to the page that is open already', async () => {
  const focus = vi.fn(() => Promise.resolve());
  const { happen, openWindow } = worker([{ url: 'https://erre.example/t/abc#word', focus }]);
  await happen('notificationclick', { notification: { close: () => undefined, data: { path: '/t/abc' } } });
  expect(focus).toHaveBeenCalledOnce();
  expect(openWindow).not.toHaveBeenCalled();
});
