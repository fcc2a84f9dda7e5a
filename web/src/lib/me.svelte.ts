/** Who I am here, shared by all pages. */
import { api } from './api';
import { preferences } from './settings.svelte';
import type { Me } from './wire';

let me: Me | null = $state.raw(null);

export const person = {
  get me(): Me | null {
    return me;
  },
  get name(): string {
    return me?.name ?? '';
  },
  async load(): Promise<void> {
    me = await api.me();
  },
  async rename(name: string): Promise<void> {
    me = await api.rename(name);
  },
  /** A name is enough, and even that can wait: who has none is a guest. */
  async ensureName(): Promise<string> {
    if (!me) await person.load();
    if (!person.name) await person.rename(preferences.t('guest'));
    return person.name;
  },
  /** Be here who I was on the device that gave the word. */
  async enter(word: string): Promise<void> {
    me = await api.enter(word);
  },
  async forget(): Promise<void> {
    await api.forget();
    me = null;
  },
};
