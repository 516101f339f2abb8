// The opponents of the page: their names, and how long they think.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nameInPgn, opponentOf, thinkingTime } from '../../../web/src/play/opponent';

/** Numbers from 0 to 1, the same in every run. */
function chances() {
  let state = 12345;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const usual = { elo: 1200, ply: 30, legal: 30, inCheck: false, recaptures: false };

/** The times of a thousand moves, in order. */
function times(situation) {
  const chance = chances();
  return Array.from({ length: 1000 }, () => thinkingTime({ ...usual, ...situation }, chance)).sort((a, b) => a - b);
}
const median = (list) => list[list.length / 2];

test('every level has a name and a range', () => {
  assert.deepEqual(opponentOf(500), { name: 'Pia', level: '500 · Beginner', band: 0 });
  assert.equal(opponentOf(3400).level, '3400 · Superhuman');
  assert.equal(opponentOf(null).level, 'Full strength');
  assert.equal(nameInPgn(1200), 'Lena (Zugwerk)');
  assert.equal(nameInPgn(null), 'Zugwerk');
});

test('without a clock a move takes seconds, neither an instant nor for ever', () => {
  const list = times({});
  assert.ok(median(list) > 1000 && median(list) < 3000, String(median(list)));
  assert.ok(list[0] >= 250);
  assert.ok(list.at(-1) <= 6000);
  assert.ok(list.at(-100) > 1.5 * median(list), 'now and then it takes longer');
});

test('what is forced or obvious takes less', () => {
  const free = median(times({}));
  assert.ok(median(times({ legal: 1 })) < free / 2);
  assert.ok(median(times({ recaptures: true })) < free);
  assert.ok(median(times({ ply: 4 })) < free);
});

test('nobody waits much longer than they think themselves', () => {
  assert.ok(times({ userPace: 0 }).at(-1) <= 1500);
});

test('a game on a clock is never lost by thinking', () => {
  for (const increment of [0, 2000]) {
    const chance = chances();
    let left = 60_000;
    for (let move = 0; move < 80; ++move) {
      const time = thinkingTime({ ...usual, ply: 2 * move, clock: { left, increment } }, chance);
      assert.ok(time > 0 && time <= left / 8, `${time} of ${left}`);
      left += increment - time;
    }
  }
});

test('more time is used when there is more', () => {
  const bullet = median(times({ clock: { left: 60_000, increment: 0 } }));
  const rapid = median(times({ clock: { left: 600_000, increment: 5000 } }));
  assert.ok(rapid > 3 * bullet, `${bullet} and ${rapid}`);
});
