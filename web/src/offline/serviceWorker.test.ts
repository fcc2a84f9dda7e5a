import { expect, test } from 'vitest';
import source from '../../public/sw.js?raw';

interface Asked {
  request: { method: string; url: string; mode: string };
  respondWith(answer: Promise<unknown>): void;
}
const BASE = 'https://host.example/demo/';

/** The service worker of a site without a network; what it answers to a request for a file of the site, if it does. */
async function answered(name: string, kept: string[], mode = 'no-cors'): Promise<string | null> {
  const listeners: Record<string, (event: Asked) => void> = {};
  const self = { addEventListener: (kind: string, listen: (event: Asked) => void) => (listeners[kind] = listen) };
  const match = (asked: { url: string } | string): Promise<string | undefined> => {
    const address = typeof asked === 'string' ? asked : asked.url;
    return Promise.resolve(kept.map((one) => BASE + one).includes(address) ? address.slice(BASE.length) || 'the page' : undefined);
  };
  const Response = { error: () => 'an error', redirect: (to: string) => `to ${to}` };
  const fetch = (): Promise<never> => Promise.reject(new TypeError('no network'));
  new Function('self', 'location', 'caches', 'fetch', 'Response', source)(self, new URL('sw.js', BASE), { match }, fetch, Response);
  let answer: Promise<unknown> | null = null;
  listeners['fetch']!({ request: { method: 'GET', url: BASE + name, mode }, respondWith: (given) => (answer = given) });
  return answer === null ? null : String(await answer);
}

test.each(['site.js', 'covers/rage.jpg', 'one-page.html', 'assets/a.js', 'offline/1/erre.zip'])('%s is there without a network', async (name) => {
  expect(await answered(name, [name])).toBe(name);
});

test('questions to a server are none of its business', async () => {
  expect(await answered('api/games', ['api/games'])).toBeNull();
});

test('an address of the site is its page', async () => {
  expect(await answered('t/abc', [''], 'navigate')).toBe('the page');
});

test('a page of the documentation that was never read leads back to the games', async () => {
  expect(await answered('docs/index.html', ['docs/index.html'], 'navigate')).toBe('docs/index.html');
  expect(await answered('docs/other.html', [''], 'navigate')).toBe(`to ${BASE}`);
  expect(await answered('docs/style.css', [''])).toBe('an error');
});
