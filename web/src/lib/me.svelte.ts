/** Who I am here, shared by all pages. */
import { api } from './api';
import { preferences } from './settings.svelte';
import type { Me } from './wire';

export const LONGEST_NAME = 20;

let me: Me | null = $state.raw(null);
let lives = $state(0); // how often somebody else sat down at this device
let loading: Promise<void> | null = null; // a new person gets one cookie, even if two parts of a page ask
let typed = $state<string | null>(null); // in a name field, and not kept yet
let changes = 0;
let changing: Promise<unknown> = Promise.resolve(); // changes of the name go out one after another

/** Wait for the changes before, whether or not they went well; then make this one. */
function next(change: () => Promise<Me>): Promise<void> {
  changes += 1;
  const mine = changing.then(change, change).then((found) => void (me = found));
  changing = mine.catch(() => undefined);
  return mine;
}

export const person = {
  get me(): Me | null {
    return me;
  },
  /** Changes when this device belongs to another person, and not with a name or a portrait. */
  get who(): number | null {
    return me && lives;
  },
  get name(): string {
    return me?.name ?? '';
  },
  /** Whether the name belongs to this person, so that their games may be rated. */
  get isNamed(): boolean {
    return me?.is_named ?? false;
  },
  /** The portrait from our set; empty: the initials. */
  get portrait(): string {
    return me?.portrait ?? '';
  },
  /** Whether there is a way back after a lost device. */
  get canRecover(): boolean {
    return me?.can_recover ?? false;
  },
  /** What stands in a name field: the name, or what is being typed over it. */
  get typed(): string {
    return typed ?? person.name;
  },
  /** Whether something was typed that is not the name yet. */
  get isTyping(): boolean {
    return typed !== null && typed.trim() !== '' && typed.trim() !== person.name;
  },
  type(text: string): void {
    typed = text;
  },
  load(): Promise<void> {
    const before = changes;
    loading ??= api
      .me()
      .then((found) => void (changes === before && (me = found))) // an answer from before a change is too old
      .finally(() => (loading = null));
    return loading;
  },
  async rename(name: string): Promise<void> {
    if (!me) await person.load(); // without its cookie nobody has a name
    await next(() => api.rename(name.trim().slice(0, LONGEST_NAME)));
    if (typed?.trim() === name.trim()) typed = null;
  },
  /** Keep what stands in the name field. */
  async keepTyped(): Promise<void> {
    if (person.isTyping) await person.rename(typed!);
  },
  /** A name is enough, and even that can wait: without one somebody is a guest. What was typed counts, also without Enter. */
  async ensureName(): Promise<string> {
    if (!me) await person.load();
    await changing;
    await person.keepTyped();
    if (!person.name) await person.rename(preferences.t('guest'));
    return person.name;
  },
  /** Make the name one's own: nobody else can take it, and games under it may be rated. */
  async claim(): Promise<void> {
    await person.ensureName();
    await next(() => api.claim());
  },
  /** Be here who I was on the device that gave the word. */
  async enter(word: string): Promise<void> {
    person.become(await api.enter(word));
  },
  choosePortrait(portrait: string): Promise<void> {
    return next(() => api.portrait(portrait));
  },
  /** Be here whom the server has recognised: by a code, a passkey or a link. */
  become(found: Me): void {
    [me, typed] = [found, null];
    changes += 1;
    lives += 1;
  },
  async forget(): Promise<void> {
    await api.forget();
    [me, typed] = [null, null];
  },
};
