/** Passkeys of this device: what the browser can do here, and the two things it is asked for. */
import { accountApi } from '../../lib/accountApi';
import type { Me, PasskeyInfo } from '../../lib/wire';

/** Why this address has no passkeys: it is not https, it is a number, or the browser knows none. */
export type NoPasskeys = 'insecure' | 'number' | 'browser';

export function whyNone(): NoPasskeys | null {
  if (!window.isSecureContext) return 'insecure';
  if (/^[\d.]+$|:/.test(location.hostname.replace(/^\[|\]$/g, ''))) return 'number';
  return typeof PublicKeyCredential === 'undefined' ? 'browser' : null;
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Somebody closed the browser's question: that is no mistake. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Make a passkey on this device. */
export async function makePasskey(name: string): Promise<PasskeyInfo> {
  const task = await accountApi.passkeyTask();
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: bytes(task.challenge),
      rp: { id: task.site, name: 'Erre' },
      user: { id: bytes(task.user), name: task.name || name, displayName: task.name || name },
      pubKeyCredParams: task.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: task.known.map((id) => ({ type: 'public-key', id: bytes(id) })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    },
  })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  return accountApi.addPasskey({ client_data: text(answer.clientDataJSON), attestation: text(answer.attestationObject) });
}

/** Be here whoever holds a passkey of this device. */
export async function usePasskey(): Promise<Me> {
  const task = await accountApi.entryTask();
  const found = (await navigator.credentials.get({
    publicKey: { challenge: bytes(task.challenge), rpId: task.site, userVerification: 'preferred', allowCredentials: [] },
  })) as PublicKeyCredential;
  const answer = found.response as AuthenticatorAssertionResponse;
  return accountApi.enterByPasskey({
    id: text(found.rawId),
    client_data: text(answer.clientDataJSON),
    authenticator: text(answer.authenticatorData),
    signature: text(answer.signature),
    user: answer.userHandle ? text(answer.userHandle) : '',
  });
}
