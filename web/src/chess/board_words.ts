// The board and moves in words, as the terminal's --words has them: for those who hear the page.

import type { Key } from '../page/words';
import { t } from '../page/words';
import { sideName, turnOf } from './fen';

const kinds = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' } as const;
type Letter = keyof typeof kinds;

/** The letters of the pieces by square, as in a FEN. */
export type Placement = Map<string, string>;

export const fileLetters = 'abcdefgh';

export function placementOf(fen: string): Placement {
  const placement: Placement = new Map();
  for (const [row, text] of (fen.split(' ')[0] ?? '').split('/').entries()) {
    let file = 0;
    for (const letter of text) {
      if (/\d/.test(letter)) file += Number(letter);
      else if (/[a-z]/i.test(letter)) placement.set(`${fileLetters[file++] ?? ''}${8 - row}`, letter);
    }
  }
  return placement;
}

const isLetter = (text: string): text is Letter => text in kinds;

/** "knight", or "knights". */
function kindName(letter: string, count = 1): string {
  const lower = letter.toLowerCase();
  return isLetter(lower) ? t(`piece.${kinds[lower]}`, { count }) : '';
}

/** "white knight", or "empty". */
export function squareWords(letter: string | undefined): string {
  if (!letter) return t('board.empty');
  const lower = letter.toLowerCase();
  if (!isLetter(lower)) return '';
  return t(`${letter === lower ? 'black' : 'white'}.${kinds[lower]}` satisfies Key);
}

/** "White: king g1, rooks a1 f1, pawns f2 g2 h2." for each side, and whose turn it is. */
export function boardInWords(fen: string): string[] {
  const placement = placementOf(fen);
  const lines = (['white', 'black'] as const).map((side) => {
    const parts = Object.keys(kinds).flatMap((kind) => {
      const wanted = side === 'white' ? kind.toUpperCase() : kind;
      // From a1 on, as people name squares.
      const squares = [...placement].filter(([, letter]) => letter === wanted).map(([square]) => square);
      squares.sort((a, b) => (a[1] ?? '').localeCompare(b[1] ?? '') || a.localeCompare(b));
      return squares.length > 0 ? [`${kindName(kind, squares.length)} ${squares.join(' ')}`] : [];
    });
    return `${sideName(side)}: ${parts.join(', ')}.`;
  });
  return [...lines, t('board.to-move', { side: sideName(turnOf(fen)) })];
}

/** "knight from g1 to f3", "pawn from e5 takes pawn in passing, to d6", "castles short, check". */
export function moveInWords(before: string, uci: string, san: string): string {
  const placement = placementOf(before);
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const [moved, taken] = [placement.get(from) ?? '', placement.get(to)];
  let text: string;
  if (san.startsWith('O-O')) {
    text = san.startsWith('O-O-O') ? t('move.long') : t('move.short');
  } else {
    const piece = kindName(moved);
    if (moved.toLowerCase() === 'p' && from[0] !== to[0] && !taken) text = t('move.passing', { piece, from, to });
    else if (taken) text = t('move.takes', { piece, from, to, taken: kindName(taken) });
    else text = t('move.to', { piece, from, to });
    if (uci.length > 4) text += `, ${t('move.promotes', { piece: kindName(uci[4] ?? '') })}`;
  }
  if (san.endsWith('#')) return `${text}, ${t('move.mate')}`;
  return san.endsWith('+') ? `${text}, ${t('move.check')}` : text;
}
