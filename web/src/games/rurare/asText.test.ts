import { describe, expect, it } from 'vitest';
import { LANGS, translator } from '../../lib/i18n';
import { shellTexts } from '../../lib/i18n/shell';
import { asText } from './asText';
import { samples } from './samples';
import { recap, sayTurn, score } from './score';
import type { RuRaReView } from './wire';

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

it('tells the rows with what they are worth, and what can be chosen', () => {
  const { eyes, names } = sample('middle4');
  const { lines, moves } = asText(eyes[0]!.view, eyes[0]!.legal, names, english);
  expect(lines).toContain('Row 4: pig, farmer, pig; worth +17 to you now.');
  expect(moves[3]).toEqual({ move: 'row 4', text: 'Choose row 4' });
  expect(sayTurn(eyes[0]!, names, english)).toContain('Worth most to you right now: row 4 (+17).');
});

it('explains the signs only while the first scoring is still to come', () => {
  const { eyes, names } = sample('middle4');
  const view = eyes[0]!.view as RuRaReView;
  const told = (change: Partial<RuRaReView>) => asText({ ...view, ...change } as RuRaReView, [], names, english).lines[0]!;
  const both = { ...view.options, missedFirstScoring: 'both' as const };
  expect(told({})).toContain('after the first scoring');
  expect(told({ last_turn: true })).not.toContain('after the first scoring'); // it was missed: there will be none
  expect(told({ last_turn: true, options: both })).toContain('after the first scoring');
  expect(told({ first_scores: [1, 2, 3, 4] })).not.toContain('after the first scoring');
});

it('counts a scoring as a whole', () => {
  expect(score(sample('middle4').eyes[0]!.view, english)[0]).toEqual({ points: 0, note: 'now 8' });
});

it('recalls the scorings and the categories won at the end', () => {
  const { view } = sample('over4').eyes[0]!;
  const { curve, notes } = recap(view, english);
  expect(curve?.at(-1)).toEqual((view as RuRaReView).totals);
  for (const note of notes ?? []) expect(note).toMatch(/^\d+ \+ \d+ points in the two scorings · (most points from|led in no category)/);
});
