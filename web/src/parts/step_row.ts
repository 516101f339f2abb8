// The row under the moves: first, back, forward, last and flip, and beside them what a view wants there.

import { h, iconButton } from '../page/dom';
import { t } from '../page/words';

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
      { role: 'group', 'aria-label': t('step.group') },
      iconButton('first', t('step.first'), steps.first),
      iconButton('previous', t('step.back'), steps.back),
      iconButton('next', t('step.forward'), steps.forward),
      iconButton('last', t('step.last'), steps.last),
      iconButton('flip', t('step.flip'), steps.flip),
    ),
    beside,
  );
}
