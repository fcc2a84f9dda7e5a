import { describe, expect, it } from 'vitest';
import { LANGS, translator } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import { asText } from './asText';
import { samples } from './samples';
import { recap, sayTurn, score } from './score';

describe.each(LANGS)('in %s', (lang) => {
  const t = translator(shellTexts, lang);

  it.each(samples.map((sample) => [sample.name, sample] as const))('tells everything of %s without a gap', (_, { eyes, names }) => {
    for (const eye of eyes) {
      const { lines, moves } = asText(eye.view, eye.legal, names, t);
      expect(lines.length).toBeGreaterThan(names.length);
      expect(moves.map(({ move }) => move)).toEqual(eye.legal);
      const notes = score(eye.view, t).map(({ note = 'none' }) => note);
      for (const text of [...lines, ...moves.map(({ text }) => text), ...notes, sayTurn(eye, names, t)]) expect(text).toMatch(/^[^{}]+$/);
      for (const name of names) expect(lines.join(' ')).toContain(name);
    }
  });
});

const english = translator(shellTexts, 'en');
const sample = (name: string) => samples.find((one) => one.name === name)!;

it('names every card that lies or is held', () => {
  const { eyes, names } = sample('follow4');
  const { lines, moves } = asText(eyes[0]!.view, eyes[0]!.legal, names, english);
  expect(lines).toContain('On the table: Dan: orange 12, Ana: orange 0, Ben: orange 2.');
  expect(lines).toContain('Orange was led: whoever holds it must play it.');
  expect(moves).toEqual([
    { move: 'O5', text: 'Orange 5' },
    { move: 'O10', text: 'Orange 10' },
  ]);
});

it('says after "Your turn" what must be followed', () => {
  const { eyes, names } = sample('follow4');
  expect(sayTurn(eyes[0]!, names, english)).toContain('You must follow orange: orange 5 and orange 10.');
});

it('recalls the promises kept, the best round and the bonus at the end', () => {
  const { curve, notes } = recap(sample('over4').eyes[0]!.view, english);
  expect([curve?.length, curve?.at(-1)]).toEqual([10, [63, 37, 64, -4]]);
  expect(notes?.[2]).toBe('7 of 10 promises kept · longest run: 2 in a row · best round: 1 (+17 points)');
});
