import { expect, it } from 'vitest';
import { LANGS, translator } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import { asText } from './asText';
import { samples } from './samples';

const english = translator(shellTexts, 'en');
const given = (name: string) => samples.find((one) => one.name === name)!;

it.each(LANGS)('everything can be said in %s', (lang) => {
  for (const { eyes, names } of samples)
    for (const eye of eyes) {
      const { lines, moves } = asText(eye.view, eye.legal, names, translator(shellTexts, lang));
      for (const line of [...lines, ...moves.map((one) => one.text)]) expect(line).toMatch(/^[^{}]{3,}$/);
    }
});

it('names the open runes, their pairs and every move', () => {
  const { eyes, names } = given('scramble');
  const { lines, moves } = asText(eyes[0]!.view, eyes[0]!.legal, names, english);
  expect(lines[0]).toMatch(/^Round \d+\. \d+ runes? in the bag\.$/);
  expect(lines.some((line) => line.startsWith('Face up on the table: '))).toBe(true);
  expect(moves.map((one) => one.move)).toEqual(eyes[0]!.legal);
  expect(moves.every((one) => /^(Take|Be done)/.test(one.text))).toBe(true);
});

it('offers slides by their force', () => {
  const { eyes, names } = given('slide');
  expect(asText(eyes[0]!.view, ['slide 0 0.5'], names, english).moves[0]).toEqual({ move: 'slide 0 0.45', text: 'Slide straight, force 45 %' });
});
