// Review: every move of a game judged by the engine, with the moments on which it turned and a chance to do better.

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';

import type { EngineSession, Spot } from './api';
import { endReview, place as askPlace, readPgn, reviewState, startReview } from './api';
import { Board } from './board';
import { h, labelledButton, replace, saveFile, tellRepairs, toast } from './dom';
import { EvaluationBar } from './engine_view';
import { chanceOf, moveNumber, scoreText } from './format';
import { chooseGame } from './game_list';
import { EvaluationGraph } from './graph';
import { MovesView } from './moves_view';
import { play as playSound } from './sound';
import { stepRow } from './step_row';
import { load, save } from './store';
import type { TreeNode } from './tree';
import { movesTo, plyBefore, Tree } from './tree';
import type { Line, PgnGame, Place, ReviewAnswer, ReviewedMove, ReviewedPlayer, Score, Side, Wdl } from './types';
import { nameOf, startFen, turnOf } from './types';

interface Saved {
  answer: ReviewAnswer | null;
  current: number; // moves of the game that the board shows
  flipped: boolean;
  text: string;
}

const pollEvery = 250;
/** How long the engine looks at a move that somebody tries instead. */
const retryTime = 500;
/** Chances that a move may cost and still count as good; what the reviewer calls an inaccuracy begins here. */
const smallDrop = 0.1;

export class ReviewView {
  readonly element: HTMLElement;
  onAnalyse: (tree: Tree, at: number, flipped: boolean) => void = () => {};

  readonly #engine: EngineSession;
  readonly #board = new Board();
  readonly #bar = new EvaluationBar();
  readonly #graph = new EvaluationGraph();
  readonly #moves = new MovesView();
  readonly #side = h('div.side');
  readonly #below = h('div.below');
  readonly #remark = h('div.panel.remark', { role: 'status' });
  readonly #spoken = h('p.visually-hidden', { 'aria-live': 'polite' });

  #answer: ReviewAnswer | null;
  #tree = new Tree(startFen);
  #line: TreeNode[] = []; // the main line, the start first
  #current: TreeNode;
  #flipped: boolean;
  #text: string;
  #active = false;
  #running: string | undefined; // the name of a review at the server
  #retry: { index: number; place?: Place; tried?: string } | undefined;

  constructor(engine: EngineSession) {
    this.#engine = engine;
    const saved = load<Saved>('review', { answer: null, current: 0, flipped: false, text: '' });
    this.#answer = saved.answer;
    this.#flipped = saved.flipped;
    this.#text = saved.text;
    this.#takeOver();
    this.#current = this.#line[saved.current] ?? this.#tree.root;
    this.#moves.onSelect = (node) => this.go(node);
    this.#graph.onSelect = (node) => this.go(node);
    this.#board.onMove = (uci) => void this.#tried(uci);
    this.element = h(
      'section.view.review',
      { 'aria-label': 'Review' },
      this.#spoken,
      h('div.board-area', null, this.#bar.element, this.#board.element),
      this.#side,
      this.#below,
    );
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void file.text().then((text) => this.begin(text));
    });
  }

  activate(): void {
    this.#active = true;
    this.#showPanels();
    this.go(this.#current);
  }

  deactivate(): void {
    this.#active = false;
    this.#retry = undefined;
  }

  repaint(): void {
    this.#graph.repaint();
  }

  key(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'ArrowLeft':
        this.#step(-1);
        return true;
      case 'ArrowRight':
        this.#step(1);
        return true;
      case 'ArrowUp':
      case 'Home':
        this.go(this.#tree.root);
        return true;
      case 'ArrowDown':
      case 'End':
        this.go(this.#line.at(-1) ?? this.#tree.root);
        return true;
      case 'f':
        this.#flip();
        return true;
      case 'n':
        this.#nextMark();
        return true;
      default:
        return false;
    }
  }

  // --- Reviewing ---

  /** Reviews the game of this PGN; asks which one where there are several. */
  async begin(pgn: string, flipped = this.#flipped): Promise<void> {
    this.#text = pgn;
    this.#flipped = flipped;
    try {
      const found = await readPgn(pgn);
      const [first] = found.games;
      if (!first) {
        toast(found.errors[0] ?? 'There is no game in this text');
        return;
      }
      tellRepairs(found.repairs);
      if (found.games.length > 1) chooseGame(found.games, (_, number) => void this.#run(pgn, found.games[number] ?? first, number));
      else await this.#run(pgn, first, 0);
    } catch (error) {
      toast((error as Error).message);
    }
  }

  async #run(pgn: string, game: PgnGame, number: number): Promise<void> {
    if (game.nodes.length < 2) {
      toast('This game has no moves to review');
      return;
    }
    await this.#stop();
    this.#answer = null;
    this.#retry = undefined;
    this.#tree = Tree.fromFlat(game.nodes, startFen).tree;
    this.#tree.tags = game.tags;
    this.#line = [this.#tree.root, ...this.#tree.mainLine()];
    this.#current = this.#tree.root;
    const progress = h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the review' });
    const words = h('span.quiet', null, 'Beginning …');
    const { White = 'White', Black = 'Black' } = game.tags;
    replace(
      this.#side,
      h(
        'div.panel.set-up',
        null,
        h('h2', null, `${White} – ${Black}`),
        progress,
        words,
        labelledButton('trash', 'Stop', () => void this.#stop().then(() => this.#showPanels())),
      ),
    );
    replace(this.#below);
    this.#show();
    try {
      const name = await startReview(pgn, number);
      this.#running = name;
      while (this.#running === name) {
        const state = await reviewState(name);
        if (this.#running !== name) return;
        progress.value = state.all > 0 ? state.done / state.all : 0;
        words.textContent = state.waiting > 0 ? `Waiting for ${state.waiting} other ${state.waiting === 1 ? 'review' : 'reviews'} …` : `Position ${state.done} of ${state.all}`;
        if (state.answer) {
          this.#running = undefined;
          void endReview(name).catch(() => {});
          this.#answer = state.answer;
          this.#takeOver();
          this.#current = this.#tree.root;
          this.#save();
          if (!this.#active) return;
          this.#showPanels();
          this.go(this.#current);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, pollEvery));
      }
    } catch (error) {
      this.#running = undefined;
      toast((error as Error).message);
      this.#showPanels();
    }
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running) await endReview(running).catch(() => {});
  }

  /** Makes the tree of what the server said, with the judgement of each move at its node. */
  #takeOver(): void {
    const answer = this.#answer;
    if (!answer) {
      this.#tree = new Tree(startFen);
      this.#line = [this.#tree.root];
      return;
    }
    const { tree } = Tree.fromFlat(answer.game.nodes, startFen);
    tree.tags = answer.game.tags;
    tree.result = answer.game.result;
    tree.root.comments = []; // the summary, which stands above already
    this.#tree = tree;
    this.#line = [tree.root, ...tree.mainLine()];
    answer.review.moves.forEach((move, i) => {
      const node = this.#line[i + 1];
      if (node) node.share = whiteShare(move, 'after');
    });
    const [first] = answer.review.moves;
    if (first) tree.root.share = whiteShare(first, 'before');
  }

  // --- Going through ---

  #index(): number {
    return this.#line.indexOf(this.#current) - 1;
  }

  /** The judgement of the move that led to the position on the board. */
  #move(): ReviewedMove | undefined {
    return this.#answer?.review.moves[this.#index()];
  }

  go(node: TreeNode): void {
    const forward = node.parent === this.#current;
    this.#retry = undefined;
    this.#current = node;
    this.#board.clearDrawings();
    this.#moves.select(node);
    if (forward) playSound(/[+#]$/.test(node.san) ? 'check' : node.san.includes('x') ? 'capture' : 'move');
    this.#spoken.textContent = node.parent ? `${nameOf(turnOf(node.parent.fen))} played ${node.san}. ${this.#move()?.text ?? ''}` : 'Start of the game.';
    this.#show();
    this.#save();
  }

  #step(by: 1 | -1): void {
    const next = by === 1 ? this.#current.children[0] : this.#current.parent;
    if (next) this.go(next);
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#show();
    this.#save();
  }

  #nextMark(): void {
    const moves = this.#answer?.review.moves ?? [];
    const next = moves.findIndex((move, i) => i > this.#index() && move.mark !== undefined);
    const node = this.#line[next + 1];
    if (next >= 0 && node) this.go(node);
    else toast('No more marked moves');
  }

  // --- Retrying a mistake ---

  async #beginRetry(index: number): Promise<void> {
    const before = this.#line[index];
    if (!before) return;
    this.go(before);
    this.#retry = { index };
    this.#show();
    try {
      const found = await askPlace(this.#spot(before));
      if (this.#retry?.index !== index) return;
      this.#retry.place = found;
      this.#show();
    } catch (error) {
      toast((error as Error).message);
    }
  }

  async #tried(uci: string): Promise<void> {
    const retry = this.#retry;
    const judged = retry && this.#answer?.review.moves[retry.index];
    const before = retry && this.#line[retry.index];
    const move = retry?.place?.legal.find((legal) => legal.uci === uci);
    if (!retry || !judged || !before || !move) {
      this.#show();
      return;
    }
    if (move.san === judged.better?.line[0]) {
      this.#endRetry(judged, `${move.san} is the move.`);
      return;
    }
    if (move.san === judged.san) {
      retry.tried = `${move.san} is what was played. Look for something else.`;
      this.#show();
      return;
    }
    retry.tried = `Looking at ${move.san} …`;
    this.#show();
    try {
      const spot = this.#spot(before);
      const after = { fen: spot.fen, moves: [...spot.moves, uci] };
      const place = await askPlace(after);
      const mover: Side = turnOf(before.fen);
      let chance = 0;
      let shown = '';
      if (place.end) {
        chance = place.end.result === '1/2-1/2' ? 0 : 1;
        shown = place.end.reason;
      } else {
        const found = await this.#engine.think(after, { time_ms: retryTime });
        if (!found.score) throw new Error('The engine did not say what it thinks of this move');
        chance = chanceOf(found.score) * (mover === 'white' ? 1 : -1);
        shown = scoreText(found.score);
      }
      if (this.#retry !== retry) return;
      if (judged.chance_before - chance < smallDrop) {
        this.#endRetry(judged, `${move.san} (${shown}) is good as well.`);
        return;
      }
      retry.tried = `${move.san} (${shown}) is not it. Try another move.`;
    } catch (error) {
      if (this.#retry !== retry) return;
      retry.tried = (error as Error).message;
    }
    this.#show();
  }

  #endRetry(judged: ReviewedMove, praise: string): void {
    const index = this.#retry?.index ?? 0;
    this.#retry = undefined;
    const node = this.#line[index + 1];
    if (node) this.go(node);
    this.#spoken.textContent = praise;
    toast(judged.better?.line[0] && !praise.startsWith(judged.better.line[0]) ? `${praise} The engine prefers ${judged.better.line[0]}.` : praise);
  }

  // --- Showing ---

  #spot(node: TreeNode): Spot {
    return { fen: this.#tree.startFen, moves: movesTo(node) };
  }

  #show(): void {
    const retry = this.#retry;
    const node = this.#current;
    this.#board.show({
      fen: node.fen,
      orientation: this.#flipped ? 'black' : 'white',
      lastMove: node.uci || undefined,
      check: /[+#]$/.test(node.san),
      place: retry?.place,
      movable: retry?.place ? turnOf(node.fen) : undefined,
    });
    const judged = this.#move();
    const shapes: DrawShape[] = [];
    // The better move starts from the position before; its variation is the first one beside the move played.
    const better = judged?.mark ? node.parent?.children.find((child) => child.san === judged.better?.line[0]) : undefined;
    if (!retry && better) shapes.push({ orig: better.uci.slice(0, 2) as Key, dest: better.uci.slice(2, 4) as Key, brush: 'best' });
    this.#board.arrows(shapes);
    this.#bar.show(retry ? undefined : this.#barLine(judged), this.#flipped);
    this.#graph.update(this.#tree, node);
    this.#showRemark(judged);
  }

  #barLine(judged: ReviewedMove | undefined): Line | undefined {
    const share = this.#current.share;
    if (share === undefined) return undefined;
    const score: Score = judged?.mate !== undefined ? { mate: judged.mate } : { cp: judged?.centipawns ?? 0 };
    const wdl: Wdl = [1000 * share, 0, 1000 * (1 - share)];
    return { number: 1, depth: 0, score, bound: 'exact', wdl, moves: [] };
  }

  #showRemark(judged: ReviewedMove | undefined): void {
    const retry = this.#retry;
    this.#remark.className = 'panel remark';
    if (retry) {
      const wrong = this.#answer?.review.moves[retry.index];
      replace(
        this.#remark,
        h('strong', null, `${nameOf(turnOf(this.#current.fen))} to move: find something better than ${wrong?.san ?? 'the move played'}.`),
        retry.tried ? h('p', null, retry.tried) : null,
        h(
          'div.buttons',
          null,
          labelledButton('bulb', 'Show it', () => {
            const node = this.#line[retry.index + 1];
            if (node) this.go(node);
          }),
        ),
      );
      return;
    }
    const opening = this.#answer?.review.opening;
    if (!judged) {
      replace(
        this.#remark,
        opening ? h('strong', null, opening) : null,
        h('p.quiet', null, 'Step through the game with the arrow keys, or press n for the next marked move.'),
      );
      return;
    }
    const index = this.#index();
    const name = `${moveNumber(plyBefore(this.#current))} ${judged.san}`;
    if (judged.mark) this.#remark.classList.add(judged.mark);
    const verdict = judged.mark
      ? ` ${judged.missed_win ? 'misses a win' : `is ${judged.mark === 'inaccuracy' ? 'an' : 'a'} ${judged.mark}`}`
      : judged.only_move
        ? ' is the only good move'
        : judged.forced
          ? ' is forced'
          : judged.accuracy >= 99
            ? ' is best'
            : ' is good';
    replace(
      this.#remark,
      h('div.remark-head', null, h('strong', null, name, verdict), h('span.line-score', null, judged.score)),
      judged.text ? h('p', null, judged.text) : null,
      judged.better && judged.mark
        ? h('p.better', null, 'Better: ', h('span', null, judged.better.line.slice(0, 6).join(' ')), h('span.quiet', null, ` ${judged.better.score}`))
        : null,
      judged.mark ? h('div.buttons', null, labelledButton('undo', 'Retry', () => void this.#beginRetry(index))) : null,
    );
  }

  #showPanels(): void {
    const answer = this.#answer;
    this.element.classList.toggle('setting-up', !answer);
    if (!answer) {
      replace(this.#side, this.#setUp());
      replace(this.#below);
      return;
    }
    const { review } = answer;
    this.#moves.render(this.#tree, this.#current);
    replace(
      this.#side,
      h(
        'div.panel.summary',
        null,
        this.#player(review.white, 'white'),
        this.#player(review.black, 'black'),
      ),
      h('div.panel.graph-panel', null, this.#graph.element),
      this.#remark,
      h('div.panel.moves-panel', null, this.#moves.element),
      stepRow(
        {
          first: () => this.go(this.#tree.root),
          back: () => this.#step(-1),
          forward: () => this.#step(1),
          last: () => this.go(this.#line.at(-1) ?? this.#tree.root),
          flip: () => this.#flip(),
        },
        labelledButton('next', 'Next mark', () => this.#nextMark()),
      ),
    );
    replace(
      this.#below,
      h(
        'div.panel.moments',
        null,
        h('h2', null, 'Key moments'),
        review.key_moments.length > 0
          ? h('ol', null, review.key_moments.map((index) => this.#moment(index)))
          : h('p.quiet', null, 'Nothing turned in this game.'),
      ),
      h(
        'div.panel.exchange',
        null,
        h('p.quiet', null, [review.event, review.date, review.opening].filter((part) => part && part !== '?').join(' · ')),
        h(
          'div.buttons',
          null,
          labelledButton('plus', 'Another game', () => this.#another()),
          labelledButton('search', 'Analyse', () => this.onAnalyse(this.#copy(), Math.max(0, this.#index() + 1), this.#flipped)),
          labelledButton('copy', 'Save annotated PGN', () => saveFile('review.pgn', 'application/x-chess-pgn', answer.pgn)),
        ),
      ),
    );
  }

  #copy(): Tree {
    const { tree } = Tree.fromFlat(this.#tree.flat(), startFen);
    tree.tags = { ...this.#tree.tags };
    tree.result = this.#tree.result;
    return tree;
  }

  #another(): void {
    this.#answer = null;
    this.#text = '';
    this.#takeOver();
    this.#current = this.#tree.root;
    this.#save();
    this.#showPanels();
    this.#show();
  }

  #player(player: ReviewedPlayer, side: Side): HTMLElement {
    const count = (value: number, one: string, many: string): HTMLElement =>
      h(`span.count.${one}`, { title: `${value} ${value === 1 ? one : many}` }, h('b', null, String(value)), ` ${value === 1 ? one : many}`);
    return h(
      'div.reviewed',
      null,
      h('span.disc', { 'aria-hidden': 'true' }),
      h('strong.reviewed-name', null, player.name || nameOf(side)),
      h('span.accuracy', { title: 'Accuracy' }, player.accuracy === undefined ? '–' : `${player.accuracy.toFixed(1)} %`),
      h(
        'div.counts',
        null,
        count(player.inaccuracies, 'inaccuracy', 'inaccuracies'),
        count(player.mistakes, 'mistake', 'mistakes'),
        count(player.blunders, 'blunder', 'blunders'),
      ),
    );
  }

  #moment(index: number): HTMLElement {
    const move = this.#answer?.review.moves[index];
    const node = this.#line[index + 1];
    if (!move || !node) return h('li');
    return h(
      'li',
      null,
      h(
        'button.moment',
        { type: 'button', onclick: () => this.go(node) },
        h(`strong.${move.mark ?? 'good'}`, null, `${moveNumber(plyBefore(node))} ${move.san}`),
        h('span', null, move.text ?? (move.mark ? `A ${move.mark}.` : 'The only good move.')),
      ),
    );
  }

  #setUp(): HTMLElement {
    const area = h('textarea', { id: 'review-pgn', rows: 12, spellcheck: 'false', 'aria-label': 'PGN of the game', placeholder: 'Paste a PGN here, or drop a file on the page. It may hold many games.' });
    area.value = this.#text;
    area.addEventListener('input', () => (this.#text = area.value));
    const file = h('input', { type: 'file', accept: '.pgn,.txt', 'aria-label': 'PGN file' });
    file.addEventListener('change', () => void file.files?.[0]?.text().then((text) => this.begin(text)));
    const button = labelledButton('search', 'Review', () => void this.begin(area.value), 'primary wide');
    button.id = 'begin-review';
    return h(
      'div.panel.set-up',
      null,
      h('h2', null, 'Review a game'),
      h('p.quiet', null, 'Every move is judged: what it kept of the chances, which moves cost the most and why, and what would have been better.'),
      area,
      file,
      button,
    );
  }

  #save(): void {
    save('review', { answer: this.#answer, current: Math.max(0, this.#index() + 1), flipped: this.#flipped, text: this.#text });
  }
}

/** White's share of the points before or after a move, 0 to 1, from the mover's chances of -1 to 1. */
function whiteShare(move: ReviewedMove, when: 'before' | 'after'): number {
  const chance = (when === 'before' ? move.chance_before : move.chance_after) * (move.side === 'White' ? 1 : -1);
  return (1 + chance) / 2;
}
