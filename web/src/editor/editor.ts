// The board editor: any position set up by hand, checked as one sets it up, and from here into a game or an analysis.

import { chess960, place as askPlace } from '../api/requests';
import type { Position, Side } from '../api/types';
import { other, sideName, startFen } from '../chess/fen';
import type { Right, Setup } from '../chess/setup';
import { fenOf, passingSquares, rights, setupOf } from '../chess/setup';
import { Tree } from '../chess/tree';
import { h, labelledButton, replace, segmented } from '../page/dom';
import { elsewhere } from '../page/elsewhere';
import { History } from '../page/history';
import { copyText, toast } from '../page/messages';
import { load, save } from '../page/store';
import { t } from '../page/words';
import { EditorBoard } from './editor_board';

const emptyFen = '8/8/8/8/8/8/8/8 w - - 0 1';
/** The server is asked once the user has paused. */
const checkAfter = 120;

/** What is wrong, without the FEN that it is wrong with: that stands on the board. */
const faultOf = (error: string): string => {
  const text = error.replace(/^FEN '[^']*': /, '').replace(/^\w[\w ]* field '[^']*': /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

export class EditorView {
  readonly element: HTMLElement;

  readonly #board = new EditorBoard();
  readonly #history = new History<string>();
  readonly #verdict = h('p.editor-verdict', { role: 'status' });
  readonly #fields = h('div.editor-fields');
  readonly #fen = h('input', { type: 'text', id: 'editor-fen', spellcheck: 'false', autocomplete: 'off' });
  readonly #undo = labelledButton('undo', t('editor.undo'), () => this.#restore(this.#history.undo(() => this.#text)));
  readonly #redo = labelledButton('redo', t('editor.redo'), () => this.#restore(this.#history.redo(() => this.#text)));
  readonly #analyse = labelledButton('search', t('editor.analyse'), () => this.#goAnalyse(), 'primary');
  readonly #play = labelledButton('play', t('analyse.play-here'), () => this.#goPlay());
  #setup: Setup;
  #flipped: boolean;
  #place: Position | undefined;
  /** What the verdict is about. */
  #judged = '';
  #timer = 0;

  constructor() {
    const saved = load('editor', { fen: startFen, flipped: false });
    this.#setup = setupOf(saved.fen);
    this.#flipped = saved.flipped;
    this.#board.onChange = (placement) => this.#change({ placement });
    this.#fen.addEventListener('change', () => this.#take(this.#fen.value.trim() || startFen));
    this.element = h(
      'section.view.editor',
      { 'aria-label': t('editor.title') },
      h('div.board-area', null, this.#board.element),
      h(
        'div.side',
        null,
        h(
          'div.panel.editor-panel',
          null,
          h('h2', null, t('editor.title')),
          this.#fields,
          this.#verdict,
          h('div.editor-go', null, this.#analyse, this.#play),
        ),
        h(
          'div.panel.editor-panel',
          null,
          h('div.field', null, h('label', { for: 'editor-fen' }, 'FEN'), this.#fen),
          h(
            'div.buttons',
            null,
            labelledButton('board', t('editor.start'), () => this.#take(startFen)),
            labelledButton('trash', t('editor.clear'), () => this.#take(emptyFen)),
            labelledButton('shuffle', t('editor.chess960'), () => void this.#shuffle()),
            labelledButton('flip', t('editor.flip'), () => this.#flip()),
            this.#undo,
            this.#redo,
            labelledButton('copy', t('editor.copy'), () => void copyText(this.#text, 'FEN')),
          ),
        ),
        h('p.quiet.editor-help', null, t('editor.help')),
      ),
    );
  }

  get #text(): string {
    return fenOf(this.#setup);
  }

  activate(): void {
    this.#show();
  }

  deactivate(): void {
    window.clearTimeout(this.#timer);
  }

  /** Begins with this position. */
  open(fen: string, flipped = this.#flipped): void {
    this.#flipped = flipped;
    this.#take(fen);
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === 'f') this.#flip();
    else if (event.key === 'b') this.#board.read();
    else return false;
    return true;
  }

  /** Undoes or repeats a change where these keys mean that. */
  undoKey(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return false;
    const redo = key === 'y' || event.shiftKey;
    this.#restore(redo ? this.#history.redo(() => this.#text) : this.#history.undo(() => this.#text));
    return true;
  }

  #take(fen: string): void {
    this.#history.record(() => this.#text);
    this.#setup = setupOf(fen);
    this.#show();
  }

  #restore(fen: string | undefined): void {
    if (fen === undefined) return;
    this.#setup = setupOf(fen);
    this.#show();
  }

  #change(change: Partial<Setup>): void {
    this.#history.record(() => this.#text);
    this.#setup = { ...this.#setup, ...change };
    if (!passingSquares(this.#setup).includes(this.#setup.passing)) this.#setup.passing = '-';
    this.#show();
  }

  async #shuffle(): Promise<void> {
    try {
      this.#take((await chess960('random')).fen);
    } catch (error) {
      toast((error as Error).message);
    }
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#show();
  }

  #show(): void {
    const text = this.#text;
    // Nobody can leave with a position that has not been checked.
    if (text !== this.#judged) {
      this.#place = undefined;
      this.#analyse.disabled = true;
      this.#play.disabled = true;
    }
    const check = this.#place?.check ? this.#place.turn : undefined;
    this.#board.show(text, this.#setup.placement, this.#flipped ? 'black' : 'white', check);
    if (document.activeElement !== this.#fen) this.#fen.value = text;
    this.#undo.disabled = !this.#history.canUndo;
    this.#redo.disabled = !this.#history.canRedo;
    this.#showFields();
    save('editor', { fen: text, flipped: this.#flipped });
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#check(), checkAfter);
  }

  /** Side to move, castling rights, en passant. What has the focus keeps it. */
  #showFields(): void {
    const focused = document.activeElement?.id;
    const { castling, turn, passing } = this.#setup;
    const castlingBox = (right: Right): HTMLElement => {
      const side: Side = right === right.toUpperCase() ? 'white' : 'black';
      const text = right.toLowerCase() === 'k' ? 'O-O' : 'O-O-O';
      return h(
        'label.editor-right',
        null,
        h('input', {
          type: 'checkbox',
          id: `right-${side}-${text}`,
          checked: castling.has(right),
          'aria-label': `${sideName(side)} ${text}`,
          onchange: () => this.#toggle(right),
        }),
        h('span', null, text),
      );
    };
    const squares = passingSquares(this.#setup);
    const choice = h('select', { id: 'editor-passing', disabled: squares.length === 0 });
    for (const square of ['-', ...squares])
      choice.append(
        h('option', { value: square, selected: square === passing }, square === '-' ? t('editor.none') : square),
      );
    choice.addEventListener('change', () => this.#change({ passing: choice.value }));
    const turns = [
      ['white', sideName('white')],
      ['black', sideName('black')],
    ] as const;
    replace(
      this.#fields,
      segmented(t('editor.turn'), turns, turn, (value) => this.#change({ turn: value, passing: '-' })),
      h(
        'fieldset.editor-castling',
        null,
        h('legend', null, t('editor.castling')),
        (['white', 'black'] as const).map((side) =>
          h(
            'div.editor-rights',
            null,
            h('span', null, sideName(side)),
            rights.filter((right) => (right === right.toUpperCase()) === (side === 'white')).map(castlingBox),
          ),
        ),
      ),
      h('div.field', null, h('label', { for: 'editor-passing' }, t('editor.passing')), choice),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  #toggle(right: Right): void {
    const castling = new Set(this.#setup.castling);
    if (!castling.delete(right)) castling.add(right);
    this.#change({ castling });
  }

  /** Asks the server what is wrong with the position. */
  async #check(): Promise<void> {
    const text = this.#text;
    let verdict: string;
    let isLegal = false;
    try {
      const found = await askPlace({ fen: text, moves: [] });
      if (text !== this.#text) return;
      this.#place = found;
      isLegal = true;
      const repairs = found.repairs?.map((repair) => `${repair}.`) ?? [];
      const end = found.end ? t('editor.over', { reason: found.end.reason }) : '';
      verdict = [...repairs, end].filter(Boolean).join(' ') || t('editor.legal', { side: sideName(found.turn) });
      const check = found.check ? found.turn : undefined;
      this.#board.show(text, this.#setup.placement, this.#flipped ? 'black' : 'white', check);
    } catch (error) {
      if (text !== this.#text) return;
      this.#place = undefined;
      verdict = faultOf((error as Error).message);
    }
    this.#judged = text;
    this.#verdict.textContent = verdict;
    this.#verdict.dataset.kind = isLegal ? (this.#place?.repairs?.length ? 'repaired' : 'legal') : 'illegal';
    this.#analyse.disabled = !isLegal;
    this.#play.disabled = !isLegal || Boolean(this.#place?.end);
  }

  #goAnalyse(): void {
    if (this.#place) elsewhere.analyse(new Tree(this.#place.fen), undefined, this.#flipped);
  }

  #goPlay(): void {
    if (!this.#place) return;
    // Whoever has turned the board wants to play the side that is below.
    const below: Side = this.#flipped ? other('white') : 'white';
    elsewhere.play(this.#place.fen, below);
  }
}
