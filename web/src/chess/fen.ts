// What a FEN says without the rules of chess, and the names of the sides.

import type { Side } from '../api/types';
import { t } from '../page/words';

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
/** As PGN and the server name it. */
export const nameOf = (side: Side): string => (side === 'white' ? 'White' : 'Black');
/** As the user reads it. */
export const sideName = (side: Side): string => t(side === 'white' ? 'side.white' : 'side.black');
export const turnOf = (fen: string): Side => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** How many half moves were played before this position, by its own count. */
export function plyOf(fen: string): number {
  const fields = fen.split(' ');
  return 2 * (Number(fields[5] ?? 1) - 1) + (fields[1] === 'b' ? 1 : 0);
}
