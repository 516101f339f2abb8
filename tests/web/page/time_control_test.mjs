// The clocks of a game: presets, and times of one's own.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clocksOf, controlText, pgnControl, usualCustom } from '../../../web/src/play/time_control';

const custom = (values) => clocksOf('custom', { ...usualCustom, ...values }, 'black');

test('presets give both sides the same', () => {
  assert.equal(clocksOf('none', usualCustom, 'white'), null);
  const both = { base: 180_000, increment: 2000 };
  assert.deepEqual(clocksOf('3+2', usualCustom, 'white'), { white: both, black: both });
});

test('times of one’s own may be unequal, below a minute, and written with a comma', () => {
  assert.deepEqual(custom({ minutes: '0,5', increment: '0' }).black, { base: 30_000, increment: 0 });
  const clocks = custom({ minutes: '3', increment: '1', isUnequal: true, theirMinutes: '1', theirIncrement: '0' });
  assert.deepEqual(clocks.black, { base: 180_000, increment: 1000 });
  assert.deepEqual(clocks.white, { base: 60_000, increment: 0 });
});

test('an increment alone gives the first move its time', () => {
  assert.deepEqual(custom({ minutes: '0', increment: '10' }).white, { base: 10_000, increment: 10_000 });
});

test('what is no time is refused', () => {
  for (const minutes of ['', 'x', '-1', '601', '1e9'])
    assert.equal(custom({ minutes, increment: '1' }), undefined, minutes);
  assert.equal(custom({ minutes: '0', increment: '0' }), undefined);
});

test('times are written for people and for PGN', () => {
  assert.equal(controlText({ base: 300_000, increment: 3000 }), '5+3');
  assert.equal(controlText({ base: 30_000, increment: 0 }), '0:30+0');
  assert.equal(pgnControl({ base: 300_000, increment: 3000 }), '300+3');
  assert.equal(pgnControl({ base: 60_000, increment: 0 }), '60');
});
