// The session at the server: its searches, and the stream of events that tells of them.

import { t } from '../page/words';
import type { Spot } from './requests';
import { about, ApiError, ask } from './requests';
import type { Analysis, EvaluationKind, FoundMove, Side } from './types';

export interface MoveLimits {
  time_ms?: number;
  depth?: number;
  /** Plays like somebody of this rating. */
  elo?: number;
  /** Also says what the move is played for. */
  idea?: boolean;
  clock?: { white_ms: number; black_ms: number; white_increment_ms: number; black_increment_ms: number };
}

/** A position to analyse; without an evaluation the server's best one judges. */
export type AnalysisOrder = Spot & { lines: number; evaluation?: EvaluationKind };

/** How long a tab in the background goes on analysing. Browsers allow a server few connections over all tabs. */
const backgroundPatience = 60_000;
const retryAfter = 1500;

/** The engine at the other end of this tab: one session, opened again whenever the server lost it. */
export class EngineSession {
  onAnalysis: (event: Analysis) => void = () => {};
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
    this.#session ??= this.#begin();
    return this.#session;
  }

  /** A new session, forgotten again if there is none to be had. */
  #begin(): Promise<string> {
    const session = ask<{ session: string }>('POST', 'sessions').then((answer) => answer.session);
    session.catch(() => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }

  /** Opens the stream of events, once for a session. */
  #listen(session: string): Promise<void> {
    this.#stream ??= this.#connect(session);
    return this.#stream;
  }

  #connect(session: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const events = new EventSource(`/api/sessions/${session}/events`);
      this.#events = events;
      events.addEventListener('hello', () => resolve());
      events.addEventListener('analysis', (message) => {
        const event = JSON.parse((message as MessageEvent<string>).data) as Analysis;
        if (this.#wanted && event.analysis >= this.#current) this.onAnalysis(event);
      });
      events.addEventListener('error', () => {
        // The browser would try the same session again; the server may have a new life, so we do it ourselves.
        reject(new ApiError(0, t('server.connection-lost')));
        if (this.#events === events) this.#lost();
      });
    });
  }

  #lost(): void {
    this.#close();
    this.onConnection(false);
    window.clearTimeout(this.#retryTimer);
    this.#retryTimer = window.setTimeout(() => {
      if (this.#stream) return;
      if (this.#wanted) void this.#send(this.#wanted);
      else
        void about().then(
          () => this.onConnection(true),
          () => this.#lost(),
        );
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
