// Which game of many: a dialog with one line for each.

import { h, openDialog } from '../page/dom';
import type { PgnGame } from '../api/types';

export function chooseGame(games: PgnGame[], onChoose: (game: PgnGame, number: number) => void): void {
  const list = h('ul.game-list');
  const dialog = openDialog(`${games.length} games: which one?`, list);
  games.forEach((game, number) => {
    const { White = '?', Black = '?', Event: event = '', Date: date = '' } = game.tags;
    const choose = (): void => {
      dialog.close();
      onChoose(game, number);
    };
    const details = [game.result, event, date].filter((part) => part && !part.startsWith('?')).join(' · ');
    list.append(
      h(
        'li',
        null,
        h(
          'button',
          { type: 'button', onclick: choose },
          h('strong', null, `${White} – ${Black}`),
          h('span.quiet', null, details),
        ),
      ),
    );
  });
}
