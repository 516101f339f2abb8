// The board of the editor: every piece goes everywhere, and off the board. Pieces come from the rows above and below it, by
// dragging or by choosing one and pressing squares; or by letters on the square that has the focus.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Color, Key, Role } from '@lichess-org/chessground/types';

import type { Side } from '../api/types';
import type { Placement } from '../chess/board_words';
import { squareWords } from '../chess/board_words';
import { other } from '../chess/fen';
import { animationTime } from '../page/appearance';
import { h, iconButton } from '../page/dom';
import { t } from '../page/words';
import { BoardGrid } from '../parts/board_grid';

const roles: readonly (readonly [string, Role])[] = [
  ['k', 'king'],
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
  ['p', 'pawn'],
];
/** What a press on a square does: moves what stands there, erases it, or puts this piece there. */
type Tool = 'move' | 'erase' | string;

const letterOf = (role: Role, color: Color): string => {
  const letter = roles.find(([, name]) => name === role)?.[0] ?? 'p';
  return color === 'white' ? letter.toUpperCase() : letter;
};

export class EditorBoard {
  readonly element: HTMLElement;
  /** The pieces stand differently. */
  onChange: (placement: Placement) => void = () => {};

  readonly #rows: Record<Side, HTMLElement> = { white: this.#makeRow('white'), black: this.#makeRow('black') };
  readonly #top = h('div.editor-row');
  readonly #bottom = h('div.editor-row');
  readonly #ground: Api;
  readonly #wrap = h('div.cg-wrap', { 'aria-hidden': 'true' });
  readonly #grid: BoardGrid;
  #placement: Placement = new Map();
  #tool: Tool = 'move';
  #carried: string | undefined;

  constructor() {
    this.#grid = new BoardGrid({
      select: (square) => this.#press(square),
      cancel: () => (this.#carried = undefined),
      selected: () => this.#carried,
      targets: () => [],
      isDrawing: () => true,
    });
    this.#grid.element.addEventListener('keydown', (event) => this.#key(event));
    const board = h('div.board.editor-board', null, this.#wrap, this.#grid.element);
    this.element = h('div.board-column', null, this.#top, board, this.#bottom);
    this.#ground = Chessground(this.#wrap, {
      animation: { enabled: animationTime() > 0, duration: animationTime() },
      movable: { free: true, color: 'both', showDests: false },
      premovable: { enabled: false },
      draggable: { showGhost: true, deleteOnDropOff: true },
      selectable: { enabled: false },
      drawable: { enabled: false },
      highlight: { lastMove: false, check: true },
      events: { change: () => this.#hear(), select: (square) => this.#pressed(square) },
    });
    new ResizeObserver(() => this.#wrap.clientWidth > 0 && this.#ground.redrawAll()).observe(this.#wrap);
    this.#choose('move');
  }

  show(fen: string, placement: Placement, orientation: Side, check: Side | undefined): void {
    this.#placement = placement;
    this.#top.replaceChildren(this.#rows[other(orientation)]);
    this.#bottom.replaceChildren(this.#rows[orientation]);
    this.#ground.set({ fen: fen.split(' ')[0] ?? '', orientation, check: check ?? false });
    this.#grid.show(fen, orientation);
  }

  /** Reads the position aloud, for screen readers. */
  read(): void {
    this.#grid.read();
  }

  #makeRow(side: Side): HTMLElement {
    const tools = roles.map(([letter, role]) => {
      const piece = document.createElement('piece');
      piece.className = `${role} ${side}`;
      const tool = letterOf(role, side);
      const name = squareWords(tool);
      const button = h('button.editor-piece', { type: 'button', title: name, 'aria-label': name });
      button.dataset.tool = tool;
      button.append(piece);
      button.addEventListener('click', () => this.#choose(this.#tool === tool ? 'move' : tool));
      // A press that leaves the button is a piece on its way to the board.
      button.addEventListener('pointerdown', (event) => {
        if (event.button === 0) this.#drag(role, side, letter, button, event);
      });
      return button;
    });
    const isWhite = side === 'white';
    const extra = isWhite
      ? iconButton('hand', t('editor.move'), () => this.#choose('move'))
      : iconButton('trash', t('editor.erase'), () => this.#choose(this.#tool === 'erase' ? 'move' : 'erase'));
    extra.dataset.tool = isWhite ? 'move' : 'erase';
    extra.classList.add('editor-tool');
    const label = isWhite ? t('editor.white-pieces') : t('editor.black-pieces');
    return h('div.editor-pieces.cg-wrap', { role: 'group', 'aria-label': label }, tools, extra);
  }

  /** Carries a new piece to the board as long as the pointer is held. */
  #drag(role: Role, color: Color, letter: string, button: HTMLElement, down: PointerEvent): void {
    const piece = document.createElement('piece');
    piece.className = `${role} ${color}`;
    const ghost = h('div.editor-ghost.cg-wrap', { 'aria-hidden': 'true' }, piece);
    button.releasePointerCapture?.(down.pointerId);
    const move = (event: PointerEvent): void => {
      if (!ghost.isConnected) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 6) return;
        ghost.style.setProperty('--square', `${this.#wrap.clientWidth / 8}px`);
        document.body.append(ghost);
      }
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    };
    const end = (event: PointerEvent): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      if (!ghost.isConnected) return;
      ghost.remove();
      const square = event.type === 'pointerup' ? this.#squareAt(event) : undefined;
      if (square) this.#put(square, color === 'white' ? letter.toUpperCase() : letter);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }

  #squareAt({ clientX, clientY }: PointerEvent): string | undefined {
    const box = this.#wrap.getBoundingClientRect();
    const column = Math.floor((8 * (clientX - box.left)) / box.width);
    const row = Math.floor((8 * (clientY - box.top)) / box.height);
    if (column < 0 || column > 7 || row < 0 || row > 7) return undefined;
    const [file, rank] = this.#ground.state.orientation === 'white' ? [column, 7 - row] : [7 - column, row];
    return `${String.fromCharCode(97 + file)}${rank + 1}`;
  }

  #choose(tool: Tool): void {
    this.#tool = tool;
    for (const row of Object.values(this.#rows))
      for (const button of row.querySelectorAll<HTMLElement>('[data-tool]'))
        button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
    // With a piece in hand, a press puts it down instead of lifting what stands there.
    this.#ground.set({ draggable: { enabled: tool === 'move' } });
  }

  /** A square was pressed by the pointer. */
  #pressed(square: Key): void {
    if (this.#tool !== 'move') this.#press(square);
  }

  /** A square was pressed by pointer or keyboard. */
  #press(square: string): void {
    const there = this.#placement.get(square);
    if (this.#tool === 'erase') {
      this.#put(square, undefined);
    } else if (this.#tool !== 'move') {
      this.#put(square, there === this.#tool ? undefined : this.#tool);
    } else if (this.#carried) {
      const piece = this.#placement.get(this.#carried);
      const from = this.#carried;
      this.#carried = undefined;
      if (from === square || !piece) return;
      const placement = new Map(this.#placement);
      placement.delete(from);
      placement.set(square, piece);
      this.#say(square, piece);
      this.onChange(placement);
    } else if (there) {
      this.#carried = square;
      this.#grid.say(t('editor.carried', { piece: squareWords(there), square }));
    }
  }

  #put(square: string, letter: string | undefined): void {
    const placement = new Map(this.#placement);
    if (letter) placement.set(square, letter);
    else placement.delete(square);
    this.#say(square, letter);
    this.onChange(placement);
  }

  #say(square: string, letter: string | undefined): void {
    this.#grid.say(`${square}, ${squareWords(letter)}`);
  }

  /** Letters put pieces down, as a FEN has them: capital letters are White's. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const square = this.#grid.focused;
    if (/^[kqrbnp]$/i.test(event.key)) this.#put(square, event.key);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#put(square, undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A piece was moved or thrown off the board. */
  #hear(): void {
    const placement: Placement = new Map();
    for (const [square, { role, color }] of this.#ground.state.pieces) placement.set(square, letterOf(role, color));
    this.onChange(placement);
  }
}
