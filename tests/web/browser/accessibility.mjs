// For everyone: the board in words and by keyboard, and no accessibility finding of any level in any view.

import assert from 'node:assert/strict';

import {
  begin,
  checkAccessibility,
  clickMove,
  picture,
  ready,
  server,
  until,
  visit,
  waitForDepth,
} from './harness.mjs';

const spoken = (page, text) =>
  until(
    page,
    (wanted) =>
      [...document.querySelectorAll('[aria-live], [role=status]')].some((element) =>
        element.textContent.includes(wanted),
      ),
    text,
  );
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

export default {
  async 'a game is played by keyboard alone, on the board and in words'() {
    const { page, context, errors } = await visit();
    await begin(page);
    await ready(page);
    await page.keyboard.press('g');
    assert.equal(await focused(page), 'e2, white pawn');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(page), 'e3, empty');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await spoken(page, 'white pawn e2, can go to e3, e4');
    await page.keyboard.press('Escape');
    await spoken(page, 'Put back');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await picture(page, 'board-by-keyboard');
    await page.keyboard.press('Enter');
    await until(page, () => document.querySelectorAll('.moves .move').length >= 2);
    assert.equal((await page.locator('.moves .move').first().textContent()).trim(), 'e4');
    assert.equal(await focused(page), 'e4, white pawn');
    await spoken(page, 'Black: ');
    await spoken(page, 'White to move.');
    await page.keyboard.press('b');
    await spoken(page, 'White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 g1, pawns a2 b2 c2');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'moves are told in the words of the terminal, in both languages'() {
    for (const [locale, expected] of [
      ['en-US', ['White: pawn from e5 takes pawn in passing, to d6', 'Black to move.']],
      ['de-DE', ['Weiß: Bauer von e5 schlägt Bauer en passant, nach d6', 'Schwarz am Zug.']],
    ]) {
      const { page, context, errors } = await visit('#analyse/4k3/8/8/3pP3/8/8/8/4K3_w_-_d6_0_1', { locale });
      await ready(page);
      await page.locator('#move-input').fill('exd6');
      await page.keyboard.press('Enter');
      for (const text of expected) await spoken(page, text);
      assert.deepEqual(errors, []);
      await context.close();
    }
  },

  async 'the squares of the grid lie on those of the board, from either side'() {
    const { page, context } = await visit('#analyse');
    await ready(page);
    for (const label of ['a1, white rook', 'e8, black king']) {
      const square = label.slice(0, 2);
      for (let turns = 0; turns < 2; ++turns) {
        const cell = await page.getByRole('gridcell', { name: label }).boundingBox();
        const board = await page.locator('.board cg-board').boundingBox();
        const flipped = (await page.locator('.cg-wrap.orientation-black').count()) > 0;
        const column = flipped ? 104 - square.charCodeAt(0) : square.charCodeAt(0) - 97;
        const row = flipped ? Number(square[1]) - 1 : 8 - Number(square[1]);
        assert.ok(Math.abs(cell.x - board.x - (column * board.width) / 8) < 2, `${label}, ${flipped}`);
        assert.ok(Math.abs(cell.y - board.y - (row * board.height) / 8) < 2, `${label}, ${flipped}`);
        await page.locator('main').press('f');
      }
    }
    await context.close();
  },

  async 'no finding of any level: set-up, game, analysis, review and help'() {
    for (const [colorScheme, width, height] of [
      ['light', 1366, 850],
      ['dark', 375, 812],
    ]) {
      const { page, context, errors } = await visit('', { colorScheme, viewport: { width, height } });
      const check = (what) => checkAccessibility(page, `${what}, ${colorScheme}, ${width} pixels`);
      await page.locator('#begin').waitFor();
      await page.getByText('Custom', { exact: true }).click();
      await page.getByLabel('Another time for the opponent').check();
      await check('set-up');
      await page.getByText('No clock', { exact: true }).click();
      await begin(page);
      await ready(page);
      await check('game');
      await page.keyboard.press('?');
      await page.locator('dialog[open]').waitFor();
      await check('help');
      await picture(page, `help-${width}-${colorScheme}`);
      await page.keyboard.press('Escape');
      await page.goto(`${server.address}/#analyse`);
      await ready(page);
      await clickMove(page, 'e2e4');
      await waitForDepth(page, 6);
      await check('analysis');
      await page.goto(`${server.address}/#review`);
      await page.locator('#review-pgn').waitFor();
      await check('review');
      await page.locator('#review-pgn').fill('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');
      await page.locator('#begin-review').click();
      await page.locator('.summary').waitFor();
      await page.locator('.moves .move.blunder').click();
      await check('judged game');
      await page.getByRole('button', { name: 'Retry' }).click();
      await clickMove(page, 'f8c5');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await check('trainer');
      await page.goto(`${server.address}/#play`);
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.hint').getByText('Hint 1 of 3').waitFor();
      await page.getByRole('button', { name: 'Which piece?' }).click();
      await check('hint');
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await page.locator('.result').waitFor();
      await check('result');
      assert.deepEqual(errors, []);
      await context.close();
    }
  },
};
