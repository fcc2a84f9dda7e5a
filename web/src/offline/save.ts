/** Saves a record as a page of proofs of its own: one file with the rules in it, put together here. */
import { BASE, folderOf, readIndex } from './pieces';

const SCRIPT = /\.mjs$/;

async function base64(content: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((done) => (reader.onload = done));
  reader.readAsDataURL(content);
  await read;
  return String(reader.result).replace(/^[^,]*,/, '');
}

async function piece(folder: string, name: string): Promise<string> {
  const kept = typeof caches === 'undefined' ? undefined : await caches.match(folder + name);
  const found = kept ?? (await fetch(folder + name));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  const content = await found.blob();
  if (!SCRIPT.test(name)) return `<script type="text/plain" data-piece="${name}">${await base64(content)}</script>`;
  const packed = await new Response(content.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return `<script type="text/plain" data-piece="${name}" data-how="packed">${await base64(packed)}</script>`;
}

/** The page as a file; an Error where its parts are not to be had. */
export async function onePage(name: string, text: string): Promise<Blob> {
  const [index, template] = await Promise.all([readIndex(), fetch(new URL('one-page.html', BASE).href).catch(() => null)]);
  const kept = template?.ok ? template : await caches.match(new URL('one-page.html', BASE).href);
  if (!index || !kept) throw new Error('the parts of the page are missing');
  const [before, after] = (await kept.text()).split('<!--held-->');
  const pieces = await Promise.all(index.files.map((file) => piece(folderOf(index), file.name)));
  const record = JSON.stringify({ name, text }).replaceAll('<', '\\u003c');
  return new Blob([before ?? '', ...pieces, `<script type="application/json" id="record">${record}</script>`, after ?? ''], { type: 'text/html' });
}

export async function savePage(name: string, text: string): Promise<void> {
  const address = URL.createObjectURL(await onePage(name, text));
  Object.assign(document.createElement('a'), { href: address, download: `${name.replace(/\.jsonl?$/, '')}.html` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
