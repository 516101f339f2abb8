// The clocks of a game. They stop while nobody looks at it.

import type { Side } from '../api/types';
import { clockText } from '../chess/format';
import type { Game } from './game';
import { sideToMove } from './game';

const lowTime = 20_000;
const tickEvery = 100;

export class Clocks {
  /** The time of the side to move is over. */
  onFlag: (side: Side) => void = () => {};
  onTick: () => void = () => {};

  readonly #game: () => Game | null;
  readonly #isWatched: () => boolean;
  #turnStart = 0;

  constructor(game: () => Game | null, isWatched: () => boolean) {
    this.#game = game;
    this.#isWatched = isWatched;
    window.setInterval(() => this.#tick(), tickEvery);
  }

  /** The side whose clock runs: the one to move, once both players have a move behind or before them. */
  running(): Side | undefined {
    const game = this.#game();
    return this.#isWatched() && game?.clock && !game.end && game.steps.length > 0 ? sideToMove(game) : undefined;
  }

  remaining(side: Side): number {
    const left = this.#game()?.left[side] ?? 0;
    return this.running() === side ? left - (performance.now() - this.#turnStart) : left;
  }

  /** The turn begins now. */
  restart(): void {
    this.#turnStart = performance.now();
  }

  /** Milliseconds since the turn began. */
  get turnTime(): number {
    return performance.now() - this.#turnStart;
  }

  /** Books the time since the turn began, and begins anew. */
  settle(): void {
    const game = this.#game();
    const side = this.running();
    if (game && side) game.left[side] = Math.max(0, this.remaining(side));
    this.restart();
  }

  /** Books the turn of a player who has moved. */
  press(): void {
    this.settle();
    const game = this.#game();
    if (game?.clock && game.steps.length > 0) game.left[sideToMove(game)] += game.clock[sideToMove(game)].increment;
  }

  show(elements: Iterable<HTMLElement>): void {
    for (const element of elements) {
      const side = element.dataset.side as Side;
      const left = this.remaining(side);
      element.textContent = clockText(left);
      element.classList.toggle('running', this.running() === side);
      element.classList.toggle('low', left < lowTime);
    }
  }

  #tick(): void {
    const side = this.running();
    if (!side) return;
    if (this.remaining(side) <= 0) this.onFlag(side);
    this.onTick();
  }
}
