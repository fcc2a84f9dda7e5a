/** What a page and its worker tell each other. Python's end is `erre.offline.page`. */

export type ToWorker =
  | { kind: 'start'; folder: string; files: string[] }
  | { kind: 'ask'; number: number; method: string; path: string; body: Uint8Array; type: string }
  | { kind: 'connect'; socket: number; table: string }
  | { kind: 'say'; socket: number; text: string }
  | { kind: 'hang_up'; socket: number }
  | { kind: 'thinker'; port: MessagePort }
  | { kind: 'think_here' }
  | { kind: 'save' };

/** What the worker of the server and the one that thinks tell each other; work and answers are pickled by Python. */
export type ToThinker = { number: number; work: Uint8Array };
export type FromThinker = { kind: 'ready' } | { kind: 'thought'; number: number; answer: Uint8Array };
export type StartThinker = { folder: string; files: string[]; port: MessagePort };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'wanted' } // the worker that thinks
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; values: [number: number, status: number, type: string, body: Uint8Array<ArrayBuffer>] }
  | { kind: 'opened' | 'closed'; values: [socket: number] }
  | { kind: 'refused'; values: [socket: number, status: number, body: Uint8Array<ArrayBuffer>] }
  | { kind: 'heard'; values: [socket: number, text: string] };
