import { expect, test, vi } from 'vitest';
import { call } from './api';

test('a change is sent to its end even if its page is left, unless it is too large for that', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => (sent.push(init), Promise.resolve(new Response('{}'))));
  await call('PUT', '/api/me', { name: 'Ana' });
  await call('DELETE', '/api/me');
  await call('GET', '/api/me');
  await call('POST', '/api/replays', 'x'.repeat(40_000));
  vi.unstubAllGlobals();
  expect(sent.map((init) => init.keepalive ?? false)).toEqual([true, true, false, false]);
  expect(sent[0]?.body).toBe('{"name":"Ana"}');
  expect(sent[1]?.body).toBeUndefined();
});
