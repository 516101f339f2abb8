// The row under the moves: first, back, forward, last and flip, and beside them what a view wants there.

import { h, iconButton } from '../page/dom';

export interface Steps {
  first: () => void;
  back: () => void;
  forward: () => void;
  last: () => void;
  flip: () => void;
}

export function stepRow(steps: Steps, beside: HTMLElement): HTMLElement {
  return h(
    'div.panel.nav-row',
    null,
    h(
      'div.nav',
      { role: 'group', 'aria-label': 'Step through the game' },
      iconButton('first', 'First position (↑)', steps.first),
      iconButton('previous', 'Back (←)', steps.back),
      iconButton('next', 'Forward (→)', steps.forward),
      iconButton('last', 'Last position (↓)', steps.last),
      iconButton('flip', 'Flip the board (f)', steps.flip),
    ),
    beside,
  );
}
