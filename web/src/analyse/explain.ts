// A position in words: what it is worth and why, what each side threatens and plans, which moves are good and why others are
// not; and why one move is better than another. Asked for only while its panel is open.

import type { Spot } from '../api/requests';
import { compareMoves, explain } from '../api/requests';
import type { Comparison, ExplainedMove, ExplainedSide, Explanation, Move, PieceWorth } from '../api/types';
import { nameOf, sideName } from '../chess/fen';
import type { TreeNode } from '../chess/tree';
import { h, labelledButton, replace } from '../page/dom';
import { numberText, t } from '../page/words';

/** Whoever steps quickly through a game does not mean every position. */
const askAfter = 350;

/** A move that could have been played in place of the current one. */
export interface Alternative {
  label: string;
  /** Without one, the best other move. */
  uci: string | undefined;
}

/** A move of the game that is compared: where it was played, and with what. */
export interface Compared {
  from: TreeNode;
  spot: Spot;
  move: Move;
  label: string;
  others: Alternative[];
}

export class ExplainPanel {
  readonly element: HTMLDetailsElement;
  onToggle: () => void = () => {};
  /** Moves are to be played, from this node or from where one is. */
  onPlay: (moves: Move[], from?: TreeNode) => void = () => {};
  /** Moves that are pointed at are shown on the board. */
  onPoint: (moves: Move[] | undefined) => void = () => {};

  readonly #text = h('div.explanation');
  readonly #compare = h('div.comparison');
  readonly #answer = h('div.comparison-answer', { 'aria-live': 'polite' });
  #timer = 0;
  #asked: AbortController | undefined;
  #shown = '';

  constructor(open: boolean) {
    this.element = h(
      'details.panel.explain-panel',
      { open },
      h('summary', null, t('explain.title')),
      this.#compare,
      this.#text,
    );
    this.element.addEventListener('toggle', () => this.onToggle());
  }

  get open(): boolean {
    return this.element.open;
  }

  /** Opens the panel, or closes it, and brings it into view. */
  toggle(): void {
    this.element.open = !this.element.open;
    if (this.element.open) this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Explains this position, and offers to compare the move that led to it. */
  show(spot: Spot, compared: Compared | undefined): void {
    const key = `${spot.fen}|${spot.moves.join(' ')}`;
    if (!this.open || (key === this.#shown && this.#text.childElementCount > 0)) return;
    window.clearTimeout(this.#timer);
    this.#asked?.abort();
    this.#shown = key;
    this.#offer(compared);
    replace(this.#text, h('p.quiet', { role: 'status' }, t('explain.thinking')));
    this.#timer = window.setTimeout(() => void this.#ask(spot, compared, key), askAfter);
  }

  async #ask(spot: Spot, compared: Compared | undefined, key: string): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const found = await explain(spot, asked.signal);
      if (this.#shown === key) this.#fill(found);
    } catch (error) {
      if (asked.signal.aborted || this.#shown !== key) return;
      this.#shown = '';
      replace(
        this.#text,
        h('p.quiet', null, (error as Error).message),
        labelledButton('redo', t('explain.again'), () => this.show(spot, compared)),
      );
    }
  }

  // --- One position ---

  #fill(found: Explanation): void {
    replace(
      this.#text,
      h('p.explain-verdict', null, sentence(found.end ?? found.verdict)),
      found.material && h('p', null, sentence(found.material)),
      h('div.explain-sides', null, this.#side('white', found.white), this.#side('black', found.black)),
      this.#moves(t('explain.best'), found.best),
      this.#moves(t('explain.worse'), found.worse),
      this.#pieces(found.pieces),
    );
  }

  #side(side: 'white' | 'black', { king, pawns, activity, threat, threat_line, plan }: ExplainedSide): HTMLElement {
    const facts = [...king, ...pawns, ...activity];
    return h(
      'section.explain-side',
      { 'aria-label': sideName(side) },
      h('h2', null, h(`span.disc.${side}`), sideName(side)),
      threat && this.#pointing(h('p', null, h('b', null, t('explain.threat')), ` ${sentence(threat)}`), threat_line),
      plan && h('p', null, h('b', null, t('explain.plan')), ` ${sentence(plan)}`),
      facts.length > 0 &&
        h(
          'ul',
          null,
          facts.map((fact) => h('li', null, sentence(fact))),
        ),
    );
  }

  #moves(title: string, moves: ExplainedMove[]): HTMLElement | false {
    return (
      moves.length > 0 &&
      h(
        'section.explain-moves',
        { 'aria-label': title },
        h('h2', null, title),
        moves.map((move) => this.#move(move)),
      )
    );
  }

  #move({ san, uci, score, moves, line, text }: ExplainedMove): HTMLElement {
    const button = h(
      'button.explain-move',
      { type: 'button', onclick: () => this.onPlay([{ uci, san }]) },
      h('strong', null, san),
      h('span.explain-score', null, score.replace('-', '−')),
    );
    return this.#pointing(
      h('div.explain-line', null, button, h('p', null, text && h('span', null, text), h('span.quiet', null, line))),
      moves,
    );
  }

  #pointing(element: HTMLElement, moves: Move[]): HTMLElement {
    element.addEventListener('pointerenter', () => this.onPoint(moves));
    element.addEventListener('pointerleave', () => this.onPoint(undefined));
    element.addEventListener('focusin', () => this.onPoint(moves));
    element.addEventListener('focusout', () => this.onPoint(undefined));
    return element;
  }

  /** What every piece is worth here, as the network sees it. */
  #pieces(pieces: PieceWorth[]): HTMLElement | false {
    if (pieces.length === 0) return false;
    const list = (side: 'white' | 'black'): HTMLElement =>
      h(
        'ul.explain-pieces',
        { 'aria-label': sideName(side) },
        pieces
          .filter((piece) => nameOf(piece.color) === nameOf(side))
          .sort((a, b) => b.centipawns - a.centipawns)
          .map(({ piece, square, centipawns }) =>
            h(
              'li',
              { title: t(`${side}.${piece.toLowerCase() as 'pawn'}`) },
              h('span', null, square),
              this.#drawing(piece.toLowerCase(), side),
              h('b', null, numberText(centipawns / 100, 1)),
            ),
          ),
      );
    return h(
      'details.explain-worth',
      null,
      h('summary', null, t('explain.pieces')),
      h('p.quiet', null, t('explain.pieces-note')),
      list('white'),
      list('black'),
    );
  }

  #drawing(role: string, side: string): HTMLElement {
    const piece = document.createElement('piece');
    piece.className = `${role} ${side}`;
    return h('span.explain-piece.cg-wrap', { 'aria-hidden': 'true' }, piece);
  }

  // --- Two moves ---

  #offer(compared: Compared | undefined): void {
    replace(this.#answer);
    replace(
      this.#compare,
      compared && h('p.comparison-title', null, t('explain.why', { move: compared.label })),
      compared &&
        h(
          'div.comparison-choices',
          { role: 'group', 'aria-label': t('explain.compare') },
          compared.others.map(({ label, uci }) =>
            h(
              'button.labelled',
              { type: 'button', onclick: () => void this.#compareWith(compared, uci) },
              label || t('explain.best-move'),
            ),
          ),
        ),
      this.#answer,
    );
  }

  /** Opens the panel with the comparison of the current move and the best one. */
  async compare(spot: Spot, compared: Compared): Promise<void> {
    this.element.open = true;
    this.show(spot, compared);
    this.element.scrollIntoView({ block: 'nearest' });
    await this.#compareWith(compared, undefined);
  }

  async #compareWith(compared: Compared, other: string | undefined): Promise<void> {
    const key = this.#shown;
    replace(this.#answer, h('p.quiet', { role: 'status' }, t('explain.thinking')));
    try {
      const found = await compareMoves(compared.spot, compared.move.uci, other);
      if (this.#shown === key) this.#showComparison(found, compared.from);
    } catch (error) {
      if (this.#shown === key) replace(this.#answer, h('p.quiet', null, (error as Error).message));
    }
  }

  #showComparison({ better, worse, text }: Comparison, from: TreeNode): void {
    const line = ({ san, score, line: words, moves }: ExplainedMove): HTMLElement =>
      h(
        'div.explain-line',
        null,
        h(
          'button.explain-move',
          { type: 'button', title: t('explain.add-line'), onclick: () => this.onPlay(moves, from) },
          h('strong', null, san),
          h('span.explain-score', null, score.replace('-', '−')),
        ),
        h('p', null, h('span.quiet', null, words)),
      );
    replace(this.#answer, h('p.comparison-text', null, text), line(better), line(worse));
  }
}

/** With a capital letter and a full stop. */
function sentence(text: string): string {
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
