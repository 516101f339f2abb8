// A layer over the board that turns presses into drawings, for fingers, which have no right button, and for the keyboard.

import type { Side } from '../api/types';
import type { Drawing, DrawingColor } from '../chess/comments';
import { h } from '../page/dom';
import { t } from '../page/words';

/** The drawings with this one; without it where it was there, and with its colour where another one had its place. */
export function toggledDrawing(drawings: Drawing[], drawing: Drawing): Drawing[] {
  const same = drawings.find(({ from, to }) => from === drawing.from && to === drawing.to);
  const others = drawings.filter((one) => one !== same);
  return same?.color === drawing.color ? others : [...others, drawing];
}

export class DrawLayer {
  readonly element = h('div.draw-layer', { 'aria-hidden': 'true', hidden: true });
  orientation: Side = 'white';
  /** The square that the keyboard began an arrow from. */
  from: string | undefined;

  readonly #onDraw: (drawing: Drawing) => void;
  readonly #say: (text: string) => void;
  #color: DrawingColor | undefined;
  #pressed: string | undefined;

  constructor(onDraw: (drawing: Drawing) => void, say: (text: string) => void) {
    this.#onDraw = onDraw;
    this.#say = say;
    this.element.addEventListener('pointerdown', (event) => {
      this.#pressed = this.#squareAt(event);
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener('pointerup', (event) => {
      const to = this.#squareAt(event);
      if (this.#pressed && to) this.#draw(this.#pressed, to);
      this.#pressed = undefined;
    });
    this.element.addEventListener('pointercancel', () => (this.#pressed = undefined));
  }

  get isOn(): boolean {
    return this.#color !== undefined;
  }

  set color(color: DrawingColor | undefined) {
    this.#color = color;
    this.from = undefined;
    this.element.hidden = color === undefined;
  }

  /** A square that the keyboard chose: the beginning of an arrow, or its end. */
  press(square: string): void {
    if (this.from) {
      const from = this.from;
      this.from = undefined;
      this.#draw(from, square);
    } else {
      this.from = square;
      this.#say(t('draw.from', { square }));
    }
  }

  cancel(): void {
    this.from = undefined;
  }

  #draw(from: string, to: string): void {
    if (!this.#color) return;
    this.#onDraw({ color: this.#color, from, ...(to !== from && { to }) });
    this.#say(to === from ? t('draw.circle', { square: from }) : t('draw.arrow', { from, to }));
  }

  #squareAt({ clientX, clientY }: PointerEvent): string | undefined {
    const box = this.element.getBoundingClientRect();
    const column = Math.floor((8 * (clientX - box.left)) / box.width);
    const row = Math.floor((8 * (clientY - box.top)) / box.height);
    if (column < 0 || column > 7 || row < 0 || row > 7) return undefined;
    const [file, rank] = this.orientation === 'white' ? [column, 7 - row] : [7 - column, row];
    return `${String.fromCharCode(97 + file)}${rank + 1}`;
  }
}
