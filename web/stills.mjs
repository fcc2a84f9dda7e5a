/**
 * Writes the client's drawings of pieces for pictures that are made without a browser: `node stills.mjs FOLDER` makes
 * FOLDER/<game>.json. Elements that several drawings have are kept once, in `parts`; a drawing lists the numbers of its parts.
 */
import { readdirSync, existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const TAG = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g;
const ELEMENTS = ['g', 'path', 'rect', 'circle', 'ellipse', 'text', 'linearGradient', 'stop'];
const DROPPED = /^(class|style|data-.*|aria-.*|focusable|role)$/;

/** The attributes of a tag without those that only the client's styles and readers need; ids get the mark of a picture. */
function attributes(text) {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].filter(([, name]) => !DROPPED.test(name));
  return pairs.map(([, name, value]) => ` ${name}='${named(name, value)}'`).join('');
}
function named(name, value) {
  if (/^on|href$/i.test(name) || /currentColor|var\(|url\((?!#)/.test(value)) throw new Error(`a still may not have ${name}="${value}"`);
  const tidy = value.replaceAll("'", '&apos;').replace(/\d*\.\d{4,}/g, (number) => String(Math.round(Number(number) * 1000) / 1000));
  return name === 'id' ? `{id}${tidy}` : tidy.replace(/url\(#/g, 'url(#{id}');
}

/** The elements directly inside an `<svg>`, each as tidy markup. */
function elements(markup) {
  const [, box, inner] = /^\s*<svg[^>]*viewBox="([^"]*)"[^>]*>(.*)<\/svg>\s*$/s.exec(markup) ?? [];
  if (!box) throw new Error(`this is no drawing: ${markup.slice(0, 200)}`);
  const found = [];
  let [depth, written] = [0, ''];
  for (const [whole, closing, tag, given, single, text] of inner.matchAll(TAG)) {
    if (text !== undefined) {
      written += text.trim();
      continue;
    }
    if (!ELEMENTS.includes(tag)) throw new Error(`a still may not have ${whole}`);
    written += closing ? `</${tag}>` : `<${tag}${attributes(given)}${single ? '/' : ''}>`;
    depth += closing ? -1 : single ? 0 : 1;
    if (depth === 0) {
      found.push(written.replace(/<(\w+)([^<>]*)><\/\1>/g, '<$1$2/>'));
      written = '';
    }
  }
  return { box, found };
}

function packed(stills) {
  const parts = new Map();
  const number = (part) => parts.get(part) ?? parts.set(part, parts.size).get(part);
  const drawn = Object.entries(stills).map(([name, markup]) => {
    const { box, found } = elements(markup);
    return [name, { box, parts: found.map(number) }];
  });
  const lines = drawn.map(([name, still]) => `${JSON.stringify(name)}:${JSON.stringify(still)}`);
  return `{"parts":[\n${[...parts.keys()].map((part) => JSON.stringify(part)).join(',\n')}\n],"stills":{\n${lines.join(',\n')}\n}}\n`;
}

const server = await createServer({
  root: ROOT,
  configFile: false,
  plugins: [svelte()],
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
for (const game of readdirSync(`${ROOT}src/games`).sort()) {
  if (!existsSync(`${ROOT}src/games/${game}/stills.ts`)) continue;
  const { stills } = await server.ssrLoadModule(`/src/games/${game}/stills.ts`);
  writeFileSync(`${process.argv[2]}/${game}.json`, packed(stills));
}
await server.close();
