// The settings: how the board looks and sounds, in which language, and that all of it is remembered.

import assert from 'node:assert/strict';

import { begin, checkAccessibility, clickMove, picture, ready, until, visit } from './harness.mjs';

const open = async (page, name = 'Settings') => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('dialog.settings').waitFor();
};
const choose = (page, text) => page.locator('dialog.settings').getByText(text, { exact: true }).click();
const colorsOf = (page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--light-square', '--dark-square'].map((name) => style.getPropertyValue(name));
  });
/** How the white king on the board is drawn. */
const kingOf = (page) =>
  page.locator('.board piece.king.white').evaluate((piece) => getComputedStyle(piece).backgroundImage);

export default {
  async 'boards, pieces and coordinates change at once and are remembered'() {
    const { page, context, errors } = await visit();
    await page.locator('.board piece.king.white').waitFor();
    const before = { colors: await colorsOf(page), king: await kingOf(page) };
    await open(page);
    const seen = new Set([String(before.colors)]);
    for (const board of ['Green', 'Blue', 'Slate', 'Plum', 'Contrast']) {
      await choose(page, board);
      seen.add(String(await colorsOf(page)));
    }
    assert.equal(seen.size, 6, 'every board has its colours');
    const kings = new Set([before.king]);
    for (const pieces of ['Merida', 'Staunton', 'Flat']) {
      await choose(page, pieces);
      await until(
        page,
        (known) => !known.includes(getComputedStyle(document.querySelector('.board piece.king.white')).backgroundImage),
        [...kings],
      );
      kings.add(await kingOf(page));
    }
    await choose(page, 'Blue');
    await choose(page, 'Merida');
    await choose(page, 'Outside');
    await page.keyboard.press('Escape');
    const board = await page.locator('.board cg-board').boundingBox();
    const ranks = await page.locator('.board coords.ranks').boundingBox();
    const files = await page.locator('.board coords.files').boundingBox();
    assert.ok(ranks.x + ranks.width <= board.x + 1, 'the ranks stand beside the board');
    assert.ok(files.y >= board.y + board.height - 4, 'the files stand below the board');
    assert.ok(Math.abs((board.width / 8) % 1) < 0.01, 'squares are whole pixels');
    const after = [await colorsOf(page), await kingOf(page)];
    await page.reload();
    await page.locator('.board piece.king.white').waitFor();
    await until(
      page,
      (king) => getComputedStyle(document.querySelector('.board piece.king.white')).backgroundImage === king,
      after[1],
    );
    assert.deepEqual(await colorsOf(page), after[0]);
    await picture(page, 'settings-blue-merida');
    await begin(page);
    await clickMove(page, 'e2e4');
    await page.locator('.moves .move').first().waitFor();
    await open(page);
    await page.locator('fieldset', { hasText: 'Coordinates' }).getByText('Off', { exact: true }).click();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.board coords').first().isVisible(), false);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a second tab follows, and keeps what is its own'() {
    const { page, context, watch } = await visit('#analyse');
    await ready(page);
    const second = await context.newPage();
    watch(second);
    await second.goto(page.url());
    await ready(second);
    await second.keyboard.press('l');
    await second.locator('.engine-head input:not(:checked), input[type=checkbox]:not(:checked)').first().waitFor();
    await open(page);
    await choose(page, 'Plum');
    await until(second, () => document.documentElement.dataset.board === 'plum');
    const engines = await Promise.all(
      [page, second].map((tab) => tab.evaluate(() => JSON.parse(sessionStorage['zugwerk.settings']).engine)),
    );
    assert.deepEqual(engines, [true, false]);
    await second.reload();
    await until(second, () => document.documentElement.dataset.board === 'plum');
    await context.close();
  },

  async 'the dialog fits every screen and has no accessibility finding'() {
    for (const [width, height, colorScheme] of [
      [375, 812, 'dark'],
      [812, 375, 'light'],
      [1366, 768, 'light'],
      [1920, 1080, 'dark'],
    ]) {
      const { page, context, errors } = await visit('', { viewport: { width, height }, colorScheme });
      await open(page);
      await until(page, () => document.querySelectorAll('link[id^=pieces-]').length === 4);
      const box = await page.locator('dialog.settings').boundingBox();
      assert.ok(
        box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height,
        `${width}: ${JSON.stringify(box)}`,
      );
      await checkAccessibility(page, `settings, ${width} pixels`);
      await picture(page, `settings-${width}-${colorScheme}`);
      assert.deepEqual(errors, []);
      await context.close();
    }
  },

  async 'every setting can be reached and changed by keyboard alone'() {
    const { page, context } = await visit();
    await page.getByRole('button', { name: 'Settings', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog.settings input[name=board-theme]:checked').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.board), 'green');
    await page.locator('#volume').focus();
    await page.keyboard.press('Home');
    assert.equal(await page.locator('output[for=volume]').textContent(), 'Silent');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Sound is off' }).count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), 'Settings', 'focus returns');
    await context.close();
  },

  async 'animation takes as long as was chosen, and none if the system asks for calm'() {
    for (const [reducedMotion, name, expected] of [
      ['no-preference', 'Slow', true],
      ['no-preference', 'Off', false],
      ['reduce', 'Slow', false],
    ]) {
      const { page, context } = await visit('#analyse', { reducedMotion });
      await open(page);
      await page.locator('fieldset', { hasText: 'Animation' }).getByText(name, { exact: true }).click();
      await page.keyboard.press('Escape');
      await ready(page);
      // A piece that is on its way has this class.
      await page.evaluate(() => {
        globalThis.moved = false;
        new MutationObserver(() => {
          if (document.querySelector('.board piece.anim')) globalThis.moved = true;
        }).observe(document.querySelector('.board'), { subtree: true, attributes: true, childList: true });
      });
      await page.locator('#move-input').fill('e4');
      await page.keyboard.press('Enter');
      await page.locator('.moves .move').first().waitFor();
      await page.waitForTimeout(500);
      assert.equal(await page.evaluate(() => globalThis.moved), expected, `${reducedMotion}, ${name}`);
      await context.close();
    }
  },

  async 'German where the browser or the user asks for it, and what was played stays'() {
    const { page, context, errors } = await visit('', { locale: 'de-AT' });
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    await page.getByRole('link', { name: 'Spielen' }).waitFor();
    await open(page, 'Einstellungen');
    await choose(page, 'English');
    await page.getByRole('link', { name: 'Play', exact: true }).waitFor();
    await begin(page);
    await clickMove(page, 'e2e4');
    await page.locator('.moves .move').first().waitFor();
    await open(page);
    await choose(page, 'Deutsch');
    await page.getByRole('link', { name: 'Spielen' }).waitFor();
    assert.equal(await page.locator('.moves .move').first().textContent(), 'e4');
    assert.deepEqual(errors, []);
    await context.close();
  },
};
