// The players of a game that is looked at, above and below its board: names, ratings, material, clocks, points.

import type { PgnResult, Side } from '../api/types';
import { clockOf } from '../chess/comments';
import { nameOf, other, sideName, turnOf } from '../chess/fen';
import type { Tree, TreeNode } from '../chess/tree';
import { h, replace } from '../page/dom';
import { material } from './material';
import { t } from '../page/words';

const points: Record<PgnResult, [string, string] | undefined> = {
  '1-0': ['1', '0'],
  '0-1': ['0', '1'],
  '1/2-1/2': ['½', '½'],
  '*': undefined,
};

const tagOf = (tree: Tree, name: string): string => {
  const value = tree.tags[name] ?? '';
  return /^[?\s]*$/.test(value) ? '' : value;
};

/** What the clock of this side showed when the node was reached. */
function clockAt(node: TreeNode, side: Side): string | undefined {
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) {
    if (turnOf(at.parent.fen) !== side) continue;
    const clock = clockOf(at.comments);
    if (clock) return clock;
  }
  return undefined;
}

export class GamePlayers {
  readonly top = h('div.player');
  readonly bottom = h('div.player');

  show(tree: Tree, node: TreeNode, flipped: boolean): void {
    const lower: Side = flipped ? 'black' : 'white';
    this.#show(this.top, other(lower), tree, node);
    this.#show(this.bottom, lower, tree, node);
  }

  #show(element: HTMLElement, side: Side, tree: Tree, node: TreeNode): void {
    const name = nameOf(side);
    const rating = tagOf(tree, `${name}Elo`);
    const won = points[tree.result]?.[side === 'white' ? 0 : 1];
    const clock = clockAt(node, side);
    replace(
      element,
      h(`span.disc.${side}`),
      h('span.player-name', null, tagOf(tree, name) || sideName(side)),
      rating ? h('span.player-level', null, rating) : null,
      material(node.fen, side),
      h(
        'span.player-end',
        null,
        clock ? h('span.clock', { title: t('players.clock', { side: sideName(side) }) }, clock) : null,
        won ? h('strong.points', { title: t('players.points') }, won) : null,
      ),
    );
  }
}
