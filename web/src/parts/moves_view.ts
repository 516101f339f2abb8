// The score sheet: the main line in two columns, variations and comments between its rows.

import { h, replace } from '../page/dom';
import { moveNumber, resultText } from '../chess/format';
import { glyphs, kindOf } from '../chess/nags';
import type { Tree, TreeNode } from '../chess/tree';
import { plyBefore } from '../chess/tree';

/** What people said; evaluations and clocks that programs put beside it are not for reading. */
export const readable = (comments: string[]): string =>
  comments
    .map((text) => text.replaceAll(/\[%\w+ [^\]]*\]/g, '').trim())
    .filter(Boolean)
    .join(' ');

export class MovesView {
  readonly element = h('div.moves', { role: 'group', 'aria-label': 'Moves' });
  onSelect: (node: TreeNode) => void = () => {};

  #tree: Tree | undefined;
  #buttons = new Map<TreeNode, HTMLElement>();

  /** Draws everything anew; cheap enough for any game that people play. */
  render(tree: Tree, current: TreeNode): void {
    this.#tree = tree;
    this.#buttons.clear();
    const rows: HTMLElement[] = [];
    if (readable(tree.root.comments)) rows.push(this.#comment(tree.root.comments));
    let row: HTMLElement | undefined;
    for (let node = tree.root.children[0]; node; node = node.children[0]) {
      const ply = plyBefore(node);
      if (!row || ply % 2 === 0) {
        row = h('div.move-row', null, h('span.move-number', null, String(Math.floor(ply / 2) + 1)));
        if (ply % 2 === 1) row.append(h('span.move-gap', null, '…'));
        rows.push(row);
      }
      row.append(this.#move(node));
      const variations = node.parent?.children.slice(1) ?? [];
      if (variations.length === 0 && !readable(node.comments)) continue;
      const aside = h('div.aside');
      if (readable(node.comments)) aside.append(this.#comment(node.comments));
      for (const variation of variations) aside.append(h('div.variation', null, this.#line(variation)));
      rows.push(aside);
      // What follows begins a row of its own, with its number.
      row = undefined;
    }
    if (tree.result !== '*') rows.push(h('div.game-result', null, resultText(tree.result, ' – ')));
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
    const button = h('button.move', { type: 'button', onclick: () => this.onSelect(node) }, node.san + marks);
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
