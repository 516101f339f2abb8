// What the views with a board have in common: the board and the moves beside it, keys that step through a game, words for
// screen readers, questions whose answers may come too late, and the game as PGN.

import type { Position } from '../api/types';
import { isUnreachable, writePgn } from '../api/requests';
import { moveInWords } from '../chess/board_words';
import { sideName, other, startFen } from '../chess/fen';
import type { TreeNode } from '../chess/tree';
import { Tree } from '../chess/tree';
import { h } from '../page/dom';
import { copyText, toast } from '../page/messages';
import { t } from '../page/words';
import type { Sound } from '../page/sound';
import { Board } from './board';
import { MovesView } from './moves_view';
import type { Steps } from './step_row';

/** Pixels of a turn of the wheel that step by one move. */
const wheelNotch = 40;

const stepKeys: Readonly<Record<string, keyof Steps>> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'first',
  Home: 'first',
  ArrowDown: 'last',
  End: 'last',
  f: 'flip',
};

export abstract class BoardView {
  abstract readonly element: HTMLElement;

  /** Where the keys and the buttons under the moves lead. */
  protected abstract readonly steps: Steps;
  /** Keys of this view alone. */
  protected readonly keys: Readonly<Record<string, () => void>> = {};

  protected readonly board = new Board();
  protected readonly moves = new MovesView();
  protected readonly spoken = h('p.visually-hidden', { 'aria-live': 'polite' });
  protected tree = new Tree(startFen);
  protected active = false;

  /** Does what a key stands for; false: it means nothing here. */
  key(event: KeyboardEvent): boolean {
    const step = stepKeys[event.key];
    const read = event.key === 'b' ? () => this.board.read() : undefined;
    const action = this.keys[event.key] ?? (step && this.steps[step]) ?? read;
    action?.();
    return action !== undefined;
  }

  /** Tells screen readers. */
  protected say(text: string): void {
    this.spoken.textContent = text;
  }

  /** An answer; nothing if the question failed, which the user is told, or if nobody waits for it any more. */
  protected async ask<T>(question: Promise<T>, isWanted: () => boolean = () => true): Promise<T | undefined> {
    try {
      const answer = await question;
      return isWanted() ? answer : undefined;
    } catch (error) {
      // That the server is away, the banner says.
      if (!isUnreachable(error)) toast((error as Error).message);
      return undefined;
    }
  }

  /** Lets the wheel over the board step through the moves. */
  protected stepByWheel(element: HTMLElement): void {
    let turned = 0;
    element.addEventListener(
      'wheel',
      (event) => {
        if (event.ctrlKey || event.deltaY === 0) return;
        event.preventDefault();
        // A touchpad tells of many small turns, a wheel of a few great ones.
        turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
        const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? wheelNotch : 1;
        if (Math.abs(turned) < notch) return;
        turned = 0;
        if (event.deltaY > 0) this.steps.forward();
        else this.steps.back();
      },
      { passive: false },
    );
  }

  protected pgn(): Promise<string> {
    const { startFen: fen, tags, result } = this.tree;
    return writePgn({ fen, tags, result, nodes: this.tree.flat() });
  }

  protected async copyPgn(): Promise<void> {
    const text = await this.ask(this.pgn());
    if (text !== undefined) await copyText(text, 'PGN');
  }
}

/** The last move and what comes now: "White: knight from g1 to f3. Black to move."; `before` is the position before it. */
export function spokenText(place: Position, before: string | undefined, end = place.end): string {
  const last =
    place.last && before
      ? `${sideName(other(place.turn))}: ${moveInWords(before, place.last.uci, place.last.san)}. `
      : '';
  return last + (end ? `${end.reason}.` : t('board.to-move', { side: sideName(place.turn) }));
}

/** How the move sounds that led to this position. */
export const soundOf = (place: Position): Sound =>
  place.end ? 'end' : place.check ? 'check' : place.last?.capture ? 'capture' : 'move';

/** Whether the move of this node gives check, by its SAN. */
export const givesCheck = (node: TreeNode): boolean => /[+#]$/.test(node.san);

/** Files dropped on an element, as texts. */
export function takeDroppedFiles(element: HTMLElement, take: (text: string) => void): void {
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void file.text().then(take);
  });
}
