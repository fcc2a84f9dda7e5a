import { describe, expect, test } from 'vitest';
import { GAMES } from '../../lib/games';
import { LANGS } from '../../lib/i18n';
import { isSame, judge, loadLesson } from './lesson';

describe.each([...GAMES])('the lesson of %s', (game) => {
  test('says every step in every language, and begins with something to see', async () => {
    const lesson = (await loadLesson(game))!;
    expect(lesson.steps[0]!.frames.length).toBeGreaterThan(0);
    expect(lesson.steps.at(-1)!.expect).toBeNull();
    for (const step of lesson.steps) for (const lang of LANGS) expect(step.say[lang]?.length).toBeGreaterThan(20);
  });
  test('shows what came of a move before it goes on', async () => {
    const lesson = (await loadLesson(game))!;
    lesson.steps.forEach((step, k) => {
      if (step.expect) expect(lesson.steps[k + 1]!.frames.length).toBeGreaterThan(0);
    });
  });
});

test.each([
  ['bid 2', 'bid 2', true],
  ['bid 1', 'bid 2', false],
  ['lay [R12a R11a R10a]', 'lay [R10a R11a R12a]', true],
  ['lay [B5a G5a Y5a] [R10a R11a]', 'lay [R10a R11a] [Y5a B5a G5a]', true],
  ['lay [B5a G5a] [Y5a R10a R11a]', 'lay [R10a R11a] [Y5a B5a G5a]', false],
  ['draw', 'lay [R10a R11a R12a]', false],
])('%s is taken for %s: %s', (move, expected, same) => {
  expect(isSame(move, expected)).toBe(same);
});

test('a draft is ready when it is the one that is meant', () => {
  const wanted = 'lay [R10a R11a R12a]';
  expect(judge('[R10a R11a]', wanted).judged.ready).toBe(false);
  expect(judge('[R12a R10a R11a]', wanted).judged).toMatchObject({ ready: true, melds: [{ valid: true }] });
});
