/** The words of this folder in the language of the page. */
import { translator, type Translate } from '../../lib/i18n';
import { preferences } from '../../lib/settings.svelte';
import { noticeTexts, type NoticeKey } from './texts';

const spoken = $derived(translator(noticeTexts, preferences.settings.lang));

export const words = {
  get t(): Translate<NoticeKey> {
    return spoken;
  },
};
