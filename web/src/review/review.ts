// Review: every move of a game judged by the engine, with the moments on which it turned and a chance to do better.

import type { EngineSession } from '../api/session';
import type { Line, PgnGame, ReviewAnswer, ReviewedMove, Score, Side, Wdl } from '../api/types';
import { sideName, startFen, turnOf } from '../chess/fen';
import type { TreeNode } from '../chess/tree';
import { Tree } from '../chess/tree';
import { h, labelledButton, replace } from '../page/dom';
import { elsewhere } from '../page/elsewhere';
import { saveFile, toast } from '../page/messages';
import { play as playSound } from '../page/sound';
import { load, save } from '../page/store';
import { t } from '../page/words';
import { arrow, badge } from '../parts/board';
import { BoardView, givesCheck, takeDroppedFiles } from '../parts/board_view';
import { EvaluationBar } from '../parts/engine_view';
import { readChosenGame } from '../parts/game_list';
import { EvaluationGraph } from '../parts/graph';
import { GamePlayers } from '../parts/players';
import type { Steps } from '../parts/step_row';
import { stepRow } from '../parts/step_row';
import { gameHead, keyMoment, momentsPanel, playerSummary, remarkOn, setUpPanel } from './panels';
import { qualityOf } from './quality';
import { ProgressPanel, ReviewRun } from './run';
import type { SavedTraining } from './trainer';
import { mistakesOf, Trainer } from './trainer';

interface Saved {
  answer: ReviewAnswer | null;
  current: number; // moves of the game that the board shows
  flipped: boolean;
  text: string;
  training: SavedTraining | null;
}

export class ReviewView extends BoardView {
  readonly element: HTMLElement;
  onAnalyse: (tree: Tree, at: number, flipped: boolean) => void = () => {};

  protected readonly steps: Steps = {
    first: () => this.#go(this.tree.root),
    back: () => this.#goIfThere(this.#current.parent),
    forward: () => this.#goIfThere(this.#trainer ? undefined : this.#current.children[0]),
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
  /** The mistakes as puzzles; while it is there, nothing else is shown. */
  #trainer: Trainer | undefined;
  /** Of the review that runs. */
  #progress: ProgressPanel | undefined;

  constructor(engine: EngineSession) {
    super();
    this.#engine = engine;
    const saved = load<Saved>('review', { answer: null, current: 0, flipped: false, text: '', training: null });
    this.#answer = saved.answer;
    this.#flipped = saved.flipped;
    this.#text = saved.text;
    this.#current = this.#takeOver();
    this.#current = this.#line[saved.current] ?? this.tree.root;
    this.moves.onSelect = (node) => this.#go(node);
    this.moves.markOf = (node) => {
      const judged = this.#answer?.review.moves[this.#line.indexOf(node) - 1];
      const quality = judged && qualityOf(judged);
      return quality === 'good' ? undefined : quality;
    };
    this.#graph.onSelect = (node) => this.#go(node);
    this.board.onMove = (uci) => void this.#trainer?.tried(uci);
    this.element = h(
      'section.view.review',
      { 'aria-label': t('views.review') },
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
    if (this.#answer && saved.training)
      this.#trainer = this.#makeTrainer(this.#answer, saved.training.side, saved.training);
  }

  activate(): void {
    this.active = true;
    this.#showPanels();
    if (this.#trainer) void this.#trainer.begin();
    else this.#go(this.#current);
  }

  deactivate(): void {
    this.active = false;
    this.board.hide();
  }

  repaint(): void {
    this.#graph.repaint();
  }

  // --- Reviewing ---

  /** Reviews the game of this PGN; asks which one where there are several. */
  async begin(pgn: string, flipped = this.#flipped, train?: Side): Promise<void> {
    this.#text = pgn;
    this.#flipped = flipped;
    try {
      await readChosenGame(pgn, ({ game, pgn: only }) => void this.#review(only, game, train));
    } catch (error) {
      toast((error as Error).message);
    }
  }

  async #review(pgn: string, game: PgnGame, train?: Side): Promise<void> {
    if (game.nodes.length < 2) {
      toast(t('review.no-moves'));
      return;
    }
    await this.#run.stop();
    this.#stopTraining();
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
      if (train) this.#trainer = this.#makeTrainer(answer, train);
      this.#save();
      if (train && !this.#trainer && this.active) toast(t('train.none'));
      if (!this.active) return;
      this.#showPanels();
      if (this.#trainer) void this.#trainer.begin();
      else this.#go(this.#current);
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
    this.#stopTraining();
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
    if (this.#trainer) return;
    const forward = node.parent === this.#current;
    this.#current = node;
    this.board.clearDrawings();
    this.moves.select(node);
    if (forward) playSound(givesCheck(node) ? 'check' : node.san.includes('x') ? 'capture' : 'move');
    const side = node.parent && sideName(turnOf(node.parent.fen));
    const text = this.#move()?.text ?? '';
    this.say(side ? `${t('review.played', { side, move: node.san })} ${text}`.trim() : t('review.at-start'));
    this.#show();
    this.#save();
  }

  #goIfThere(node: TreeNode | null | undefined): void {
    if (node) this.#go(node);
  }

  #flip(): void {
    if (this.#trainer) return;
    this.#flipped = !this.#flipped;
    this.#show();
    this.#save();
  }

  /** The number of the next marked move after this one; -1: there is none. */
  #markAfter(index: number): number {
    return (this.#answer?.review.moves ?? []).findIndex((move, i) => i > index && move.mark !== undefined);
  }

  #nextMistake(): void {
    if (this.#trainer) {
      this.#trainer.next();
      return;
    }
    const next = this.#markAfter(this.#index());
    const node = this.#line[next + 1];
    if (next >= 0 && node) this.#go(node);
    else toast(t('review.no-more'));
  }

  // --- Training ---

  /** The mistakes of a side as puzzles; nothing if there are none. */
  #makeTrainer(answer: ReviewAnswer, side: Side, saved?: SavedTraining): Trainer | undefined {
    const { moves } = answer.review;
    const lesson = { engine: this.#engine, startFen: this.tree.startFen, line: this.#line, moves };
    const trainer = new Trainer(lesson, side, saved);
    if (trainer.isEmpty) return undefined;
    trainer.onChange = () => this.#showPuzzle(trainer);
    trainer.onEnd = (index) => this.#endTraining(index);
    return trainer;
  }

  #train(side: Side, index?: number): void {
    const trainer = this.#answer && this.#makeTrainer(this.#answer, side);
    if (!trainer) {
      toast(t('train.none'));
      return;
    }
    this.#trainer = trainer;
    this.#flipped = side === 'black';
    this.#showPanels();
    void trainer.begin(index);
  }

  #stopTraining(): void {
    this.#trainer?.stop();
    this.#trainer = undefined;
    this.element.classList.remove('training');
  }

  #endTraining(index: number | undefined): void {
    this.#stopTraining();
    this.#showPanels();
    this.#go((index === undefined ? undefined : this.#line[index + 1]) ?? this.tree.root);
  }

  #showPuzzle(trainer: Trainer): void {
    const { board, before } = trainer;
    if (this.#trainer !== trainer || !board || !before || !this.active) return;
    this.element.classList.add('training');
    // What was said about the game tells the answer.
    this.say('');
    this.moves.render(this.tree, before, before);
    this.board.clearDrawings();
    this.board.show({ ...board, orientation: trainer.side });
    this.board.arrows(board.shapes);
    this.#players.show(this.tree, before, trainer.side === 'black');
    this.#bar.show(undefined, trainer.side === 'black');
    this.#save();
  }

  // --- Showing ---

  #show(): void {
    const node = this.#current;
    this.#players.show(this.tree, node, this.#flipped);
    this.board.show({
      fen: node.fen,
      orientation: this.#flipped ? 'black' : 'white',
      lastMove: node.uci || undefined,
      check: givesCheck(node),
      movable: undefined,
    });
    const judged = this.#move();
    // The better move starts from the position before; its variation is the first one beside the move played.
    const better = judged?.mark
      ? node.parent?.children.find((child) => child.san === judged.better?.line[0])
      : undefined;
    const quality = judged && qualityOf(judged);
    const shapes = better ? [arrow(better, 'best')] : [];
    if (quality && quality !== 'good') shapes.push(badge(node, quality));
    this.board.arrows(shapes);
    this.#bar.show(this.#barLine(judged), this.#flipped);
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
    if (!judged) {
      replace(this.#remark, h('p.quiet', null, t('review.help')));
      return;
    }
    const index = this.#index();
    if (judged.mark) this.#remark.classList.add(judged.mark);
    const side = judged.side === 'White' ? 'white' : 'black';
    replace(this.#remark, ...remarkOn(this.#current, judged, () => this.#train(side, index)));
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
    if (this.#trainer) {
      replace(this.#side, this.#trainer.element, h('div.panel.moves-panel', null, this.moves.element));
      replace(this.#below);
      return;
    }
    const { review } = answer;
    this.moves.render(this.tree, this.#current);
    replace(
      this.#side,
      h(
        'div.panel.summary',
        null,
        gameHead(review),
        (['white', 'black'] as const).map((side) => {
          const count = mistakesOf(review.moves, side).length;
          return playerSummary(review[side], side, count > 0 ? () => this.#train(side) : undefined);
        }),
      ),
      h('div.panel.graph-panel', null, this.#graph.element),
      this.#remark,
      h('div.panel.moves-panel', null, this.moves.element),
      stepRow(
        this.steps,
        labelledButton('next', t('review.next-mistake'), () => this.#nextMistake()),
      ),
    );
    const moments = review.key_moments.flatMap((index) => {
      const move = review.moves[index];
      const node = this.#line[index + 1];
      return move && node ? [keyMoment(node, move, () => this.#go(node))] : [];
    });
    const toAnalysis = (): void => this.onAnalyse(this.tree.copy(), Math.max(0, this.#index() + 1), this.#flipped);
    replace(
      this.#below,
      momentsPanel(moments),
      h(
        'div.panel.exchange',
        null,
        h(
          'div.buttons',
          null,
          labelledButton('plus', t('review.another'), () => this.#another()),
          labelledButton('search', t('play.analyse'), toAnalysis),
          labelledButton('play', t('play.from-here'), () => elsewhere.play(this.#current.fen)),
          labelledButton('pencil', t('review.set-up'), () => elsewhere.edit(this.#current.fen, this.#flipped)),
          labelledButton('copy', t('review.save-pgn'), () =>
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
      training: this.#trainer?.saved ?? null,
    });
  }
}

/** White's share of the points, 0 to 1, from the mover's chances of -1 to 1. */
const whiteShare = (move: ReviewedMove, chance: number): number => (1 + chance * (move.side === 'White' ? 1 : -1)) / 2;
