// The board and moves in words, as the terminal says them (tests/terminal/board_text_test.cpp).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boardInWords, moveInWords, placementOf, squareWords } from '../../../web/src/chess/board_words';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('a board in words names the pieces of each side, and whose turn it is', () => {
  assert.deepEqual(boardInWords('6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1'), [
    'White: king g1, rook d1, pawns f2 g2 h2.',
    'Black: king g8, rook a2, pawns f7 g7 h7.',
    'Black to move.',
  ]);
  assert.match(
    boardInWords(start)[0],
    /^White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 g1, pawns a2 b2 /,
  );
});

test('moves in words', () => {
  for (const [fen, uci, san, words] of [
    [start, 'g1f3', 'Nf3', 'knight from g1 to f3'],
    ['4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4d5', 'exd5', 'pawn from e4 takes pawn on d5'],
    ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6', 'exd6', 'pawn from e5 takes pawn in passing, to d6'],
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', 'O-O', 'castles short'],
    ['r3k3/8/8/8/8/8/8/4K3 b q - 0 1', 'e8c8', 'O-O-O+', 'castles long, check'],
    ['1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'a7b8n', 'axb8=N', 'pawn from a7 takes knight on b8, promotes to a knight'],
    ['6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', 'd1d8', 'Rd8#', 'rook from d1 to d8, mate'],
  ])
    assert.equal(moveInWords(fen, uci, san), words, san);
});

test('a square is named by what stands on it', () => {
  const placement = placementOf(start);
  assert.equal(placement.size, 32);
  assert.equal(squareWords(placement.get('b8')), 'black knight');
  assert.equal(squareWords(placement.get('e4')), 'empty');
});
