/** Short sounds made by the browser itself: no files, nothing to load. */
import type { SoundName } from './table';

export interface Note {
  at: number; // seconds
  pitch: number; // Hz
  long: number;
  loud: number;
  wave?: OscillatorType;
  /** Not a tone but a rustle or a knock: noise around the pitch, the sharper the higher. */
  noise?: number;
}

/** A piece of wood that is put down: a knock and a short low tone. */
const knock = (at: number, pitch: number, loud: number): Note[] => [
  { at, pitch: pitch * 5, long: 0.035, loud: loud * 1.6, noise: 1.2 },
  { at, pitch, long: 0.07, loud, wave: 'triangle' },
];
/** A card that slides and lands. */
const flick = (at: number, loud: number): Note[] => [
  { at, pitch: 3800, long: 0.07, loud: loud * 0.7, noise: 0.7 },
  { at: at + 0.045, pitch: 900, long: 0.05, loud, noise: 0.9 },
];

const NOTES: Record<SoundName, Note[]> = {
  card: flick(0, 0.3),
  tile: [...knock(0, 330, 0.12), ...knock(0.06, 390, 0.08)],
  slide: [{ at: 0, pitch: 1400, long: 0.5, loud: 0.16, noise: 0.6 }, ...knock(0.42, 210, 0.1)],
  shuffle: [0, 0.05, 0.1, 0.14, 0.19, 0.23].flatMap((at, i) => flick(at, 0.12 + 0.02 * i)),
  reveal: [
    { at: 0, pitch: 523, long: 0.09, loud: 0.12 },
    { at: 0.09, pitch: 659, long: 0.14, loud: 0.12 },
  ],
  win: [523, 659, 784].map((pitch, i) => ({ at: i * 0.09, pitch, long: 0.16, loud: 0.13 })),
  lose: [392, 330].map((pitch, i) => ({ at: i * 0.12, pitch, long: 0.18, loud: 0.1 })),
  turn: [{ at: 0, pitch: 880, long: 0.12, loud: 0.1 }],
  tick: [{ at: 0, pitch: 1000, long: 0.03, loud: 0.07, wave: 'square' }],
  clash: [...knock(0, 120, 0.2), { at: 0.01, pitch: 90, long: 0.28, loud: 0.14, wave: 'triangle' }],
  chat: [{ at: 0, pitch: 740, long: 0.07, loud: 0.08 }],
  throw: [0, 0.07, 0.12, 0.2, 0.26, 0.37].flatMap((at, i) => knock(at, 210 + 37 * ((i * 5) % 4), 0.13)),
  got: [784, 1175].map((pitch, i) => ({ at: i * 0.06, pitch, long: 0.12, loud: 0.14 })),
  missed: [311, 233].map((pitch, i) => ({ at: i * 0.1, pitch, long: 0.16, loud: 0.12, wave: 'triangle' })),
  early: [0, 0.11].map((at) => ({ at, pitch: 117, long: 0.1, loud: 0.16, wave: 'square' })),
  end: [523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.13, pitch, long: 0.26, loud: 0.13 })),
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Half a second of noise, made once. */
function noiseOf(audio: AudioContext): AudioBuffer {
  hiss ??= audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = hiss.getChannelData(0);
  if (samples[1] === 0) for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  return hiss;
}
/** What makes a note: a tone, or noise through a filter. */
function sourceOf(audio: AudioContext, note: Note): { source: AudioScheduledSourceNode; out: AudioNode } {
  if (note.noise === undefined) {
    const tone = audio.createOscillator();
    tone.type = note.wave ?? 'sine';
    tone.frequency.value = note.pitch;
    return { source: tone, out: tone };
  }
  const [rustle, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
  rustle.buffer = noiseOf(audio);
  filter.type = 'bandpass';
  filter.frequency.value = note.pitch;
  filter.Q.value = note.noise;
  return { source: rustle, out: rustle.connect(filter) };
}

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
    const [{ source, out }, volume] = [sourceOf(context, note), context.createGain()];
    volume.gain.setValueAtTime(0.0001, start + note.at);
    volume.gain.exponentialRampToValueAtTime(note.loud, start + note.at + 0.004); // no click at the beginning
    volume.gain.exponentialRampToValueAtTime(0.0001, start + note.at + note.long);
    out.connect(volume).connect(context.destination);
    source.start(start + note.at);
    source.stop(start + note.at + note.long);
  }
}
