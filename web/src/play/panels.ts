// What stands beside the board of a game: players, result, and the buttons.

import type { End, Side } from '../api/types';
import { other, sideName } from '../chess/fen';
import { resultText } from '../chess/format';
import { h, labelledButton, openDialog, replace } from '../page/dom';
import { t } from '../page/words';
import { material } from '../parts/material';
import type { Game } from './game';
import { resultSentence, sideToMove } from './game';
import { opponentOf } from './opponent';

/** The names above and below the board, with what each side is ahead and its clock. */
export class Players {
  readonly top = h('div.player');
  readonly bottom = h('div.player');
  /** The opponent once more, for screens that have no room for names at the board. */
  readonly line = h('div.player.opponent-line', { 'aria-hidden': 'true' });

  /** `elo` is the level that is chosen for the next game. */
  show(game: Game | null, elo: number | null, fen: string, isBlackBelow: boolean, isThinking: boolean): void {
    const lower: Side = isBlackBelow ? 'black' : 'white';
    const level = game ? game.elo : elo;
    const isUserBelow = game ? lower === game.side : true;
    const { name, level: text } = opponentOf(level);
    replace(this.line, h('span.player-name', null, name), h('span.player-level', null, text));
    this.#show(this.top, other(lower), game, level, fen, !isUserBelow, isThinking);
    this.#show(this.bottom, lower, game, level, fen, isUserBelow, isThinking);
  }

  #show(
    element: HTMLElement,
    side: Side,
    game: Game | null,
    elo: number | null,
    fen: string,
    isUser: boolean,
    isThinking: boolean,
  ): void {
    const toMove = game !== null && !game.end && sideToMove(game) === side;
    const label = t('players.clock', { side: sideName(side) });
    const { name, level, band } = opponentOf(elo);
    const face = h('span.face', { 'aria-hidden': 'true' }, isUser ? '' : name.charAt(0));
    face.classList.add(isUser ? 'user' : `band-${band}`);
    replace(
      element,
      face,
      h(`span.disc.${side}`, { title: sideName(side) }),
      h('span.player-name', null, isUser ? t('play.you') : name),
      isUser ? null : h('span.player-level', null, level),
      material(fen, side),
      toMove && !isUser && isThinking ? h('span.thinking', null, t('play.thinking')) : null,
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
      h('button.labelled', { type: 'button', autofocus: true, onclick: () => dialog.close() }, t('dialog.cancel')),
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
