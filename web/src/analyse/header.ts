// What is known of the game: who played, where, how it ended, and which opening it was.

import type { Opening, PgnResult } from '../api/types';
import { sideName } from '../chess/fen';
import { resultText } from '../chess/format';
import type { Tree } from '../chess/tree';
import { h, iconButton, labelledButton, openDialog, replace } from '../page/dom';
import { t } from '../page/words';

/** A tag that says something: "?" and "????.??.??" do not. */
export const tagOf = (tags: Record<string, string>, name: string): string =>
  /^[?.\s-]*$/.test(tags[name] ?? '') ? '' : (tags[name] ?? '');

/** "Anna – Bert", or nothing where nobody is named. */
export function playersOf(tags: Record<string, string>): string {
  const [white, black] = [tagOf(tags, 'White'), tagOf(tags, 'Black')];
  return white || black ? `${white || sideName('white')} – ${black || sideName('black')}` : '';
}

const results: readonly PgnResult[] = ['*', '1-0', '1/2-1/2', '0-1'];

export class GameHeader {
  readonly element: HTMLElement;
  onEdit: (tags: Record<string, string>, result: PgnResult) => void = () => {};
  readonly #text = h('div.game-header-text');
  #tree: Tree | undefined;
  #opening: Opening | null = null;

  constructor() {
    this.element = h(
      'div.game-header',
      null,
      this.#text,
      iconButton('pencil', t('header.edit'), () => this.#edit()),
    );
  }

  /** `opening`: null where the line has none, undefined as long as that is not known. */
  show(tree: Tree, opening: Opening | null | undefined): void {
    if (opening !== undefined || tree !== this.#tree) this.#opening = opening ?? null;
    this.#tree = tree;
    const { tags, result } = tree;
    const parts = [tagOf(tags, 'Event'), tagOf(tags, 'Site'), tagOf(tags, 'Round'), tagOf(tags, 'Date')];
    const details = [result === '*' ? '' : resultText(result), ...parts]
      .filter((part, i, all) => part && all.indexOf(part) === i)
      .join(' · ');
    replace(
      this.#text,
      details && h('p.game-details', { title: details }, details),
      h(
        'p.game-opening',
        { title: this.#opening?.name },
        this.#opening ? h('span.eco', null, this.#opening.eco) : null,
        h('span', null, this.#opening ? this.#opening.name : t('header.no-opening')),
      ),
    );
  }

  #edit(): void {
    const tree = this.#tree;
    if (!tree) return;
    const fields = new Map<string, HTMLInputElement>();
    const field = (name: string, label: string): HTMLElement => {
      const id = `tag-${name.toLowerCase()}`;
      const input = h('input', { type: 'text', id, value: tagOf(tree.tags, name), autocomplete: 'off' });
      fields.set(name, input);
      return h('div.field', null, h('label', { for: id }, label), input);
    };
    const result = h('select', { id: 'tag-result' });
    for (const one of results)
      result.append(
        h(
          'option',
          { value: one, selected: one === tree.result },
          one === '*' ? t('header.result-open') : resultText(one),
        ),
      );
    const form = h(
      'form.game-form',
      null,
      field('White', sideName('white')),
      field('WhiteElo', t('header.elo', { side: sideName('white') })),
      field('Black', sideName('black')),
      field('BlackElo', t('header.elo', { side: sideName('black') })),
      field('Event', t('header.event')),
      field('Site', t('header.site')),
      field('Date', t('header.date')),
      field('Round', t('header.round')),
      h('div.field', null, h('label', { for: 'tag-result' }, t('header.result')), result),
      h(
        'div.buttons.choices',
        null,
        h('button.labelled', { type: 'button', onclick: () => dialog.close() }, t('dialog.cancel')),
        labelledButton('check', t('header.save'), () => form.requestSubmit(), 'primary'),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const tags = { ...tree.tags };
      for (const [name, input] of fields) {
        const value = input.value.trim();
        if (value) tags[name] = value;
        else if (tagOf(tags, name)) delete tags[name];
      }
      dialog.close();
      this.onEdit(tags, result.value as PgnResult);
    });
    const dialog = openDialog(t('header.edit'), form);
    dialog.classList.add('wide');
  }
}
