// Formatting of numbers. Kind: unit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  chanceOf,
  clockText,
  countText,
  expectation,
  moveNumber,
  resultText,
  scoreText,
  shortScore,
} from '../../../web/src/chess/format';

test('scores have a sign, two digits below ten pawns and one above', () => {
  assert.equal(scoreText({ cp: 31 }), '+0.31');
  assert.equal(scoreText({ cp: -120 }), '−1.20');
  assert.equal(scoreText({ cp: 0 }), '0.00');
  assert.equal(scoreText({ cp: 999 }), '+9.99');
  assert.equal(scoreText({ cp: -1234 }), '−12.3');
});

test('mates show the number of moves and the winner', () => {
  assert.equal(scoreText({ mate: 5 }), '#5');
  assert.equal(scoreText({ mate: -3 }), '−#3');
  assert.equal(scoreText({ mate: 0 }), '#0');
});

test('short scores leave the sign out', () => {
  assert.equal(shortScore({ cp: -31 }), '0.3');
  assert.equal(shortScore({ cp: 994 }), '9.9');
  assert.equal(shortScore({ cp: 995 }), '10');
  assert.equal(shortScore({ mate: -4 }), '#4');
});

test('chances go from -1 to 1 with the slope given by the server', () => {
  assert.equal(chanceOf({ cp: 0 }, 0.004), 0);
  assert.equal(chanceOf({ mate: 9 }, 0.004), 1);
  assert.equal(chanceOf({ mate: -9 }, 0.004), -1);
  assert.ok(Math.abs(chanceOf({ cp: 250 }, 0.004) - Math.tanh(0.5)) < 1e-12);
  assert.ok(Math.abs(chanceOf({ cp: -250 }, 0.004) + Math.tanh(0.5)) < 1e-12);
});

test('a draw is half a point', () => {
  assert.equal(expectation([1000, 0, 0]), 1);
  assert.equal(expectation([200, 600, 200]), 0.5);
  assert.equal(expectation([0, 500, 500]), 0.25);
});

test('counts are short', () => {
  assert.equal(countText(999), '999');
  assert.equal(countText(12_345), '12 k');
  assert.equal(countText(12_345_678), '12.3 M');
  assert.equal(countText(12_345_678_901), '12.35 G');
});

test('clocks show tenths in the last twenty seconds, and are never negative', () => {
  assert.equal(clockText(247_000), '4:07');
  assert.equal(clockText(20_000), '0:20');
  assert.equal(clockText(19_990), '0:19.9');
  assert.equal(clockText(5_040), '0:05.0');
  assert.equal(clockText(-100), '0:00.0');
  assert.equal(clockText(3_600_000), '1:00:00');
});

test('move numbers and results', () => {
  assert.equal(moveNumber(0), '1.');
  assert.equal(moveNumber(1), '1…');
  assert.equal(moveNumber(23), '12…');
  assert.equal(resultText('1/2-1/2'), '½–½');
  assert.equal(resultText('1-0', ' – '), '1 – 0');
});
