// The score sheet: the main line in two columns, variations and comments between its rows.

import { h, replace } from '../page/dom';
import { moveNumber, resultText } from '../chess/format';
import { readable } from '../chess/comments';
import { glyphs, kindOf } from '../chess/nags';
import type { Tree, TreeNode } from '../chess/tree';
import { plyBefore } from '../chess/tree';

export class MovesView {
  readonly element = h('div.moves', { role: 'group', 'aria-label': 'Moves' });
  onSelect: (node: TreeNode) => void = () => {};

  #tree: Tree | undefined;
  #buttons = new Map<TreeNode, HTMLElement>();
  #nodes = new WeakMap<Element, TreeNode>();
  #pressed: TreeNode | undefined;

  constructor() {
    // The list may be drawn anew between press and release: what was pressed is meant.
    const nodeAt = (event: Event): TreeNode | undefined => {
      const button = (event.target as Element).closest('.move');
      return button ? this.#nodes.get(button) : undefined;
    };
    this.element.addEventListener('pointerdown', (event) => (this.#pressed = nodeAt(event)));
    this.element.addEventListener('click', (event) => {
      const node = nodeAt(event) ?? this.#pressed;
      this.#pressed = undefined;
      if (node) this.onSelect(node);
    });
  }

  /** Draws everything anew; cheap enough for any game that people play. With `last`, the main line up to that node and
   * nothing of what comes after it or was said about it. */
  render(tree: Tree, current: TreeNode, last?: TreeNode): void {
    this.#tree = tree;
    this.#buttons.clear();
    const rows: HTMLElement[] = [];
    if (readable(tree.root.comments)) rows.push(this.#comment(tree.root.comments));
    let row: HTMLElement | undefined;
    for (let node = last === tree.root ? undefined : tree.root.children[0]; node; node = node.children[0]) {
      const ply = plyBefore(node);
      if (!row || ply % 2 === 0) {
        row = h('div.move-row', null, h('span.move-number', null, String(Math.floor(ply / 2) + 1)));
        if (ply % 2 === 1) row.append(h('span.move-gap', null, '…'));
        rows.push(row);
      }
      row.append(this.#move(node));
      if (node === last) break;
      if (last) continue;
      const variations = node.parent?.children.slice(1) ?? [];
      if (variations.length === 0 && !readable(node.comments)) continue;
      const aside = h('div.aside');
      if (readable(node.comments)) aside.append(this.#comment(node.comments));
      for (const variation of variations) aside.append(h('div.variation', null, this.#line(variation)));
      rows.push(aside);
      // What follows begins a row of its own, with its number.
      row = undefined;
    }
    if (tree.result !== '*' && !last) rows.push(h('div.game-result', null, resultText(tree.result, ' – ')));
    if (rows.length === 0) rows.push(h('p.quiet', null, 'Moves appear here.'));
    replace(this.element, rows);
    this.select(current);
  }

  /** Marks the current move and scrolls to it, inside the list only. */
  select(current: TreeNode): void {
    for (const [node, button] of this.#buttons) {
      if (node === current) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const button = this.#buttons.get(current);
    if (!button) {
      if (current === this.#tree?.root) this.element.scrollTop = 0;
      return;
    }
    const top = button.offsetTop; // within the list, which is positioned
    if (top < this.element.scrollTop + 8) this.element.scrollTop = top - 40;
    else if (top + button.offsetHeight > this.element.scrollTop + this.element.clientHeight - 8)
      this.element.scrollTop = top + button.offsetHeight - this.element.clientHeight + 40;
  }

  #move(node: TreeNode): HTMLElement {
    const marks = node.nags.map((nag) => glyphs[nag] ?? '').join('');
    const kind = kindOf(node.nags);
    const button = h('button.move', { type: 'button' }, node.san + marks);
    this.#nodes.set(button, node);
    if (kind) button.classList.add(kind);
    this.#buttons.set(node, button);
    return button;
  }

  #comment(texts: string[]): HTMLElement {
    return h('span.comment', null, readable(texts));
  }

  /** A variation as running text, its own variations in brackets. */
  #line(first: TreeNode): HTMLElement[] {
    const parts: HTMLElement[] = [];
    let numbered = true;
    for (let node: TreeNode | undefined = first; node; node = node.children[0]) {
      const ply = plyBefore(node);
      if (readable(node.commentsBefore)) parts.push(this.#comment(node.commentsBefore));
      if (numbered || ply % 2 === 0) parts.push(h('span.inline-number', null, moveNumber(ply)));
      numbered = false;
      parts.push(this.#move(node));
      if (readable(node.comments)) {
        parts.push(this.#comment(node.comments));
        numbered = true;
      }
      if (node === first) continue;
      for (const variation of node.parent?.children.slice(1) ?? []) {
        parts.push(h('span.nested', null, '(', this.#line(variation), ')'));
        numbered = true;
      }
    }
    return parts;
  }
}
