// A game against the engine as it is saved: what was agreed on, what was played, how it ended.

import type { Spot } from '../api/requests';
import type { MoveLimits } from '../api/session';
import type { End, Move, Side } from '../api/types';
import { nameOf, other, startFen, turnOf } from '../chess/fen';
import { Tree } from '../chess/tree';

/** What was chosen for the next game. */
export interface Choice {
  side: Side | 'random';
  start: 'standard' | 'chess960' | 'fen';
  fen: string;
  clock: string;
  seconds: string;
  /** The rating to play at; null: as well as time allows; undefined: nothing was chosen yet. */
  elo?: number | null;
}

export interface Step extends Move {
  fen: string;
  /** What the clocks showed after this move. */
  left?: Record<Side, number>;
}

export interface Game {
  fen: string;
  side: Side;
  steps: Step[];
  end: End | null;
  seconds: number;
  /** The rating that Zugwerk plays at; null: as well as time allows. */
  elo: number | null;
  clock: { base: number; increment: number } | null;
  left: Record<Side, number>;
  flipped: boolean;
  date: string;
}

export interface Saved {
  choice: Choice;
  game: Game | null;
}

/** Earlier versions saved this for full strength. */
const formerFullStrength = 3450;

/** As this version means it. */
export function fromEarlierVersions({ choice, game }: Saved): Saved {
  return {
    choice: { ...choice, ...(choice.elo === formerFullStrength && { elo: null }) },
    // Games of the first versions had no level.
    game: game && { ...game, elo: game.elo === formerFullStrength ? null : (game.elo ?? null) },
  };
}

function readClock(text: string): Game['clock'] {
  const [minutes, increment] = text.split('+').map(Number);
  if (!minutes || increment === undefined) return null;
  return { base: minutes * 60_000, increment: increment * 1000 };
}

export function newGame(choice: Choice, fen: string, side: Side): Game {
  const clock = readClock(choice.clock);
  return {
    fen,
    side,
    steps: [],
    end: null,
    seconds: Number(choice.seconds),
    elo: choice.elo ?? null,
    clock,
    left: { white: clock?.base ?? 0, black: clock?.base ?? 0 },
    flipped: side === 'black',
    date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
  };
}

export const spotOf = (game: Game): Spot => ({ fen: game.fen, moves: game.steps.map((step) => step.uci) });
export const fenOf = (game: Game): string => game.steps.at(-1)?.fen ?? game.fen;
export const sideToMove = (game: Game): Side => turnOf(fenOf(game));
export const isUsersTurn = (game: Game): boolean => !game.end && sideToMove(game) === game.side;

/** Whether there is a move of the user to take back. */
export function userHasMoved(game: Game): boolean {
  return game.steps.length > (turnOf(game.fen) === game.side ? 0 : 1);
}

/** Takes moves back until the user is to move; the clocks show again what they showed then. */
export function takeBack(game: Game): void {
  game.end = null;
  do game.steps.pop();
  while (!isUsersTurn(game));
  if (!game.clock) return;
  const { base } = game.clock;
  game.left = { ...(game.steps.at(-1)?.left ?? { white: base, black: base }) };
}

/** What the engine may use for its move, with so much time left on the clocks. */
export function limitsOf(game: Game, left: (side: Side) => number): MoveLimits {
  const limits: MoveLimits = {};
  if (game.elo !== null) limits.elo = game.elo;
  if (game.clock) {
    const remaining = (side: Side): number => Math.max(1, Math.round(left(side)));
    limits.clock = {
      white_ms: remaining('white'),
      black_ms: remaining('black'),
      white_increment_ms: game.clock.increment,
      black_increment_ms: game.clock.increment,
    };
  } else {
    limits.time_ms = Math.round(game.seconds * 1000);
  }
  return limits;
}

/** As PGN writes clocks: "0:04:07.3". */
function clockComment(milliseconds: number): string {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  const two = (value: number): string => String(value).padStart(2, '0');
  const rest = tenths % 10 > 0 ? `.${tenths % 10}` : '';
  return `[%clk ${Math.floor(tenths / 36_000)}:${two(Math.floor(tenths / 600) % 60)}:${two(Math.floor(tenths / 10) % 60)}${rest}]`;
}

/** The words that PGN has for how a game ended. */
function termination(end: End | null): string {
  if (!end) return 'unterminated';
  return /on time|no time left/.test(end.reason) ? 'time forfeit' : 'normal';
}

export function treeOf(game: Game | null): Tree {
  const tree = new Tree(game?.fen ?? startFen);
  if (!game) return tree;
  let node = tree.root;
  for (const step of game.steps) {
    const mover = turnOf(node.fen);
    node = tree.add(node, step, step.fen);
    if (game.clock && step.left) node.comments = [clockComment(step.left[mover])];
  }
  tree.result = game.end?.result ?? '*';
  const names: Record<Side, string> = { white: 'You', black: 'You' };
  names[other(game.side)] = 'Zugwerk';
  tree.tags = {
    Event: 'Game against Zugwerk',
    Site: 'Zugwerk',
    Date: game.date,
    White: names.white,
    Black: names.black,
  };
  if (game.elo !== null) tree.tags[`${nameOf(other(game.side))}Elo`] = String(game.elo);
  tree.tags.TimeControl = game.clock ? `${game.clock.base / 1000}+${game.clock.increment / 1000}` : '-';
  tree.tags.Termination = termination(game.end);
  return tree;
}

/** "White mates. You win." */
export function resultSentence(game: Game, end: End): string {
  const reason = `${end.reason.charAt(0).toUpperCase()}${end.reason.slice(1)}.`;
  if (end.result === '1/2-1/2') return reason;
  return `${reason} ${end.result === (game.side === 'white' ? '1-0' : '0-1') ? 'You win.' : 'Zugwerk wins.'}`;
}
