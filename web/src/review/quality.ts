// What a move of a review is worth in one word, from blunder to best: the badge on the board and the sign in the list.

import type { ReviewedMove } from '../api/types';

export type Quality = 'inaccuracy' | 'mistake' | 'blunder' | 'great' | 'best' | 'forced' | 'good';

/** From here on a move counts as the best one. */
const bestAccuracy = 99;

/** The only good move is a great one; one without alternatives is nobody's merit. */
export function qualityOf(move: ReviewedMove): Quality {
  if (move.mark) return move.mark;
  if (move.forced) return 'forced';
  if (move.only_move) return 'great';
  return move.accuracy >= bestAccuracy ? 'best' : 'good';
}
