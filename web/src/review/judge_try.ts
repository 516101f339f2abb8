// What a move is worth that somebody tries instead of a mistake, and how it is refuted.

import type { Spot } from '../api/requests';
import { facts, place as askPlace } from '../api/requests';
import type { EngineSession } from '../api/session';
import type { Move, ReviewedMove, Side } from '../api/types';
import { endInWords } from '../chess/ends';
import { other, sideName } from '../chess/fen';
import { chanceOf, scoreText } from '../chess/format';
import { t } from '../page/words';

/** How long the engine looks at a move that somebody tries instead. */
const tryTime = 600;

export interface Verdict {
  solved: boolean;
  /** What there is to say; never what would have been right. */
  text: string;
  /** The refutation: the moves that follow the try. */
  line: Move[];
}

/** Lets the engine look at a move of `mover`, after which the game stands at `after`. */
export async function judgeTry(
  engine: EngineSession,
  after: Spot,
  move: Move,
  mover: Side,
  judged: ReviewedMove,
): Promise<Verdict> {
  if (move.san === judged.better?.line[0]) return { solved: true, text: t('train.best', { move: move.san }), line: [] };
  const { chance_slope: slope, drops } = (await facts()).review;
  const { end } = await askPlace(after);
  const right = { solved: true, text: t('train.good', { move: move.san }), line: [] };
  if (end) {
    const chance = end.result === '1/2-1/2' ? 0 : 1;
    if (judged.chance_before - chance < drops.inaccuracy) return right;
    return { solved: false, text: t('train.ends', { move: move.san, end: endInWords(end) }), line: [] };
  }
  const found = await engine.think(after, { time_ms: tryTime, idea: true });
  if (!found.score) throw new Error(t('train.no-score'));
  const chance = chanceOf(found.score, slope) * (mover === 'white' ? 1 : -1);
  // What costs less than an inaccuracy counts as good, except what the review has judged already.
  const isPlayed = move.san === judged.san;
  if (!isPlayed && judged.chance_before - chance < drops.inaccuracy) return right;
  const { idea } = found;
  const side = sideName(other(mover));
  const line = idea?.line ?? [found.move];
  const score = scoreText(found.score);
  const text = idea?.motif
    ? t('train.refuted', { move: move.san, side, idea: idea.text })
    : t('train.answered', { move: move.san, side, answer: found.move.san, score });
  return { solved: false, text: isPlayed ? `${t('train.same-move')} ${text}` : text, line };
}
