// What the tests of the page share: a server, a browser, visitors, and what a user does with mouse and keys.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(new URL('../../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const [program, ...rest] = process.argv.slice(2);
export const binary = program;
export const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const screenshots = option('--screenshots');

const browserPath = [
  process.env.ZUGWERK_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));
if (!browserPath) {
  console.log('skipped: no Chromium is installed');
  process.exit(77);
}

/** Starts a server and waits for its address. */
export async function serve(...more) {
  const child = spawn(binary, ['serve', '--threads', '1', '--hash', '16', ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /http:\/\/\S+/.exec(line);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const end = () =>
    new Promise((resolve) => {
      child.on('exit', resolve);
      child.kill('SIGINT');
    });
  return { address, end };
}

/** The server of these tests. Its address stays the same when it ends and starts again at its port. */
export const server = {
  address: '',
  end: async () => {},
  async start(...more) {
    Object.assign(server, await serve(...more));
  },
};

await server.start();
export const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--mute-audio'],
});
export const patience = 30_000;

/** A fresh visitor; errors on the page and requests to other hosts fail the test. */
export async function visit(path = '', settings = {}, address = server.address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...settings });
  context.setDefaultTimeout(patience);
  const errors = [];
  const page = await context.newPage();
  const watch = (watched) => {
    watched.on('pageerror', (error) => errors.push(String(error)));
    watched.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    watched.on('request', (request) => {
      if (
        !request.url().startsWith(address) &&
        !request.url().startsWith(server.address) &&
        !request.url().startsWith('data:')
      )
        errors.push(`asked for ${request.url()}`);
    });
  };
  watch(page);
  await page.goto(`${address}/${path}`);
  return { page, context, errors, watch };
}

/** The board hides marks that it no longer needs, and uses them again. */
export const premoveMarks = 'square.current-premove:visible';
export const moves = (page) => page.locator('.moves .move').allTextContents();
/** Asks the page until the answer is yes. The library's own way would be stopped by the page's content policy. */
export async function until(page, question, argument) {
  const end = Date.now() + patience;
  while (!(await page.evaluate(question, argument))) {
    if (Date.now() > end) throw new Error(`still not after ${patience / 1000} s: ${question}`);
    await page.waitForTimeout(25);
  }
}
export const waitForMoves = (page, count) =>
  until(page, (wanted) => document.querySelectorAll('.moves .move').length >= wanted, count);

/** Where a square is, for the mouse. */
export async function squareAt(page, square) {
  const box = await page.locator('.board cg-board').boundingBox();
  const black = (await page.locator('.cg-wrap.orientation-black').count()) > 0;
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  const column = black ? 7 - file : file;
  const row = black ? rank : 7 - rank;
  return [box.x + ((column + 0.5) * box.width) / 8, box.y + ((row + 0.5) * box.height) / 8];
}

/** Waits until the page knows the legal moves of what it shows. */
export const ready = (page) => page.locator('.board[data-legal]:not([data-legal="0"])').waitFor();

export async function clickMove(page, uci, { premove = false } = {}) {
  if (!premove) await ready(page);
  await page.mouse.click(...(await squareAt(page, uci.slice(0, 2))));
  await page.mouse.click(...(await squareAt(page, uci.slice(2, 4))));
}

export async function dragMove(page, uci) {
  await ready(page);
  await page.mouse.move(...(await squareAt(page, uci.slice(0, 2))));
  await page.mouse.down();
  await page.mouse.move(...(await squareAt(page, uci.slice(2, 4))), { steps: 4 });
  await page.mouse.up();
}

/** Starts a game with a quick and weak engine, which answers at once unless told otherwise. */
export async function begin(page, { side = 'White', level = 500, fen, time, pace = 'At once' } = {}) {
  await page.getByText(side, { exact: true }).first().click();
  await page.locator('#level').fill(String(level));
  await page.getByText(pace, { exact: true }).click();
  if (time) await page.getByText(time, { exact: true }).click();
  if (fen) {
    await page.getByText('Position', { exact: true }).click();
    await page.locator('#start-fen').fill(fen);
  }
  await page.locator('#begin').click();
  await page.locator('.actions').first().waitFor();
  // A move that is typed before the legal ones are known is refused.
  if (side === 'White' && !fen) await ready(page);
}

/** Keeps the engine's moves of a game back, so that nothing depends on how long it thinks. */
export async function holdEngine(page) {
  let begin, end, asked, released;
  const hold = () => {
    asked = new Promise((resolve) => (begin = resolve));
    released = new Promise((resolve) => (end = resolve));
  };
  hold();
  await page.route('**/api/sessions/*/move', async (route) => {
    begin();
    await released;
    await route.continue();
  });
  return { hold, asked: () => asked, release: () => end() };
}

export async function picture(page, name) {
  if (!screenshots) return;
  mkdirSync(screenshots, { recursive: true });
  await page.waitForTimeout(300); // until all animations have ended
  await page.screenshot({ path: `${screenshots}/${name}.png` });
}

/** No finding of any level. */
export async function checkAccessibility(page, where) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  assert.deepEqual(
    violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(', ')}`),
    [],
    where,
  );
}

export async function waitForDepth(page, depth) {
  await until(
    page,
    (wanted) => Number(/depth (\d+)/.exec(document.querySelector('.status')?.textContent ?? '')?.[1] ?? 0) >= wanted,
    depth,
  );
}

/** Runs the tests whose names contain a word; returns how many failed. */
export async function run(view, tests, only = '') {
  let failures = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (!`${view}: ${name}`.includes(only)) continue;
    const start = Date.now();
    try {
      await test();
      console.log(`passed  ${view}: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failures;
      console.log(`FAILED  ${view}: ${name}\n${error.stack ?? error}`);
      if (screenshots)
        for (const context of browser.contexts())
          for (const page of context.pages()) await picture(page, `failed-${view}-${failures}`);
      for (const context of browser.contexts()) await context.close();
    }
  }
  await browser.close();
  await server.end();
  return failures;
}
