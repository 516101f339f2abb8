// Builds the page into a folder: node build.mjs DIST
// Or serves it at http://localhost:8081 beside a running `zugwerk serve`, built anew at every visit: node build.mjs --dev [SERVER]

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { pieceStyles } from './pieces.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** One script and one style sheet, no inline code: the server's content policy allows nothing else. */
async function buildPage(dist) {
  await build({
    entryPoints: { page: join(here, 'src/main.ts') },
    outdir: dist,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'eof',
    loader: { '.woff2': 'file' },
    assetNames: '[name]',
    logLevel: 'warning',
  });
  cpSync(join(here, 'index.html'), join(dist, 'index.html'));
  cpSync(join(here, 'public'), dist, { recursive: true });
  mkdirSync(join(dist, 'pieces'), { recursive: true });
  for (const [name, style] of pieceStyles()) writeFileSync(join(dist, 'pieces', `${name}.css`), style);
}

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function serve(target) {
  const dist = join(here, 'dist');
  const server = createServer(async (asked, answer) => {
    if (asked.url.startsWith('/api/')) {
      const headers = { ...asked.headers, host: target.host };
      if (headers.origin) headers.origin = target.origin;
      const passed = request(new URL(asked.url, target), { method: asked.method, headers }, (found) => {
        answer.writeHead(found.statusCode, found.headers);
        found.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      answer.on('close', () => passed.destroy());
      asked.pipe(passed);
      return;
    }
    try {
      const path = new URL(asked.url, 'http://localhost').pathname;
      if (path === '/') await buildPage(dist);
      const file = path === '/' ? '/index.html' : path;
      answer
        .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' })
        .end(readFileSync(join(dist, file)));
    } catch (error) {
      answer.writeHead(404, { 'Content-Type': 'text/plain' }).end(String(error.message));
    }
  });
  server.listen(8081, 'localhost', () => console.log(`http://localhost:8081, in front of ${target.origin}`));
}

const [what, address] = process.argv.slice(2);
if (what === '--dev') serve(new URL(address ?? 'http://localhost:8080'));
else if (what) await buildPage(what);
else {
  console.error('usage: node build.mjs DIST | --dev [SERVER]');
  process.exit(2);
}
