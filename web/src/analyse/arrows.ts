// The engine's lines as arrows, and the position in which it looks for a threat.

import type { DrawShape } from '@lichess-org/chessground/draw';

import type { Line } from '../api/types';
import { scoreText } from '../chess/format';
import { arrow } from '../parts/board';

const arrowLimit = 3;

/** The same position with the other side to move: what it would do shows what it threatens. */
export function passed(fen: string): string {
  const [board, turn, castling, , ...counts] = fen.split(' ');
  return [board, turn === 'w' ? 'b' : 'w', castling, '-', ...counts].join(' ');
}

/** The first moves of the best lines with their scores, the best one on top. */
export function lineArrows(lines: Line[], isThreat: boolean): DrawShape[] {
  return lines
    .slice(0, arrowLimit)
    .reverse()
    .flatMap(({ moves: [move], number, score }) => {
      const brush = isThreat ? 'threat' : number === 1 ? 'best' : 'good';
      return move ? [arrow(move, brush, scoreText(score))] : [];
    });
}
