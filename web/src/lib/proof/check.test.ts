import { describe, expect, test } from 'vitest';
import { LANGS, type Phrase } from '../i18n';
import type { GameEvent } from '../wire';
import { block, Stream } from './chance';
import { checkRecord } from './check';
import { bytesOf, hex, sha256 } from './sha256';
import { proofTexts } from './texts';
import vectors from './vectors.json';

interface Dealing {
  record: string;
  events: GameEvent[];
}
const games = Object.values(import.meta.glob<Dealing[]>('../../games/*/deals.vectors.json', { eager: true, import: 'default' })).flat();

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = (record: string): string[] => record.trimEnd().split('\n');
const unsealed = (record: string): string => lines(record).slice(0, -1).join('\n') + '\n';
const wrong = async (text: string): Promise<string[]> =>
  (await checkRecord(encode(text))).findings.flatMap((one) => (one.good === false ? [one.key] : []));

describe('chance as the engine has it', () => {
  test.each(vectors.blocks)('block $number under $key', ({ key, number, words }) => {
    expect([...block(bytesOf(key, 32)!, number)]).toEqual(words);
  });
  test.each(vectors.draws)('numbers below $sides', ({ sides, numbers }) => {
    const stream = new Stream(Uint8Array.from({ length: 32 }, (_, i) => i));
    expect(numbers.map(() => stream.draw(sides))).toEqual(numbers);
  });
  test('a shuffle', () => {
    const pieces = Array.from({ length: 106 }, (_, i) => i);
    new Stream(Uint8Array.from({ length: 32 }, (_, i) => i)).shuffle(pieces);
    expect(pieces).toEqual(vectors.shuffle);
  });
  test.each(vectors.hashes)('SHA-256 of $size bytes', ({ size, sha256: wanted }) => {
    expect(hex(sha256(encode('e'.repeat(size))))).toBe(wanted);
  });
  test('a commitment', () => {
    const { key, salt, sha256: wanted } = vectors.commitment;
    expect(hex(sha256(bytesOf(key + salt, 64)!))).toBe(wanted);
  });
});

describe.each(games.map((game, k) => ({ k, name: lines(game.record)[0]!.slice(15, 60), ...game })))(
  'record $k $name',
  ({ record, events }) => {
    test('is proven, and what the replay shows is what the key brings', async () => {
      const found = await checkRecord(encode(record), { events: events });
      expect(found.findings.filter((one) => one.good === false)).toEqual([]);
      expect(found.verdict).toBe('proven');
      const shown = found.findings.find((one) => one.key === 'shownSame');
      expect(Number(shown?.values['n'])).toBeGreaterThan(5);
    });
    test('fails with any byte changed', async () => {
      const bytes = encode(record);
      const step = Math.max(1, Math.floor(bytes.length / 400));
      for (let at = 0; at < bytes.length - 1; at += step) {
        for (const bit of [1, 32]) {
          const changed = bytes.slice();
          changed[at] = changed[at]! ^ bit;
          expect([at, (await checkRecord(changed)).verdict]).toEqual([at, 'broken']);
        }
      }
    });
    test('fails with another key, salt or commitment even where the seal is off', async () => {
      for (const field of ['key', 'salt', 'commitment']) {
        const forged = unsealed(record).replace(new RegExp(`("${field}":")(.)`), (_, head: string, digit: string) => head + (digit === '0' ? '1' : '0'));
        expect(await wrong(forged)).toContain('promiseBroken');
      }
    });
    test('fails where the page shows other pieces', async () => {
      const k = events.findIndex((event) => ['RoundDealt', 'RowsLaid', 'HandDealt', 'RunesThrown'].includes(event.type));
      const swapped = structuredClone(events);
      swapped[k] = JSON.parse(JSON.stringify(swapped[k]).replace(/"([A-Z]\d+[ab]?|[a-z]+\d?)"(?=[,\]])(?!,"round)/, '"X"')) as GameEvent;
      expect(swapped).not.toEqual(events);
      expect((await checkRecord(encode(record), { events: swapped })).verdict).toBe('broken');
    });
  },
);

test('a record whose key was chosen afterwards has other cards, and its moves do not fit them', async () => {
  const record = games[0]!.record;
  const [key, salt] = [new Uint8Array(32), new Uint8Array(32)];
  const commitment = hex(sha256(Uint8Array.from([...key, ...salt])));
  const forged = unsealed(record)
    .replace(/("commitment":")\w+/, `$1${commitment}`)
    .replace(/("key":")\w+/, `$1${hex(key)}`)
    .replace(/("salt":")\w+/, `$1${hex(salt)}`);
  expect(await wrong(forged)).toEqual(['misfit']);
});

test('the promise that this device noted is compared', async () => {
  const record = games[0]!.record;
  const commitment = /"commitment":"(\w+)/.exec(record)![1]!;
  expect((await checkRecord(encode(record), { noted: commitment })).findings.some((one) => one.key === 'notedSame')).toBe(true);
  expect((await checkRecord(encode(record), { noted: 'ab'.repeat(32) })).verdict).toBe('broken');
});

test.each(['', '{}', 'null', '[]', '\u0000', '{"line":"game"}', 'x'.repeat(50)])('rubbish is refused: %j', async (text) => {
  expect((await checkRecord(encode(text))).verdict).toBe('broken');
});

test('bytes that are no text are refused', async () => {
  expect((await checkRecord(Uint8Array.from([255, 254, 0]))).findings[0]!.key).toBe('notText');
});

test('a game that goes on proves nothing', async () => {
  expect(await wrong(lines(games[0]!.record).slice(0, 5).join('\n'))).toEqual(['notOver']);
});

const holes = (phrase: Phrase): string[] => {
  const all = typeof phrase === 'string' ? [phrase] : Object.values(phrase);
  return [...new Set(all.flatMap((one: string) => one.match(/\{\w+\}/g) ?? []))].sort();
};
test.each(LANGS)('every sentence of the proof in %s names what the English one names', (lang) => {
  for (const [key, english] of Object.entries(proofTexts.en)) {
    expect([key, holes((proofTexts[lang] as Record<string, Phrase>)[key]!)]).toEqual([key, holes(english)]);
  }
});
