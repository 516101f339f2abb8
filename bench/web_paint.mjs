#!/usr/bin/env node
// How fast the page appears in a real browser: bench/web_paint.mjs PATH_TO_ZUGWERK [VISITS]
//
// Every visit uses a new browser profile. Prints the first contentful paint, the first piece on the board, and in
// Analyse the first line of the engine: minimum, median and maximum over the visits, in milliseconds. Needs the
// packages of web/ (npm ci) and a Chromium.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [binary, visits = '9'] = process.argv.slice(2);
const browserPath = [process.env.ZUGWERK_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));
if (!binary || !browserPath) {
  console.error(binary ? 'no Chromium is installed' : 'usage: bench/web_paint.mjs PATH_TO_ZUGWERK [VISITS]');
  process.exit(2);
}

const child = spawn(binary, ['serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve) => {
  createInterface({ input: child.stdout }).on('line', (line) => {
    const found = /http:\/\/\S+/.exec(line);
    if (found) resolve(found[0]);
  });
});
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu', '--mute-audio'] });

/** Milliseconds since the visit began at which an element was first seen. */
const seen = async (page, selector) => {
  await page.locator(selector).first().waitFor({ state: 'attached' });
  return page.evaluate(() => performance.now());
};
const results = { 'first paint': [], 'first piece': [], 'first line of the engine': [] };
for (let visit = 0; visit < Number(visits); ++visit) {
  for (const view of ['', '#analyse']) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${address}/${view}`, { waitUntil: 'commit' });
    if (view === '') {
      results['first piece'].push(await seen(page, 'cg-board piece'));
      await page.waitForTimeout(200);
      const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
      if (paint !== undefined) results['first paint'].push(paint);
    } else {
      results['first line of the engine'].push(await seen(page, '.engine-line .line-move'));
    }
    await context.close();
  }
}
for (const [name, times] of Object.entries(results)) {
  const sorted = times.sort((a, b) => a - b).map(Math.round);
  console.log(`${name}: least ${sorted[0]} ms, median ${sorted[sorted.length >> 1]} ms, most ${sorted.at(-1)} ms`);
}
await browser.close();
child.kill('SIGINT');
