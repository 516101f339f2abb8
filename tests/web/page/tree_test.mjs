// A game with its variations. Kind: unit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startFen } from '../../../web/src/chess/fen';
import { movesTo, pathTo, plyBefore, shareOf, Tree, variationStart } from '../../../web/src/chess/tree';

const move = (uci) => ({ uci, san: uci.slice(2) });
/** A position of which only the counts matter. */
const fenAfter = (ply) => `8/8/8/8/8/8/8/8 ${ply % 2 === 0 ? 'w' : 'b'} - - 0 ${Math.floor(ply / 2) + 1}`;

/** 1. e4 e5 (1... c5 2. Nf3) 2. Bc4 */
function sample() {
  const tree = new Tree(startFen);
  const e4 = tree.add(tree.root, move('e2e4'), fenAfter(1));
  const e5 = tree.add(e4, move('e7e5'), fenAfter(2));
  const c5 = tree.add(e4, move('c7c5'), fenAfter(2));
  const nf3 = tree.add(c5, move('g1f3'), fenAfter(3));
  const bc4 = tree.add(e5, move('f1c4'), fenAfter(3));
  return { tree, e4, e5, c5, nf3, bc4 };
}

test('an existing move is not added again', () => {
  const { tree, e4, e5 } = sample();
  assert.equal(tree.add(e4, move('e7e5'), 'another'), e5);
  assert.equal(e4.children.length, 2);
});

test('the first children are the main line', () => {
  const { tree, e4, e5, bc4 } = sample();
  assert.deepEqual(tree.mainLine(), [e4, e5, bc4]);
});

test('a promoted variation becomes the main line from the start, and the old one its variation', () => {
  const { tree, e4, e5, c5, nf3 } = sample();
  const d4 = tree.add(tree.root, move('d2d4'), fenAfter(1));
  tree.promote(nf3);
  assert.deepEqual(tree.mainLine(), [e4, c5, nf3]);
  assert.deepEqual(e4.children, [c5, e5]);
  tree.promote(d4);
  assert.deepEqual(tree.root.children, [d4, e4]);
});

test('a removed node is gone with all that follows; the start stays', () => {
  const { tree, e4, e5, c5, nf3 } = sample();
  assert.equal(tree.remove(c5), e4);
  assert.deepEqual(e4.children, [e5]);
  assert.ok(!tree.inOrder().includes(nf3));
  assert.equal(tree.remove(tree.root), tree.root);
  assert.equal(tree.inOrder().length, 4);
});

test('paths lead from the start', () => {
  const { tree, e4, c5, nf3 } = sample();
  assert.deepEqual(pathTo(nf3), [e4, c5, nf3]);
  assert.deepEqual(movesTo(nf3), ['e2e4', 'c7c5', 'g1f3']);
  assert.deepEqual(movesTo(tree.root), []);
  assert.equal(plyBefore(nf3), 2);
});

test('parents come before their children, siblings in their order', () => {
  const { tree, e4, e5, c5, nf3, bc4 } = sample();
  assert.deepEqual(tree.inOrder(), [tree.root, e4, e5, bc4, c5, nf3]);
});

test('a flat list converts back to the same game', () => {
  const { tree, e4, c5 } = sample();
  tree.root.comments = ['before the game'];
  e4.nags = [1];
  e4.comments = ['best by test'];
  c5.commentsBefore = ['or'];
  const flat = tree.flat();
  assert.deepEqual(flat[0], { fen: startFen, comments: ['before the game'] });
  assert.deepEqual(flat[4], { parent: 1, uci: 'c7c5', san: 'c5', fen: fenAfter(2), comments_before: ['or'] });
  const { tree: again, nodes } = Tree.fromFlat(flat);
  assert.deepEqual(again.flat(), flat);
  assert.equal(nodes[4]?.uci, 'c7c5');
});

test('an empty list is the standard start', () => {
  const { tree, nodes } = Tree.fromFlat([]);
  assert.equal(tree.startFen, startFen);
  assert.deepEqual(nodes, [tree.root]);
});

test('a copy shares nothing with its original', () => {
  const { tree, e4 } = sample();
  tree.tags = { White: 'A' };
  tree.result = '1-0';
  const copy = tree.copy();
  assert.deepEqual(copy.flat(), tree.flat());
  assert.equal(copy.result, '1-0');
  copy.tags.White = 'B';
  copy.remove(copy.mainLine()[0]);
  assert.equal(tree.tags.White, 'A');
  assert.deepEqual(tree.root.children, [e4]);
});

test('the remark of a review takes precedence over the engine', () => {
  const { e4 } = sample();
  assert.equal(shareOf(e4), null);
  e4.judgement = { score: { cp: 20 }, wdl: [300, 600, 100], depth: 9 };
  assert.equal(shareOf(e4), 0.6);
  e4.share = 0.4;
  assert.equal(shareOf(e4), 0.4);
});

test('variations move up and down among their neighbours', () => {
  const tree = new Tree(startFen);
  const [e4, d4, c4] = ['e2e4', 'd2d4', 'c2c4'].map((uci) =>
    tree.add(tree.root, { uci, san: uci }, `${uci} w - - 0 1`),
  );
  const d5 = tree.add(d4, { uci: 'd7d5', san: 'd5' }, 'x w - - 0 2');
  const order = () => tree.root.children.map((child) => child.uci.slice(0, 1)).join('');
  assert.equal(tree.shift(e4, -1), false);
  // From within a variation the whole of it.
  assert.equal(tree.shift(d5, 1), true);
  assert.equal(order(), 'ecd');
  assert.equal(tree.shift(c4, -1), true);
  assert.equal(order(), 'ced');
  assert.equal(variationStart(d5), d4);
  assert.equal(variationStart(c4), undefined);
});
