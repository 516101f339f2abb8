// How a game ended, in the language of the page: the server says it in English.

import type { End, Side } from '../api/types';
import type { Key } from '../page/words';
import { t } from '../page/words';
import { sideName } from './fen';

const draws: Readonly<Record<string, Key>> = {
  'draw by stalemate': 'end.stalemate',
  'draw by insufficient material': 'end.material',
  'draw: neither side can ever mate': 'end.dead',
  'draw by fivefold repetition': 'end.fivefold',
  'draw by the seventy-five-move rule': 'end.seventy-five',
  'draw by threefold repetition': 'end.threefold',
  'draw by the fifty-move rule': 'end.fifty',
  'draw by agreement': 'end.agreement',
};
const wins: Readonly<Record<string, 'end.mates' | 'end.resigns' | 'end.time'>> = {
  mates: 'end.mates',
  resigns: 'end.resigns',
  'loses on time': 'end.time',
};

/** "Checkmate by White", "Draw by stalemate"; what is not known stays as the server says it. */
export function endInWords(end: Pick<End, 'reason'>): string {
  const draw = draws[end.reason];
  if (draw) return t(draw as 'end.stalemate');
  const [, winner, what] = /^(White|Black) (mates|resigns|loses on time)\b/.exec(end.reason) ?? [];
  const key = wins[what ?? ''];
  if (winner && key) return t(key, { side: sideName(winner.toLowerCase() as Side) });
  const late = /^draw: (White|Black) has no time left/.exec(end.reason)?.[1];
  if (late) return t('end.time-draw', { side: sideName(late.toLowerCase() as Side) });
  return end.reason.charAt(0).toUpperCase() + end.reason.slice(1);
}
