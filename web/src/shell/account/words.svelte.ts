/** The words of the account's parts in the reader's language, and days as they are written there. */
import { translator } from '../../lib/i18n';
import { preferences } from '../../lib/settings.svelte';
import { accountTexts } from './texts';

const words = $derived(translator(accountTexts, preferences.settings.lang));

export const account = {
  get t(): typeof words {
    return words;
  },
};

export const day = (when: number): string => new Date(when).toLocaleDateString(preferences.settings.lang, { dateStyle: 'medium' });
