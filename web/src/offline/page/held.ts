/** What a page of proofs holds: a record, and the files of the rules. `erre.offline.one_page` and `save.ts` put them in. */

export interface Held {
  record: { name: string; text: string } | null;
  files: Record<string, Blob>;
}

const PACKED = 'packed';

async function contentOf(script: HTMLScriptElement): Promise<Blob> {
  const text = atob(script.textContent?.trim() ?? '');
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  if (script.dataset['how'] !== PACKED) return new Blob([bytes]);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

export async function readHeld(): Promise<Held> {
  const files: Record<string, Blob> = {};
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-piece]')) {
    files[script.dataset['piece'] ?? ''] = await contentOf(script);
    script.remove(); // its memory is free again
  }
  const record = document.getElementById('record')?.textContent ?? 'null';
  return { record: JSON.parse(record) as Held['record'], files };
}
