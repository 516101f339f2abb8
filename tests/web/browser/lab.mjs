// The lab: result files and the queue.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { binary, checkAccessibility, picture, serve, visit } from './harness.mjs';

export default {
  async 'the lab draws what is in its folder'() {
    const folder = mkdtempSync(join(tmpdir(), 'zugwerk-lab-'));
    const engine = (name, nodes) => ['--engine', `cmd=${binary}`, `name=${name}`, 'option.Hash=1', `nodes=${nodes}`];
    execFileSync(binary, [
      'match',
      ...engine('more', 200),
      ...engine('less', 20),
      '--games',
      '6',
      '--json',
      join(folder, 'match.json'),
    ]);
    const player = (name, elo) => ({
      name,
      wins: 3,
      draws: 1,
      losses: 2,
      pairs: [0, 1, 1, 1, 0],
      elo,
      error: 80,
      anchor: name === 'anchor',
    });
    const entry = (name, elo) =>
      JSON.stringify({
        name,
        version: '1',
        date: '2024-01-01',
        tc: '1+0.01',
        hash: 16,
        engine: player(name, elo),
        opponents: [player('anchor', 0)],
      });
    writeFileSync(join(folder, 'ladder.jsonl'), `${entry('<i>old</i>', -120)}\n${entry('new', 40)}\n`);
    const other = await serve('--lab', folder);
    const { page, errors, context } = await visit('', {}, other.address);
    await page.getByRole('link', { name: 'Lab' }).click();
    await page.getByRole('button', { name: 'more – less' }).click();
    await page.getByText('6 of 6 games').waitFor();
    await page.locator('.plot canvas').waitFor();
    assert.deepEqual(await page.locator('.numbers tbody th').allTextContents(), ['more', 'less']);
    await checkAccessibility(page, 'lab');
    await picture(page, 'lab');
    // Without a pointer over the plot the legend tells the last values, and no dashes.
    assert.match(await page.locator('.plot-legend').textContent(), /^games 6more \d+\.\d$/);
    await page.getByRole('button', { name: 'ladder.jsonl' }).click();
    await page.getByText('The last one: new').waitFor();
    await page.reload();
    await page.getByText('The last one: new').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
    await other.end();
    rmSync(folder, { recursive: true });
  },

  async 'a running match is watched live'() {
    const folder = mkdtempSync(join(tmpdir(), 'zugwerk-live-'));
    const engine = (name) => ['--engine', `cmd=${binary}`, `name=${name}`, 'option.Hash=1'];
    const rules = ['--nodes', '20', '--no-pin', '--draw', 'movenumber=12', 'movecount=1', 'score=10000'];
    const test = ['--games', '1000000', '--sprt', 'elo0=0', 'elo1=5', '--progress', join(folder, 'live.json')];
    const match = spawn(binary, ['match', ...engine('dev'), ...engine('base'), ...rules, ...test], { stdio: 'ignore' });
    process.on('exit', () => match.kill()); // whatever fails below
    const other = await serve('--lab', folder);
    while (!existsSync(join(folder, 'live.json'))) await new Promise((resolve) => setTimeout(resolve, 50));
    const { page, errors, context } = await visit('', {}, other.address);
    await page.getByRole('link', { name: 'Lab' }).click();
    await page.getByRole('heading', { name: 'dev against base' }).waitFor();
    await page.getByText('Running; last report').waitFor();
    await page.locator('.plot canvas').waitFor({ timeout: 60_000 });
    await page.getByRole('img', { name: /^LLR −?\d\.\d\d, between −2\.9\d \(accepts elo0\)/ }).waitFor();
    await page.getByText(/^Match: [\d,]+ of 1,000,000 games, 0 %, about .* left$/).waitFor();
    const progress = page.locator('.lab-file progress');
    const before = await progress.getAttribute('value');
    await page.locator(`.lab-file progress:not([value="${before}"])`).waitFor({ timeout: 60_000 });
    for (const [width, colorScheme] of [
      [375, 'dark'],
      [1366, 'light'],
      [1920, 'dark'],
    ]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 850 });
      await checkAccessibility(page, `running match, ${width} pixels`);
      await picture(page, `lab-live-${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${width}: the page is ${wide} pixels too wide`);
    }
    const ended = new Promise((resolve) => match.on('exit', resolve));
    match.kill('SIGINT');
    await ended;
    await page.getByText(/^Interrupted/).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
    await other.end();
    rmSync(folder, { recursive: true });
  },

  async 'the lab follows a queue'() {
    const folder = mkdtempSync(join(tmpdir(), 'zugwerk-queue-'));
    const engine = (name) => ['--engine', `cmd=${binary}`, `name=${name}`, 'option.Hash=1'];
    const add = (name, ...words) =>
      execFileSync(binary, ['queue', 'add', folder, '--name', name, '--title', `<i>${name}</i>`, '--', ...words]);
    // Games of a dozen moves.
    const short = ['--nodes', '20', '--no-pin', '--draw', 'movenumber=12', 'movecount=1', 'score=10000'];
    add('1-fails', 'suite', join(folder, 'absent.epd'));
    add('2-short', 'match', ...engine('a'), ...engine('b'), ...short, '--games', '2');
    add(
      '3-long',
      'match',
      ...engine('a'),
      ...engine('b'),
      ...short,
      '--games',
      '1000000',
      '--sprt',
      'elo0=0',
      'elo1=5',
    );
    const runner = spawn(binary, ['queue', 'run', folder, '--nice', '0'], { stdio: 'ignore' });
    process.on('exit', () => runner.kill()); // whatever fails below
    const other = await serve('--lab', folder);
    const { page, errors, context } = await visit('', {}, other.address);
    await page.getByRole('link', { name: 'Lab' }).click();
    await page.getByRole('heading', { name: 'Queue', exact: true }).waitFor();
    // What runs, with its numbers and the path of its LLR; what the others gave.
    await page.getByRole('heading', { name: '3-long: <i>3-long</i>' }).waitFor({ timeout: 60_000 });
    const progress = page.locator('.queue-card progress');
    await progress.waitFor({ timeout: 60_000 });
    await page.locator('.queue-card .plot canvas').waitFor({ timeout: 60_000 });
    await page.locator('.queue-facts th', { hasText: 'LLR' }).waitFor();
    const rows = await page.locator('.queue-table tbody tr').allTextContents();
    assert.match(rows[0], /1-fails.*failed.*suite.*absent\.epd/);
    assert.match(rows[1], /2-short.*done.*match.*2 of 2 games/);
    assert.match(rows[2], /3-long.*runs.*match/);
    const before = await progress.getAttribute('value');
    await page.locator(`.queue-card progress:not([value="${before}"])`).waitFor({ timeout: 60_000 });
    await checkAccessibility(page, 'queue');
    await picture(page, 'queue');
    // Without a runner it says so and shows what was done.
    const ended = new Promise((resolve) => runner.on('exit', resolve));
    runner.kill('SIGTERM');
    await ended;
    await page.getByText('Not running; zugwerk queue run starts it. 1 to go.').waitFor();
    await page.locator('.queue-table tr', { hasText: '3-long' }).getByText('interrupted').waitFor();
    // A result leads to its file.
    await page.locator('.queue-table tr', { hasText: '2-short' }).getByRole('button', { name: 'match.json' }).click();
    await page.getByText('2 of 2 games, complete').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
    await other.end();
    rmSync(folder, { recursive: true });
  },
};
