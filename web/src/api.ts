// Talking to the server: single questions, and the session with its stream of events.

import type { About, AnalysisEvent, Evaluation, EvaluationKind, FlatNode, FoundMove, KnownMoves, LabEntry, LabFile, PgnAnswer, Place, ReviewState, Side } from './types';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
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
    throw new ApiError(0, 'Zugwerk does not answer. Is “zugwerk serve” still running?');
  }
  const text = await response.text();
  let answer: unknown = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    // Said below.
  }
  if (!response.ok)
    throw new ApiError(response.status, (answer as { error?: string } | null)?.error ?? `The server said ${response.status}`);
  return answer as T;
}

/** A position by where it starts and the moves from there. */
export interface Spot {
  fen: string;
  moves: string[];
}

export const about = (): Promise<About> => ask('GET', 'about');
export const evaluation = (spot: Spot): Promise<Evaluation> => ask('POST', 'evaluation', spot);
export const knownMoves = (spot: Spot): Promise<KnownMoves> => ask('POST', 'known', spot);
export const readPgn = (pgn: string): Promise<PgnAnswer> => ask('POST', 'pgn/read', { pgn });
export const chess960 = (number: number | 'random'): Promise<{ number: number; fen: string }> =>
  ask('GET', `chess960/${number}`);

export async function writePgn(game: {
  fen: string;
  tags: Record<string, string>;
  result: string;
  nodes: FlatNode[];
}): Promise<string> {
  return (await ask<{ pgn: string }>('POST', 'pgn/write', game)).pgn;
}

export const labFiles = (): Promise<{ files: LabEntry[] }> => ask('GET', 'lab');
export const labFile = (name: string): Promise<LabFile> => ask('GET', `lab/${encodeURIComponent(name)}`);

export const startReview = async (pgn: string, game: number): Promise<string> =>
  (await ask<{ review: string }>('POST', 'reviews', { pgn, game })).review;
export const reviewState = (review: string): Promise<ReviewState> => ask('GET', `reviews/${review}`);
export const endReview = (review: string): Promise<void> => ask('DELETE', `reviews/${review}`);

const places = new Map<string, Place>();

/** Everything about a position; asked once for each. */
export async function place(spot: Spot): Promise<Place> {
  const key = `${spot.fen}|${spot.moves.join(' ')}`;
  const known = places.get(key);
  if (known) return known;
  const found = await ask<Place>('POST', 'position', spot);
  if (places.size > 2000) places.clear();
  places.set(key, found);
  return found;
}

export interface MoveLimits {
  time_ms?: number;
  depth?: number;
  /** Plays like somebody of this rating. */
  elo?: number;
  clock?: { white_ms: number; black_ms: number; white_increment_ms: number; black_increment_ms: number };
}

/** A position to analyse; without an evaluation the server's best one judges. */
export type AnalysisOrder = Spot & { lines: number; evaluation?: EvaluationKind };

/** How long a tab in the background goes on analysing. Browsers allow a server few connections over all tabs. */
const backgroundPatience = 60_000;
const retryAfter = 1500;

/** The engine at the other end of this tab: one session, opened again whenever the server lost it. */
export class EngineSession {
  onAnalysis: (event: AnalysisEvent) => void = () => {};
  onConnection: (connected: boolean) => void = () => {};

  #session: Promise<string> | undefined;
  #stream: Promise<void> | undefined;
  #events: EventSource | undefined;
  #wanted: AnalysisOrder | undefined;
  #current = 0;
  #hiddenTimer = 0;
  #retryTimer = 0;

  constructor() {
    document.addEventListener('visibilitychange', () => {
      window.clearTimeout(this.#hiddenTimer);
      if (document.hidden) this.#hiddenTimer = window.setTimeout(() => this.#rest(), backgroundPatience);
      else if (this.#wanted && !this.#stream) void this.#send(this.#wanted);
    });
  }

  /** Analyses this position from now on; again after a lost connection. */
  analyse(order: AnalysisOrder): void {
    this.#wanted = order;
    void this.#send(order);
  }

  async stop(): Promise<void> {
    if (!this.#wanted) return;
    this.#wanted = undefined;
    this.#current = 0;
    const session = await this.#session?.catch(() => undefined);
    if (session && !this.#wanted) await ask('DELETE', `sessions/${session}/analysis`).catch(() => {});
  }

  async think(spot: Spot, limits: MoveLimits, signal?: AbortSignal): Promise<FoundMove> {
    return this.#inSession((session) => ask('POST', `sessions/${session}/move`, { ...spot, ...limits }, signal));
  }

  async offerDraw(spot: Spot, engine: Side, elo?: number): Promise<boolean> {
    const answer = await this.#inSession((session) =>
      ask<{ accepted: boolean }>('POST', `sessions/${session}/draw-offer`, { ...spot, engine, elo }),
    );
    return answer.accepted;
  }

  /** Asks once more with a new session where the old one is gone, as after a restart of the server. */
  async #inSession<T>(question: (session: string) => Promise<T>): Promise<T> {
    try {
      const answer = await question(await this.#open());
      this.onConnection(true);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) this.onConnection(false);
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.#close();
      return question(await this.#open());
    }
  }

  async #send(wanted: AnalysisOrder): Promise<void> {
    try {
      const answer = await this.#inSession(async (session) => {
        await this.#listen(session);
        // Who steps quickly through a game has asked for something else meanwhile.
        if (this.#wanted !== wanted) return undefined;
        return ask<{ analysis: number }>('PUT', `sessions/${session}/analysis`, wanted);
      });
      if (answer && this.#wanted === wanted) this.#current = answer.analysis;
    } catch (error) {
      // What the server understood and refused would be refused again.
      if (error instanceof ApiError && error.status === 400) return;
      this.#lost();
    }
  }

  #open(): Promise<string> {
    const session = (this.#session ??= ask<{ session: string }>('POST', 'sessions').then((answer) => answer.session));
    session.catch(() => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }

  /** Opens the stream of events, once for a session. */
  #listen(session: string): Promise<void> {
    return (this.#stream ??= new Promise((resolve, reject) => {
      const events = new EventSource(`/api/sessions/${session}/events`);
      this.#events = events;
      events.addEventListener('hello', () => resolve());
      events.addEventListener('analysis', (message) => {
        const event = JSON.parse((message as MessageEvent<string>).data) as AnalysisEvent;
        if (this.#wanted && event.analysis >= this.#current) this.onAnalysis(event);
      });
      events.addEventListener('error', () => {
        // The browser would try the same session again; the server may have a new life, so we do it ourselves.
        reject(new ApiError(0, 'The connection to Zugwerk was lost'));
        if (this.#events === events) this.#lost();
      });
    }));
  }

  #lost(): void {
    this.#close();
    this.onConnection(false);
    window.clearTimeout(this.#retryTimer);
    this.#retryTimer = window.setTimeout(() => {
      if (this.#stream) return;
      if (this.#wanted) void this.#send(this.#wanted);
      else void about().then(() => this.onConnection(true), () => this.#lost());
    }, retryAfter);
  }

  /** Nobody has looked for a while: the session and its connection are given back until somebody does. */
  #rest(): void {
    if (!this.#wanted) return;
    void this.#session?.then((session) => ask('DELETE', `sessions/${session}`)).catch(() => {});
    this.#close();
  }

  #close(): void {
    this.#events?.close();
    this.#events = undefined;
    this.#session = undefined;
    this.#stream = undefined;
    this.#current = 0;
  }
}
