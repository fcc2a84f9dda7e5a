import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defineConfig, type Plugin } from 'vite';

const OUT = process.env.ERRE_CLIENT ?? fileURLToPath(new URL('../src/erre/server/client', import.meta.url));
const ROOT = fileURLToPath(new URL('.', import.meta.url));
const GAMES = fileURLToPath(new URL('./src/games', import.meta.url));
const SERVER = process.env.ERRE_SERVER ?? 'http://127.0.0.1:8000';
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** Files as the server sends them: compressed once, here; and the service worker learns the names of the shell. */
function finish(): Plugin {
  let shell: string[] = [];
  return {
    name: 'erre-finish',
    apply: 'build',
    generateBundle(_, bundle) {
      // What the first page needs; games and rules are kept by the worker when they are first asked for.
      const wanted = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (wanted.has(name) || !chunk) return;
        wanted.add(name);
        if (chunk.type === 'chunk') [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])].forEach(add);
      };
      Object.values(bundle).forEach((chunk) => chunk.type === 'chunk' && chunk.isEntry && add(chunk.fileName));
      Object.keys(bundle).filter((name) => /erre-display.*woff2$/.test(name)).forEach((name) => wanted.add(name));
      shell = [...wanted].sort();
    },
    async closeBundle() {
      writeFileSync(join(OUT, 'one-page.html'), await onePage());
      // Pictures for previews of links: their addresses must not change with their content.
      mkdirSync(join(OUT, 'covers'), { recursive: true });
      for (const game of readdirSync(GAMES)) {
        const cover = join(GAMES, game, 'cover.jpg');
        if (existsSync(cover)) copyFileSync(cover, join(OUT, 'covers', `${game}.jpg`));
      }
      // What a page fetches before it plays offline.
      const files = filesUnder(OUT).map((path) => relative(OUT, path).split(sep).join('/'));
      writeFileSync(join(OUT, 'client.json'), JSON.stringify(files.filter((name) => name !== 'sw.js').sort()));
      const worker = join(OUT, 'sw.js');
      const names = ['./', ...shell, 'manifest.webmanifest', 'icon.svg', 'theme.js'];
      writeFileSync(worker, readFileSync(worker, 'utf8').replace('/*SHELL*/', names.map((n) => `'${n}'`).join(', ')));
      for (const path of filesUnder(OUT).filter((name) => TEXT.test(name))) {
        const plain = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

/** The page of proofs that is one file: its script and its styles are in it, and what it holds comes at the mark. */
async function onePage(): Promise<string> {
  const made = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    plugins: [svelte()],
    worker: { format: 'iife' }, // a page from a disk may start no other kind
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: { input: join(ROOT, 'src/offline/page/main.ts'), output: { format: 'iife', inlineDynamicImports: true } },
    },
  });
  const [{ output }] = [made].flat() as { output: { type: string; fileName: string; code?: string; source?: string | Uint8Array }[] }[];
  const script = output.find((one) => one.type === 'chunk')?.code ?? '';
  const style = output.filter((one) => one.fileName.endsWith('.css')).map((one) => String(one.source)).join('\n');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" /><title>Erre</title>',
    `<style>${style}</style></head><body><div id="app"></div><!--held-->`,
    `<script>${script.replaceAll('</script', '<\\/script')}</script></body></html>`,
  ].join('\n');
}

/**
 * Few files instead of many small ones: each request costs a phone a round trip. What every page needs is one file;
 * what several pages share is merged into pieces of at least this size, and a game's parts stay with the game.
 */
const LEAST = 24_000; // bytes of source // bytes of source
const GROUPS = [
  { name: 'shell', tags: ['$initial' as const], priority: 3 },
  { name: (id: string) => /src[\\/]games[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: LEAST, priority: 2, includeDependenciesRecursively: false },
  { name: 'parts', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: LEAST, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), finish()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS }, chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js` } },
  },
  // Scripts and styles find each other wherever the folder lies; the page itself names them from the root of the server.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }),
  },
  worker: { format: 'es' },
  server: {
    // The server compares the page's origin with the host it is asked for: the host stays as it is.
    proxy: {
      '/api': { target: SERVER, changeOrigin: false },
      '/ws': { target: SERVER, ws: true, changeOrigin: false },
    },
  },
  // One process for all files: to start one for each takes longer than the tests.
  // A busy machine takes its time: what hangs is ended by whoever runs the tests.
  test: { include: ['src/**/*.test.ts'], isolate: false, pool: 'threads', maxWorkers: 1, testTimeout: 300_000, hookTimeout: 300_000 },
});
