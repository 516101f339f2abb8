// Where a game forks: its continuations, one of which the next step takes.

import { moveNumber } from '../chess/format';
import { glyphs } from '../chess/nags';
import type { TreeNode } from '../chess/tree';
import { plyBefore } from '../chess/tree';
import { h, replace } from '../page/dom';
import { t } from '../page/words';

/** Continuations that a number key reaches. */
const keyed = 9;

export class Forks {
  readonly element = h('div.forks', { role: 'group', 'aria-label': t('forks.label'), hidden: true });
  onChoose: (node: TreeNode) => void = () => {};
  #children: TreeNode[] = [];

  show(node: TreeNode): void {
    this.#children = node.children;
    this.element.hidden = node.children.length < 2;
    replace(
      this.element,
      node.children.map((child, i) =>
        h(
          'button.fork',
          { type: 'button', title: i < keyed ? t('forks.hint') : undefined, onclick: () => this.onChoose(child) },
          i < keyed ? h('kbd', null, String(i + 1)) : null,
          `${moveNumber(plyBefore(child))} ${child.san}${child.nags.map((nag) => glyphs[nag] ?? '').join('')}`,
        ),
      ),
    );
  }

  /** Takes the continuation with this number, from 1. */
  choose(number: number): void {
    const child = this.#children.length > 1 ? this.#children[number - 1] : undefined;
    if (child) this.onChoose(child);
  }
}
