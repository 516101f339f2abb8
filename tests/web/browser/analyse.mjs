// Analyse: lines of the engine, variations, PGN and FEN, undo.

import assert from 'node:assert/strict';

import {
  clickMove,
  dragMove,
  moves,
  picture,
  server,
  squareAt,
  until,
  visit,
  waitForDepth,
  waitForMoves,
} from './harness.mjs';

export default {
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
    // The elements stay while the depth goes on.
    await page.evaluate(() => {
      globalThis.kept = [...document.querySelectorAll('.engine-line, .line-move')];
    });
    await waitForDepth(page, 12);
    assert.ok(await page.evaluate(() => globalThis.kept.every((element) => element.isConnected)));
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
    await page.keyboard.press('Escape');
    await move('Nf3').click({ button: 'right' });
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
    const saved = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('zugwerk.analyse')).games[0].nodes[1].comments,
    );
    assert.deepEqual(saved, ['[%clk 0:09:58] the best']);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a text that is pasted anywhere becomes a game'() {
    const { page, errors, context } = await visit('#analyse');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text', '1. e4 c6 2. d4 d5');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await waitForMoves(page, 4);
    assert.deepEqual(await moves(page), ['e4', 'c6', 'd4', 'd5']);
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
};
