// Analyse in words: positions explained, and moves compared.

import assert from 'node:assert/strict';

import { checkAccessibility, clickMove, moves, picture, until, visit, waitForMoves } from './harness.mjs';

const twoKnights = '#analyse/r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R_b_KQkq_-_5_4';

export default {
  async 'a position is explained: what it is worth, threats, plans, and good moves that can be played'() {
    const { page, errors, context } = await visit(
      '#analyse/r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR_w_KQkq_-_4_4',
    );
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Explain this position (e)' }).click();
    await page.locator('.explain-verdict', { hasText: 'White mates by force' }).waitFor();
    const white = page.getByRole('region', { name: 'White' });
    assert.match(await white.textContent(), /Threat: Mate in 1: 4\.Qxf7#\./);
    assert.match(await page.getByRole('region', { name: 'Black' }).textContent(), /takes the queen on h5/);
    await checkAccessibility(page, 'the explanation');
    await picture(page, 'explanation');
    // What is pointed at is shown on the board.
    const best = page.getByRole('region', { name: 'Good moves' }).locator('.explain-move').first();
    assert.match(await best.textContent(), /^Qxf7#/);
    await best.hover();
    await until(page, () => document.querySelectorAll('.cg-shapes line').length === 1);
    // What each piece is worth to the network.
    await page.getByText('What each piece is worth here').click();
    assert.equal(await page.locator('.explain-pieces li').count(), 30);
    await best.click();
    await waitForMoves(page, 1);
    assert.deepEqual(await moves(page), ['Qxf7#']);
    await page.locator('.explain-verdict', { hasText: 'White mates.' }).waitFor();
    // It stays open after a reload, and closes by its key.
    await page.reload();
    await page.locator('.explain-verdict').waitFor();
    await page.locator('.game-header-text').click();
    await page.keyboard.press('e');
    await page.locator('.explain-panel').waitFor({ state: 'hidden' });
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a move is compared with the best one and with the other ones of the game'() {
    const { page, errors, context } = await visit(twoKnights);
    await page.keyboard.press('l');
    await clickMove(page, 'c6a5');
    await waitForMoves(page, 1);
    await page.keyboard.press('ArrowLeft');
    await clickMove(page, 'h7h6');
    await waitForMoves(page, 2);
    await page.locator('.moves .move', { hasText: 'h6' }).click({ button: 'right' });
    await page.getByRole('button', { name: 'Compare with the best move' }).click();
    await until(page, () =>
      /^4\.\.\.d5 is .*better than 4\.\.\.h6/.test(document.querySelector('.comparison-text')?.textContent ?? ''),
    );
    assert.match(await page.locator('.comparison-text').textContent(), /fork/);
    await page.getByRole('button', { name: '4… Na5' }).click();
    await until(page, () =>
      /4\.\.\.Na5 is .*better than 4\.\.\.h6/.test(document.querySelector('.comparison-text')?.textContent ?? ''),
    );
    await picture(page, 'comparison');
    // The refutation becomes a variation.
    await page.locator('.comparison-answer .explain-move', { hasText: 'h6' }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length > 4);
    assert.ok((await moves(page)).includes('Nxf7'));
    assert.deepEqual(errors, []);
    await context.close();
  },
};
