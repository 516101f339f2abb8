// What can be done with the move on the board: a comment, glyphs, another place in the tree; and undo.

import { readable } from '../chess/comments';
import type { TreeNode } from '../chess/tree';
import { h, iconButton } from '../page/dom';
import { t } from '../page/words';

export class MoveTools {
  readonly element: HTMLElement;
  onMenu: (button: HTMLElement) => void = () => {};
  onDraw: () => void = () => {};
  onComment: (text: string) => void = () => {};
  onUndo: () => void = () => {};
  onRedo: () => void = () => {};

  readonly #undo = iconButton('undo', t('tools.undo'), () => this.onUndo());
  readonly #redo = iconButton('redo', t('tools.redo'), () => this.onRedo());
  readonly #menu: HTMLButtonElement = iconButton('dots', t('tools.more'), () => this.onMenu(this.#menu));
  readonly #draw = iconButton('pencil', t('tools.draw'), () => this.onDraw());
  #comment = this.#makeField();
  #node: TreeNode | undefined;

  constructor() {
    this.#draw.setAttribute('aria-pressed', 'false');
    this.element = h('div.move-tools', null, this.#undo, this.#redo, this.#menu, this.#draw, this.#comment);
  }

  show(node: TreeNode, canUndo: boolean, canRedo: boolean): void {
    this.#undo.disabled = !canUndo;
    this.#redo.disabled = !canRedo;
    this.#menu.disabled = !node.parent;
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

  showDrawing(on: boolean): void {
    this.#draw.setAttribute('aria-pressed', String(on));
  }

  /** Opens the menu of the current move. */
  openMenu(): void {
    if (!this.#menu.disabled) this.onMenu(this.#menu);
  }

  #makeField(): HTMLTextAreaElement {
    const field = h('textarea', {
      id: 'comment',
      rows: 2,
      placeholder: t('tools.comment'),
      'aria-label': t('tools.comment'),
    });
    field.addEventListener('input', () => this.onComment(field.value));
    return field;
  }
}
