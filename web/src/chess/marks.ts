// Marks that the engine's own view of two positions in a row gives: how much of its chances a move gave away, by the
// reviewer's measure. A review looks longer; this is what is known while one explores.

import { turnOf } from './fen';
import { chanceOf, reviewer } from './format';
import { kindOf } from './nags';
import type { TreeNode } from './tree';

export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

/** Shallower views change their mind too often. */
const leastDepth = 10;

export function foundMark(node: TreeNode): Mark | undefined {
  const { scale } = reviewer;
  const [before, after] = [node.parent?.judgement, node.judgement];
  if (!scale || !node.parent || !before || !after || before.depth < leastDepth || after.depth < leastDepth)
    return undefined;
  const sign = turnOf(node.parent.fen) === 'white' ? 1 : -1;
  const drop = sign * (chanceOf(before.score, scale.chance_slope) - chanceOf(after.score, scale.chance_slope));
  return (['blunder', 'mistake', 'inaccuracy'] as const).find((mark) => drop >= scale.drops[mark]);
}

/** The mark of a move: its own glyph, or else what the engine found. */
export function markOf(node: TreeNode): Mark | undefined {
  const kind = kindOf(node.nags);
  if (kind === undefined) return foundMark(node);
  return kind === 'good' ? undefined : (kind as Mark);
}
