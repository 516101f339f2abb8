// A table of numbers whose first column names the rows.

import { h } from '../page/dom';

type Cell = string | Node;

export function table(head: string[], rows: Cell[][], kind = ''): HTMLElement {
  const element = h(
    'table.numbers',
    null,
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        head.map((name) => h('th', { scope: 'col' }, name)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map(([first, ...rest]) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, first),
          rest.map((cell) => h('td', null, cell)),
        ),
      ),
    ),
  );
  if (kind !== '') element.classList.add(kind);
  // A wide table is scrolled, by keyboard as well.
  return h('div.table-room', { tabindex: 0, role: 'region', 'aria-label': head.filter(Boolean).join(', ') }, element);
}
