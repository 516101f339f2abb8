// What stands beside the board of a game: players, result, and the buttons.

import type { End, Side } from '../api/types';
import { nameOf, other } from '../chess/fen';
import { resultText } from '../chess/format';
import { h, labelledButton, openDialog, replace } from '../page/dom';
import { material } from '../parts/material';
import type { Game } from './game';
import { resultSentence, sideToMove } from './game';

/** The names above and below the board, with what each side is ahead and its clock. */
export class Players {
  readonly top = h('div.player');
  readonly bottom = h('div.player');

  show(game: Game | null, fen: string, isBlackBelow: boolean, isThinking: boolean): void {
    const lower: Side = isBlackBelow ? 'black' : 'white';
    this.#show(this.top, other(lower), game, fen, game ? other(lower) === game.side : false, isThinking);
    this.#show(this.bottom, lower, game, fen, game ? lower === game.side : true, isThinking);
  }

  #show(element: HTMLElement, side: Side, game: Game | null, fen: string, isUser: boolean, isThinking: boolean): void {
    const toMove = game !== null && !game.end && sideToMove(game) === side;
    const label = `Clock of ${nameOf(side)}`;
    replace(
      element,
      h(`span.disc.${side}`),
      h('span.player-name', null, isUser ? 'You' : 'Zugwerk'),
      game && !isUser ? h('span.player-level', null, game.elo === null ? 'full strength' : `level ${game.elo}`) : null,
      material(fen, side),
      toMove && !isUser && isThinking ? h('span.thinking', null, 'thinking …') : null,
      game?.clock ? h('span.clock', { role: 'timer', 'aria-label': label, 'data-side': side }) : null,
    );
    element.classList.toggle('to-move', toMove);
  }
}

export function resultPanel(game: Game, end: End, buttons: HTMLElement[]): HTMLElement {
  return h(
    'div.panel.result',
    { role: 'status' },
    h('strong.result-score', null, resultText(end.result, ' – ')),
    h('span', null, resultSentence(game, end)),
    h('div.buttons', null, buttons),
  );
}

/** Asks before something that cannot be taken back. */
export function confirm(title: string, text: string, button: string, onConfirm: () => void): void {
  const dialog = openDialog(
    title,
    text ? h('p', null, text) : null,
    h(
      'div.buttons.choices',
      null,
      h('button.labelled', { type: 'button', autofocus: true, onclick: () => dialog.close() }, 'Cancel'),
      labelledButton(
        'flag',
        button,
        () => {
          dialog.close();
          onConfirm();
        },
        'danger',
      ),
    ),
  );
}
