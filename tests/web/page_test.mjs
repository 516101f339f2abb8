// Unit tests of the page's code: node page_test.mjs
// Kind: unit. The tests in page/ are bundled with the TypeScript that they test, then run by node --test. Needs the
// packages of web/ (npm ci), no browser.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { build } = require('esbuild');

const folder = fileURLToPath(new URL('page', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('_test.mjs'));
const output = mkdtempSync(join(tmpdir(), 'zugwerk-page-'));
try {
  await build({
    entryPoints: names.map((name) => join(folder, name)),
    outdir: output,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const files = names.map((name) => join(output, name));
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(output, { recursive: true });
}
