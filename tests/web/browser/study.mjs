// Analyse as a notebook: games in tabs, glyphs, variations, drawings, the header and the graph.

import assert from 'node:assert/strict';

import {
  checkAccessibility,
  clickMove,
  moves,
  picture,
  ready,
  server,
  squareAt,
  until,
  visit,
  waitForDepth,
  waitForMoves,
} from './harness.mjs';

const game = `[Event "Club"]
[Site "Hamburg"]
[Date "2024.03.02"]
[White "Anna"]
[Black "Bert"]
[WhiteElo "1812"]
[Result "1-0"]

1. e4 {[%eval 0.3] [%clk 0:09:58]} e5 {[%eval 0.35]} 2. Nf3 {[%eval 0.3]} Nc6 {[%eval 0.3] [%clk 0:08:00]} 3. Bc4 {[%eval 0.25] [%cal Gc4f7,Rf3g5] [%csl Yf7] look at f7} Nf6 {[%eval 0.2]} (3... Bc5 4. c3 Nf6) (3... Be7 4. d4) 4. Ng5 {[%eval 0.1]} d5 {[%eval #-3]} 1-0`;

/** Loads a text by the dialog. */
async function load(page, text) {
  await page.getByRole('button', { name: 'Load PGN or FEN' }).click();
  await page.getByRole('dialog').getByLabel('PGN or FEN').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
}

const move = (page, san) => page.locator('.moves .move', { hasText: san }).first();
const saved = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk.analyse')));
const commentsOf = async (page, number) => (await saved(page)).games[0].nodes[number].comments;
const titles = (page) => page.locator('.game-tab-name').allTextContents();

export default {
  async 'the header names game and opening, also by transposition, and can be changed'() {
    const { page, errors, context } = await visit('#analyse');
    await load(page, game);
    await waitForMoves(page, 13);
    assert.equal(await page.locator('.game-details').textContent(), '1–0 · Club · Hamburg · 2024.03.02');
    await move(page, 'Bc4').click();
    await until(page, () => document.querySelector('.game-opening').textContent === 'C50Italian Game');
    assert.deepEqual(await titles(page), ['Anna – Bert']);
    await page.getByRole('button', { name: 'Names, ratings and result' }).click();
    await page.getByLabel('Rating of Black').fill('1764');
    await page.getByRole('dialog').getByLabel('Event').fill('Championship');
    await page.getByRole('dialog').getByLabel('Result').selectOption('0-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await until(page, () => /^0–1 · Championship/.test(document.querySelector('.game-details').textContent));
    assert.match(await page.locator('.player').first().textContent(), /Bert1764.*1$/);
    // Changes of the header are undone like all others.
    await page.keyboard.press('Control+z');
    await until(page, () => /^1–0 · Club/.test(document.querySelector('.game-details').textContent));
    await page.goto(`${server.address}/#analyse/r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3`);
    await until(page, () => document.querySelector('.game-opening').textContent === 'C50Italian Game');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'the graph shows the evaluations of the PGN, with axes, and says what is under the pointer'() {
    const { page, errors, context } = await visit('#analyse', { reducedMotion: 'reduce' });
    await page.keyboard.press('l');
    await load(page, game);
    await waitForMoves(page, 13);
    await page.locator('.graph canvas').waitFor();
    const box = await page.locator('.graph .u-over').boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await until(page, () => /^2… Nc6\+0\.30/.test(document.querySelector('.graph-tip').textContent));
    assert.match(await page.locator('.graph-tip').textContent(), /clock 8:00$/);
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    await until(page, () => document.querySelector('.move[aria-current]') === null);
    await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
    await until(page, () => document.querySelector('.move[aria-current]')?.textContent === 'd5');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a line of the engine shows where it leads, by pointer and by keyboard'() {
    const { page, errors, context } = await visit('#analyse');
    await waitForDepth(page, 8);
    const line = page.locator('.engine-line').first();
    await line.locator('.line-move').nth(2).hover();
    await page.locator('.mini-board:not([hidden]) piece').first().waitFor();
    assert.equal(await page.locator('.mini-board piece').count(), 32);
    assert.match(await page.locator('.mini-caption').textContent(), /^2\. \S+ · [+−]?\d/);
    await picture(page, 'mini-board');
    await page.mouse.move(5, 400);
    await page.locator('.mini-board').waitFor({ state: 'hidden' });
    await line.locator('.line-move').first().focus();
    await page.keyboard.press('ArrowRight');
    await until(page, () => /^1… /.test(document.querySelector('.mini-caption').textContent));
    await page.keyboard.press('Enter');
    await waitForMoves(page, 2);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'arrows and circles come from the PGN, are drawn by mouse, finger and keyboard, and are kept'() {
    const { page, errors, context } = await visit('#analyse');
    await page.keyboard.press('l');
    await load(page, game);
    await waitForMoves(page, 13);
    await move(page, 'Bc4').click();
    await until(page, () => document.querySelectorAll('.cg-shapes circle').length === 1);
    assert.equal(await page.locator('.cg-shapes line').count(), 2);
    assert.equal(await page.locator('.comment').first().textContent(), 'look at f7');
    // By the right button.
    await ready(page);
    await page.mouse.move(...(await squareAt(page, 'd2')));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...(await squareAt(page, 'd4')), { steps: 3 });
    await page.mouse.up({ button: 'right' });
    await until(page, () => document.querySelectorAll('.cg-shapes line').length === 3);
    // A click on the board erases nothing.
    await page.mouse.click(...(await squareAt(page, 'e3')));
    await page.waitForTimeout(200);
    assert.equal(await page.locator('.cg-shapes line').count(), 3);
    // By a tap and a drag with a colour.
    await page.keyboard.press('d');
    await page.locator('.draw-color').nth(2).click();
    await page.mouse.click(...(await squareAt(page, 'h5')));
    await until(page, () => document.querySelectorAll('.cg-shapes circle').length === 2);
    // By keyboard.
    await page.getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('g');
    for (const key of ['ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await until(page, () => document.querySelectorAll('.cg-shapes line').length === 4);
    await checkAccessibility(page, 'drawing');
    await picture(page, 'drawing');
    await page.waitForTimeout(1100);
    assert.deepEqual(await commentsOf(page, 5), [
      '[%csl Yf7,Bh5] [%cal Gc4f7,Rf3g5,Gd2d4,Be3e5] [%eval 0.25] look at f7',
    ]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.moves-panel').click({ position: { x: 250, y: 100 } });
    await page.keyboard.press('Control+z');
    await until(page, () => document.querySelectorAll('.cg-shapes line').length === 2);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'glyphs, and the order of variations, by pointer and by keyboard, and back again'() {
    const { page, errors, context } = await visit('#analyse');
    await page.keyboard.press('l');
    await load(page, game);
    await waitForMoves(page, 13);
    const branches = () => page.locator('.variation .move').allTextContents();
    assert.deepEqual(await branches(), ['Bc5', 'c3', 'Nf6', 'Be7', 'd4']);
    await move(page, 'Be7').click({ button: 'right' });
    await page.getByRole('dialog', { name: 'Move 3… Be7' }).waitFor();
    await checkAccessibility(page, 'the menu of a move');
    await picture(page, 'move-menu');
    await page.getByRole('button', { name: 'dubious move' }).click();
    await page.getByRole('button', { name: 'mistake', exact: true }).click();
    await page.getByRole('button', { name: 'White is better', exact: true }).click();
    assert.equal(await page.locator('.variation .move.mistake').textContent(), 'Be7?±');
    await page.getByRole('button', { name: 'Move variation up' }).click();
    assert.deepEqual(await branches(), ['Be7?±', 'd4', 'Bc5', 'c3', 'Nf6']);
    // By keyboard, from the current move.
    await page.keyboard.press('Escape');
    await page.locator('.game-header-text').click();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Move 3… Be7' }).waitFor();
    await page.getByRole('button', { name: 'Make main line' }).focus();
    await page.keyboard.press('Enter');
    await until(page, () => document.querySelector('.variation .move').textContent === 'Nf6');
    assert.deepEqual((await moves(page)).slice(0, 6), ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Be7?±']);
    await page.locator('.game-header-text').click();
    for (let i = 0; i < 5; ++i) await page.keyboard.press('Control+z');
    await until(page, () => document.querySelectorAll('.variation .move').length === 5);
    assert.deepEqual(await branches(), ['Bc5', 'c3', 'Nf6', 'Be7', 'd4']);
    // Folded variations show their first move, also after a reload.
    await page.getByRole('button', { name: 'Fold this variation' }).first().click();
    assert.deepEqual(await branches(), ['Bc5', 'Be7', 'd4']);
    assert.equal(await page.locator('.folded').textContent(), '+ 2 moves');
    await page.reload();
    await waitForMoves(page, 11);
    await page.getByRole('button', { name: 'Unfold this variation' }).click();
    assert.equal((await branches()).length, 5);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'where the game forks, the continuations are offered'() {
    const { page, errors, context } = await visit('#analyse');
    await page.keyboard.press('l');
    await load(page, game);
    await waitForMoves(page, 13);
    await move(page, 'Bc4').click();
    await page.locator('.fork').nth(2).waitFor();
    assert.deepEqual(await page.locator('.fork').allTextContents(), ['13… Nf6', '23… Bc5', '33… Be7']);
    await page.keyboard.press('2');
    await until(page, () => document.querySelector('.move[aria-current]')?.textContent === 'Bc5');
    assert.equal(await page.locator('.fork:visible').count(), 0);
    await page.keyboard.press('ArrowLeft');
    await page.locator('.fork', { hasText: 'Be7' }).click();
    await until(page, () => document.querySelector('.move[aria-current]')?.textContent === 'Be7');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'several games are open at once; one that was closed comes back'() {
    const { page, errors, context } = await visit('#analyse');
    await page.keyboard.press('l');
    await load(page, game);
    await waitForMoves(page, 13);
    await load(page, '[White "Carla"]\n[Black "Dirk"]\n\n1. d4 d5 2. c4 *');
    await until(page, () => document.querySelectorAll('.moves .move').length === 3);
    await page.getByRole('button', { name: 'New board' }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 0);
    await clickMove(page, 'g1f3');
    await waitForMoves(page, 1);
    assert.deepEqual(await titles(page), ['Anna – Bert', 'Carla – Dirk', 'Analysis 3']);
    await page.getByRole('button', { name: 'Carla – Dirk', exact: true }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 3);
    await checkAccessibility(page, 'games in tabs');
    await page.getByRole('button', { name: 'Close Carla – Dirk' }).click();
    await until(page, () => document.querySelectorAll('.game-tab').length === 2);
    await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
    await until(page, () => document.querySelectorAll('.game-tab').length === 3);
    assert.equal((await moves(page)).length, 3);
    await page.reload();
    await until(page, () => document.querySelectorAll('.moves .move').length === 3);
    assert.deepEqual(await titles(page), ['Anna – Bert', 'Carla – Dirk', 'Analysis 3']);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a game of a window that was closed is not lost'() {
    const { page, context, errors, watch } = await visit('#analyse');
    await clickMove(page, 'b2b3');
    await waitForMoves(page, 1);
    const second = await context.newPage();
    watch(second);
    await second.goto(`${server.address}/#analyse`);
    await waitForMoves(second, 1);
    await second.getByRole('button', { name: 'New board' }).click();
    await clickMove(second, 'c2c4');
    await waitForMoves(second, 1);
    // The first window goes on and is closed; the second one was the last to save.
    await clickMove(page, 'e7e5');
    await waitForMoves(page, 2);
    await page.close();
    await clickMove(second, 'e7e6');
    await waitForMoves(second, 2);
    await second.locator('.game-tabs .menu summary').click();
    await second.getByRole('button', { name: 'Games of other windows' }).click();
    await second.locator('.game-list button', { hasText: '2 moves' }).click();
    await until(second, () => document.querySelector('.moves .move')?.textContent === 'b3');
    assert.deepEqual(await moves(second), ['b3', 'e5']);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'moves are marked while one explores'() {
    // After 1. f3 e5, with one line, so that it takes no longer than it must on a busy machine.
    const { page, errors, context } = await visit(
      '#analyse/rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR_w_KQkq_-_0_2',
    );
    await page.locator('.engine-panel .menu summary').click();
    await page.locator('#line-count').selectOption('1');
    await page.locator('.engine-panel .menu summary').click();
    await waitForDepth(page, 11);
    await clickMove(page, 'g2g4');
    await waitForMoves(page, 1);
    // It allows mate: the list says so, and the board has a badge.
    await until(page, () => document.querySelector('.move.blunder.found')?.textContent === 'g4??');
    await until(page, () => [...document.querySelectorAll('.cg-custom-svgs text')].some((e) => e.textContent === '??'));
    // It is what the engine thinks, and no part of the game.
    assert.equal((await saved(page)).games[0].nodes.at(-1).nags, undefined);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'on wide screens nothing is cut off, and the engine stands beside the moves'() {
    const { page, errors, context } = await visit('#analyse', { viewport: { width: 1920, height: 1080 } });
    await load(page, game);
    await waitForMoves(page, 13);
    await waitForDepth(page, 6);
    const engine = await page.locator('.engine-panel').boundingBox();
    const list = await page.locator('.moves-panel').boundingBox();
    assert.ok(list.x > engine.x + engine.width, 'beside each other');
    assert.ok(list.height > 500, `room for moves: ${list.height}`);
    for (const name of ['.game-tabs', '.moves-panel', '.nav-row', '.engine-panel', '.terms-panel']) {
      const box = await page.locator(name).boundingBox();
      assert.ok(box.x + box.width <= 1920 && box.y + box.height <= 1080, name);
    }
    await picture(page, 'analyse-wide');
    assert.deepEqual(errors, []);
    await context.close();
  },
};
