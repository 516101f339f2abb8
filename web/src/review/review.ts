// Review: every move of a game judged by the engine, with the moments on which it turned and a chance to do better.

import type { Spot } from '../api/requests';
import type { EngineSession } from '../api/session';
import { place as askPlace } from '../api/requests';
import type { Line, PgnGame, ReviewAnswer, ReviewedMove, Score, Wdl } from '../api/types';
import { nameOf, startFen, turnOf } from '../chess/fen';
import type { TreeNode } from '../chess/tree';
import { movesTo, Tree } from '../chess/tree';
import { h, labelledButton, replace } from '../page/dom';
import { saveFile, toast } from '../page/messages';
import { play as playSound } from '../page/sound';
import { load, save } from '../page/store';
import { arrow, badge } from '../parts/board';
import { BoardView, givesCheck, takeDroppedFiles } from '../parts/board_view';
import { EvaluationBar } from '../parts/engine_view';
import { readChosenGame } from '../parts/game_list';
import { EvaluationGraph } from '../parts/graph';
import { GamePlayers } from '../parts/players';
import type { Steps } from '../parts/step_row';
import { stepRow } from '../parts/step_row';
import { keyMoment, momentsPanel, playerSummary, remarkOn, setUpPanel } from './panels';
import type { Retry } from './retry';
import { judgeTry, knownVerdict } from './retry';
import { ProgressPanel, ReviewRun } from './run';

interface Saved {
  answer: ReviewAnswer | null;
  current: number; // moves of the game that the board shows
  flipped: boolean;
  text: string;
}

export class ReviewView extends BoardView {
  readonly element: HTMLElement;
  onAnalyse: (tree: Tree, at: number, flipped: boolean) => void = () => {};

  protected readonly steps: Steps = {
    first: () => this.#go(this.tree.root),
    back: () => this.#goIfThere(this.#current.parent),
    forward: () => this.#goIfThere(this.#current.children[0]),
    last: () => this.#go(this.#line.at(-1) ?? this.tree.root),
    flip: () => this.#flip(),
  };
  protected override readonly keys = { n: () => this.#nextMistake() };

  readonly #engine: EngineSession;
  readonly #run = new ReviewRun();
  readonly #bar = new EvaluationBar();
  readonly #graph = new EvaluationGraph();
  readonly #players = new GamePlayers();
  readonly #side = h('div.side');
  readonly #below = h('div.below');
  readonly #remark = h('div.panel.remark', { role: 'status' });

  #answer: ReviewAnswer | null;
  #line: TreeNode[] = []; // the main line, the start first
  #current: TreeNode;
  #flipped: boolean;
  #text: string;
  #retry: Retry | undefined;
  /** Of the review that runs. */
  #progress: ProgressPanel | undefined;

  constructor(engine: EngineSession) {
    super();
    this.#engine = engine;
    const saved = load<Saved>('review', { answer: null, current: 0, flipped: false, text: '' });
    this.#answer = saved.answer;
    this.#flipped = saved.flipped;
    this.#text = saved.text;
    this.#current = this.#takeOver();
    this.#current = this.#line[saved.current] ?? this.tree.root;
    this.moves.onSelect = (node) => this.#go(node);
    this.#graph.onSelect = (node) => this.#go(node);
    this.board.onMove = (uci) => void this.#tried(uci);
    this.element = h(
      'section.view.review',
      { 'aria-label': 'Review' },
      this.spoken,
      h(
        'div.board-area',
        null,
        this.#bar.element,
        h('div.board-column', null, this.#players.top, this.board.element, this.#players.bottom),
      ),
      this.#side,
      this.#below,
    );
    takeDroppedFiles(this.element, (text) => void this.begin(text));
    this.stepByWheel(this.board.element);
  }

  activate(): void {
    this.active = true;
    this.#showPanels();
    this.#go(this.#current);
  }

  deactivate(): void {
    this.active = false;
    this.#endRetry();
    this.board.hide();
  }

  repaint(): void {
    this.#graph.repaint();
  }

  // --- Reviewing ---

  /** Reviews the game of this PGN; asks which one where there are several. */
  async begin(pgn: string, flipped = this.#flipped): Promise<void> {
    this.#text = pgn;
    this.#flipped = flipped;
    try {
      await readChosenGame(pgn, ({ game, pgn: only }) => void this.#review(only, game));
    } catch (error) {
      toast((error as Error).message);
    }
  }

  async #review(pgn: string, game: PgnGame): Promise<void> {
    if (game.nodes.length < 2) {
      toast('This game has no moves to review');
      return;
    }
    await this.#run.stop();
    this.#endRetry();
    this.#answer = null;
    this.#current = this.#take(Tree.fromGame(game));
    const progress = new ProgressPanel(game, () => void this.#stop());
    this.#progress = progress;
    this.#showPanels();
    this.#show();
    try {
      const answer = await this.#run.run(pgn, (state) => progress.show(state));
      if (!answer) return;
      this.#answer = answer;
      this.#progress = undefined;
      this.#current = this.#takeOver();
      this.#save();
      if (!this.active) return;
      this.#showPanels();
      this.#go(this.#current);
    } catch (error) {
      if (this.#progress !== progress) return;
      this.#progress = undefined;
      toast((error as Error).message);
      this.#showPanels();
    }
  }

  async #stop(): Promise<void> {
    this.#progress = undefined;
    await this.#run.stop();
    this.#showPanels();
  }

  /** Shows this tree from now on; returns its start. */
  #take(tree: Tree): TreeNode {
    this.tree = tree;
    this.#line = [tree.root, ...tree.mainLine()];
    return tree.root;
  }

  /** Makes the tree of what the server said, with the judgement of each move at its node. */
  #takeOver(): TreeNode {
    const answer = this.#answer;
    if (!answer) return this.#take(new Tree(startFen));
    const start = this.#take(Tree.fromGame(answer.game));
    start.comments = []; // the summary, which stands above already
    answer.review.moves.forEach((move, i) => {
      const node = this.#line[i + 1];
      if (node) node.share = whiteShare(move, move.chance_after);
    });
    const [first] = answer.review.moves;
    if (first) start.share = whiteShare(first, first.chance_before);
    return start;
  }

  #another(): void {
    this.#answer = null;
    this.#text = '';
    this.#current = this.#takeOver();
    this.#save();
    this.#showPanels();
    this.#show();
  }

  // --- Going through ---

  #index(): number {
    return this.#line.indexOf(this.#current) - 1;
  }

  /** The judgement of the move that led to the position on the board. */
  #move(): ReviewedMove | undefined {
    return this.#answer?.review.moves[this.#index()];
  }

  #go(node: TreeNode): void {
    const forward = node.parent === this.#current;
    this.#endRetry();
    this.#current = node;
    this.board.clearDrawings();
    this.moves.select(node);
    if (forward) playSound(givesCheck(node) ? 'check' : node.san.includes('x') ? 'capture' : 'move');
    const mover = node.parent && nameOf(turnOf(node.parent.fen));
    this.say(mover ? `${mover} played ${node.san}. ${this.#move()?.text ?? ''}` : 'Start of the game.');
    this.#show();
    this.#save();
  }

  #goIfThere(node: TreeNode | null | undefined): void {
    if (node) this.#go(node);
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#show();
    this.#save();
  }

  /** The number of the next marked move after this one; -1: there is none. */
  #markAfter(index: number): number {
    return (this.#answer?.review.moves ?? []).findIndex((move, i) => i > index && move.mark !== undefined);
  }

  #nextMistake(): void {
    const next = this.#markAfter(this.#retry?.index ?? this.#index());
    const node = this.#line[next + 1];
    if (next >= 0 && node) this.#go(node);
    else toast('No more mistakes in this game');
  }

  // --- Retrying a mistake ---

  async #beginRetry(index: number): Promise<void> {
    const before = this.#line[index];
    if (!before) return;
    this.#go(before);
    const retry: Retry = { index };
    this.#retry = retry;
    // Nothing beside the board may tell the answer.
    this.element.classList.add('retrying');
    this.moves.render(this.tree, before, before);
    this.#show();
    const found = await this.ask(askPlace(this.#spot(before)), () => this.#retry === retry);
    if (!found) return;
    retry.place = found;
    this.#show();
  }

  #endRetry(): void {
    if (!this.#retry) return;
    this.#retry = undefined;
    this.element.classList.remove('retrying');
    this.moves.render(this.tree, this.#current);
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
    let verdict = knownVerdict(move, judged);
    if (!verdict) {
      retry.told = `Looking at ${move.san} …`;
      this.#show();
      verdict = await judgeTry(this.#engine, this.#spot(before), move, turnOf(before.fen), judged).catch(
        (error: unknown) => ({
          solved: false,
          text: (error as Error).message,
        }),
      );
      if (this.#retry !== retry) return;
    }
    if (verdict.solved) {
      const after = { fen: this.tree.startFen, moves: [...this.#spot(before).moves, move.uci] };
      const found = await this.ask(askPlace(after), () => this.#retry === retry);
      if (found) retry.solution = { move, fen: found.fen };
      playSound(move.san.includes('x') ? 'capture' : 'move');
    }
    retry.told = verdict.text;
    this.#show();
  }

  // --- Showing ---

  #spot(node: TreeNode): Spot {
    return { fen: this.tree.startFen, moves: movesTo(node) };
  }

  #show(): void {
    const retry = this.#retry;
    const node = this.#current;
    const solution = retry?.solution;
    this.#players.show(this.tree, node, this.#flipped);
    this.board.show({
      fen: solution?.fen ?? node.fen,
      orientation: this.#flipped ? 'black' : 'white',
      lastMove: solution?.move.uci ?? (node.uci || undefined),
      check: solution ? /[+#]$/.test(solution.move.san) : givesCheck(node),
      place: solution ? undefined : retry?.place,
      movable: retry?.place && !solution ? turnOf(node.fen) : undefined,
    });
    const judged = this.#move();
    // The better move starts from the position before; its variation is the first one beside the move played.
    const better = judged?.mark
      ? node.parent?.children.find((child) => child.san === judged.better?.line[0])
      : undefined;
    const mark = judged?.mark;
    this.board.arrows(retry ? [] : [...(better ? [arrow(better, 'best')] : []), ...(mark ? [badge(node, mark)] : [])]);
    this.#bar.show(retry ? undefined : this.#barLine(judged), this.#flipped);
    this.#graph.update(this.tree, node);
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
    this.#remark.className = 'panel remark';
    if (this.#retry) {
      replace(this.#remark, ...this.#retryRemark(this.#retry));
      return;
    }
    if (!judged) {
      const opening = this.#answer?.review.opening;
      replace(
        this.#remark,
        opening ? h('strong', null, opening) : null,
        h('p.quiet', null, 'Step through the game with the arrow keys, or press n for the next mistake.'),
      );
      return;
    }
    const index = this.#index();
    if (judged.mark) this.#remark.classList.add(judged.mark);
    replace(this.#remark, ...remarkOn(this.#current, judged, () => void this.#beginRetry(index)));
  }

  #retryRemark(retry: Retry): (HTMLElement | null)[] {
    const wrong = this.#answer?.review.moves[retry.index];
    const mover = nameOf(turnOf(this.#current.fen));
    const back = (): void => this.#goIfThere(this.#line[retry.index + 1]);
    if (retry.solution) {
      const next = this.#markAfter(retry.index);
      const best = wrong?.better?.line[0];
      this.#remark.classList.add('solved');
      return [
        h('strong', null, retry.told ?? 'Correct!'),
        best && best !== retry.solution.move.san ? h('p', null, `The engine prefers ${best}.`) : null,
        wrong?.text ? h('p', null, `${wrong.san} in the game: ${wrong.text}`) : null,
        h(
          'div.buttons',
          null,
          next >= 0 ? labelledButton('next', 'Next mistake', () => void this.#beginRetry(next), 'primary') : null,
          labelledButton('undo', 'Back to the game', back),
        ),
      ];
    }
    return [
      h('strong', null, `${mover} to move: find something better than ${wrong?.san ?? 'the move played'}.`),
      retry.told ? h('p', null, retry.told) : null,
      h('div.buttons', null, labelledButton('bulb', 'Show the answer', back)),
    ];
  }

  #showPanels(): void {
    const answer = this.#answer;
    this.element.classList.toggle('setting-up', !answer);
    if (this.#progress) {
      replace(this.#side, this.#progress.element);
      replace(this.#below);
      return;
    }
    if (!answer) {
      const setUp = setUpPanel(
        this.#text,
        (text) => (this.#text = text),
        (text) => void this.begin(text),
      );
      replace(this.#side, setUp);
      replace(this.#below);
      return;
    }
    const { review } = answer;
    this.moves.render(this.tree, this.#current);
    replace(
      this.#side,
      h('div.panel.summary', null, playerSummary(review.white, 'white'), playerSummary(review.black, 'black')),
      h('div.panel.graph-panel', null, this.#graph.element),
      this.#remark,
      h('div.panel.moves-panel', null, this.moves.element),
      stepRow(
        this.steps,
        labelledButton('next', 'Next mistake', () => this.#nextMistake()),
      ),
    );
    const moments = review.key_moments.flatMap((index) => {
      const move = review.moves[index];
      const node = this.#line[index + 1];
      return move && node ? [keyMoment(node, move, () => this.#go(node))] : [];
    });
    const source = [review.event, review.date, review.opening].filter((part) => part && part !== '?').join(' · ');
    const toAnalysis = (): void => this.onAnalyse(this.tree.copy(), Math.max(0, this.#index() + 1), this.#flipped);
    replace(
      this.#below,
      momentsPanel(moments),
      h(
        'div.panel.exchange',
        null,
        h('p.quiet', null, source),
        h(
          'div.buttons',
          null,
          labelledButton('plus', 'Another game', () => this.#another()),
          labelledButton('search', 'Analyse', toAnalysis),
          labelledButton('copy', 'Save annotated PGN', () =>
            saveFile('review.pgn', 'application/x-chess-pgn', answer.pgn),
          ),
        ),
      ),
    );
  }

  #save(): void {
    save('review', {
      answer: this.#answer,
      current: Math.max(0, this.#index() + 1),
      flipped: this.#flipped,
      text: this.#text,
    });
  }
}

/** White's share of the points, 0 to 1, from the mover's chances of -1 to 1. */
const whiteShare = (move: ReviewedMove, chance: number): number => (1 + chance * (move.side === 'White' ? 1 : -1)) / 2;
