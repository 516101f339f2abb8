// A game with its variations. Knows nothing of the rules: moves and positions come from the server.

import { evaluationOf } from './comments';
import { chanceOf, expectation, reviewer } from './format';
import type { GameNode, Move, PgnGame, PgnResult, Score, Wdl } from '../api/types';
import { plyOf, startFen } from './fen';

export interface Judgement {
  score: Score;
  wdl: Wdl;
  depth: number;
}

export interface TreeNode {
  parent: TreeNode | null;
  children: TreeNode[];
  uci: string;
  san: string;
  fen: string;
  nags: number[];
  comments: string[];
  commentsBefore: string[];
  judgement?: Judgement;
  /** White's share of the points by a review, 0 to 1. */
  share?: number;
  /** The variation that begins here is shown by its first move alone. */
  folded?: boolean;
}

export class Tree {
  readonly root: TreeNode;
  tags: Record<string, string> = {};
  result: PgnResult = '*';

  constructor(fen: string) {
    this.root = { parent: null, children: [], uci: '', san: '', fen, nags: [], comments: [], commentsBefore: [] };
  }

  get startFen(): string {
    return this.root.fen;
  }

  /** The child by this move, made where it is new. */
  add(parent: TreeNode, move: Move, fen: string): TreeNode {
    const known = parent.children.find((child) => child.uci === move.uci);
    if (known) return known;
    const node: TreeNode = {
      parent,
      children: [],
      uci: move.uci,
      san: move.san,
      fen,
      nags: [],
      comments: [],
      commentsBefore: [],
    };
    parent.children.push(node);
    return node;
  }

  /** Removes a node and everything behind it; returns where it hung. */
  remove(node: TreeNode): TreeNode {
    const parent = node.parent;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /** Makes the line to this node the main line, all the way from the start. */
  promote(node: TreeNode): void {
    for (let at: TreeNode | null = node; at?.parent; at = at.parent) {
      const siblings: TreeNode[] = at.parent.children;
      at.parent.children = [at, ...siblings.filter((sibling) => sibling !== at)];
    }
  }

  /** Moves the variation that this node belongs to one place up or down among its neighbours; false: there is none. */
  shift(node: TreeNode, by: -1 | 1): boolean {
    const found = shiftable(node, by);
    if (!found) return false;
    const { parent, at } = found;
    const [moved] = parent.children.splice(at, 1);
    if (moved) parent.children.splice(at + by, 0, moved);
    return true;
  }

  mainLine(): TreeNode[] {
    const line: TreeNode[] = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** Every node after its parent, siblings in their order; the start first. */
  inOrder(): TreeNode[] {
    const list: TreeNode[] = [];
    const waiting: TreeNode[] = [this.root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      list.push(node);
      waiting.push(...[...node.children].reverse());
    }
    return list;
  }

  /** The same as the server takes and gives it: parents by number. */
  flat(): GameNode[] {
    const nodes = this.inOrder();
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    return nodes.map((node) => {
      const flat: GameNode = node.parent
        ? { parent: numbers.get(node.parent) ?? 0, uci: node.uci, san: node.san, fen: node.fen }
        : { fen: node.fen };
      if (node.nags.length > 0) flat.nags = [...node.nags];
      if (node.comments.length > 0) flat.comments = [...node.comments];
      if (node.commentsBefore.length > 0) flat.comments_before = [...node.commentsBefore];
      return flat;
    });
  }

  /** The tree of a flat list, and its nodes by number. */
  static fromFlat(flat: GameNode[]): { tree: Tree; nodes: TreeNode[] } {
    const tree = new Tree(flat[0]?.fen ?? startFen);
    const nodes: TreeNode[] = [tree.root];
    tree.root.comments = flat[0]?.comments ?? [];
    for (const item of flat.slice(1)) {
      const parent = nodes[item.parent ?? 0] ?? tree.root;
      const node = tree.add(parent, { uci: item.uci ?? '', san: item.san ?? '' }, item.fen ?? '');
      node.nags = item.nags ?? [];
      node.comments = item.comments ?? [];
      node.commentsBefore = item.comments_before ?? [];
      nodes.push(node);
    }
    return { tree, nodes };
  }

  static fromGame(game: PgnGame): Tree {
    const { tree } = Tree.fromFlat(game.nodes);
    tree.tags = { ...game.tags };
    tree.result = game.result;
    return tree;
  }

  /** Moves, marks and comments, without what an engine said about them. */
  copy(): Tree {
    return Tree.fromGame({ nodes: this.flat(), tags: this.tags, result: this.result });
  }
}

/** Where the nearest variation around a node stands that has a neighbour before (-1) or after (1) it. */
export function shiftable(node: TreeNode, by: -1 | 1): { parent: TreeNode; at: number } | undefined {
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) {
    const place = at.parent.children.indexOf(at);
    if (at.parent.children[place + by]) return { parent: at.parent, at: place };
  }
  return undefined;
}

/** The first move of the innermost variation around a node; nothing on the main line. */
export function variationStart(node: TreeNode): TreeNode | undefined {
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return undefined;
}

/** What White may expect here, 0 to 1, or nothing where nobody has looked. */
export const shareOf = (node: TreeNode): number | null => {
  if (node.share !== undefined) return node.share;
  if (node.judgement) return expectation(node.judgement.wdl);
  const score = evaluationOf(node.comments);
  return score && reviewer.scale ? (1 + chanceOf(score, reviewer.scale.chance_slope)) / 2 : null;
};

/** The score of this engine, or of the one that wrote its evaluations into the PGN. */
export const scoreOf = (node: TreeNode): Score | undefined => node.judgement?.score ?? evaluationOf(node.comments);

export function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

export const movesTo = (node: TreeNode): string[] => pathTo(node).map((step) => step.uci);

/** Half moves before the move of this node, as the score sheet counts. */
export const plyBefore = (node: Pick<TreeNode, 'fen'>): number => plyOf(node.fen) - 1;
