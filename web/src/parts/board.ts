// The board: chessground, fed with what the server says is legal, plus the dialog for promotions.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';

import { animationTime, onAppearance } from '../page/appearance';
import { h } from '../page/dom';
import { t } from '../page/words';
import type { Move, Position, Side } from '../api/types';
import type { Drawing, DrawingColor } from '../chess/comments';
import { drawingColors } from '../chess/comments';
import { turnOf } from '../chess/fen';
import { BoardGrid } from './board_grid';
import { DrawLayer, toggledDrawing } from './draw_layer';

const promotionRoles = [
  ['q', 'queen'],
  ['n', 'knight'],
  ['r', 'rook'],
  ['b', 'bishop'],
] as const;

/** What the board is to show. */
export interface Shown {
  fen: string;
  orientation: Side;
  lastMove?: string | undefined;
  check: boolean;
  /** Legal moves, or nothing while they are not known or nobody may move. */
  place?: Position | undefined;
  /** Whose pieces may be moved; with the other side to move that sets premoves. */
  movable: Side | 'both' | undefined;
  premove?: boolean;
}

const brushes = {
  green: { key: 'green', color: '#15781B', opacity: 1, lineWidth: 10 },
  red: { key: 'red', color: '#882020', opacity: 1, lineWidth: 10 },
  blue: { key: 'blue', color: '#003088', opacity: 1, lineWidth: 10 },
  yellow: { key: 'yellow', color: '#e68f00', opacity: 1, lineWidth: 10 },
  best: { key: 'best', color: '#12705a', opacity: 1, lineWidth: 12 },
  good: { key: 'good', color: '#2f6fb0', opacity: 0.7, lineWidth: 8 },
  threat: { key: 'threat', color: '#b3321a', opacity: 0.95, lineWidth: 10 },
  hint: { key: 'hint', color: '#d98c00', opacity: 1, lineWidth: 12 },
};

/** A score in a small plate of an arrow's colour, 100 units being a square. Takes our own texts only: it is drawn as SVG. */
function scoreLabel(text: string, brush: Brush): string {
  const width = 16 + 11.5 * text.length;
  const { color } = brushes[brush];
  return (
    `<rect x="${50 - width / 2}" y="36" width="${width}" height="28" rx="9" fill="${color}" stroke="#fff" stroke-width="2"/>` +
    `<text x="50" y="57.500" font-size="20" font-weight="650" text-anchor="middle" fill="#fff">${text.replaceAll(/[^\d.+−#]/g, '')}</text>`
  );
}

const marks = {
  inaccuracy: ['?!', '#2b7fb5'],
  mistake: ['?', '#c96a00'],
  blunder: ['??', '#c23a2f'],
  great: ['!', '#2f6fb0'],
  best: ['★', '#1f6f5b'],
  forced: ['□', '#5d6468'],
  book: ['B', '#7a5c3e'],
  right: ['✓', '#1f6f5b'],
  wrong: ['✗', '#c23a2f'],
} as const;

/** A mark in the corner of the square that a move led to. */
export function badge(move: { uci: string }, mark: keyof typeof marks): DrawShape {
  const [text, color] = marks[mark];
  const html =
    `<circle cx="84" cy="16" r="19" fill="${color}" stroke="#fff" stroke-width="2.500"/>` +
    `<text x="84" y="25" font-size="25" font-weight="750" text-anchor="middle" fill="#fff">${text}</text>`;
  return { orig: squares(move.uci)[1], customSvg: { html, center: 'orig' } };
}

const squares = (uci: string): [Key, Key] => [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key];

export type Brush = keyof typeof brushes;

/** A move as an arrow, with a score on it if there is one. */
export function arrow(move: { uci: string }, brush: Brush, score = ''): DrawShape {
  const [orig, dest] = squares(move.uci);
  return { orig, dest, brush, ...(score && { customSvg: { html: scoreLabel(score, brush), center: 'label' } }) };
}

/** A ring around a square. */
export const circle = (square: string, brush: Brush): DrawShape => ({ orig: square as Key, brush });

export class Board {
  readonly element: HTMLElement;
  onMove: (uci: string) => void = () => {};
  /** The user drew or erased something; without this, drawings are gone with the next click. */
  onDraw: ((drawings: Drawing[]) => void) | undefined;

  readonly #ground: Api;
  readonly #wrap: HTMLElement;
  readonly #grid = new BoardGrid({
    select: (square) => (this.#layer.isOn ? this.#layer.press(square) : this.#ground.selectSquare(square as Key)),
    cancel: () => (this.#layer.isOn ? this.#layer.cancel() : this.#ground.cancelMove()),
    selected: () => (this.#layer.isOn ? this.#layer.from : this.#ground.state.selected),
    isDrawing: () => this.#layer.isOn,
    targets: (square) => [...(this.#ground.state.movable.dests?.get(square as Key) ?? [])],
  });
  #moves = new Map<string, Move[]>();
  #view: Shown | undefined;
  #closePromotion: (() => void) | undefined;
  #shapes: DrawShape[] = [];
  #sized = false;
  #drawings: Drawing[] = [];
  readonly #layer = new DrawLayer(
    (drawing) => this.#drawn(toggledDrawing(this.#drawings, drawing)),
    (text) => this.#grid.say(text),
  );
  /** The button of the mouse that was pressed last. */
  #lastButton = 0;

  constructor() {
    this.#wrap = h('div.cg-wrap', { 'aria-hidden': 'true' });
    this.element = h('div.board', null, this.#wrap, this.#layer.element, this.#grid.element);
    this.#wrap.addEventListener('pointerdown', ({ button }) => (this.#lastButton = button), { capture: true });
    this.#ground = Chessground(this.#wrap, {
      animation: { enabled: animationTime() > 0, duration: animationTime() },
      highlight: { lastMove: true, check: true },
      movable: { free: false, events: { after: (from, to) => this.#moved(from, to) } },
      draggable: { showGhost: true },
      drawable: { brushes, onChange: (shapes) => this.#hearDrawn(shapes) },
    });
    onAppearance(() => {
      this.#ground.set({ animation: { enabled: animationTime() > 0, duration: animationTime() } });
    });
    // A board that is not shown has no size, and nothing to draw on.
    new ResizeObserver(() => {
      this.#sized = this.#wrap.clientWidth > 0;
      if (!this.#sized) return;
      this.#ground.redrawAll();
      this.#ground.setAutoShapes(this.#shapes);
    }).observe(this.#wrap);
  }

  show(view: Shown): void {
    this.#closePromotion?.();
    this.#view = view;
    this.element.dataset.legal = String(view.place?.legal.length ?? 0);
    const turn = turnOf(view.fen);
    const dests = new Map<Key, Key[]>();
    this.#moves.clear();
    for (const move of view.place?.legal ?? []) {
      const [from, to] = squares(move.uci);
      this.#addTarget(dests, from, to, move);
      // In a standard game castling is also the king put on its rook.
      if (move.san.startsWith('O-O') && !view.place?.chess960)
        this.#addTarget(dests, from, ((move.san.startsWith('O-O-O') ? 'a' : 'h') + from[1]) as Key, move);
    }
    if (view.orientation !== this.#ground.state.orientation) this.#drawAnew();
    this.#ground.set({
      fen: view.fen,
      orientation: view.orientation,
      turnColor: turn,
      check: view.check ? turn : false,
      lastMove: view.lastMove ? squares(view.lastMove) : [],
      viewOnly: false,
      movable: view.movable ? { color: view.movable, dests } : { dests: new Map<Key, Key[]>() },
      premovable: { enabled: view.premove ?? false },
      draggable: { enabled: view.movable !== undefined },
    });
    if (!view.movable) this.#ground.set({ movable: { color: undefined } } as Parameters<Api['set']>[0]);
    this.#layer.orientation = view.orientation;
    this.#grid.show(view.fen, view.orientation);
  }

  /** Shows what was drawn on this position. */
  draw(drawings: Drawing[]): void {
    this.#drawings = drawings;
    this.#ground.setShapes(
      drawings.map(({ color, from, to }) => ({ brush: color, orig: from as Key, ...(to && { dest: to as Key }) })),
    );
  }

  /** Lets every press draw with this colour; undefined: presses move pieces again. */
  drawWith(color: DrawingColor | undefined): void {
    this.#layer.color = color;
  }

  #hearDrawn(shapes: DrawShape[]): void {
    if (!this.onDraw) return;
    // A click that moves a piece erases nothing: what is drawn belongs to the game.
    if (shapes.length === 0 && this.#lastButton !== 2) this.draw(this.#drawings);
    else
      this.#drawn(
        shapes.map(({ brush, orig, dest }) => ({
          color: drawingColors.find((color) => color === brush) ?? 'green',
          from: orig,
          ...(dest && { to: dest }),
        })),
      );
  }

  #drawn(drawings: Drawing[]): void {
    this.draw(drawings);
    this.onDraw?.(drawings);
  }

  /** Turning the board makes its elements anew, but a drawing that was under way goes to the old ones, and the new ones
   * are believed to have it: they are drawn once more. */
  #drawAnew(): void {
    requestAnimationFrame(() => {
      this.#ground.state.drawable.prevSvgHash = 'unknown';
      this.#ground.state.dom.redraw();
    });
  }

  /** Reads the position aloud, for screen readers. */
  read(): void {
    this.#grid.read();
  }

  #addTarget(dests: Map<Key, Key[]>, from: Key, to: Key, move: Move): void {
    const targets = dests.get(from) ?? [];
    if (!targets.includes(to)) targets.push(to);
    dests.set(from, targets);
    const moves = this.#moves.get(from + to) ?? [];
    if (!moves.includes(move)) moves.push(move);
    this.#moves.set(from + to, moves);
  }

  arrows(shapes: DrawShape[]): void {
    this.#shapes = shapes;
    if (!this.#sized && this.#wrap.clientWidth > 0) {
      this.#sized = true;
      this.#ground.redrawAll();
    }
    if (this.#sized) this.#ground.setAutoShapes(shapes);
  }

  /** The board is about to be hidden: what is drawn on it with the next frame would have no place. */
  hide(): void {
    this.#sized = false;
    this.#ground.setAutoShapes([]);
    this.#ground.setShapes([]);
  }

  clearDrawings(): void {
    this.#ground.setShapes([]);
  }

  /** Plays what was set up in advance, if it is legal now. */
  playPremove(): boolean {
    return this.#ground.playPremove();
  }

  cancelPremove(): void {
    this.#ground.cancelPremove();
  }

  #moved(from: Key, to: Key): void {
    const moves = this.#moves.get(from + to) ?? [];
    const only = moves[0];
    if (!only) return;
    if (moves.length === 1) this.onMove(only.uci);
    else this.#askPromotion(from, to, moves);
  }

  #askPromotion(from: Key, to: Key, moves: Move[]): void {
    const side = turnOf(this.#view?.fen ?? '');
    const orientation = this.#view?.orientation ?? 'white';
    const file = to.charCodeAt(0) - 'a'.charCodeAt(0);
    const column = orientation === 'white' ? file : 7 - file;
    const fromTop = side === orientation;
    const close = (): void => {
      layer.remove();
      this.#closePromotion = undefined;
    };
    const cancel = (): void => {
      close();
      if (this.#view) this.show(this.#view);
    };
    const choose = (letter: string): void => {
      close();
      const chosen = moves.find((move) => move.uci === from + to + letter);
      if (chosen) this.onMove(chosen.uci);
    };
    const buttons = promotionRoles.map(([letter, role], row) => {
      const button = h('button.promotion-choice', {
        type: 'button',
        'aria-label': t(`board.promote-${role}`),
        onclick: () => choose(letter),
      });
      const piece = document.createElement('piece');
      piece.className = `${role} ${side}`;
      button.append(piece);
      button.style.left = `${column * 12.5}%`;
      button.style.top = `${(fromTop ? row : 7 - row) * 12.5}%`;
      return button;
    });
    const layer = h('div.promotion.cg-wrap', { role: 'dialog', 'aria-label': t('board.promote-to') }, buttons);
    layer.addEventListener('click', (event) => {
      if (event.target === layer) cancel();
    });
    layer.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') cancel();
      event.stopPropagation();
    });
    this.element.append(layer);
    this.#closePromotion = close;
    buttons[0]?.focus();
  }
}
