// A position as it is being set up: it need not be one that can occur. What is wrong with it, the server says.

import type { Side } from '../api/types';
import type { Placement } from './board_words';
import { fileLetters, placementOf } from './board_words';

export const rights = ['K', 'Q', 'k', 'q'] as const;
export type Right = (typeof rights)[number];

export interface Setup {
  placement: Placement;
  turn: Side;
  castling: Set<Right>;
  /** The square that an en passant capture would go to. */
  passing: string;
  /** The counters of the FEN: "0 1". */
  counters: string;
}

/** What a letter of the castling field stands for; Chess960 has letters of files for rooks. */
function rightOf(letter: string, placement: Placement): Right | undefined {
  const known = rights.find((right) => right === letter);
  if (known) return known;
  const isWhite = letter === letter.toUpperCase();
  const king = [...placement].find(([, piece]) => piece === (isWhite ? 'K' : 'k'))?.[0];
  if (!/[a-h]/i.test(letter) || !king) return undefined;
  const isShort = letter.toLowerCase() > (king[0] ?? '');
  return isWhite ? (isShort ? 'K' : 'Q') : isShort ? 'k' : 'q';
}

export function setupOf(fen: string): Setup {
  const [, turn, castling = '-', passing = '-', clock = '0', number = '1'] = fen.trim().split(/\s+/);
  const placement = placementOf(fen.trim());
  return {
    placement,
    turn: turn === 'b' ? 'black' : 'white',
    castling: new Set([...castling].flatMap((letter) => rightOf(letter, placement) ?? [])),
    passing,
    counters: `${clock} ${number}`,
  };
}

/** The first field of a FEN. */
function placementText(placement: Placement): string {
  const rows: string[] = [];
  for (let rank = 8; rank >= 1; --rank) {
    const row = [...fileLetters].map((file) => placement.get(`${file}${rank}`) ?? '1').join('');
    rows.push(row.replaceAll(/1+/g, (empty) => String(empty.length)));
  }
  return rows.join('/');
}

export function fenOf({ placement, turn, castling, passing, counters }: Setup): string {
  const kept = rights.filter((right) => castling.has(right)).join('') || '-';
  return [placementText(placement), turn === 'white' ? 'w' : 'b', kept, passing, counters].join(' ');
}

/** The squares on which an en passant capture could end: behind a pawn that can have come two steps. */
export function passingSquares({ placement, turn }: Setup): string[] {
  const [pawn, onto, over, from] = turn === 'white' ? ['p', 5, 6, 7] : ['P', 4, 3, 2];
  return [...fileLetters].flatMap((file) => {
    const isThere = placement.get(`${file}${onto}`) === pawn;
    const isFree = !placement.has(`${file}${over}`) && !placement.has(`${file}${from}`);
    return isThere && isFree ? [`${file}${over}`] : [];
  });
}
