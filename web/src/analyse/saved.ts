// Games of the analysis as they are kept: the tree, what the engine said about it, and how it is looked at.

import type { GameNode, PgnResult } from '../api/types';
import type { Judgement, TreeNode } from '../chess/tree';
import { Tree } from '../chess/tree';

/** A game without links between its parts. It is never changed, only replaced. */
export interface Saved {
  readonly nodes: GameNode[];
  readonly current: number;
  readonly tags: Record<string, string>;
  readonly result: PgnResult;
  readonly judgements: [number, Judgement][];
  readonly folded?: number[];
  readonly flipped: boolean;
}

export interface Study {
  tree: Tree;
  current: TreeNode;
  flipped: boolean;
}

export function unpack(saved: Saved): Study {
  const { tree, nodes } = Tree.fromFlat(saved.nodes);
  tree.tags = { ...saved.tags };
  tree.result = saved.result;
  for (const [number, judgement] of saved.judgements) {
    const node = nodes[number];
    if (node) node.judgement = judgement;
  }
  for (const number of saved.folded ?? []) {
    const node = nodes[number];
    if (node) node.folded = true;
  }
  return { tree, current: nodes[saved.current] ?? tree.root, flipped: saved.flipped };
}

export function pack({ tree, current, flipped }: Study): Saved {
  // All nodes in the order of flat(), so that a place in the list is a node's number.
  const nodes = tree.inOrder();
  return {
    nodes: tree.flat(),
    current: nodes.indexOf(current),
    tags: { ...tree.tags },
    result: tree.result,
    judgements: nodes.flatMap((node, number): [number, Judgement][] =>
      node.judgement ? [[number, node.judgement]] : [],
    ),
    folded: nodes.flatMap((node, number) => (node.folded ? [number] : [])),
    flipped,
  };
}
