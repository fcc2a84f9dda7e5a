/** Judges records with the rules as Python has them: Rummy's lays, given positions, and the rule that a move breaks. */
import { filesAt, filesIn, startPython } from './python.ts';

interface Judging {
  begin(modules: unknown): void;
  judge(text: string): string;
}
export type Where = { folder: string; files: string[] } | { held: Record<string, Blob> };
export type Asked = { where: Where } | { text: string };

let rules: Promise<Judging> | null = null;

/** A page from a disk may start no worker that is a module; Python's loader wants one, and tells them apart by this. */
function passForModule(): void {
  const refuse = (): never => {
    throw new TypeError('this worker imports modules');
  };
  Object.assign(self, { importScripts: refuse });
}

async function start(where: Where): Promise<Judging> {
  if ('held' in where) passForModule();
  const { python, modules } = await startPython('held' in where ? filesIn(where.held) : filesAt(where.folder, where.files));
  const found = python.pyimport('erre.offline.judging') as Judging;
  found.begin(modules);
  return found;
}

async function hear(asked: Asked): Promise<unknown> {
  if ('where' in asked) {
    rules ??= start(asked.where);
    await rules;
    return { kind: 'ready' };
  }
  const found = (await rules)?.judge(asked.text);
  return found ? (JSON.parse(found) as unknown) : { kind: 'unknown' };
}

addEventListener('message', (event: MessageEvent<Asked>) => {
  hear(event.data).then(postMessage, (error: unknown) => postMessage({ kind: 'unknown', why: String(error) }));
});
