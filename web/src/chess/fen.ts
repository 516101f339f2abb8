// What a FEN says without the rules of chess, and the names of the sides.

import type { Side } from '../api/types';

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
export const nameOf = (side: Side): string => (side === 'white' ? 'White' : 'Black');
export const turnOf = (fen: string): Side => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** How many half moves were played before this position, by its own count. */
export function plyOf(fen: string): number {
  const fields = fen.split(' ');
  return 2 * (Number(fields[5] ?? 1) - 1) + (fields[1] === 'b' ? 1 : 0);
}
