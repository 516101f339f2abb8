// Review: marks, another try, export.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { checkAccessibility, clickMove, moves, picture, until, visit } from './harness.mjs';

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
};
