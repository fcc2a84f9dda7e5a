/** Short sounds made by the browser itself: no files, nothing to load. */
import type { SoundName } from './table';

export interface Note {
  at: number; // seconds
  pitch: number; // Hz
  long: number;
  loud: number;
  wave?: OscillatorType;
}

const NOTES: Record<SoundName, Note[]> = {
  card: [{ at: 0, pitch: 420, long: 0.05, loud: 0.12, wave: 'triangle' }],
  shuffle: [0, 0.05, 0.1, 0.15].map((at, i) => ({ at, pitch: 300 + 40 * i, long: 0.04, loud: 0.08, wave: 'triangle' })),
  reveal: [
    { at: 0, pitch: 523, long: 0.09, loud: 0.12 },
    { at: 0.09, pitch: 659, long: 0.14, loud: 0.12 },
  ],
  win: [523, 659, 784].map((pitch, i) => ({ at: i * 0.09, pitch, long: 0.16, loud: 0.13 })),
  lose: [392, 330].map((pitch, i) => ({ at: i * 0.12, pitch, long: 0.18, loud: 0.1 })),
  turn: [{ at: 0, pitch: 880, long: 0.12, loud: 0.1 }],
  tick: [{ at: 0, pitch: 1000, long: 0.03, loud: 0.07, wave: 'square' }],
  clash: [{ at: 0, pitch: 140, long: 0.2, loud: 0.16, wave: 'sawtooth' }],
  chat: [{ at: 0, pitch: 740, long: 0.07, loud: 0.08 }],
  throw: [0, 0.07, 0.12, 0.2, 0.26, 0.37].map((at, i) => ({ at, pitch: 210 + 37 * ((i * 5) % 4), long: 0.05, loud: 0.13, wave: 'triangle' })),
  got: [784, 1175].map((pitch, i) => ({ at: i * 0.06, pitch, long: 0.12, loud: 0.14 })),
  missed: [311, 233].map((pitch, i) => ({ at: i * 0.1, pitch, long: 0.16, loud: 0.12, wave: 'triangle' })),
  early: [0, 0.11].map((at) => ({ at, pitch: 117, long: 0.1, loud: 0.16, wave: 'square' })),
  end: [523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.13, pitch, long: 0.26, loud: 0.13 })),
};

let context: AudioContext | null = null;

/** Browsers allow sound only after the first press; before it this is silent. */
export function play(name: SoundName): void {
  playNotes(NOTES[name]);
}

/** To open the way to the loudspeaker takes a moment: best in one when nothing else happens. */
export function prepareSound(): void {
  if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive || context) return;
  playNotes([{ at: 0, pitch: 440, long: 0.01, loud: 0.0002 }]);
}

export function playNotes(notes: readonly Note[]): void {
  if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const note of notes) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = note.wave ?? 'sine';
    tone.frequency.value = note.pitch;
    volume.gain.setValueAtTime(note.loud, start + note.at);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + note.at + note.long);
    tone.connect(volume).connect(context.destination);
    tone.start(start + note.at);
    tone.stop(start + note.at + note.long);
  }
}
