// The open games as tabs, and the way to those of other windows.

import { h, iconButton, labelledButton, menu, openDialog, replace } from '../page/dom';
import { t } from '../page/words';
import type { Saved } from './saved';
import { titleOf } from './workspace';

export class GameTabs {
  readonly element: HTMLElement;
  onSelect: (number: number) => void = () => {};
  onClose: (number: number) => void = () => {};
  onNew: () => void = () => {};
  /** The games that other windows have. */
  elsewhere: () => Saved[] = () => [];
  onTake: (game: Saved) => void = () => {};

  readonly #tabs = h('div.game-tab-list');

  constructor(load: () => void, ...actions: HTMLElement[]) {
    this.element = h(
      'nav.panel.game-tabs',
      { 'aria-label': t('study.games') },
      this.#tabs,
      iconButton('plus', t('analyse.new'), () => this.onNew()),
      iconButton('folder', t('analyse.load'), load),
      menu(
        'list',
        t('study.menu'),
        actions,
        labelledButton('windows', t('study.elsewhere'), () => this.#showElsewhere()),
      ),
    );
  }

  show(titles: string[], active: number): void {
    replace(
      this.#tabs,
      titles.map((title, i) => {
        const close = iconButton('close', t('study.close', { game: title }), () => this.onClose(i));
        const button = h('button.game-tab-name', { type: 'button', title, onclick: () => this.onSelect(i) }, title);
        if (i === active) button.setAttribute('aria-current', 'true');
        return h('span.game-tab', { 'data-active': String(i === active) }, button, titles.length > 1 ? close : null);
      }),
    );
    const shown = this.#tabs.children[active] as HTMLElement | undefined;
    if (!shown) return;
    const right = shown.offsetLeft + shown.offsetWidth;
    if (shown.offsetLeft < this.#tabs.scrollLeft) this.#tabs.scrollLeft = shown.offsetLeft;
    else if (right > this.#tabs.scrollLeft + this.#tabs.clientWidth)
      this.#tabs.scrollLeft = right - this.#tabs.clientWidth;
  }

  #showElsewhere(): void {
    const games = this.elsewhere();
    const rows = games.map((game, i) =>
      h(
        'li',
        null,
        h(
          'button',
          {
            type: 'button',
            onclick: () => {
              dialog.close();
              this.onTake(game);
            },
          },
          h('span.game-number', null, String(i + 1)),
          h('strong', null, titleOf(game, i + 1)),
          h('span.quiet', null, t('moves.folded', { count: game.nodes.length - 1 })),
        ),
      ),
    );
    const dialog = openDialog(
      t('study.elsewhere'),
      rows.length > 0 ? h('ul.game-list', null, rows) : h('p.quiet', null, t('study.none-elsewhere')),
    );
  }
}
