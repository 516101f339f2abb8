// Playing: set-up, moves, clocks, the end of a game.

import assert from 'node:assert/strict';

import {
  begin,
  checkAccessibility,
  clickMove,
  dragMove,
  holdEngine,
  moves,
  picture,
  premoveMarks,
  ready,
  server,
  squareAt,
  until,
  visit,
  waitForMoves,
} from './harness.mjs';

export default {
  async 'a whole game by clicking ends in mate'() {
    const { page, errors, context } = await visit();
    await begin(page);
    const { session } = await (await page.request.post(`${server.address}/api/sessions`)).json();
    const played = [];
    for (let ply = 0; ply < 300; ply += 2) {
      const answer = await page.request.post(`${server.address}/api/sessions/${session}/move`, {
        data: { moves: played, depth: 7 },
      });
      assert.equal(answer.status(), 200, await answer.text());
      const { move } = await answer.json();
      await clickMove(page, move.uci);
      if (move.uci.length === 5) await page.getByRole('button', { name: 'queen' }).click();
      await until(
        page,
        (wanted) =>
          document.querySelectorAll('.moves .move').length >= wanted ||
          document.querySelector('.result-score') !== null,
        ply + 2,
      );
      const saved = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk.play')).game);
      played.splice(0, played.length, ...saved.steps.map((step) => step.uci));
      if (ply === 8) await picture(page, 'play');
      if (saved.end) break;
    }
    assert.match(await page.locator('.result').textContent(), /1 – 0White mates\. You win\./);
    await picture(page, 'play-result');
    await page.getByRole('button', { name: 'Rematch' }).click();
    // With the colours changed the engine begins.
    await waitForMoves(page, 1);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'drag, take back, draw offer and resign'() {
    const { page, errors, context } = await visit();
    await begin(page, { level: 1200 });
    await ready(page);
    await page.mouse.click(...(await squareAt(page, 'g1')));
    await until(page, () => document.querySelectorAll('square.move-dest').length === 2); // drawn with the next frame
    await page.mouse.click(...(await squareAt(page, 'g1')));
    await dragMove(page, 'e2e4');
    await waitForMoves(page, 2);
    assert.equal((await moves(page))[0], 'e4');
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(page, () => document.querySelectorAll('.moves .move').length === 0);
    await page.locator('#move-input').fill('Nf3');
    await page.keyboard.press('Enter');
    await waitForMoves(page, 2);
    await page.locator('#move-input').fill('Ke4');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.input-message').textContent(), /not a legal move/);
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await page.getByText('prefers to play on').waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    assert.match(await page.locator('.result').textContent(), /0 – 1White resigns/);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'levels go as far as the engine says, and beyond them is full strength'() {
    const { page, context } = await visit();
    const { elo } = (await (await page.request.get(`${server.address}/api/about`)).json()).options;
    const level = page.locator('#level');
    assert.equal(await level.getAttribute('min'), String(elo.min));
    assert.equal(await level.inputValue(), String(elo.default));
    await level.fill(String(elo.max));
    assert.match(await page.locator('output[for=level]').textContent(), new RegExp(`^${elo.max} · `));
    await level.fill(await level.getAttribute('max'));
    assert.equal(await page.locator('output[for=level]').textContent(), 'Full strength');
    await context.close();
  },

  async 'a premove is played when its turn comes'() {
    const { page, errors, context } = await visit();
    const engine = await holdEngine(page);
    await begin(page);
    await clickMove(page, 'e2e4');
    await engine.asked();
    await clickMove(page, 'a2a3', { premove: true });
    await page.locator(premoveMarks).first().waitFor();
    assert.deepEqual(await moves(page), ['e4']);
    engine.release();
    await waitForMoves(page, 3);
    assert.equal((await moves(page))[2], 'a3');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a premove that has become illegal is dropped'() {
    const { page, errors, context } = await visit();
    const engine = await holdEngine(page);
    // After any move of White the black king has only h7 to go to, so that the pawn finds nothing on d5.
    await begin(page, { fen: '7k/8/8/8/4P3/8/8/K5R1 w - - 0 1' });
    await clickMove(page, 'a1a2');
    await engine.asked();
    await clickMove(page, 'e4d5', { premove: true });
    await page.locator(premoveMarks).first().waitFor();
    engine.release();
    await waitForMoves(page, 2);
    await page.locator(premoveMarks).first().waitFor({ state: 'detached' });
    // The game goes on with a move of another kind.
    engine.hold();
    await clickMove(page, 'e4e5');
    await engine.asked();
    assert.deepEqual(await moves(page), ['Ka2', 'Kh7', 'e5']);
    engine.release();
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'promotion asks for the piece'() {
    const { page, errors, context } = await visit();
    await begin(page, { fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
    await clickMove(page, 'a7a8');
    await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
    await picture(page, 'promotion');
    await page.keyboard.press('Escape');
    assert.equal((await moves(page)).length, 0);
    await clickMove(page, 'a7a8');
    await page.getByRole('button', { name: 'rook' }).click();
    await waitForMoves(page, 1);
    assert.match((await moves(page))[0], /^a8=R/);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a clock runs and the game survives a reload'() {
    const { page, context } = await visit();
    await page.getByText('5 + 3', { exact: true }).click();
    await page.getByText('Black', { exact: true }).click();
    await page.locator('#level').fill('800');
    await page.locator('#begin').click();
    await waitForMoves(page, 1);
    assert.equal(await page.locator('.clock').count(), 2);
    // The engine's clock stands; ours falls below five minutes and goes on falling.
    const ours = page.locator('.clock.running');
    await until(page, () => /^4:\d\d$/.test(document.querySelector('.clock.running')?.textContent ?? ''));
    const early = await ours.textContent();
    await until(page, (text) => document.querySelector('.clock.running')?.textContent !== text, early);
    const seconds = (text) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
    assert.ok(seconds(await ours.textContent()) < seconds(early));
    assert.equal(await page.locator('.clock:not(.running)').textContent(), '5:00');
    const before = await moves(page);
    await page.reload();
    await waitForMoves(page, 1);
    assert.deepEqual(await moves(page), before);
    assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 1);
    await context.close();
  },

  async 'the set-up shows what will be played'() {
    const { page, errors, context } = await visit();
    await page.getByText('Black', { exact: true }).click();
    await page.locator('.cg-wrap.orientation-black').waitFor();
    await page.getByText('Position', { exact: true }).click();
    await page.getByLabel('Position as FEN').fill('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1');
    await until(page, () => document.querySelectorAll('.board cg-board > piece').length === 3);
    await page.getByText('Chess960', { exact: true }).click();
    await until(page, () => document.querySelectorAll('.board cg-board > piece').length === 32);
    const { fen } = await page.evaluate(async () => (await fetch('/api/chess960/518')).json());
    assert.ok(fen);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a look back in a game is marked, and dialogs can be left'() {
    const { page, errors, context } = await visit();
    await begin(page, { level: 1200 });
    assert.match(await page.locator('.player').first().textContent(), /Lena1200 · Improver/);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    assert.equal(await page.locator('.browsing-note').isVisible(), false);
    await page.keyboard.press('ArrowUp');
    await page.getByText('The start of the game').waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    assert.equal(await page.locator('.browsing-note').isVisible(), false);
    await page.getByRole('button', { name: 'Resign' }).click();
    await picture(page, 'resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.locator('.result').count(), 0);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a move taken back gives its time back, and the PGN tells the clocks'() {
    const { page, errors, context } = await visit();
    const engine = await holdEngine(page);
    await begin(page, { level: 800, time: '5 + 3' });
    await clickMove(page, 'e2e4');
    await engine.asked();
    engine.release();
    await waitForMoves(page, 2);
    await until(page, () => /^4:5[0-8]/.test(document.querySelector('.clock.running')?.textContent ?? ''));
    // The flag falls: as if the time had been used up.
    await page.evaluate(() => {
      const saved = JSON.parse(sessionStorage.getItem('zugwerk.play'));
      saved.game.left.white = 50;
      sessionStorage.setItem('zugwerk.play', JSON.stringify(saved));
    });
    await page.reload();
    await page.locator('.result').waitFor();
    const pgn = await page.evaluate(async () => {
      const { game } = JSON.parse(sessionStorage.getItem('zugwerk.play'));
      return { steps: game.steps, end: game.end };
    });
    assert.match(pgn.end.reason, /time/);
    assert.ok(pgn.steps[0].left.white > 290_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy PGN' }).click();
    await page.getByText('PGN copied').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    for (const tag of ['[TimeControl "300+3"]', '[BlackElo "800"]', '[Termination "time forfeit"]', '[%clk 0:0'])
      assert.ok(text.includes(tag), `${tag} in ${text}`);
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(
      page,
      () => document.querySelectorAll('.clock').length === 2 && document.querySelector('.result') === null,
    );
    for (const clock of await page.locator('.clock').allTextContents()) assert.match(clock, /^(5:0|4:5)/);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a hint tells what to look at, then the piece, then the move with its reason'() {
    const { page, errors, context } = await visit();
    // A knight fork wins the rook.
    await begin(page, { level: 1200, fen: 'r3k3/5ppp/8/3N4/8/8/5PPP/4K3 w - - 0 1' });
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.locator('.hint');
    await hint.getByText('Hint 1 of 3').waitFor();
    assert.match(await hint.textContent(), /attacks two things at once/);
    assert.doesNotMatch(await hint.textContent(), /knight|d5|c7/);
    assert.equal(await page.locator('.cg-shapes g *').count(), 0);
    await hint.getByRole('button', { name: 'Which piece?' }).click();
    assert.match(await hint.textContent(), /white knight d5/);
    assert.doesNotMatch(await hint.textContent(), /Nc7/);
    await page.locator('.cg-shapes circle').first().waitFor({ state: 'attached' });
    await hint.getByRole('button', { name: 'Show the move' }).click();
    assert.match(await hint.textContent(), /Nc7\+: .*rook on a8/);
    await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
    await picture(page, 'hint');
    await clickMove(page, 'd5c7');
    await until(page, () => document.querySelector('.hint')?.hidden === true);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a player of a level takes its time, and less for what is forced'() {
    const { page, errors, context } = await visit();
    await begin(page, { level: 800, pace: 'Like a person' });
    assert.match(await page.locator('.player').first().textContent(), /Tom800 · Casual player/);
    const start = Date.now();
    await clickMove(page, 'e2e4');
    await page.getByText('thinking …').waitFor();
    await waitForMoves(page, 2);
    const spent = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk.play')).game.steps[1].spent);
    assert.ok(spent >= 250 && Date.now() - start >= 250, `${spent} ms`);
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a clock of one’s own, with another time for the opponent'() {
    const { page, errors, context } = await visit();
    await page.getByText('Custom', { exact: true }).click();
    await page.getByLabel('Minutes on your clock').fill('x');
    await page.locator('#begin').click();
    await page.getByText('Enter minutes and seconds').waitFor();
    await page.getByLabel('Minutes on your clock').fill('2,5');
    await page.getByLabel('Seconds that you gain').fill('4');
    await page.getByLabel('Another time for the opponent').check();
    await page.getByLabel('Minutes on the opponent’s clock').fill('1');
    await page.getByLabel('Seconds that the opponent gains').fill('0');
    await begin(page);
    assert.deepEqual(await page.locator('.clock').allTextContents(), ['1:00', '2:30']);
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    const { left } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk.play')).game.steps[1]);
    assert.ok(left.white === 150_000 && left.black <= 60_000, JSON.stringify(left));
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Rematch' }).click();
    // Everybody keeps their time, now with the other colour.
    await page.locator('.cg-wrap.orientation-black').waitFor();
    const { clock } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('zugwerk.play')).game);
    assert.deepEqual(clock, { white: { base: 60_000, increment: 0 }, black: { base: 150_000, increment: 4000 } });
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'a draw offered during the turn of the opponent is answered, and not at once offered again'() {
    const { page, errors, context } = await visit();
    const engine = await holdEngine(page);
    // Bare kings and a pawn: the draw is agreed.
    await begin(page, { level: 1500, fen: '8/8/8/8/8/4k3/4p3/4K2B w - - 0 1' });
    await clickMove(page, 'h1g2');
    await engine.asked();
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await page.getByText('answers with the next move').waitFor();
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await page.getByText('just offered a draw').waitFor();
    engine.release();
    await page.locator('.result').getByText('Draw by agreement').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'finished games are kept in the browser, for all tabs'() {
    const { page, errors, context } = await visit();
    await begin(page);
    for (const [i, move] of ['a3', 'h3', 'b3'].entries()) {
      await page.locator('#move-input').fill(move);
      await page.keyboard.press('Enter');
      await waitForMoves(page, 2 * (i + 1));
    }
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await until(page, () => (localStorage.getItem('zugwerk.games') ?? '').includes('a3'));
    // Taken back, the game goes on and is no longer among the finished ones.
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(page, () => !(localStorage.getItem('zugwerk.games') ?? '').includes('a3'));
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await until(page, () => (localStorage.getItem('zugwerk.games') ?? '').includes('a3'));
    const other = await context.newPage();
    await other.goto(`${server.address}/`);
    await other.getByRole('button', { name: 'New game' }).click();
    await other.getByRole('button', { name: 'My games (1)' }).click();
    await other.getByText('Against Pia').waitFor();
    assert.match(await other.locator('dialog').textContent(), /1 game: 0 won, 0 drawn, 1 lost/);
    await checkAccessibility(other, 'my games');
    await picture(other, 'my-games');
    await other.getByRole('button', { name: /^Delete/ }).click();
    await other.getByText('No finished games yet').waitFor();
    await other.getByRole('button', { name: 'Undo the deletion' }).click();
    await other.locator('.kept-open').click();
    await other.locator('.summary').waitFor();
    assert.equal(await other.locator('.reviewed-name').last().textContent(), 'Pia (Zugwerk)');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'on a phone on its side the opponent has its name, and a hint is in sight'() {
    const { page, errors, context } = await visit('', { viewport: { width: 812, height: 375 } });
    await begin(page, { level: 1200 });
    await ready(page);
    assert.equal(await page.locator('.opponent-line').textContent(), 'Lena1200 · Improver');
    assert.ok(await page.locator('.opponent-line').isVisible());
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hint').getByText('Hint 1 of 3').waitFor();
    const { y, height } = await page.locator('.hint').boundingBox();
    assert.ok(y >= 0 && y + height <= 375, `${y} + ${height}`);
    await picture(page, 'hint-landscape');
    assert.deepEqual(errors, []);
    await context.close();
  },

  async 'the position of a game is set up on the board, and comes back'() {
    const { page, errors, context } = await visit();
    await page.getByText('Position', { exact: true }).click();
    await page.getByLabel('Position as FEN').fill('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await page.getByRole('button', { name: 'Board editor' }).click();
    await until(page, () => location.hash === '#editor');
    await page.getByRole('button', { name: /Play from here/ }).click();
    await until(page, () => location.hash === '#play');
    assert.equal(await page.getByLabel('Position as FEN').inputValue(), '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await begin(page);
    await ready(page);
    assert.equal(await page.locator('.board cg-board > piece:not(.ghost)').count(), 3);
    assert.deepEqual(errors, []);
    await context.close();
  },
};
