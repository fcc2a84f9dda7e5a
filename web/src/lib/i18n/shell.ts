/** The catalogue of the shell. */
import type { Texts } from '.';
import { de } from './de';
import { en } from './en';
import { it } from './it';
import { ro } from './ro';

export const shellTexts: Texts<typeof en> = { en, it, ro, de };
