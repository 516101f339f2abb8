// Glyphs of moves and the marks that the engine finds. Kind: unit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reviewer } from '../../../web/src/chess/format';
import { foundMark, markOf } from '../../../web/src/chess/marks';
import { glyphs, nagGroups, toggled } from '../../../web/src/chess/nags';

test('a move has one glyph of its quality and one of the position', () => {
  assert.deepEqual(toggled([], 1), [1]);
  assert.deepEqual(toggled([1, 16], 4), [4, 16]);
  assert.deepEqual(toggled([4, 16], 16), [4]);
  assert.deepEqual(toggled([4, 36], 40), [4, 36, 40]);
  for (const { nags } of nagGroups) for (const nag of nags) assert.ok(glyphs[nag], String(nag));
});

test('marks follow the drop in chances, for both sides and only from deep views', () => {
  reviewer.scale = { chance_slope: 0.004, drops: { inaccuracy: 0.1, mistake: 0.2, blunder: 0.3 } };
  const view = (cp, depth = 20) => ({ score: { cp }, wdl: [0, 1000, 0], depth });
  const move = (turn, before, after, nags = []) => ({
    parent: { fen: `8/8/8/8/8/8/8/8 ${turn} - - 0 1`, judgement: before },
    judgement: after,
    nags,
  });
  assert.equal(foundMark(move('w', view(30), view(20))), undefined);
  assert.equal(foundMark(move('w', view(30), view(-40))), 'inaccuracy');
  assert.equal(foundMark(move('b', view(0), view(120))), 'mistake');
  assert.equal(foundMark(move('w', view(0), view(-500))), 'blunder');
  assert.equal(foundMark(move('w', view(0), view(-500, 5))), undefined);
  assert.equal(foundMark(move('w', undefined, view(-500))), undefined);
  // What the game says itself counts first.
  assert.equal(markOf(move('w', view(0), view(-500), [1])), undefined);
  assert.equal(markOf(move('w', view(0), view(0), [2])), 'mistake');
});
