// What a move of a review is worth in one word, from blunder to best: the badge on the board and the sign in the list.

import type { Badge, Mark, ReviewedMove } from '../api/types';

export type Quality = Mark | Badge | 'good';

/** The review has decided; most moves are just good. */
export const qualityOf = (move: ReviewedMove): Quality => move.mark ?? move.badge ?? 'good';
