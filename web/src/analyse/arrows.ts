// The engine's lines as arrows, and the position in which it looks for a threat.

import type { DrawShape } from '@lichess-org/chessground/draw';

import type { Line } from '../api/types';
import { scoreText } from '../chess/format';
import { arrow } from '../parts/board';

const arrowLimit = 3;

/** The same position with the other side to move: what it would do shows what it threatens. */
export function passed(fen: string): string {
  const [board, turn, castling, , clock = '0', number = '1'] = fen.split(' ');
  // After Black has passed, the next move has the next number.
  const next = turn === 'b' ? Number(number) + 1 : number;
  return [board, turn === 'w' ? 'b' : 'w', castling, '-', clock, next].join(' ');
}

/** The first moves of the best lines, the best one on top. Their scores stand beside the board, where they hide nothing. */
export function lineArrows(lines: Line[], isThreat: boolean): DrawShape[] {
  return lines
    .slice(0, arrowLimit)
    .reverse()
    .flatMap(({ moves: [move], number }) => {
      const brush = isThreat ? 'threat' : number === 1 ? 'best' : 'good';
      return move ? [arrow(move, brush)] : [];
    });
}

/** The first move of the line under the pointer, with its score. */
export function hoveredArrow({ moves: [move], score }: Line): DrawShape[] {
  return move ? [arrow(move, 'hint', scoreText(score))] : [];
}
