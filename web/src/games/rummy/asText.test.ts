import { expect, it } from 'vitest';
import { LANGS, translator } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import { asText } from './asText';
import { samples } from './samples';

const english = translator(shellTexts, 'en');
const given = (name: string) => samples.find((one) => one.name === name)!;

it.each(LANGS)('everything can be said in %s', (lang) => {
  for (const { eyes, names } of samples)
    for (const eye of eyes) for (const line of asText(eye.view, eye.legal, names, translator(shellTexts, lang)).lines) expect(line).toMatch(/^[^{}]{4,}$/);
});

it('says what lies where, and offers what can be laid', () => {
  const { eyes, names } = given('middle');
  const { lines, moves } = asText(eyes[0]!.view, eyes[0]!.legal, names, english);
  expect(lines).toContain('Meld 1: red 4, joker as red 5, red 6, red 7.');
  expect(lines.at(-2)).toMatch(/^Your rack: blue 4, blue 7/);
  expect(moves.map((one) => one.text)).toContain('Add green 6 to meld 3');
  expect(moves.at(-1)).toEqual({ move: 'draw', text: 'Draw' });
  const add = moves.find((one) => one.text === 'Add green 6 to meld 3')!;
  expect(add.move).toContain('[G2a G3a G4a G5a G6a]');
});
