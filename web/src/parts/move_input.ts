// Moves by keyboard, for those who do not use a mouse or do not see the board.

import { h } from '../page/dom';
import type { Move, Position } from '../api/types';
import { t } from '../page/words';

const plain = (text: string): string => text.replaceAll(/[+#x=!?\-\s]/g, '').replaceAll('0', 'O');

/** The legal move that is meant by "Nf3", "nf3", "exd5", "e2e4", "O-O" or "0-0". */
export function findMove(legal: Move[], text: string): Move | undefined {
  const wanted = plain(text);
  if (!wanted) return undefined;
  const exact = legal.find((move) => plain(move.san) === wanted || move.uci === text.trim().toLowerCase());
  if (exact) return exact;
  const similar = legal.filter((move) => plain(move.san).toLowerCase() === wanted.toLowerCase());
  return similar.length === 1 ? similar[0] : undefined;
}

export class MoveInput {
  readonly element: HTMLFormElement;
  onMove: (uci: string) => void = () => {};

  place: Position | undefined;
  readonly #field = h('input', {
    type: 'text',
    id: 'move-input',
    placeholder: t('input.placeholder'),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': t('input.label'),
    'aria-describedby': 'move-input-message',
  });
  readonly #message = h('span.input-message', { id: 'move-input-message', role: 'status' });

  constructor() {
    this.element = h('form.move-input', { autocomplete: 'off' }, this.#field, this.#message);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      const move = findMove(this.place?.legal ?? [], this.#field.value);
      if (!move) {
        this.#message.textContent = this.#field.value ? t('input.illegal', { text: this.#field.value }) : '';
        return;
      }
      this.#message.textContent = '';
      this.#field.value = '';
      this.onMove(move.uci);
    });
    this.#field.addEventListener('input', () => (this.#message.textContent = ''));
  }
}
