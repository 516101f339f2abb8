// What programs write into comments: evaluations, clocks, drawings. Kind: unit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockOf, drawingsOf, evaluationOf, readable, reworded, withDrawings } from '../../../web/src/chess/comments';

test('evaluations are read as pawns or mates, with or without a depth', () => {
  assert.deepEqual(evaluationOf(['[%eval -1.53]']), { cp: -153 });
  assert.deepEqual(evaluationOf(['good [%clk 0:01:02] [%eval 0.3,18]']), { cp: 30 });
  assert.deepEqual(evaluationOf(['[%eval #-4]']), { mate: -4 });
  assert.equal(evaluationOf(['[%eval ?] eval 3']), undefined);
});

test('arrows and circles are read with their colours', () => {
  assert.deepEqual(drawingsOf(['[%csl Rd5][%cal Ge2e4,Bg1f3] look', '[%cal Yh8a1]']), [
    { color: 'red', from: 'd5' },
    { color: 'green', from: 'e2', to: 'e4' },
    { color: 'blue', from: 'g1', to: 'f3' },
    { color: 'yellow', from: 'h8', to: 'a1' },
  ]);
  assert.deepEqual(drawingsOf(['[%cal ]', '[%cal e9e4]']), []);
});

test('drawings are written beside everything else that a comment holds', () => {
  const comments = ['[%clk 0:03:12] [%csl Gd4] [%cal Ga1h8] good'];
  assert.deepEqual(withDrawings(comments, [{ color: 'red', from: 'e4' }]), ['[%csl Re4] [%clk 0:03:12] good']);
  assert.deepEqual(withDrawings(comments, []), ['[%clk 0:03:12] good']);
  assert.deepEqual(withDrawings(['[%csl Gd4]'], []), []);
  const written = withDrawings([], [{ color: 'blue', from: 'a1', to: 'a8' }]);
  assert.deepEqual(drawingsOf(written), [{ color: 'blue', from: 'a1', to: 'a8' }]);
  assert.equal(readable(written), '');
  assert.equal(clockOf(withDrawings(comments, [])), '3:12');
  // Other words keep the drawings.
  assert.deepEqual(drawingsOf(reworded(comments, 'bad')), drawingsOf(comments));
});
