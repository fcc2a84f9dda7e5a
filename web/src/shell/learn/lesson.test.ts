import { describe, expect, test } from 'vitest';
import { declarationOf, GAMES } from '../../lib/games';
import { LANGS } from '../../lib/i18n';
import { loadLesson } from './lesson';

describe.each(GAMES.filter((game) => declarationOf(game)?.lesson))('the lesson of %s', (game) => {
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
