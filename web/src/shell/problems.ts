/** Why a request was not carried out, in the reader's language. */
import { ApiError } from '../lib/api';
import { en, type ShellKey } from '../lib/i18n/en';
import type { ShellTranslate } from '../lib/table';
import type { RefusalCode } from '../lib/wire';

/** Every code that the server knows has words: a code without them does not compile. */
const keyOf = (code: RefusalCode): `refused_${RefusalCode}` => `refused_${code}`;

/** The words for a code of the server; the server's own where we have none. */
export function codeWords(code: string, why: string, t: ShellTranslate): string {
  const key = keyOf(code as RefusalCode);
  return key in en ? t(key satisfies ShellKey) : why;
}

/** The words for something that went wrong while asking. */
export function problemWords(error: unknown, t: ShellTranslate): string {
  if (!(error instanceof ApiError) || error.code === 'unreachable') return t('offline');
  return codeWords(error.code, error.message, t);
}
