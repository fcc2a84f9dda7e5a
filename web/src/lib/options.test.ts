import { describe, expect, test } from 'vitest';
import { declarationOf, GAMES } from './games';
import { LANGS } from './i18n';
import { loadOptionTexts, wordsOf } from './options';
import type { OptionInfo } from './wire';

const options = import.meta.glob<OptionInfo[]>('../games/*/options.json', { eager: true, import: 'default' });

describe.each(GAMES)('the options of %s', (game) => {
  const asked = options[`../games/${game}/options.json`]!.filter(
    (one) => !(one.name in (declarationOf(game)?.optionForms ?? {})) && !(one.kind === 'choice' && one.choices.length < 2),
  );
  test.each(asked)('$name has words in every language, and every choice of it', async (option) => {
    const texts = await loadOptionTexts(game);
    for (const lang of LANGS) {
      const words = wordsOf(texts, lang, option);
      expect([lang, words.label]).not.toEqual([lang, option.name]);
      expect(words.help.length).toBeGreaterThan(10);
      expect([lang, Object.keys(words.choices ?? {}).sort()]).toEqual([lang, [...option.choices].sort()]);
    }
  });
});
