import { describe, expect, test } from 'vitest';
import { declarationOf, GAMES } from '../../lib/games';
import { LANGS } from '../../lib/i18n';
import { loadLesson } from './lesson';

describe.each(GAMES.filter((game) => declarationOf(game)?.lesson))('the lesson of %s', (game) => {
  test('says every step in every language, and begins with something to see', async () => {
    for (const { title, steps } of (await loadLesson(game))!.chapters) {
      expect(steps[0]!.frames.length).toBeGreaterThan(0);
      expect(steps.at(-1)!.expect).toBeNull();
      for (const lang of LANGS) {
        if (title) expect(title[lang].length).toBeGreaterThan(2);
        for (const step of steps) expect(step.say[lang]?.length).toBeGreaterThan(14);
      }
    }
  });
  test('shows what came of a move before it goes on', async () => {
    for (const { steps } of (await loadLesson(game))!.chapters)
      steps.forEach((step, k) => {
        if (step.expect) expect(steps[k + 1]!.frames.length).toBeGreaterThan(0);
      });
  });
});
