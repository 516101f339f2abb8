// Another try at a move that the review marked: is this one good?

import type { Spot } from '../api/requests';
import type { EngineSession } from '../api/session';
import { facts, place as askPlace } from '../api/requests';
import type { Move, Position, ReviewedMove, Side } from '../api/types';
import { nameOf, other } from '../chess/fen';
import { chanceOf, scoreText } from '../chess/format';

/** How long the engine looks at a move that somebody tries instead. */
const retryTime = 500;

export interface Retry {
  /** Of the move that is tried again. */
  index: number;
  /** The position before it, once it is known. */
  place?: Position;
  /** What is said about the last move that was tried. */
  told?: string;
  /** The move that solved it, with the position it led to. */
  solution?: { move: Move; fen: string };
}

/** What a try is worth: it solves the task, or it does not, and what to say about it. */
export interface Verdict {
  solved: boolean;
  text: string;
}

/** Without an engine: the move that the review prefers, or the one that was played. */
export function knownVerdict(move: Move, judged: ReviewedMove): Verdict | undefined {
  if (move.san === judged.better?.line[0]) return { solved: true, text: `Correct! ${move.san} is the best move.` };
  if (move.san === judged.san) return { solved: false, text: `Not quite: ${move.san} is the move from the game.` };
  return undefined;
}

/** Lets the engine look at a move of `mover` at `spot`. */
export async function judgeTry(
  engine: EngineSession,
  spot: Spot,
  move: Move,
  mover: Side,
  judged: ReviewedMove,
): Promise<Verdict> {
  const after = { fen: spot.fen, moves: [...spot.moves, move.uci] };
  const { chance_slope: slope, drops } = (await facts()).review;
  const { end } = await askPlace(after);
  let chance = 0;
  let answer = '';
  if (end) {
    chance = end.result === '1/2-1/2' ? 0 : 1;
    answer = `it ends in a draw (${end.reason})`;
  } else {
    const found = await engine.think(after, { time_ms: retryTime });
    if (!found.score) throw new Error('The engine did not say what it thinks of this move');
    chance = chanceOf(found.score, slope) * (mover === 'white' ? 1 : -1);
    answer = `${nameOf(other(mover))} answers ${found.move.san} (${scoreText(found.score)})`;
  }
  // What costs less than an inaccuracy counts as good.
  const solved = judged.chance_before - chance < drops.inaccuracy;
  return { solved, text: solved ? `Correct! ${move.san} is good.` : `Not quite: after ${move.san} ${answer}.` };
}
