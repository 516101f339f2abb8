// The page in a real browser, driven as a user would:
// node browser_test.mjs ZUGWERK [--view NAME] [--only WORD] [--screenshots FOLDER] [--jobs N]
// Each file of browser/ has the tests of one view. They run in processes of their own, each with its server and browser.
// Kind: real binary, in Chromium. Needs the packages of web/ (npm ci) and a Chromium.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const folder = new URL('./browser/', import.meta.url);
const [binary, ...rest] = process.argv.slice(2);
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const views = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'harness.mjs')
  .map((name) => name.slice(0, -'.mjs'.length));
const view = option('--view');

if (!binary || (view && !views.includes(view))) {
  console.error(
    `usage: node browser_test.mjs ZUGWERK [--view ${views.join('|')}] [--only WORD] [--screenshots FOLDER] [--jobs N]`,
  );
  process.exit(2);
}

/** Runs the tests of one view in a process of its own and prints what it said once it has ended. */
function runApart(name) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [self, binary, '--view', name, ...rest], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    child.on('exit', (code) => {
      process.stdout.write(said);
      resolve(code ?? 1);
    });
  });
}

if (view) {
  const { run } = await import(new URL('harness.mjs', folder));
  const { default: tests } = await import(new URL(`${view}.mjs`, folder));
  process.exit((await run(view, tests, option('--only'))) > 0 ? 1 : 0);
} else {
  const start = Date.now();
  const waiting = [...views];
  const codes = [];
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) codes.push(await runApart(name));
  };
  await Promise.all(Array.from({ length: Number(option('--jobs') ?? 2) }, work));
  console.log(`${((Date.now() - start) / 1000).toFixed(0)} s`);
  process.exit(codes.every((code) => code === 77) ? 77 : codes.some((code) => code !== 0 && code !== 77) ? 1 : 0);
}
