/** Who I am here, shared by all pages. */
import { api } from './api';
import { preferences } from './settings.svelte';
import type { Me } from './wire';

let me: Me | null = $state.raw(null);
let loading: Promise<void> | null = null; // whoever is new gets one cookie, also where two parts of a page ask

export const person = {
  get me(): Me | null {
    return me;
  },
  get name(): string {
    return me?.name ?? '';
  },
  load(): Promise<void> {
    loading ??= api
      .me()
      .then((found) => void (me = found))
      .finally(() => (loading = null));
    return loading;
  },
  async rename(name: string): Promise<void> {
    if (!me) await person.load(); // without its cookie nobody has a name
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
