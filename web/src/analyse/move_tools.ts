// What can be done with the move on the board: a comment, another place in the tree, none at all; and undone.

import { readable } from '../chess/comments';
import type { TreeNode } from '../chess/tree';
import { h, iconButton } from '../page/dom';

export class MoveTools {
  readonly element: HTMLElement;
  onPromote: () => void = () => {};
  onDelete: () => void = () => {};
  onComment: (text: string) => void = () => {};
  onUndo: () => void = () => {};
  onRedo: () => void = () => {};

  readonly #undo = iconButton('undo', 'Undo (Ctrl+Z)', () => this.onUndo());
  readonly #redo = iconButton('redo', 'Redo (Ctrl+Y)', () => this.onRedo());
  #comment = this.#makeField();
  #node: TreeNode | undefined;

  constructor() {
    this.element = h(
      'div.move-tools',
      null,
      this.#undo,
      this.#redo,
      iconButton('up', 'Make this line the main line', () => this.onPromote()),
      iconButton('trash', 'Delete from this move on', () => this.onDelete()),
      this.#comment,
    );
  }

  show(node: TreeNode, canUndo: boolean, canRedo: boolean): void {
    this.#undo.disabled = !canUndo;
    this.#redo.disabled = !canRedo;
    if (node !== this.#node) {
      // Every move has a field of its own: the browser's undo in a common one would write to another move.
      const field = this.#makeField();
      this.#comment.replaceWith(field);
      this.#comment = field;
      this.#node = node;
    }
    const text = readable(node.comments);
    if (this.#comment.value.trim() !== text) this.#comment.value = text;
  }

  #makeField(): HTMLTextAreaElement {
    const field = h('textarea', {
      id: 'comment',
      rows: 2,
      placeholder: 'Comment on this move',
      'aria-label': 'Comment on this move',
    });
    field.addEventListener('input', () => this.onComment(field.value));
    return field;
  }
}
