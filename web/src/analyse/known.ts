// Moves of the book and of the endgame tables, where there are any.

import type { Spot } from '../api/requests';
import { knownMoves } from '../api/requests';
import type { Move } from '../api/types';
import { h, replace } from '../page/dom';
import type { Key } from '../page/words';
import { t } from '../page/words';

interface Row {
  move: Move;
  text: string;
  kind: string;
}

/** Of the endgame tables, in the words of the server. */
const results: Readonly<Record<string, Key>> = {
  win: 'result.win',
  'cursed win': 'result.cursed-win',
  draw: 'result.draw',
  'blessed loss': 'result.blessed-loss',
  loss: 'result.loss',
};
const resultName = (result: string): string => {
  const key = results[result];
  return key ? t(key as 'result.win') : result;
};

export class KnownPanel {
  readonly element = h('div.panel.known', { hidden: true });
  onPlay: (move: Move) => void = () => {};

  async show(spot: Spot, isWanted: () => boolean): Promise<void> {
    const found = await knownMoves(spot).catch(() => undefined);
    if (!isWanted()) return;
    const book = found?.book ?? [];
    const tables = found?.tables;
    this.element.hidden = book.length === 0 && !tables;
    const share = (part: number): string => `${Math.round(100 * part)} %`;
    replace(
      this.element,
      book.length > 0 &&
        this.#rows(
          t('known.book'),
          book.map((move) => ({ move, text: share(move.share), kind: 'book' })),
        ),
      tables &&
        this.#rows(
          t('known.tables', { result: resultName(tables.result) }),
          tables.moves.map((move) => ({
            move,
            text: resultName(move.result) + (move.dtz ? ` · ${Math.abs(move.dtz)}` : ''),
            kind: move.result.replace(' ', '-'),
          })),
        ),
    );
  }

  #rows(caption: string, rows: Row[]): HTMLElement {
    const buttons = rows.map(({ move, text, kind }) =>
      h(
        'button.known-move',
        { type: 'button', 'data-kind': kind, onclick: () => this.onPlay(move) },
        h('strong', null, move.san),
        h('span', null, text),
      ),
    );
    return h('div', null, h('h2', null, caption), h('div.known-moves', null, buttons));
  }
}
