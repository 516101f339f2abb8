// The board editor, and the ways between it, Play and Analyse.

import assert from 'node:assert/strict';

import {
  begin,
  checkAccessibility,
  clickMove,
  picture,
  server,
  squareAt,
  until,
  visit,
  waitForMoves,
} from './harness.mjs';

const untilFen = (page, wanted) => until(page, (text) => document.querySelector('#editor-fen').value === text, wanted);
const verdict = (page, kind) => page.locator(`.editor-verdict[data-kind="${kind}"]`);

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

export default {
  async 'pieces are dragged onto the board, across it and off it'() {
    const { page, errors, context } = await visit('#editor');
    await verdict(page, 'legal').waitFor();
    await checkAccessibility(page, 'the editor');
    await picture(page, 'editor');
    await drag(page, await squareAt(page, 'e2'), await squareAt(page, 'e4'));
    await untilFen(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
    const [x, y] = await squareAt(page, 'h1');
    await drag(page, await squareAt(page, 'd8'), [x + 300, y]);
    await untilFen(page, 'rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
    const queen = await page.getByRole('button', { name: 'black queen' }).boundingBox();
    await drag(page, [queen.x + 15, queen.y + 15], await squareAt(page, 'h5'));
    await untilFen(page, 'rnb1kbnr/pppppppp/8/7q/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
    await page.keyboard.press('Control+z');
    await untilFen(page, 'rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
    await page.getByRole('button', { name: 'Redo' }).click();
    await untilFen(page, 'rnb1kbnr/pppppppp/8/7q/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
    await page.reload();
    await untilFen(page, 'rnb1kbnr/pppppppp/8/7q/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a position that cannot occur is named in words, and side, castling and en passant are chosen'() {
    const { page, context } = await visit('#editor/4k3/8/8/3pP3/8/8/8/R3K3_w_-_-_0_1');
    await verdict(page, 'legal').waitFor();
    assert.match(await verdict(page, 'legal').textContent(), /^White to move\./);
    await page.getByLabel('White O-O-O').check();
    await page.locator('#editor-passing').selectOption('d6');
    await untilFen(page, '4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1');
    await verdict(page, 'legal').waitFor();
    await page.getByLabel('White O-O', { exact: true }).check();
    await verdict(page, 'repaired').waitFor();
    assert.match(await page.locator('.editor-verdict').textContent(), /castling right 'K' dropped/);
    await page.getByText('Black', { exact: true }).first().click();
    await untilFen(page, '4k3/8/8/3pP3/8/8/8/R3K3 b KQ - 0 1');
    // A king that could be taken; two kings; none.
    await page.goto(`${server.address}/#editor/4k3/4R3/8/8/8/8/8/4K3_w_-_-_0_1`);
    await verdict(page, 'illegal').waitFor();
    assert.equal(
      await page.locator('.editor-verdict').textContent(),
      "Black's king can be taken: it is in check, but White is to move.",
    );
    await page.getByRole('button', { name: 'black king' }).click();
    await page.mouse.click(...(await squareAt(page, 'a8')));
    await until(page, () => document.querySelector('.editor-verdict').textContent === 'Black has 2 kings, not 1.');
    assert.ok(await page.getByRole('button', { name: 'Analyse', exact: true }).isDisabled());
    await page.getByRole('button', { name: 'Clear board' }).click();
    await until(page, () => document.querySelector('.editor-verdict').textContent === 'White has 0 kings, not 1.');
    await context.close();
  },

  async 'the editor by keyboard alone'() {
    const { page, context } = await visit('#editor');
    await verdict(page, 'legal').waitFor();
    await page.getByRole('button', { name: 'Clear board' }).focus();
    await page.keyboard.press('Enter');
    await untilFen(page, '8/8/8/8/8/8/8/8 w - - 0 1');
    await page.keyboard.press('g');
    // The focus begins on e2.
    for (const key of ['ArrowDown', 'K', 'ArrowUp', 'P', 'ArrowUp', 'p', 'Delete']) await page.keyboard.press(key);
    for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('k');
    await untilFen(page, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    // Enter takes a piece and puts it down.
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await untilFen(page, '3k4/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await context.close();
  },

  async 'from Analyse to the editor, from there into a game and into an analysis'() {
    const { page, errors, context } = await visit('#analyse');
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 1);
    await page.keyboard.press('s');
    await untilFen(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
    await verdict(page, 'legal').waitFor();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await until(page, () => location.hash === '#analyse' && document.querySelectorAll('.game-tab').length === 2);
    assert.equal(
      await page.locator('#fen-field').inputValue(),
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    );
    await page.locator('.moves-panel').click({ position: { x: 200, y: 150 } });
    await page.keyboard.press('p');
    await until(page, () => location.hash === '#play');
    assert.equal(
      await page.locator('#start-fen').inputValue(),
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    );
    // The side that is to move is the user's.
    assert.ok(await page.getByRole('radio', { name: 'Black' }).isChecked());
    // And back to the editor.
    await page.getByRole('button', { name: 'Board editor' }).click();
    await untilFen(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
    await page.goto(`${server.address}/#play`);
    // A game that is not finished is not given up without a question.
    await begin(page, { side: 'Black' });
    await clickMove(page, 'e7e5');
    await waitForMoves(page, 1);
    await page.goto(`${server.address}/#editor`);
    await page.getByRole('button', { name: 'Play from here' }).click();
    await page.getByText('Abandon this game?').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },
};
