// Undo and redo of the analysis: what it was before each change.

import type { Saved, Study } from './saved';
import { pack, unpack } from './saved';

const mostSteps = 100;

export class History {
  readonly #past: Saved[] = [];
  #future: Saved[] = [];
  #last: string | undefined;

  /** To be called before a change. Changes of the same kind in a row, as of one comment, are undone together. */
  record(study: Study, kind?: string): void {
    if (kind !== undefined && kind === this.#last) return;
    this.#last = kind;
    this.#past.push(pack(study));
    if (this.#past.length > mostSteps) this.#past.shift();
    this.#future = [];
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo(study: Study): Study | undefined {
    return this.#move(study, this.#past, this.#future);
  }

  redo(study: Study): Study | undefined {
    return this.#move(study, this.#future, this.#past);
  }

  #move(study: Study, from: Saved[], to: Saved[]): Study | undefined {
    const saved = from.pop();
    if (!saved) return undefined;
    this.#last = undefined;
    to.push(pack(study));
    return unpack(saved);
  }
}
