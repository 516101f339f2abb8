// A small board to look at: a position that is not the one on the large board, as where a line of the engine leads. It
// comes up beside what it belongs to and never in the way of the pointer.

import type { Side } from '../api/types';
import { placementOf } from '../chess/board_words';
import { h, replace } from '../page/dom';

const roles: Readonly<Record<string, string>> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};

/** Pixels between the board and what it belongs to. */
const gap = 8;

export class MiniBoard {
  readonly element: HTMLElement;
  readonly #squares = h('div.mini-squares.cg-wrap');
  readonly #caption = h('p.mini-caption');

  constructor() {
    this.element = h('div.mini-board', { 'aria-hidden': 'true', hidden: true }, this.#squares, this.#caption);
  }

  /** Shows a position beside an element. */
  show(fen: string, orientation: Side, lastMove: string, caption: string, beside: Element): void {
    const at = (square: string): [number, number] => {
      const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
      return orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
    };
    const put = (element: HTMLElement, square: string): HTMLElement => {
      const [column, row] = at(square);
      element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
      return element;
    };
    const marks = [lastMove.slice(0, 2), lastMove.slice(2, 4)].filter(Boolean);
    const pieces = [...placementOf(fen)].map(([square, letter]) => {
      const piece = document.createElement('piece');
      const side = letter === letter.toLowerCase() ? 'black' : 'white';
      piece.className = `${roles[letter.toLowerCase()] ?? ''} ${side}`;
      return put(piece, square);
    });
    replace(
      this.#squares,
      marks.map((square) => put(h('span.mini-mark'), square)),
      pieces,
    );
    this.#caption.textContent = caption;
    this.element.hidden = false;
    this.#place(beside);
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Below the element, above it where there is no room, and always within the window. */
  #place(beside: Element): void {
    const box = beside.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.max(gap, Math.min(box.left, window.innerWidth - width - gap));
    const below = box.bottom + gap + height <= window.innerHeight;
    const top = below ? box.bottom + gap : Math.max(gap, box.top - gap - height);
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
  }
}
