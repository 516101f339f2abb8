// Undo and redo: what the open games were before each change.

const mostSteps = 100;

/** `State` must never change: a change makes another one. */
export class History<State> {
  readonly #past: State[] = [];
  #future: State[] = [];
  #last: string | undefined;

  /** To be called before a change. Changes of the same kind in a row, as of one comment, are undone together. */
  record(state: () => State, kind?: string): void {
    if (kind !== undefined && kind === this.#last) return;
    this.#last = kind;
    this.#past.push(state());
    if (this.#past.length > mostSteps) this.#past.shift();
    this.#future = [];
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo(state: () => State): State | undefined {
    return this.#move(state, this.#past, this.#future);
  }

  redo(state: () => State): State | undefined {
    return this.#move(state, this.#future, this.#past);
  }

  #move(state: () => State, from: State[], to: State[]): State | undefined {
    const found = from.pop();
    if (found === undefined) return undefined;
    this.#last = undefined;
    to.push(state());
    return found;
  }
}
