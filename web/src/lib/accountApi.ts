/** Requests about one's account; loaded with the pages that need them. */
import { call } from './api';
import type { Me, PasskeyInfo, PasskeyMade, PasskeyProof, PasskeyTask, RecoveryCode, RecoveryState, SignedOut } from './wire';

export const accountApi = {
  recovery: (): Promise<RecoveryState> => call('GET', '/api/me/recovery'),
  newCode: (): Promise<RecoveryCode> => call('POST', '/api/me/recovery'),
  dropCode: (): Promise<unknown> => call('DELETE', '/api/me/recovery'),
  recover: (code: string): Promise<Me> => call('POST', '/api/recover', { code }),
  restore: (word: string): Promise<Me> => call('POST', '/api/restore', { word }),
  passkeys: (): Promise<PasskeyInfo[]> => call('GET', '/api/me/passkeys'),
  passkeyTask: (): Promise<PasskeyTask> => call('POST', '/api/me/passkeys/task'),
  addPasskey: (made: PasskeyMade): Promise<PasskeyInfo> => call('POST', '/api/me/passkeys', made),
  removePasskey: (id: string): Promise<unknown> => call('DELETE', `/api/me/passkeys/${encodeURIComponent(id)}`),
  entryTask: (): Promise<PasskeyTask> => call('POST', '/api/passkeys/task'),
  enterByPasskey: (proof: PasskeyProof): Promise<Me> => call('POST', '/api/passkeys/enter', proof),
  nameDevice: (device: string, name: string): Promise<unknown> => call('PUT', `/api/me/devices/${encodeURIComponent(device)}`, { name }),
  signOutOthers: (): Promise<SignedOut> => call('DELETE', '/api/me/devices'),
};
