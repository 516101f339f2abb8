// The server goes away and comes back, or wants a token.

import assert from 'node:assert/strict';

import {
  begin,
  browser,
  clickMove,
  moves,
  ready,
  serve,
  server,
  until,
  visit,
  waitForDepth,
  waitForMoves,
} from './harness.mjs';

export default {
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
    await server.start('--port', port);
    await page.locator('.banner').waitFor({ state: 'hidden' });
    await waitForMoves(page, 2);
    assert.equal((await moves(page))[0], 'e4');
    assert.deepEqual(failures, []);
    await context.close();
  },

  async 'a game that ends while the server is away is kept when it is back'() {
    const { page, context } = await visit();
    await begin(page);
    for (const [i, move] of ['a3', 'h3'].entries()) {
      await page.locator('#move-input').fill(move);
      await page.keyboard.press('Enter');
      await waitForMoves(page, 2 * (i + 1));
    }
    await ready(page);
    const port = new URL(server.address).port;
    await server.end();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.result').waitFor();
    await page.locator('.banner').waitFor();
    await server.start('--port', port);
    await until(page, () => (localStorage.getItem('zugwerk.games') ?? '').includes('1. a3'));
    await context.close();
  },

  async 'two tabs have games of their own, and each its own after a reload'() {
    const { page, errors, context } = await visit();
    await begin(page);
    await page.locator('#move-input').fill('e4');
    await page.keyboard.press('Enter');
    await waitForMoves(page, 2);
    const other = await context.newPage();
    await other.goto(`${server.address}/`);
    // A new tab begins with what was saved last.
    await waitForMoves(other, 2);
    await other.getByRole('button', { name: 'New game' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Abandon game' }).click();
    await begin(other, { level: 900 });
    await other.locator('#move-input').fill('d4');
    await other.keyboard.press('Enter');
    await waitForMoves(other, 2);
    for (const [tab, move, name] of [
      [page, 'e4', 'Pia'],
      [other, 'd4', 'Tom'],
    ]) {
      await tab.reload();
      await waitForMoves(tab, 2);
      assert.equal((await moves(tab))[0], move);
      assert.ok((await tab.locator('.player').first().textContent()).includes(name));
    }
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a game that two tabs finish in two ways is kept twice'() {
    const { page, errors, context } = await visit();
    await begin(page);
    for (const [i, move] of ['a3', 'h3'].entries()) {
      await page.locator('#move-input').fill(move);
      await page.keyboard.press('Enter');
      await waitForMoves(page, 2 * (i + 1));
    }
    const other = await context.newPage();
    await other.goto(`${server.address}/`);
    await waitForMoves(other, 4);
    await ready(other);
    await other.locator('#move-input').fill('b3');
    await other.keyboard.press('Enter');
    await waitForMoves(other, 6);
    for (const [count, tab] of [page, other].entries()) {
      await tab.getByRole('button', { name: 'Resign' }).click();
      await tab.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await until(tab, (games) => (localStorage.getItem('zugwerk.games') ?? '').split('a3').length > games, count + 1);
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
    await server.start('--port', port);
    await page.locator('.banner').waitFor({ state: 'hidden' });
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 1);
    await waitForDepth(page, 3);
    // A move that is made meanwhile is played as soon as the server is back.
    await server.end();
    await clickMove(page, 'e7e5');
    await page.locator('.banner').waitFor();
    await server.start('--port', port);
    await waitForMoves(page, 2);
    assert.deepEqual(await moves(page), ['e4', 'e5']);
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
};
