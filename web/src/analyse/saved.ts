// The analysis as it survives a reload: the tree, what the engine said about it, and how it is looked at.

import type { GameNode, PgnResult } from '../api/types';
import type { Judgement, TreeNode } from '../chess/tree';
import { Tree } from '../chess/tree';
import { load, save } from '../page/store';

export interface Saved {
  nodes: GameNode[];
  current: number;
  tags: Record<string, string>;
  result: PgnResult;
  judgements: [number, Judgement][];
  flipped: boolean;
  terms: boolean;
}

export interface Study {
  tree: Tree;
  current: TreeNode;
  flipped: boolean;
  /** Whether the evaluation terms are shown. */
  terms: boolean;
}

export function loadAnalysis(): Study {
  const saved = load<Saved>('analyse', {
    nodes: [],
    current: 0,
    tags: {},
    result: '*',
    judgements: [],
    flipped: false,
    terms: false,
  });
  return unpack(saved);
}

export function unpack(saved: Saved): Study {
  const { tree, nodes } = Tree.fromFlat(saved.nodes);
  tree.tags = { ...saved.tags };
  tree.result = saved.result;
  for (const [number, judgement] of saved.judgements) {
    const node = nodes[number];
    if (node) node.judgement = judgement;
  }
  return { tree, current: nodes[saved.current] ?? tree.root, flipped: saved.flipped, terms: saved.terms };
}

export const saveAnalysis = (study: Study): void => save('analyse', pack(study));

/** A study without links between its parts, as it can be stored. */
export function pack({ tree, current, flipped, terms }: Study): Saved {
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
    flipped,
    terms,
  };
}
