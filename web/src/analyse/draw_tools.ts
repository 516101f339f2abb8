// Drawing on the board without a right mouse button: a colour, and what a finger or the keyboard then does.

import type { DrawingColor } from '../chess/comments';
import { drawingColors } from '../chess/comments';
import { h, iconButton, labelledButton } from '../page/dom';
import { t } from '../page/words';

export class DrawTools {
  readonly element: HTMLElement;
  /** Drawing with this colour, or no more. */
  onColor: (color: DrawingColor | undefined) => void = () => {};
  onClear: () => void = () => {};
  #color: DrawingColor = 'green';

  constructor() {
    this.element = h(
      'div.panel.draw-tools',
      { role: 'group', 'aria-label': t('draw.label'), hidden: true },
      h(
        'div.draw-colors',
        { role: 'radiogroup', 'aria-label': t('draw.label') },
        drawingColors.map((color) =>
          h(
            'label.draw-color',
            { title: t(`draw.${color}`) },
            h('input', {
              type: 'radio',
              name: 'draw-color',
              value: color,
              checked: color === this.#color,
              'aria-label': t(`draw.${color}`),
              onchange: () => this.#choose(color),
            }),
            h(`span.draw-${color}`, { 'aria-hidden': 'true' }),
          ),
        ),
      ),
      iconButton('trash', t('draw.clear'), () => this.onClear()),
      labelledButton('check', t('draw.done'), () => this.toggle(false)),
      h('p.quiet', null, t('draw.help')),
    );
  }

  get isOn(): boolean {
    return !this.element.hidden;
  }

  toggle(on = !this.isOn): void {
    this.element.hidden = !on;
    this.onColor(on ? this.#color : undefined);
  }

  #choose(color: DrawingColor): void {
    this.#color = color;
    this.onColor(color);
  }
}
