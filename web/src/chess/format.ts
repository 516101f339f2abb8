// Numbers as people read them.

import type { ReviewScale, Score, Wdl } from '../api/types';

/** "+0.31", "−1.20", "#5" or "−#3", from White's point of view. */
export function scoreText(score: Score): string {
  if (score.mate !== undefined) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = (score.cp ?? 0) / 100;
  const digits = Math.abs(pawns).toFixed(Math.abs(pawns) >= 10 ? 1 : 2);
  if (Number(digits) === 0) return '0.00';
  return (pawns > 0 ? '+' : '−') + digits;
}

/** The same without a sign and with one digit, where there is little room: "0.3", "12", "#5". */
export function shortScore(score: Score): string {
  if (score.mate !== undefined) return `#${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp ?? 0) / 100;
  return pawns >= 9.95 ? pawns.toFixed(0) : pawns.toFixed(1);
}

/** How the reviewer turns scores into chances and chances into marks, as soon as the server has told. */
export const reviewer: { scale?: ReviewScale } = {};

/** Chances from -1 (lost for White) to 1 (won), as the reviewer counts them: `slope` is its own. */
export function chanceOf(score: Score, slope: number): number {
  if (score.mate !== undefined) return score.mate < 0 ? -1 : 1;
  return 2 / (1 + Math.exp(-slope * (score.cp ?? 0))) - 1;
}

/** The points that White can expect, 0 to 1. */
export const expectation = (wdl: Wdl): number => (wdl[0] + wdl[1] / 2) / 1000;

export function countText(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e3) return `${(count / 1e3).toFixed(0)} k`;
  return String(count);
}

/** "4:07", and tenths in the last twenty seconds. */
export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 20_000) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.floor(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** "1–0", "½–½"; the dash may have room around it. */
export const resultText = (result: string, dash = '–'): string => result.replaceAll('1/2', '½').replace('-', dash);

/** "12." before a move of White, "12…" before one of Black; `ply` counts the moves before it. */
export const moveNumber = (ply: number): string => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '…'}`;

/** "5.exd5 Na5 6.Bb5+" of moves, the first one after so many half moves. */
export const lineText = (moves: readonly string[], ply: number): string =>
  moves.map((san, i) => ((ply + i) % 2 === 0 || i === 0 ? `${moveNumber(ply + i)}${san}` : san)).join(' ');
