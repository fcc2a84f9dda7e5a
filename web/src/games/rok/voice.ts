/** Runes by ear: spoken where the browser can speak the language, else a tone for each kind. */
import type { Lang } from '../../lib/i18n';
import { playNotes, type Note } from '../../lib/sound';
import { colourOf, type Colour } from './art/runes';

const SCALE = [262, 294, 330, 392, 440, 523, 587, 659]; // a tone for each of the eight signs
const TIMBRE: Record<Colour, OscillatorType> = { W: 'sine', G: 'triangle', B: 'sawtooth' };
const LOUD: Record<Colour, number> = { W: 0.16, G: 0.2, B: 0.07 };
const BEAT = 0.34; // seconds from one rune to the next

/** The tone of a rune: equal runes sound alike, and no others do. */
export function toneOf(rune: string): Note {
  const colour = colourOf(rune);
  return { at: 0, pitch: SCALE[Number(rune.charAt(1)) - 1] ?? 262, long: 0.26, loud: LOUD[colour], wave: TIMBRE[colour] };
}

export function tonesOf(runes: readonly string[]): Note[] {
  return runes.map((rune, k) => ({ ...toneOf(rune), at: k * BEAT }));
}

function voiceFor(lang: Lang): SpeechSynthesisVoice | null {
  if (typeof speechSynthesis === 'undefined') return null;
  return speechSynthesis.getVoices().find((voice) => voice.lang.slice(0, 2).toLowerCase() === lang) ?? null;
}

/** Tell the runes that lie open, in the order of their letters. */
export function announce(runes: readonly string[], said: string, lang: Lang): 'speech' | 'tones' {
  const voice = voiceFor(lang);
  if (!voice) {
    playNotes(tonesOf(runes));
    return 'tones';
  }
  const words = new SpeechSynthesisUtterance(said);
  [words.voice, words.lang, words.rate] = [voice, voice.lang, 1.25];
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
  return 'speech';
}

export function hush(): void {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel();
}
