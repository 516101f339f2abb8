// The page in a real browser, driven as a user would: node browser_test.mjs ZUGWERK [--screenshots FOLDER] [--only WORD]
// Kind: real binary, in Chromium. Needs the packages of web/ (npm ci) and a Chromium.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const [binary, ...rest] = process.argv.slice(2);
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const screenshots = option('--screenshots');
const only = option('--only');
if (!binary) {
  console.error('usage: node browser_test.mjs ZUGWERK [--screenshots FOLDER] [--only WORD]');
  process.exit(2);
}
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
async function serve(...more) {
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

let server = await serve();
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--mute-audio'],
});
const patience = 30_000;

/** A fresh visitor; errors on the page and requests to other hosts fail the test. */
async function visit(path = '', settings = {}, address = server.address) {
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
const premoveMarks = 'square.current-premove:visible';
const moves = (page) => page.locator('.moves .move').allTextContents();
/** Asks the page until the answer is yes. The library's own way would be stopped by the page's content policy. */
async function until(page, question, argument) {
  const end = Date.now() + patience;
  while (!(await page.evaluate(question, argument))) {
    if (Date.now() > end) throw new Error(`still not after ${patience / 1000} s: ${question}`);
    await page.waitForTimeout(25);
  }
}
const waitForMoves = (page, count) =>
  until(page, (wanted) => document.querySelectorAll('.moves .move').length >= wanted, count);

/** Where a square is, for the mouse. */
async function squareAt(page, square) {
  const box = await page.locator('.board cg-board').boundingBox();
  const black = (await page.locator('.cg-wrap.orientation-black').count()) > 0;
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  const column = black ? 7 - file : file;
  const row = black ? rank : 7 - rank;
  return [box.x + ((column + 0.5) * box.width) / 8, box.y + ((row + 0.5) * box.height) / 8];
}

/** Waits until the page knows the legal moves of what it shows. */
const ready = (page) => page.locator('.board[data-legal]:not([data-legal="0"])').waitFor();

async function clickMove(page, uci, { premove = false } = {}) {
  if (!premove) await ready(page);
  await page.mouse.click(...(await squareAt(page, uci.slice(0, 2))));
  await page.mouse.click(...(await squareAt(page, uci.slice(2, 4))));
}

async function dragMove(page, uci) {
  await ready(page);
  await page.mouse.move(...(await squareAt(page, uci.slice(0, 2))));
  await page.mouse.down();
  await page.mouse.move(...(await squareAt(page, uci.slice(2, 4))), { steps: 4 });
  await page.mouse.up();
}

/** Starts a game with a quick and weak engine. */
async function begin(page, { side = 'White', level = 500, fen, time } = {}) {
  await page.getByText(side, { exact: true }).first().click();
  await page.locator('#level').fill(String(level));
  if (time) await page.getByText(time, { exact: true }).click();
  if (fen) {
    await page.getByText('Position', { exact: true }).click();
    await page.locator('#start-fen').fill(fen);
  }
  await page.locator('#begin').click();
  await page.locator('.actions').first().waitFor();
}

/** Keeps the engine's moves of a game back, so that nothing depends on how long it thinks. */
async function holdEngine(page) {
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

async function picture(page, name) {
  if (!screenshots) return;
  mkdirSync(screenshots, { recursive: true });
  await page.waitForTimeout(300); // until all animations have ended
  await page.screenshot({ path: `${screenshots}/${name}.png` });
}

async function checkAccessibility(page, where) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  const serious = violations.filter((violation) => ['serious', 'critical'].includes(violation.impact));
  assert.deepEqual(
    serious.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(', ')}`),
    [],
    where,
  );
}

async function waitForDepth(page, depth) {
  await until(
    page,
    (wanted) => Number(/depth (\d+)/.exec(document.querySelector('.status')?.textContent ?? '')?.[1] ?? 0) >= wanted,
    depth,
  );
}

const tests = {
  async 'a whole game by clicking ends in mate'() {
    const { page, errors, context } = await visit();
    await begin(page);
    const { session } = await (await page.request.post(`${server.address}/api/sessions`)).json();
    const played = [];
    for (let ply = 0; ply < 300; ply += 2) {
      const answer = await page.request.post(`${server.address}/api/sessions/${session}/move`, {
        data: { moves: played, depth: 7 },
      });
      assert.equal(answer.status(), 200, await answer.text());
      const { move } = await answer.json();
      await clickMove(page, move.uci);
      if (move.uci.length === 5) await page.getByRole('button', { name: 'queen' }).click();
      await until(
        page,
        (wanted) =>
          document.querySelectorAll('.moves .move').length >= wanted ||
          document.querySelector('.result-score') !== null,
        ply + 2,
      );
      const saved = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk.play')).game);
      played.splice(0, played.length, ...saved.steps.map((step) => step.uci));
      if (ply === 8) await picture(page, 'play');
      if (saved.end) break;
    }
    assert.match(await page.locator('.result').textContent(), /1 – 0White mates\. You win\./);
    await picture(page, 'play-result');
    await page.getByRole('button', { name: 'Rematch' }).click();
    // With the colours changed the engine begins.
    await waitForMoves(page, 1);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'drag, take back, hint, draw offer and resign'() {
    const { page, errors, context } = await visit();
    await begin(page, { level: 1200 });
    await ready(page);
    await page.mouse.click(...(await squareAt(page, 'g1')));
    await until(page, () => document.querySelectorAll('square.move-dest').length === 2); // drawn with the next frame
    await page.mouse.click(...(await squareAt(page, 'g1')));
    await dragMove(page, 'e2e4');
    await waitForMoves(page, 2);
    assert.equal((await moves(page))[0], 'e4');
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 0);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
    await page.locator('#move-input').fill('Nf3');
    await page.keyboard.press('Enter');
    await waitForMoves(page, 2);
    await page.locator('#move-input').fill('Ke4');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.input-message').textContent(), /not a legal move/);
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await page.getByText('prefers to play on').waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    assert.match(await page.locator('.result').textContent(), /0 – 1White resigns/);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'levels go as far as the engine says, and beyond them is full strength'() {
    const { page, context } = await visit();
    const { elo } = (await (await page.request.get(`${server.address}/api/about`)).json()).options;
    const level = page.locator('#level');
    assert.equal(await level.getAttribute('min'), String(elo.min));
    assert.equal(await level.inputValue(), String(elo.default));
    await level.fill(String(elo.max));
    assert.match(await page.locator('output[for=level]').textContent(), new RegExp(`^${elo.max} · `));
    await level.fill(await level.getAttribute('max'));
    assert.equal(await page.locator('output[for=level]').textContent(), 'Full strength');
    await context.close();
  },

  async 'a premove is played when its turn comes'() {
    const { page, errors, context } = await visit();
    const engine = await holdEngine(page);
    await begin(page);
    await clickMove(page, 'e2e4');
    await engine.asked();
    await clickMove(page, 'a2a3', { premove: true });
    await page.locator(premoveMarks).first().waitFor();
    assert.deepEqual(await moves(page), ['e4']);
    engine.release();
    await waitForMoves(page, 3);
    assert.equal((await moves(page))[2], 'a3');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a premove that has become illegal is dropped'() {
    const { page, errors, context } = await visit();
    const engine = await holdEngine(page);
    // After any move of White the black king has only h7 to go to, so that the pawn finds nothing on d5.
    await begin(page, { fen: '7k/8/8/8/4P3/8/8/K5R1 w - - 0 1' });
    await clickMove(page, 'a1a2');
    await engine.asked();
    await clickMove(page, 'e4d5', { premove: true });
    await page.locator(premoveMarks).first().waitFor();
    engine.release();
    await waitForMoves(page, 2);
    await page.locator(premoveMarks).first().waitFor({ state: 'detached' });
    // The game goes on with a move of another kind.
    engine.hold();
    await clickMove(page, 'e4e5');
    await engine.asked();
    assert.deepEqual(await moves(page), ['Ka2', 'Kh7', 'e5']);
    engine.release();
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'promotion asks for the piece'() {
    const { page, errors, context } = await visit();
    await begin(page, { fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
    await clickMove(page, 'a7a8');
    await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
    await picture(page, 'promotion');
    await page.keyboard.press('Escape');
    assert.equal((await moves(page)).length, 0);
    await clickMove(page, 'a7a8');
    await page.getByRole('button', { name: 'rook' }).click();
    await waitForMoves(page, 1);
    assert.match((await moves(page))[0], /^a8=R/);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a clock runs and the game survives a reload'() {
    const { page, context } = await visit();
    await page.getByText('5 + 3', { exact: true }).click();
    await page.getByText('Black', { exact: true }).click();
    await page.locator('#level').fill('800');
    await page.locator('#begin').click();
    await waitForMoves(page, 1);
    assert.equal(await page.locator('.clock').count(), 2);
    // The engine's clock stands; ours falls below five minutes and goes on falling.
    const ours = page.locator('.clock.running');
    await until(page, () => /^4:\d\d$/.test(document.querySelector('.clock.running')?.textContent ?? ''));
    const early = await ours.textContent();
    await until(page, (text) => document.querySelector('.clock.running')?.textContent !== text, early);
    const seconds = (text) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
    assert.ok(seconds(await ours.textContent()) < seconds(early));
    assert.equal(await page.locator('.clock:not(.running)').textContent(), '5:00');
    const before = await moves(page);
    await page.reload();
    await waitForMoves(page, 1);
    assert.deepEqual(await moves(page), before);
    assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 1);
    await context.close();
  },

  async 'analysis: the space bar plays the best move'() {
    // Several lines, and a mate that stays the first of them whatever the depth is.
    const { page, errors, context } = await visit('#analyse/6k1/5ppp/8/8/8/8/5PPP/R5K1_w_-_-_0_1');
    await until(page, () => document.querySelectorAll('.engine-line .line-move').length > 3);
    assert.equal(await page.locator('.engine-line').first().locator('.line-move').first().textContent(), 'Ra8#');
    await page.keyboard.press('Space');
    await waitForMoves(page, 1);
    assert.deepEqual(await moves(page), ['Ra8#']);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'analysis: lines arrive, arrows follow, variations grow'() {
    const { page, errors, context } = await visit('#analyse');
    await until(page, () => document.querySelectorAll('.engine-line .line-move').length > 10);
    assert.equal(await page.locator('.engine-line').count(), 3);
    assert.match(await page.locator('.big-score').textContent(), /^[+−]?\d+\.\d\d$/);
    await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.chance').count(), 3);
    await page.keyboard.press('Space');
    await waitForMoves(page, 1);
    await dragMove(page, 'e7e5');
    await waitForMoves(page, 2);
    await page.keyboard.press('ArrowLeft');
    await clickMove(page, 'c7c5');
    await page.locator('.variation .move').first().waitFor();
    assert.equal(await page.locator('.variation .move').first().textContent(), 'c5');
    await waitForDepth(page, 6);
    // White's threat: what it would play if it were its move.
    await page.keyboard.press('x');
    await until(page, () => /^threat · depth/.test(document.querySelector('.status').textContent));
    await until(page, () => document.querySelector('.engine-line .line-move') !== null);
    assert.match(await page.locator('.engine-line .inline-number').first().textContent(), /…$/);
    await page.keyboard.press('x');
    await waitForDepth(page, 4);
    await page.locator('.terms-panel summary').click();
    await page.getByText('King safety').waitFor();
    const { network } = await (await page.request.get(`${server.address}/api/about`)).json();
    assert.ok(network, 'the program has a network');
    await page.getByText('The neural network, without searching').waitFor();
    await page.locator('.engine-panel .menu summary').click();
    await page.locator('#evaluation').selectOption('classical');
    await until(page, () => /^classical · depth/.test(document.querySelector('.status').textContent));
    await page.locator('#evaluation').selectOption('network');
    await until(page, () => /^depth/.test(document.querySelector('.status').textContent));
    await page.locator('.engine-panel .menu summary').click();
    await page.keyboard.press('l');
    await page.getByText(/^off/).waitFor();
    await page.keyboard.press('f');
    assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 1);
    await page.locator('.moves-panel').click({ position: { x: 200, y: 150 } });
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('flip the board').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'analysis survives a reload, and tabs do not disturb each other'() {
    const { page, context, errors, watch } = await visit('#analyse');
    await clickMove(page, 'd2d4');
    await waitForMoves(page, 1);
    await page.reload();
    await waitForMoves(page, 1);
    assert.deepEqual(await moves(page), ['d4']);
    await waitForDepth(page, 3);
    const second = await context.newPage();
    watch(second);
    await second.goto(`${server.address}/#analyse`);
    await second.getByRole('button', { name: 'New board' }).click();
    await clickMove(second, 'c2c4');
    await waitForMoves(second, 1);
    await waitForDepth(second, 3);
    await waitForDepth(page, 3);
    await page.reload();
    await waitForMoves(page, 1);
    assert.deepEqual(await moves(page), ['d4']);
    await second.reload();
    await waitForMoves(second, 1);
    assert.deepEqual(await moves(second), ['c4']);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'PGN in and out, and nothing in it becomes part of the page'() {
    const { page, context, errors } = await visit('#analyse');
    const evil = '<img src=x onerror="window.broken=1">';
    const load = async (text) => {
      await page.getByRole('button', { name: 'Load PGN or FEN' }).click();
      await page.getByRole('dialog').getByLabel('PGN or FEN').fill(text);
      await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
    };
    await load(
      `[Event "${evil.replaceAll('"', '\\"')}"]\n[White "<b>A</b>"]\n\n1. e4 {${evil}} e5 (1... c5 2. Nf3 {<script>window.broken=2</script>} d6) 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2`,
    );
    await waitForMoves(page, 9);
    assert.match(await page.locator('.comment').first().textContent(), /onerror/);
    assert.equal(await page.evaluate(() => globalThis.broken), undefined);
    assert.equal(await page.locator('.moves img').count(), 0);
    await page.keyboard.press('ArrowDown');
    await load('[Event "a"]\n\n1. d4 *\n\n[Event "b"]\n[White "Second <i>x</i>"]\n\n1. c4 c5 *');
    await page.getByText('Second <i>x</i>').click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 2);
    await load('8/8/8/8/8/5k2/5p2/5K2 w - - 0 1');
    await until(page, () => document.querySelector('#fen-field').value.startsWith('8/8/8/8/8/5k2'));
    await page.getByText('stalemate').first().waitFor();
    await load('4k3/8/8/8/8/8/8/4K2R w KQ - 0 1');
    await until(page, () => document.querySelector('#fen-field').value === '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    assert.equal(
      await page.locator('.toast').textContent(),
      "Taken with a repair: castling right 'Q' dropped: White has no rook on a1",
    );
    await load('this is no chess');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },

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
    await page.getByRole('button', { name: 'match.json' }).click();
    await page.getByText('6 of 6 games').waitFor();
    await page.locator('.plot canvas').waitFor();
    assert.deepEqual(await page.locator('.numbers tbody th').allTextContents(), ['more', 'less']);
    await checkAccessibility(page, 'lab');
    await picture(page, 'lab');
    await page.getByRole('button', { name: 'ladder.jsonl' }).click();
    await page.getByText('The last one: new').waitFor();
    await page.reload();
    await page.getByText('The last one: new').waitFor();
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
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
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

  async 'review: marks and moments, another try, export, reload'() {
    const { page, errors, context } = await visit('#review');
    await page
      .locator('#review-pgn')
      .fill('[White "<b>A</b>"]\n[Black "B"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');
    await page.locator('#begin-review').click();
    await page.locator('.summary').waitFor();
    assert.equal(await page.locator('.reviewed-name').first().textContent(), '<b>A</b>');
    assert.equal(await page.locator('.reviewed b').last().textContent(), '1'); // blunders of Black
    await page.locator('.moves .move.blunder').click();
    assert.match(await page.locator('.remark').textContent(), /3… Nf6 is a blunder/);
    await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
    await checkAccessibility(page, 'review');
    await picture(page, 'review');
    assert.equal(await page.locator('.board .cg-custom-svgs text').textContent(), '??');
    await page.getByRole('button', { name: 'Retry' }).click();
    // Neither the list nor the key moments tell what would be better.
    assert.deepEqual(
      (await moves(page)).map((move) => move.replace(/[?!]+$/, '')),
      ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5'],
    );
    const told = await page.evaluate(() => document.querySelector('main').innerText);
    assert.doesNotMatch(told, /g6|Qe7|Better|Allows/);
    await clickMove(page, 'f8c5');
    await page.getByText('Not quite: after Bc5').waitFor();
    await clickMove(page, 'g7g6');
    await page
      .getByText(/Correct! g6 is/)
      .first()
      .waitFor();
    // The move stands on the board; the game is still where it was.
    assert.equal(await page.locator('.moves .move').count(), 5);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.locator('.moment').first().click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save annotated PGN' }).click(),
    ]);
    assert.match(readFileSync(await file.path(), 'utf8'), /Nf6 \$4/);
    await page.reload();
    await page.locator('.summary').waitFor();
    assert.equal(await page.locator('.moves .move.blunder').count(), 1);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a move of the engine is hit however long it is pressed'() {
    const { page, errors, context } = await visit('#analyse');
    await until(page, () => document.querySelectorAll('.engine-line .line-move').length > 10);
    for (let i = 0; i < 4; ++i) {
      await until(page, () => document.querySelector('.engine-line .line-move:not([hidden])') !== null);
      const button = page.locator('.engine-line').first().locator('.line-move').first();
      const box = await button.boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      const pressed = await button.textContent();
      await page.waitForTimeout(300);
      await page.mouse.up();
      await waitForMoves(page, i + 1);
      assert.equal((await moves(page))[i], pressed);
    }
    // A line that is cut off can be seen whole.
    const line = page.locator('.engine-line').first();
    await until(page, () => document.querySelectorAll('.engine-line .line-move:not([hidden])').length > 10);
    const before = (await line.boundingBox()).height;
    await line.getByRole('button', { name: 'Show the whole line' }).click();
    await until(page, (height) => document.querySelector('.engine-line').offsetHeight > height, before);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'analysis: what is switched off says nothing'() {
    const { page, errors, context } = await visit('#analyse');
    await waitForDepth(page, 4);
    await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
    await page.keyboard.press('l');
    await until(page, () => document.querySelectorAll('.cg-shapes line').length === 0);
    assert.equal(await page.locator('.big-score').textContent(), '–');
    assert.equal(await page.locator('.bar').getAttribute('aria-label'), 'No evaluation yet');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'analysis: changes are undone, and comments stay with their moves'() {
    const { page, errors, context } = await visit('#analyse');
    const load = page.getByRole('button', { name: 'Load PGN or FEN' });
    await load.click();
    await page
      .getByRole('dialog')
      .getByLabel('PGN or FEN')
      .fill('[White "Anna"]\n[Black "Bert"]\n[WhiteElo "1800"]\n\n1. e4 {[%clk 0:09:58] good} e5 2. Nf3 Nc6 1-0');
    await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
    await waitForMoves(page, 4);
    assert.match(await page.locator('.player').last().textContent(), /Anna1800.*1$/);
    const move = (san) => page.locator('.moves .move', { hasText: san }).first();
    await move('e4').click();
    assert.equal(await page.locator('#comment').inputValue(), 'good');
    assert.match(await page.locator('.player').last().textContent(), /9:58/);
    const box = await move('Nf3').boundingBox();
    await page.locator('#comment').fill('the best');
    // The first click after that is heard, and nothing is written to the other move.
    await page.mouse.click(box.x + 8, box.y + box.height / 2, { delay: 120 });
    await until(page, () => document.querySelector('.move[aria-current]')?.textContent === 'Nf3');
    assert.equal(await page.locator('#comment').inputValue(), '');
    await page.locator('#comment').focus();
    await page.keyboard.press('Control+z');
    assert.equal(await page.locator('#comment').inputValue(), '');
    await until(page, () => document.querySelector('.comment')?.textContent === 'the best');
    await page.getByRole('button', { name: 'Delete from this move on' }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 2);
    await page.getByRole('button', { name: 'New board' }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 0);
    await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 2);
    await page.locator('.moves-panel').click({ position: { x: 200, y: 150 } });
    await page.keyboard.press('Control+z');
    await until(page, () => document.querySelectorAll('.moves .move').length === 4);
    await page.keyboard.press('Control+z');
    await until(page, () => document.querySelector('.comment')?.textContent === 'good');
    await page.keyboard.press('Control+y');
    await until(page, () => document.querySelector('.comment')?.textContent === 'the best');
    const saved = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk.analyse')).nodes[1].comments);
    assert.deepEqual(saved, ['[%clk 0:09:58] the best']);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'the wheel over the board steps through the moves'() {
    const { page, errors, context } = await visit('#analyse');
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 1);
    await clickMove(page, 'e7e5');
    await waitForMoves(page, 2);
    await page.mouse.move(...(await squareAt(page, 'd4')));
    await page.mouse.wheel(0, -120);
    await until(page, () => document.querySelector('.move[aria-current]')?.textContent === 'e4');
    await page.mouse.wheel(0, 120);
    await until(page, () => document.querySelector('.move[aria-current]')?.textContent === 'e5');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'analysis: a mate fills the bar, a threat has its number, in the dark as well'() {
    const { page, errors, context } = await visit('#analyse/6k1/5ppp/8/8/8/8/5PPP/R5K1_w_-_-_0_1', {
      colorScheme: 'dark',
    });
    await clickMove(page, 'a1a8');
    await waitForMoves(page, 1);
    await until(page, () => document.querySelector('.bar').getAttribute('aria-label') === 'Result 1–0');
    assert.equal(await page.locator('.bar.empty').count(), 0);
    assert.equal(await page.locator('.bar-white').evaluate((bar) => bar.style.height), '100%');
    await page.goto(`${server.address}/#analyse/rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2`);
    await clickMove(page, 'g1f3');
    await waitForMoves(page, 1);
    await waitForDepth(page, 4);
    // White has played its second move: what it threatens is its third.
    await page.keyboard.press('x');
    await until(page, () => /^threat · depth/.test(document.querySelector('.status').textContent));
    await until(page, () => document.querySelector('.engine-line .inline-number')?.textContent === '3.');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a file of many games is listed whole and searched'() {
    const { page, errors, context } = await visit('#analyse');
    const game = (i) =>
      `[Event "Club ${i}"]\n[White "Player ${i}"]\n[Black "Someone"]\n[Result "1-0"]\n\n1. e4 {a [Event "x"] in words} e5 2. Nf3 ${i === 1498 ? 'Nf3' : 'Nc6'} 1-0\n\n`;
    // More than a request may hold.
    const filler = `{${'long '.repeat(800)}}`;
    const many = Array.from({ length: 1500 }, (_, i) => game(i).replace('1-0\n\n', `1-0 ${filler}\n\n`)).join('');
    assert.ok(many.length > 5_000_000);
    await page.getByRole('button', { name: 'Load PGN or FEN' }).click();
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(many) });
    await page.getByText('Choose a game').waitFor();
    await page.getByText('1,500 games, the first 200 are listed').waitFor();
    await page.getByLabel('Search the games').fill('1500');
    await page.getByText('1 of 1,500 games').waitFor();
    await picture(page, 'choose');
    await page.locator('.game-list button').click();
    await waitForMoves(page, 4);
    assert.match(await page.locator('.player').last().textContent(), /Player 1499/);
    // One bad move costs what comes after it, and no more.
    await page.getByRole('button', { name: 'Load PGN or FEN' }).click();
    await page.getByRole('dialog').getByLabel('PGN or FEN').fill([0, 1, 2, 1498].map(game).join(''));
    await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByLabel('Search the games').fill('club 1498');
    await page.locator('.game-list button').click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 3);
    assert.match(
      await page.locator('.toast').textContent(),
      /^Game \d+, move 2\.\.\.: illegal move 'Nf3'.*are kept\.$/,
    );
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a FEN without the side to move is taken, nothing at all is not'() {
    const { page, errors, context } = await visit('#analyse');
    await page.locator('#fen-field').fill('4k3/8/8/8/8/8/4P3/4K3');
    await page.keyboard.press('Enter');
    await until(page, () => document.querySelector('#fen-field').value === '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    assert.match(await page.locator('.toast').textContent(), /White is assumed to move/);
    await page.locator('#fen-field').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('Paste a PGN or a FEN first').waitFor();
    // What was told is gone with the next thing that is done.
    await page.waitForTimeout(900);
    await page.getByRole('button', { name: 'Flip the board (f)' }).click();
    await page.locator('.toast.shown').waitFor({ state: 'detached' });
    await page.goto(`${server.address}/#play`);
    await page.getByText('Position', { exact: true }).click();
    await page.locator('#begin').click();
    await page.getByText('Paste a FEN first').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'the set-up shows what will be played'() {
    const { page, errors, context } = await visit();
    await page.getByText('Black', { exact: true }).click();
    await page.locator('.cg-wrap.orientation-black').waitFor();
    await page.getByText('Position', { exact: true }).click();
    await page.getByLabel('Position as FEN').fill('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1');
    await until(page, () => document.querySelectorAll('.board cg-board > piece').length === 3);
    await page.getByText('Chess960', { exact: true }).click();
    await until(page, () => document.querySelectorAll('.board cg-board > piece').length === 32);
    const { fen } = await page.evaluate(async () => (await fetch('/api/chess960/518')).json());
    assert.ok(fen);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a look back in a game is marked, and dialogs can be left'() {
    const { page, errors, context } = await visit();
    await begin(page, { level: 1200 });
    assert.match(await page.locator('.player').first().textContent(), /Zugwerklevel 1200/);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    assert.equal(await page.locator('.browsing-note').isVisible(), false);
    await page.keyboard.press('ArrowUp');
    await page.getByText('The start of the game').waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    assert.equal(await page.locator('.browsing-note').isVisible(), false);
    await page.getByRole('button', { name: 'Resign' }).click();
    await picture(page, 'resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.locator('.result').count(), 0);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a move taken back gives its time back, and the PGN tells the clocks'() {
    const { page, errors, context } = await visit();
    const engine = await holdEngine(page);
    await begin(page, { level: 800, time: '5 + 3' });
    await clickMove(page, 'e2e4');
    await engine.asked();
    engine.release();
    await waitForMoves(page, 2);
    await until(page, () => /^4:5[0-8]/.test(document.querySelector('.clock.running')?.textContent ?? ''));
    // The flag falls: as if the time had been used up.
    await page.evaluate(() => {
      const saved = JSON.parse(sessionStorage.getItem('zugwerk.play'));
      saved.game.left.white = 50;
      sessionStorage.setItem('zugwerk.play', JSON.stringify(saved));
    });
    await page.reload();
    await page.locator('.result').waitFor();
    const pgn = await page.evaluate(async () => {
      const { game } = JSON.parse(sessionStorage.getItem('zugwerk.play'));
      return { steps: game.steps, end: game.end };
    });
    assert.match(pgn.end.reason, /time/);
    assert.ok(pgn.steps[0].left.white > 290_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy PGN' }).click();
    await page.getByText('PGN copied').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    for (const tag of ['[TimeControl "300+3"]', '[BlackElo "800"]', '[Termination "time forfeit"]', '[%clk 0:0'])
      assert.ok(text.includes(tag), `${tag} in ${text}`);
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(
      page,
      () => document.querySelectorAll('.clock').length === 2 && document.querySelector('.result') === null,
    );
    for (const clock of await page.locator('.clock').allTextContents()) assert.match(clock, /^(5:0|4:5)/);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a move is not lost with the server'() {
    const { page, context } = await visit();
    await begin(page);
    await ready(page);
    const port = new URL(server.address).port;
    const failures = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await server.end();
    await clickMove(page, 'e2e4');
    await page.locator('.banner').waitFor();
    assert.equal(await page.locator('.toast.shown').count(), 0);
    server = await serve('--port', port);
    await page.locator('.banner').waitFor({ state: 'hidden' });
    await waitForMoves(page, 2);
    assert.equal((await moves(page))[0], 'e4');
    assert.deepEqual(failures, []);
    await context.close();
  },

  async 'a review goes on while another view is shown'() {
    const { page, errors, context } = await visit('#review');
    await page
      .locator('#review-pgn')
      .fill(
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *',
      );
    await page.locator('#begin-review').click();
    await page.locator('progress').waitFor();
    await page.getByRole('link', { name: 'Play' }).click();
    await page.getByRole('link', { name: 'Review' }).click();
    await until(page, () => document.querySelector('progress, .summary') !== null);
    assert.equal(await page.locator('#review-pgn').count(), 0);
    await page.locator('.summary').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'the board stays where it is from view to view'() {
    const { page, context } = await visit('', { viewport: { width: 1366, height: 850 } });
    const boxes = [];
    for (const view of ['#play', '#analyse', '#review']) {
      await page.goto(`${server.address}/${view}`);
      await page.locator('.board cg-board').waitFor();
      await page.waitForTimeout(200);
      boxes.push(await page.locator('.board').boundingBox());
    }
    assert.deepEqual(boxes[1], boxes[0]);
    assert.deepEqual(boxes[2], boxes[0]);
    await page.goto(`${server.address}/#analyse`);
    const load = await page.getByRole('button', { name: 'Load PGN or FEN' }).boundingBox();
    assert.ok(load.y + load.height <= 850, 'the button to load is on the screen');
    await context.close();
  },

  async 'on a phone, what there is to do stands below the board, and on its side the board is whole'() {
    const { page, context, errors } = await visit('', { viewport: { width: 375, height: 812 } });
    await begin(page);
    await ready(page);
    const hint = await page.getByRole('button', { name: 'Hint' }).boundingBox();
    assert.ok(hint.y + hint.height <= 812, 'the hint is on the screen');
    await page.setViewportSize({ width: 812, height: 375 });
    await page.waitForTimeout(300);
    for (const view of ['#play', '#analyse']) {
      await page.goto(`${server.address}/${view}`);
      await page.waitForTimeout(300);
      const board = await page.locator('.board').boundingBox();
      assert.ok(board.y >= 0 && board.y + board.height <= 375, `${view}: ${JSON.stringify(board)}`);
      await picture(page, `landscape-${view.slice(1)}`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'the server may be restarted under an open page'() {
    const { page, context } = await visit('#analyse');
    await waitForDepth(page, 3);
    const port = new URL(server.address).port;
    await server.end();
    await page.locator('.banner').waitFor();
    server = await serve('--port', port);
    await page.locator('.banner').waitFor({ state: 'hidden' });
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 1);
    await waitForDepth(page, 3);
    await context.close();
  },

  async 'a server open to the network lets in only a browser that has its token'() {
    const open = await serve('--host', '0.0.0.0');
    const printed = new URL(open.address);
    assert.match(printed.search, /^\?token=\w{32}$/);
    const address = `http://127.0.0.1:${printed.port}`;

    const stranger = await browser.newContext();
    const refused = await stranger.newPage();
    for (const path of ['/', '/?token=0', '/api/about']) {
      assert.equal((await refused.goto(address + path)).status(), 403, path);
      assert.match(await refused.textContent('body'), /ends with a token/);
    }
    await stranger.close();

    const { page, errors, context } = await visit(printed.search, {}, address);
    await begin(page);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    // The cookie is enough from now on.
    await page.goto(`${address}/`);
    await waitForMoves(page, 2);
    assert.deepEqual(errors, []);
    await context.close();
    await open.end();
  },

  async 'works on a phone, in light and dark, without serious accessibility findings'() {
    for (const colorScheme of ['light', 'dark']) {
      const { page, context, errors } = await visit('', { colorScheme });
      await checkAccessibility(page, `set up, ${colorScheme}`);
      await picture(page, `set-up-${colorScheme}`);
      await begin(page);
      await clickMove(page, 'e2e4');
      await waitForMoves(page, 2);
      await checkAccessibility(page, `play, ${colorScheme}`);
      await page.goto(`${server.address}/#analyse/r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3`);
      await until(page, () => document.querySelectorAll('.engine-line .line-move').length > 10);
      await waitForDepth(page, 8);
      for (let i = 0; i < 4; ++i) {
        await page.keyboard.press('Space');
        await waitForMoves(page, i + 1);
        await waitForDepth(page, 8);
      }
      await checkAccessibility(page, `analyse, ${colorScheme}`);
      await picture(page, `analyse-${colorScheme}`);
      await page.setViewportSize({ width: 390, height: 844 });
      // The board follows with the next frames.
      await until(page, () => document.querySelector('.board cg-board').getBoundingClientRect().width <= innerWidth);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
      const board = await page.locator('.board cg-board').boundingBox();
      assert.ok(board.width > 340 && board.x >= 0 && board.x + board.width <= 390, JSON.stringify(board));
      await picture(page, `analyse-phone-${colorScheme}`);
      await page.goto(`${server.address}/#play`);
      await waitForMoves(page, 2);
      const narrow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(narrow <= 0, `the game is ${narrow} pixels too wide`);
      await picture(page, `play-phone-${colorScheme}`);
      assert.deepEqual(errors, []);
      await context.close();
    }
  },
};

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  const start = Date.now();
  try {
    await test();
    console.log(`passed  ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    if (screenshots)
      for (const context of browser.contexts())
        for (const page of context.pages()) await picture(page, `failed-${failures}`);
    for (const context of browser.contexts()) await context.close();
  }
}
await browser.close();
await server.end();
process.exit(failures > 0 ? 1 : 0);
