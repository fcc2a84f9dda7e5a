/** The words of ROK in four languages. */
import type { Texts } from '../../lib/i18n';
import { de } from './texts/de';
import { en } from './texts/en';
import { it } from './texts/it';
import { ro } from './texts/ro';

export const texts: Texts<typeof en> = { en, it, ro, de };

export type RokKey = Extract<keyof typeof en, string>;
