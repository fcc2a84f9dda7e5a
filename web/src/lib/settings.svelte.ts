/** What a person has chosen for this device; kept in the browser. */
import { browserLang, LANGS, translator, type Lang } from './i18n';
import { shellTexts } from './i18n/shell';
import type { Settings, ShellTranslate } from './table';

export type Theme = 'system' | 'light' | 'dark';
export const SPEEDS = [0.5, 1, 2, 4] as const;

interface Chosen {
  lang: Lang | null; // null: the browser's
  theme: Theme;
  speed: number;
  motion: boolean;
  sound: boolean;
  text: boolean; // tables as text
}

const KEY = 'erre.settings';
const USUAL: Chosen = { lang: null, theme: 'system', speed: 1, motion: true, sound: true, text: false };

function read(): Chosen {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Chosen>;
    const lang = LANGS.find((one) => one === found.lang) ?? null;
    const theme = found.theme === 'light' || found.theme === 'dark' ? found.theme : 'system';
    const speed = SPEEDS.find((one) => one === found.speed) ?? 1;
    return { lang, theme, speed, motion: found.motion !== false, sound: found.sound !== false, text: found.text === true };
  } catch {
    return { ...USUAL };
  }
}

const chosen = $state(read());
const still = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;
let reduced = $state(still?.matches ?? false);
still?.addEventListener('change', (event) => (reduced = event.matches));

const lang = $derived(chosen.lang ?? browserLang(navigator.languages));
const t = $derived(translator(shellTexts, lang));
const settings: Settings = $derived({
  speed: chosen.speed,
  motion: chosen.motion && !reduced,
  sound: chosen.sound,
  text: chosen.text,
  lang,
});

/** Read `preferences.…` in a component to follow changes. */
export const preferences = {
  get chosen(): Readonly<Chosen> {
    return chosen;
  },
  get settings(): Settings {
    return settings;
  },
  get t(): ShellTranslate {
    return t;
  },
  /** Whether the system itself asks for less motion. */
  get reduced(): boolean {
    return reduced;
  },
  choose(change: Partial<Chosen>): void {
    Object.assign(chosen, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // A browser without storage forgets; nothing else changes.
    }
    show();
  },
};

/** Put the choice on the page itself. */
export function show(): void {
  const root = document.documentElement;
  root.lang = lang;
  if (chosen.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = chosen.theme;
  root.dataset.motion = chosen.motion && !reduced ? 'on' : 'off';
}
