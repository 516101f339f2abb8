// Positions as the editor sets them up. Kind: unit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startFen } from '../../../web/src/chess/fen';
import { fenOf, passingSquares, setupOf } from '../../../web/src/chess/setup';

test('a FEN survives being set up', () => {
  for (const fen of [
    startFen,
    '8/8/8/8/8/8/8/8 w - - 0 1',
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 12',
    '4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1',
  ])
    assert.equal(fenOf(setupOf(fen)), fen);
  assert.equal(fenOf(setupOf('4k3/8/8/8/8/8/8/4K3')), '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
});

test('castling rights by the files of rooks are the rights of Chess960', () => {
  assert.deepEqual([...setupOf('1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1').castling], ['K', 'Q', 'k', 'q']);
});

test('en passant goes behind a pawn that can have come two steps', () => {
  assert.deepEqual(passingSquares(setupOf('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1')), ['d6']);
  assert.deepEqual(passingSquares(setupOf('4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1')), []);
  assert.deepEqual(passingSquares(setupOf('4k3/8/8/8/2PpP3/8/8/4K3 b - - 0 1')), ['c3', 'e3']);
});
