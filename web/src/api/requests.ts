// Questions to the server that need no session.

import { t } from '../page/words';
import type {
  About,
  Comparison,
  Evaluation,
  Explanation,
  GameNode,
  KnownMoves,
  LabEntry,
  LabFile,
  PgnAnswer,
  Position,
  Queue,
  ReviewState,
} from './types';

const retryAfter = 1000;

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Hears of every request whether the server could be reached. */
export const connection: { onChange: (isUp: boolean) => void } = { onChange: () => {} };

export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Asks again until the server can be reached, or until nobody wants the answer any more. */
export async function insist<T>(question: () => Promise<T>, isWanted: () => boolean): Promise<T | undefined> {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      await new Promise((resolve) => window.setTimeout(resolve, retryAfter));
      if (!isWanted()) return undefined;
    }
  }
}

export async function ask<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.onChange(false);
    throw new ApiError(0, t('server.unreachable'));
  }
  connection.onChange(true);
  const text = await response.text();
  let answer: unknown = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    // Said below.
  }
  if (!response.ok)
    throw new ApiError(
      response.status,
      (answer as { error?: string } | null)?.error ?? t('server.status', { status: String(response.status) }),
    );
  return answer as T;
}

/** A position by where it starts and the moves from there. */
export interface Spot {
  fen: string;
  moves: string[];
}

export const about = (): Promise<About> => ask('GET', 'about');

let told: Promise<About> | undefined;

/** What the server says about itself, asked once. */
export function facts(): Promise<About> {
  told ??= about();
  told.catch(() => (told = undefined));
  return told;
}

export const evaluation = (spot: Spot): Promise<Evaluation> => ask('POST', 'evaluation', spot);
/** A position in words. */
export const explain = (spot: Spot, signal: AbortSignal): Promise<Explanation> =>
  ask('POST', 'explanation', spot, signal);
/** Which of two moves is better, and why; without another one, the best one. */
export const compareMoves = (spot: Spot, move: string, other: string | undefined): Promise<Comparison> =>
  ask('POST', 'comparison', { ...spot, move, ...(other && { other }) });
export const knownMoves = (spot: Spot): Promise<KnownMoves> => ask('POST', 'known', spot);
export const readPgn = (pgn: string): Promise<PgnAnswer> => ask('POST', 'pgn/read', { pgn });
export const chess960 = (number: number | 'random'): Promise<{ number: number; fen: string }> =>
  ask('GET', `chess960/${number}`);

export async function writePgn(game: {
  fen: string;
  tags: Record<string, string>;
  result: string;
  nodes: GameNode[];
}): Promise<string> {
  return (await ask<{ pgn: string }>('POST', 'pgn/write', game)).pgn;
}

export const labFiles = (): Promise<{ files: LabEntry[] }> => ask('GET', 'lab');
export const labQueue = (): Promise<{ queue: Queue | null }> => ask('GET', 'queue');
export const labFile = (name: string): Promise<LabFile> => ask('GET', `lab/${encodeURIComponent(name)}`);

export const startReview = async (pgn: string): Promise<string> =>
  (await ask<{ review: string }>('POST', 'reviews', { pgn })).review;
export const reviewState = (review: string): Promise<ReviewState> => ask('GET', `reviews/${review}`);
export const endReview = (review: string): Promise<void> => ask('DELETE', `reviews/${review}`);

const places = new Map<string, Position>();

/** Everything about a position; asked once for each. */
export async function place(spot: Spot): Promise<Position> {
  const key = `${spot.fen}|${spot.moves.join(' ')}`;
  const known = places.get(key);
  if (known) return known;
  const found = await ask<Position>('POST', 'position', spot);
  if (places.size > 2000) places.clear();
  places.set(key, found);
  return found;
}
