// Unit tests of web/src/chess/pgn_games.ts and comments.ts: a text cut into its games, words and commands in comments.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockOf, readable, reworded } from '../../../web/src/chess/comments';
import { splitGames } from '../../../web/src/chess/pgn_games';

const moves = (text) => splitGames(text).map((game) => game.text.trim());

test('games are cut at their tags, which are told', () => {
  const text = '[Event "a \\"b\\""]\n[White "A"]\n\n1. e4 e5 1-0\n\n[Event "c"]\n\n1. d4\nd5 *\n';
  const games = splitGames(text);
  assert.deepEqual(
    games.map((game) => game.tags),
    [{ Event: 'a "b"', White: 'A' }, { Event: 'c' }],
  );
  assert.equal(games.map((game) => game.text).join(''), text);
});

test('tags and results in comments and variations do not cut', () => {
  const text = '1. e4 {\n[Event "x"]\n1-0 } e5 (1... c5 1-0 2. Nf3) ; 0-1 [Event "y"]\n2. Nf3 * {after}\n';
  assert.deepEqual(moves(text), [text.trim()]);
});

test('games without tags are cut after their results', () => {
  assert.deepEqual(moves('1. e4 e5 1-0 1. d4 {x} d5\n1/2-1/2\n1. c4 *'), [
    '1. e4 e5 1-0',
    '1. d4 {x} d5\n1/2-1/2',
    '1. c4 *',
  ]);
});

test('a game may have nothing but tags, and a text nothing at all', () => {
  assert.equal(splitGames('[Event "a"]\n\n*\n\n[Event "b"]\n').length, 2);
  assert.deepEqual(splitGames(' \n\n% nothing\n'), []);
});

test('comments keep the commands of programs when their words change', () => {
  const comments = ['[%clk 0:09:58] good', '[%eval 0.31]'];
  assert.equal(readable(comments), 'good');
  assert.deepEqual(reworded(comments, ' better '), ['[%clk 0:09:58] [%eval 0.31] better']);
  assert.deepEqual(reworded(['x'], ''), []);
  assert.equal(clockOf(comments), '9:58');
  assert.equal(clockOf(['[%clk 1:02:03]']), '1:02:03');
  assert.equal(clockOf(['[%eval 0.31]']), undefined);
});
