// What can be done with the move on the board: a comment, another place in the tree, none at all.

import type { TreeNode } from '../chess/tree';
import { h, iconButton } from '../page/dom';

export class MoveTools {
  readonly element: HTMLElement;
  onPromote: () => void = () => {};
  onDelete: () => void = () => {};
  onComment: (text: string) => void = () => {};

  readonly #comment = h('textarea', {
    id: 'comment',
    rows: 2,
    placeholder: 'Comment on this move',
    'aria-label': 'Comment on this move',
  });

  constructor() {
    this.#comment.addEventListener('change', () => this.onComment(this.#comment.value.trim()));
    this.element = h(
      'div.move-tools',
      null,
      iconButton('up', 'Make this line the main line', () => this.onPromote()),
      iconButton('trash', 'Delete from this move on', () => this.onDelete()),
      this.#comment,
    );
  }

  show(node: TreeNode): void {
    this.#comment.value = node.comments.join(' ');
  }
}
