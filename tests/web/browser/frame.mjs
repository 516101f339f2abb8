// What all views share: where the board stands, phones, accessibility.

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
  waitForMoves,
} from './harness.mjs';

export default {
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
