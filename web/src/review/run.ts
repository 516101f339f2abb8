// A review at the server: begun, asked about until it is done, and ended.

import { endReview, reviewState, startReview } from '../api/requests';
import type { PgnGame, ReviewAnswer, ReviewState } from '../api/types';
import { h, labelledButton } from '../page/dom';
import { t } from '../page/words';

const pollEvery = 250;

export class ReviewRun {
  #name: string | undefined;

  /** What the review found; nothing if it was stopped. */
  async run(pgn: string, onProgress: (state: ReviewState) => void): Promise<ReviewAnswer | undefined> {
    const name = await startReview(pgn);
    this.#name = name;
    try {
      while (this.#name === name) {
        const state = await reviewState(name);
        if (this.#name !== name) return undefined;
        onProgress(state);
        if (state.answer) {
          void this.stop();
          return state.answer;
        }
        await new Promise((resolve) => setTimeout(resolve, pollEvery));
      }
    } catch (error) {
      this.#name = undefined;
      throw error;
    }
    return undefined;
  }

  async stop(): Promise<void> {
    const name = this.#name;
    this.#name = undefined;
    if (name) await endReview(name).catch(() => {});
  }
}

/** How far a review is, with a button to stop it. */
export class ProgressPanel {
  readonly element: HTMLElement;
  readonly #progress = h('progress', { max: 1, value: 0, 'aria-label': t('review.progress') });
  readonly #words = h('span.quiet', null, t('review.beginning'));

  constructor(game: PgnGame, onStop: () => void) {
    const { White = t('side.white'), Black = t('side.black') } = game.tags;
    const stop = labelledButton('stop', t('review.stop'), onStop);
    this.element = h('div.panel.set-up', null, h('h2', null, `${White} – ${Black}`), this.#progress, this.#words, stop);
  }

  show({ waiting, done, all }: ReviewState): void {
    this.#progress.value = all > 0 ? done / all : 0;
    this.#words.textContent =
      waiting > 0 ? t('review.waiting', { count: waiting }) : t('review.position', { done, all });
  }
}
