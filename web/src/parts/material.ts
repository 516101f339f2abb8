// What one side has more than the other, as small pieces beside a name.

import type { Role } from '@lichess-org/chessground/types';

import { h } from '../page/dom';
import type { Side } from '../api/types';
import { other, sideName } from '../chess/fen';
import { t } from '../page/words';

const kinds: readonly (readonly [string, Role, number])[] = [
  ['q', 'queen', 9],
  ['r', 'rook', 5],
  ['b', 'bishop', 3],
  ['n', 'knight', 3],
  ['p', 'pawn', 1],
];

/** The pieces of the other side that this side has more of taken, and by how many pawns it is ahead. */
export function material(fen: string, side: Side): HTMLElement {
  const board = fen.split(' ')[0] ?? '';
  const count = (letter: string): number => board.split(letter).length - 1;
  const pieces: HTMLElement[] = [];
  let ahead = 0;
  for (const [letter, role, worth] of kinds) {
    const more = (count(letter.toUpperCase()) - count(letter)) * (side === 'white' ? 1 : -1);
    ahead += more * worth;
    for (let i = 0; i < more; ++i) {
      const piece = document.createElement('piece');
      piece.className = `${role} ${other(side)}${i > 0 ? ' again' : ''}`;
      pieces.push(piece);
    }
  }
  const label = ahead > 0 ? t('material.ahead', { side: sideName(side), count: ahead }) : '';
  return h(
    'span.material.cg-wrap',
    label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': 'true' },
    pieces,
    ahead > 0 ? h('span.ahead', null, `+${ahead}`) : null,
  );
}
