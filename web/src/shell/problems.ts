/** Why a request was not carried out, in the reader's language. */
import { ApiError } from '../lib/api';
import { en, type ShellKey } from '../lib/i18n/en';
import type { ShellTranslate } from '../lib/table';

/** The words for a code of the server; the server's own where we have none. */
export function codeWords(code: string, why: string, t: ShellTranslate): string {
  const key = `refused_${code}`;
  return key in en ? t(key as ShellKey) : why;
}

/** The words for something that went wrong while asking. */
export function problemWords(error: unknown, t: ShellTranslate): string {
  if (!(error instanceof ApiError) || error.code === 'unreachable') return t('offline');
  return codeWords(error.code, error.message, t);
}
