// From every view to every other one with the position or the game that it shows. A view calls what it wants; main.ts says
// how each view receives it.

import type { Side } from '../api/types';
import type { Tree, TreeNode } from '../chess/tree';

export interface Elsewhere {
  /** Sets up a new game from this position; the user plays this side, or the one that is to move. */
  play: (fen: string, side?: Side) => void;
  /** Analyses a game, at its start or at this node. The tree is the analysis' own from then on: hand over a copy. */
  analyse: (tree: Tree, at?: TreeNode, flipped?: boolean) => void;
  /** Changes a position by hand. */
  edit: (fen: string, flipped?: boolean) => void;
  /** Reviews a game. */
  review: (pgn: string, flipped?: boolean) => void;
}

const notYet = (): void => {
  throw new Error('main.ts has not said where this leads');
};

export const elsewhere: Elsewhere = { play: notYet, analyse: notYet, edit: notYet, review: notYet };
