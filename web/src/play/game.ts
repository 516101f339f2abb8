// A game against the engine as it is saved: what was agreed on, what was played, how it ended.

import type { Spot } from '../api/requests';
import type { MoveLimits } from '../api/session';
import type { End, Move, Side } from '../api/types';
import { endInWords } from '../chess/ends';
import { nameOf, other, startFen, turnOf } from '../chess/fen';
import { Tree } from '../chess/tree';
import { t } from '../page/words';
import { nameInPgn, opponentOf } from './opponent';
import type { Clocks, CustomClock, TimeControl } from './time_control';
import { clocksOf, pgnControl, usualCustom } from './time_control';

export type Pace = 'person' | 'instant';

/** What was chosen for the next game. */
export interface Choice {
  side: Side | 'random';
  start: 'standard' | 'chess960' | 'fen';
  fen: string;
  /** "none", "5+3" or "custom". */
  clock: string;
  custom: CustomClock;
  seconds: string;
  /** How long a player of a level takes for a move: like a person, or no time at all. */
  pace: Pace;
  /** The rating to play at; null: as well as time allows; undefined: nothing was chosen yet. */
  elo?: number | null;
}

export const usualChoice: Choice = {
  side: 'white',
  start: 'standard',
  fen: '',
  clock: 'none',
  custom: usualCustom,
  seconds: '1',
  pace: 'person',
};

export interface Step extends Move {
  fen: string;
  /** Milliseconds that the move took. */
  spent?: number;
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
  pace: Pace;
  clock: Clocks | null;
  left: Record<Side, number>;
  flipped: boolean;
  date: string;
  /** Milliseconds since 1970: the name of the game in the list of one's games. */
  begun: number;
  /** The number of moves after which a draw was offered last. */
  offered?: number;
  /** It stands in the list of one's games. */
  kept?: boolean;
}

export interface Saved {
  choice: Choice;
  game: Game | null;
}

/** Earlier versions saved this for full strength. */
const formerFullStrength = 3450;

type SavedClock = Clocks | TimeControl | null;

/** As this version means it. */
export function fromEarlierVersions({ choice, game }: Saved): Saved {
  const clock = game ? (game.clock as SavedClock) : null;
  return {
    choice: { ...usualChoice, ...choice, ...(choice.elo === formerFullStrength && { elo: null }) },
    game: game && {
      ...game,
      // Games of the first versions had no level.
      elo: game.elo === formerFullStrength ? null : (game.elo ?? null),
      pace: game.pace ?? 'person',
      begun: game.begun ?? Date.now(),
      clock: clock && 'base' in clock ? { white: clock, black: clock } : clock,
    },
  };
}

type Agreed = Pick<Game, 'seconds' | 'elo' | 'pace' | 'clock'>;

function gameOf(fen: string, side: Side, { seconds, elo, pace, clock }: Agreed): Game {
  return {
    fen,
    side,
    steps: [],
    end: null,
    seconds,
    elo,
    pace,
    clock,
    left: { white: clock?.white.base ?? 0, black: clock?.black.base ?? 0 },
    flipped: side === 'black',
    date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
    begun: Date.now(),
  };
}

/** A game as it is chosen; undefined: what was typed for its clock is no time. */
export function newGame(choice: Choice, fen: string, side: Side): Game | undefined {
  const clock = clocksOf(choice.clock, choice.custom, side);
  if (clock === undefined) return undefined;
  const { pace, elo = null } = choice;
  return gameOf(fen, side, { seconds: Number(choice.seconds), elo, pace, clock });
}

/** The same once more with the colours changed; everybody keeps their time. */
export function rematchOf(game: Game): Game {
  const { clock } = game;
  return gameOf(game.fen, other(game.side), { ...game, clock: clock && { white: clock.black, black: clock.white } });
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
  delete game.offered;
  do game.steps.pop();
  while (!isUsersTurn(game));
  if (!game.clock) return;
  const { white, black } = game.clock;
  game.left = { ...(game.steps.at(-1)?.left ?? { white: white.base, black: black.base }) };
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
      white_increment_ms: game.clock.white.increment,
      black_increment_ms: game.clock.black.increment,
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
  names[other(game.side)] = nameInPgn(game.elo);
  tree.tags = {
    Event: 'Game against Zugwerk',
    Site: 'Zugwerk',
    Date: game.date,
    White: names.white,
    Black: names.black,
  };
  if (game.elo !== null) tree.tags[`${nameOf(other(game.side))}Elo`] = String(game.elo);
  const { clock } = game;
  if (clock && pgnControl(clock.white) !== pgnControl(clock.black)) {
    tree.tags.WhiteTimeControl = pgnControl(clock.white);
    tree.tags.BlackTimeControl = pgnControl(clock.black);
  } else {
    tree.tags.TimeControl = clock ? pgnControl(clock.white) : '-';
  }
  tree.tags.Termination = termination(game.end);
  return tree;
}

export type Outcome = 'won' | 'drawn' | 'lost';

/** How a game ended for the user. */
export function outcomeOf(side: Side, result: End['result']): Outcome {
  if (result === '1/2-1/2') return 'drawn';
  return result === (side === 'white' ? '1-0' : '0-1') ? 'won' : 'lost';
}

/** "White mates. You win." */
export function resultSentence(game: Game, end: End): string {
  const reason = `${endInWords(end)}.`;
  const outcome = outcomeOf(game.side, end.result);
  if (outcome === 'drawn') return reason;
  const { name } = opponentOf(game.elo);
  return `${reason} ${outcome === 'won' ? t('play.you-win') : t('play.other-wins', { name })}`;
}

/** How long the user thinks about a move, by the last few; undefined: there is too little to tell. */
export function userPace(game: Game): number | undefined {
  const first = turnOf(game.fen) === game.side ? 0 : 1;
  const own = game.steps.filter((_, i) => i % 2 === first).flatMap(({ spent }) => (spent === undefined ? [] : [spent]));
  const last = own.slice(-8);
  return last.length < 3 ? undefined : last.reduce((sum, spent) => sum + spent, 0) / last.length;
}
