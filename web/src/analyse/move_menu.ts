// The menu of a move: its glyphs, and the place of its variation among the others.

import { moveNumber } from '../chess/format';
import type { Nag } from '../chess/nags';
import { glyphs, nagGroups } from '../chess/nags';
import type { Tree, TreeNode } from '../chess/tree';
import { plyBefore, shiftable, variationStart } from '../chess/tree';
import { h, labelledButton } from '../page/dom';
import { t } from '../page/words';

/** Pixels between the menu and the move, and between the menu and the edge of the window. */
const gap = 6;

export interface MenuActions {
  toggle: (node: TreeNode, nag: Nag) => void;
  main: (node: TreeNode) => void;
  shift: (node: TreeNode, by: -1 | 1) => void;
  fold: (node: TreeNode) => void;
  foldAll: (folded: boolean) => void;
  remove: (node: TreeNode) => void;
  compare: () => void;
}

export class MoveMenu {
  readonly #actions: MenuActions;
  #element: HTMLElement | undefined;
  #opener: HTMLElement | undefined;

  constructor(actions: MenuActions) {
    this.#actions = actions;
    document.addEventListener('pointerdown', (event) => {
      if (this.#element && !this.#element.contains(event.target as Node)) this.close(false);
    });
  }

  /** Opens the menu of a move beside its button. */
  open(tree: Tree, node: TreeNode, beside: HTMLElement, inside: HTMLElement): void {
    this.close(false);
    this.#opener = beside;
    const title = t('menu.of', { move: `${moveNumber(plyBefore(node))} ${node.san}` });
    const menu = h(
      'div.move-menu',
      { role: 'dialog', 'aria-label': title },
      h('strong.move-menu-title', null, title),
      ...nagGroups.map(({ name, nags }) =>
        h(
          'div.nags',
          { role: 'group', 'aria-label': t(`menu.glyphs-${name}`) },
          nags.map((nag) => this.#nagButton(node, nag)),
        ),
      ),
      h('div.move-menu-actions', null, this.#variationButtons(tree, node)),
    );
    menu.addEventListener('keydown', (event) => this.#key(event));
    this.#element = menu;
    inside.append(menu);
    this.#place(menu, beside);
    menu.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }

  close(isBack = true): void {
    this.#element?.remove();
    this.#element = undefined;
    if (isBack) this.#opener?.focus();
  }

  #nagButton(node: TreeNode, nag: Nag): HTMLElement {
    const label = t(`nag.${nag}`);
    const button = h(
      'button.nag',
      { type: 'button', title: label, 'aria-label': label, 'aria-pressed': String(node.nags.includes(nag)) },
      glyphs[nag] ?? '',
    );
    button.addEventListener('click', () => {
      this.#actions.toggle(node, nag);
      for (const other of this.#element?.querySelectorAll<HTMLElement>('.nag') ?? [])
        other.setAttribute('aria-pressed', String(node.nags.includes(Number(other.dataset.nag))));
    });
    button.dataset.nag = String(nag);
    return button;
  }

  #variationButtons(tree: Tree, node: TreeNode): (HTMLElement | false)[] {
    const variation = variationStart(node);
    const { main, shift, fold, foldAll, remove, compare } = this.#actions;
    const act = (icon: string, label: string, action: () => void): HTMLElement =>
      labelledButton(icon, label, () => {
        this.close();
        action();
      });
    const nodes = tree.inOrder();
    const variations = nodes.filter((one) => one.parent && one.parent.children[0] !== one);
    return [
      act('bulb', t('menu.compare'), compare),
      variation !== undefined && act('first', t('menu.main'), () => main(node)),
      shiftable(node, -1) !== undefined && act('up', t('menu.promote'), () => shift(node, -1)),
      shiftable(node, 1) !== undefined && act('down', t('menu.demote'), () => shift(node, 1)),
      variation !== undefined &&
        act('fold', variation.folded ? t('menu.unfold') : t('menu.fold'), () => fold(variation)),
      variations.some((one) => !one.folded) && act('fold', t('menu.fold-all'), () => foldAll(true)),
      variations.some((one) => one.folded) && act('unfold', t('menu.unfold-all'), () => foldAll(false)),
      act('trash', t('menu.delete'), () => remove(node)),
    ];
  }

  #key(event: KeyboardEvent): void {
    event.stopPropagation();
    const buttons = [...(this.#element?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') this.close();
    else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  }

  #place(menu: HTMLElement, beside: HTMLElement): void {
    const box = beside.getBoundingClientRect();
    const [width, height] = [menu.offsetWidth, menu.offsetHeight];
    const left = Math.max(gap, Math.min(box.left, document.documentElement.clientWidth - width - gap));
    const isBelow = box.bottom + gap + height <= window.innerHeight;
    const top = isBelow ? box.bottom + gap : Math.max(gap, Math.min(box.top - gap, window.innerHeight - gap) - height);
    menu.style.left = `${left}px`;
    menu.style.top = `${top}px`;
  }
}
