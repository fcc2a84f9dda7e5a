/** How I am told things, and my days off, over plain HTTP; loaded with the page that needs it. */
import { call } from './api';
import type { NoticeChannels, NoticeSettings, Vacations } from './wire';

export const noticesApi = {
  settings: (): Promise<NoticeSettings> => call('GET', '/api/me/notices/settings'),
  change: (settings: NoticeSettings): Promise<NoticeSettings> => call('PUT', '/api/me/notices/settings', settings),
  channels: (): Promise<NoticeChannels> => call('GET', '/api/me/notices/channels'),
  subscribe: (subscription: unknown): Promise<NoticeChannels> => call('POST', '/api/me/notices/push', subscription),
  unsubscribe: (browser: string): Promise<NoticeChannels> => call('DELETE', `/api/me/notices/push/${browser}`),
  giveAddress: (address: string): Promise<NoticeChannels> => call('POST', '/api/me/notices/mail', { address }),
  dropAddress: (): Promise<NoticeChannels> => call('DELETE', '/api/me/notices/mail'),
  test: (channel: 'push' | 'mail'): Promise<unknown> => call('POST', '/api/me/notices/test', { channel }),
  confirm: (word: string): Promise<unknown> => call('POST', '/api/mail/confirm', { word }),
  leave: (word: string): Promise<unknown> => call('POST', `/api/mail/leave?word=${encodeURIComponent(word)}`),
  vacations: (): Promise<Vacations> => call('GET', '/api/me/vacations'),
  takeDays: (begins: number, ends: number): Promise<Vacations> => call('POST', '/api/me/vacations', { begins, ends }),
  endDays: (begins: number): Promise<Vacations> => call('DELETE', `/api/me/vacations/${begins}`),
};
