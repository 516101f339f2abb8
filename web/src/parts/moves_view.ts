// The score sheet: the main line in two columns, variations and comments between its rows. Variations can be folded.

import { readable } from '../chess/comments';
import { moveNumber, resultText } from '../chess/format';
import { glyphs, kindOf } from '../chess/nags';
import type { Tree, TreeNode } from '../chess/tree';
import { plyBefore } from '../chess/tree';
import { h, iconButton, replace } from '../page/dom';
import { t } from '../page/words';

/** How long a finger rests on a move that asks for its menu. */
const longPress = 500;

/** How many moves a variation has, its own variations not counted. */
function lengthOf(first: TreeNode): number {
  let count = 0;
  for (let node: TreeNode | undefined = first; node; node = node.children[0]) ++count;
  return count;
}

const onlyMove = 7;

/** Signs for what is found about a move, by its name. */
const signs: Readonly<Record<string, string>> = {
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
  great: '!',
  best: ' ★',
  forced: ' □',
};

export class MovesView {
  readonly element = h('div.moves', { role: 'group', 'aria-label': t('moves.label') });
  onSelect: (node: TreeNode) => void = () => {};
  /** The menu of a move is wanted; only views that set this have one. */
  onMenu: ((node: TreeNode, button: HTMLElement) => void) | undefined;
  /** The variation that begins with this move is to be folded or unfolded. */
  onFold: (node: TreeNode) => void = () => {};
  /** A mark that is shown where the game has none of its own. */
  markOf: (node: TreeNode) => string | undefined = () => undefined;

  #tree: Tree | undefined;
  /** The moves alone, without what is said about them. */
  #isBare = false;
  #buttons = new Map<TreeNode, HTMLElement>();
  #nodes = new WeakMap<Element, TreeNode>();
  #pressed: TreeNode | undefined;
  #pressTimer = 0;

  constructor() {
    // The list may be drawn anew between press and release: what was pressed is meant.
    const nodeAt = (event: Event): TreeNode | undefined => {
      const button = (event.target as Element).closest('.move');
      return button ? this.#nodes.get(button) : undefined;
    };
    this.element.addEventListener('pointerdown', (event) => {
      this.#pressed = nodeAt(event);
      window.clearTimeout(this.#pressTimer);
      if (event.pointerType !== 'mouse')
        this.#pressTimer = window.setTimeout(() => this.#openMenu(this.#pressed), longPress);
    });
    for (const name of ['pointerup', 'pointercancel', 'scroll'])
      this.element.addEventListener(name, () => window.clearTimeout(this.#pressTimer));
    this.element.addEventListener('click', (event) => {
      const node = nodeAt(event) ?? this.#pressed;
      this.#pressed = undefined;
      if (node) this.onSelect(node);
    });
    this.element.addEventListener('contextmenu', (event) => {
      const node = nodeAt(event);
      if (!node || !this.onMenu) return;
      event.preventDefault();
      this.#openMenu(node);
    });
  }

  #openMenu(node: TreeNode | undefined): void {
    if (!node) return;
    this.onSelect(node);
    const button = this.#buttons.get(node);
    if (button) this.onMenu?.(node, button);
  }

  /** The button of a move, if it is shown. */
  buttonOf(node: TreeNode): HTMLElement | undefined {
    return this.#buttons.get(node);
  }

  /** Draws everything anew; cheap enough for any game that people play. With `last`, the main line up to that node and
   * nothing of what comes after it or was said about it. */
  render(tree: Tree, current: TreeNode, last?: TreeNode): void {
    this.#tree = tree;
    this.#isBare = last !== undefined;
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
      for (const variation of variations)
        aside.append(h('div.variation', null, this.#foldButton(variation), ...this.#line(variation)));
      rows.push(aside);
      // What follows begins a row of its own, with its number.
      row = undefined;
    }
    if (tree.result !== '*' && !last) rows.push(h('div.game-result', null, resultText(tree.result, ' – ')));
    if (rows.length === 0) rows.push(h('p.quiet', null, t('moves.empty')));
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

  /** Shows the marks of moves anew where they have changed, without drawing the list. */
  remark(): void {
    for (const [node, button] of this.#buttons) this.#label(node, button);
  }

  #label(node: TreeNode, button: HTMLElement): void {
    if (this.#isBare) {
      button.textContent = node.san;
      button.className = 'move';
      return;
    }
    const kind = kindOf(node.nags);
    const found = kind ? undefined : this.markOf(node);
    // The sign for a great move says more than that for the only one.
    const nags = found ? node.nags.filter((nag) => nag !== onlyMove) : node.nags;
    const own = nags.map((nag) => glyphs[nag] ?? '').join('');
    const text = node.san + own + (found ? (signs[found] ?? '') : '');
    if (button.textContent !== text) button.textContent = text;
    const name = `move ${kind ?? found ?? ''} ${found ? 'found' : ''}`.trim().replaceAll(/\s+/g, ' ');
    if (button.className !== name) button.className = name;
  }

  #move(node: TreeNode): HTMLElement {
    const button = h('button.move', { type: 'button' });
    this.#label(node, button);
    this.#nodes.set(button, node);
    this.#buttons.set(node, button);
    return button;
  }

  #comment(texts: string[]): HTMLElement {
    return h('span.comment', null, readable(texts));
  }

  /** Folds a variation, if there is something to fold. */
  #foldButton(first: TreeNode): HTMLElement | null {
    if (first.children.length === 0 && !readable(first.comments)) return null;
    const folded = first.folded === true;
    const button = iconButton('down', folded ? t('moves.unfold') : t('moves.fold'), () => this.onFold(first));
    button.classList.add('fold');
    button.setAttribute('aria-expanded', String(!folded));
    return button;
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
      if (first.folded) {
        const more = lengthOf(first) - 1;
        if (more > 0) parts.push(h('span.folded', null, `+ ${t('moves.folded', { count: more })}`));
        return parts;
      }
      if (readable(node.comments)) {
        parts.push(this.#comment(node.comments));
        numbered = true;
      }
      if (node === first) continue;
      for (const variation of node.parent?.children.slice(1) ?? []) {
        const fold = this.#foldButton(variation);
        parts.push(h('span.nested', null, '(', fold, this.#line(variation), ')'));
        numbered = true;
      }
    }
    return parts;
  }
}
