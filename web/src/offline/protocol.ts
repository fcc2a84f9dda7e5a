/** What a page and its worker tell each other. Python's end is `erre.offline.page`. */

export type ToWorker =
  | { kind: 'start'; folder: string; files: string[] }
  | { kind: 'ask'; number: number; method: string; path: string; body: Uint8Array; type: string }
  | { kind: 'connect'; socket: number; table: string }
  | { kind: 'say'; socket: number; text: string }
  | { kind: 'hang_up'; socket: number }
  | { kind: 'save' };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; values: [number: number, status: number, type: string, body: Uint8Array<ArrayBuffer>] }
  | { kind: 'opened' | 'closed'; values: [socket: number] }
  | { kind: 'refused'; values: [socket: number, status: number, body: Uint8Array<ArrayBuffer>] }
  | { kind: 'heard'; values: [socket: number, text: string] };
