// Comments as people read them, and the commands that programs put into them: [%clk 0:03:12], [%eval 0.31].

import type { Score } from '../api/types';

const command = /\[%\w+ [^\]]*\]/g;

/** What people said; evaluations and clocks that programs put beside it are not for reading. */
export const readable = (comments: string[]): string =>
  comments
    .map((text) => text.replaceAll(command, '').trim())
    .filter(Boolean)
    .join(' ');

/** Other words for people; the commands stay. */
export function reworded(comments: string[], words: string): string[] {
  const commands = comments.flatMap((text) => text.match(command) ?? []);
  const text = [...commands, words.trim()].filter(Boolean).join(' ');
  return text ? [text] : [];
}

/** The time on the clock after a move, as it was written: "0:03:12"; nothing if it was not. */
export function clockOf(comments: string[]): string | undefined {
  for (const text of comments) {
    const found = /\[%clk ([\d:.]+)\]/.exec(text)?.[1];
    if (found) return found.replace(/^0:(?=\d?\d:)/, '').replace(/^0(?=\d:)/, '');
  }
  return undefined;
}

/** The evaluation that an engine wrote: [%eval -1.53], [%eval #-4], with or without a depth after it. */
export function evaluationOf(comments: string[]): Score | undefined {
  for (const text of comments) {
    const [, mate, pawns] = /\[%eval\s+(?:#([+-]?\d+)|([+-]?[\d.]+))(?:\s*,[^\]]*)?\]/.exec(text) ?? [];
    if (mate !== undefined) return { mate: Number(mate) };
    if (pawns !== undefined && Number.isFinite(Number(pawns))) return { cp: Math.round(100 * Number(pawns)) };
  }
  return undefined;
}

export const drawingColors = ['green', 'red', 'blue', 'yellow'] as const;
export type DrawingColor = (typeof drawingColors)[number];

/** An arrow from one square to another, or a circle around one. */
export interface Drawing {
  color: DrawingColor;
  from: string;
  to?: string;
}

const drawingCommand = /\[%(?:cal|csl)\s+([^\]]*)\]\s*/g;
const colorOf = (letter: string): DrawingColor =>
  drawingColors.find((color) => color.startsWith(letter.toLowerCase())) ?? 'green';

/** The arrows and circles of [%cal Ge2e4,Rd1h5] and [%csl Bd4]. */
export const drawingsOf = (comments: string[]): Drawing[] =>
  comments.flatMap((text) =>
    [...text.matchAll(drawingCommand)].flatMap(([, list = '']) =>
      [...list.matchAll(/([A-Za-z])([a-h][1-8])([a-h][1-8])?/g)].map(([, letter = '', from = '', to]) => ({
        color: colorOf(letter),
        from,
        ...(to && { to }),
      })),
    ),
  );

/** The same comments with other drawings. */
export function withDrawings(comments: string[], drawings: Drawing[]): string[] {
  const write = (name: string, some: Drawing[]): string => {
    const list = some.map(({ color, from, to = '' }) => `${color.charAt(0).toUpperCase()}${from}${to}`);
    return list.length > 0 ? `[%${name} ${list.join(',')}]` : '';
  };
  const circles = drawings.filter((drawing) => !drawing.to);
  const arrows = drawings.filter((drawing) => drawing.to);
  const rest = comments.map((text) => text.replaceAll(drawingCommand, '').trim());
  const text = [write('csl', circles), write('cal', arrows), ...rest].filter(Boolean).join(' ');
  return text ? [text] : [];
}
