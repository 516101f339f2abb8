// Review: marks, another try, export.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { begin, checkAccessibility, clickMove, moves, picture, ready, until, visit, waitForMoves } from './harness.mjs';

export default {
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
    // Good moves have their sign too: in the list and on the board.
    await page.locator('.moves .move-row .move', { hasText: 'Qxf7#' }).click();
    assert.match(await page.locator('.moves .move[aria-current]').textContent(), /^Qxf7# [★□]$|^Qxf7#!$/);
    await until(page, () => /^[★□!]$/.test(document.querySelector('.board .cg-custom-svgs text')?.textContent ?? ''));
    await page.locator('.moves .move.blunder').click();
    await page.getByRole('button', { name: 'Retry' }).click();
    await until(page, () => document.querySelector('.cg-custom-svgs text') === null); // drawn with the next frame
    // Neither the list nor anything beside the board tells what would be better.
    const told = async () => page.evaluate(() => document.querySelector('main').innerText);
    const giveaway = /g6|Qe7|Qf6|Better|Allows|[?!]{2}|%/;
    assert.deepEqual(await moves(page), ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5']);
    assert.doesNotMatch(await told(), giveaway);
    assert.equal(await page.locator('.graph, .moment, .cg-custom-svgs text').count(), 0);
    await picture(page, 'trainer');
    await checkAccessibility(page, 'trainer');
    // A bad try is refuted on the board, without telling what is right.
    await clickMove(page, 'f8c5');
    await page.getByText('After Bc5 White has mate in 1').waitFor();
    await until(page, () => document.querySelector('.board-words')?.textContent.includes('queen f7'));
    assert.doesNotMatch(await told(), /g6|Qe7|Qf6|Better/);
    await picture(page, 'trainer-refuted');
    // Nothing is lost with a reload.
    await page.reload();
    await page.getByText('Black to move: find something better').waitFor();
    assert.doesNotMatch(await told(), giveaway);
    await clickMove(page, 'f8c5');
    await page.getByRole('button', { name: 'Try again' }).click();
    await clickMove(page, 'g7g6');
    await page
      .getByText(/Correct! g6 is/)
      .first()
      .waitFor();
    assert.match(await page.locator('.trainer').textContent(), /Nf6 in the game: .*Qxf7#/);
    assert.equal(await page.locator('.board .cg-custom-svgs text').textContent(), '✓');
    await picture(page, 'trainer-solved');
    await page.getByRole('button', { name: 'Finish' }).click();
    assert.match(await page.locator('.trainer').textContent(), /of 1 solved at the first try/);
    await page.getByRole('button', { name: 'To the review' }).click();
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

  async 'mistakes are offered as puzzles right after a game, one’s own only'() {
    const { page, errors, context } = await visit();
    await begin(page, {
      level: 1200,
      fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1',
      side: 'Black',
    });
    // The queen is lost for nothing.
    await page.locator('#move-input').fill('h6');
    await page.keyboard.press('Enter');
    await waitForMoves(page, 2);
    await page.evaluate(() => document.querySelector('.result') ?? undefined);
    if ((await page.locator('.result').count()) === 0) {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    }
    await page.getByRole('button', { name: 'Learn from mistakes' }).click();
    await page.getByText('Black to move: find something better').waitFor();
    assert.equal(await page.locator('.trainer-dots li').count(), 1);
    await page.locator('.cg-wrap.orientation-black').waitFor();
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByText('was the move to find').waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.locator('.moves .move.blunder[aria-current]').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a game goes on from a position of a review, and from an earlier one of a game'() {
    const { page, errors, context } = await visit('#review');
    await page.locator('#review-pgn').fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 *');
    await page.locator('#begin-review').click();
    await page.locator('.summary').waitFor();
    await page.locator('.moves .move', { hasText: 'Nf3' }).first().click();
    await page.getByRole('button', { name: 'Play from here' }).click();
    const after = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
    assert.equal(await page.getByLabel('Position as FEN').inputValue(), after);
    // The side to move is the user's.
    await page.locator('.cg-wrap.orientation-black').waitFor();
    await page.getByText('At once', { exact: true }).click();
    await page.locator('#begin').click();
    await ready(page);
    await page.locator('#move-input').fill('d5');
    await page.keyboard.press('Enter');
    await waitForMoves(page, 2);
    await page.getByRole('button', { name: 'Back (←)' }).click();
    await page.locator('.browsing-note').getByRole('button', { name: 'Play from here' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abandon game' }).click();
    assert.match(await page.getByLabel('Position as FEN').inputValue(), /^rnbqkbnr\/ppp2ppp\/8\/3pp3.* w KQkq/);
    await page.locator('.cg-wrap.orientation-black').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },
};
