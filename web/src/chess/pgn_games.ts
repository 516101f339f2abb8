// A text with many games cut into its games, by tags and results alone. What the moves mean, the server knows.

export interface PgnPart {
  tags: Record<string, string>;
  text: string;
}

const tagLine = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;
const results = new Set(['1-0', '0-1', '1/2-1/2', '½-½', '*']);

/** Where the text leaves a line of moves: inside a comment in braces, inside variations, after a result. */
interface State {
  inBraces: boolean;
  depth: number;
  ended: boolean;
}

/** Reads one line of moves; returns where a game begins that follows a result in the same line, or nothing. */
function readMoves(line: string, from: number, state: State): number | undefined {
  let at = from;
  while (at < line.length) {
    if (state.inBraces) {
      const end = line.indexOf('}', at);
      if (end < 0) return undefined;
      state.inBraces = false;
      at = end + 1;
      continue;
    }
    const letter = line.charAt(at);
    if (/\s/.test(letter)) {
      ++at;
      continue;
    }
    if (letter === ';') return undefined;
    // A comment after the result still belongs to its game.
    if (letter === '{') state.inBraces = true;
    else if (letter === '(') ++state.depth;
    else if (letter === ')') state.depth = Math.max(0, state.depth - 1);
    else {
      if (state.ended) return at;
      const word = /^[^\s{}();]+/.exec(line.slice(at))?.[0] ?? letter;
      if (state.depth === 0 && results.has(word)) state.ended = true;
      at += word.length;
      continue;
    }
    ++at;
  }
  return undefined;
}

/** The games of a PGN text in their order. */
export function splitGames(text: string): PgnPart[] {
  const games: PgnPart[] = [];
  let tags: Record<string, string> = {};
  let begin = 0;
  let state: State = { inBraces: false, depth: 0, ended: false };
  let hasMoves = false;
  const finish = (end: number): void => {
    const part = text.slice(begin, end);
    if (hasMoves || Object.keys(tags).length > 0) games.push({ tags, text: part });
    tags = {};
    begin = end;
    hasMoves = false;
    state = { inBraces: false, depth: 0, ended: false };
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, end);
    const tag = state.inBraces ? null : tagLine.exec(line);
    if (tag) {
      if (hasMoves) finish(start);
      tags[tag[1] ?? ''] = (tag[2] ?? '').replaceAll(/\\(.)/g, '$1');
    } else if (line.trim() && !(line.startsWith('%') && !state.inBraces)) {
      let from = 0;
      for (;;) {
        const next = readMoves(line, from, state);
        hasMoves = true;
        if (next === undefined) break;
        finish(start + next);
        from = next;
      }
    }
    start = end;
  }
  finish(text.length);
  return games;
}
