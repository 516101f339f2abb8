// Analyse: a free board, variations, and the engine's view of every position.

import type { Spot } from '../api/requests';
import type { EngineSession } from '../api/session';
import { place as askPlace } from '../api/requests';
import type { Analysis, Line, Move, Position } from '../api/types';
import { reworded } from '../chess/comments';
import { startFen } from '../chess/fen';
import type { TreeNode } from '../chess/tree';
import { movesTo, Tree } from '../chess/tree';
import { h, labelledButton } from '../page/dom';
import { copyText, toast } from '../page/messages';
import { play as playSound } from '../page/sound';
import { saveSettings, settings } from '../page/store';
import { BoardView, givesCheck, soundOf, spokenText, takeDroppedFiles } from '../parts/board_view';
import { EvaluationBar } from '../parts/engine_view';
import { EvaluationGraph } from '../parts/graph';
import { MoveInput } from '../parts/move_input';
import { GamePlayers } from '../parts/players';
import type { Steps } from '../parts/step_row';
import { stepRow } from '../parts/step_row';
import { hoveredArrow, lineArrows, passed } from './arrows';
import { EnginePanel } from './engine_panel';
import { History } from './history';
import { importDialog, importText } from './import';
import { KnownPanel } from './known';
import { MoveTools } from './move_tools';
import type { Study } from './saved';
import { loadAnalysis, saveAnalysis } from './saved';
import { TermsPanel } from './terms';

/** Who steps quickly through a game does not mean every position. */
const searchAfter = 100;
const saveAfter = 1000;
/** The move list follows a comment as it is typed, but not letter by letter. */
const renderAfter = 250;

export class AnalyseView extends BoardView {
  readonly element: HTMLElement;

  protected readonly steps: Steps = {
    first: () => void this.go(this.tree.root),
    back: () => this.#goIfThere(this.#current.parent),
    forward: () => this.#goIfThere(this.#current.children[0]),
    last: () => this.#toEnd(),
    flip: () => this.#flip(),
  };
  protected override readonly keys = {
    l: () => this.#switchEngine(),
    x: () => this.#toggleThreat(),
    ' ': () => this.#playBest(),
  };

  readonly #engine: EngineSession;
  readonly #panel = new EnginePanel();
  readonly #bar = new EvaluationBar();
  readonly #graph = new EvaluationGraph();
  readonly #input = new MoveInput();
  readonly #fenField = h('input', {
    type: 'text',
    id: 'fen-field',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': 'FEN',
  });
  readonly #known = new KnownPanel();
  readonly #terms: TermsPanel;
  readonly #tools = new MoveTools();
  readonly #players = new GamePlayers();
  readonly #history = new History();

  #current: TreeNode;
  #place: Position | undefined;
  #event: Analysis | undefined;
  #flipped: boolean;
  #threat = false;
  #timer = 0;
  #hovered: Line | undefined;
  #saveTimer = 0;
  #renderTimer = 0;

  constructor(engine: EngineSession) {
    super();
    this.#engine = engine;
    const saved = loadAnalysis();
    this.tree = saved.tree;
    this.#current = saved.current;
    this.#flipped = saved.flipped;
    this.#terms = new TermsPanel(saved.terms);
    this.board.onMove = (uci) => void this.#playMove(uci);
    this.#input.onMove = (uci) => void this.#playMove(uci);
    this.moves.onSelect = (node) => void this.go(node);
    this.#graph.onSelect = (node) => void this.go(node);
    this.#known.onPlay = (move) => void this.#playLine([move]);
    this.#terms.onToggle = () => {
      void this.#showTerms();
      this.#save();
    };
    this.#listenToPanel();
    this.#fenField.addEventListener('change', () => void this.loadText(this.#fenField.value));
    this.#tools.onPromote = () => this.#promote();
    this.#tools.onDelete = () => this.#delete();
    this.#tools.onComment = (text) => this.#comment(text);
    this.#tools.onUndo = () => this.#restore(this.#history.undo(this.#study()));
    this.#tools.onRedo = () => this.#restore(this.#history.redo(this.#study()));
    this.element = this.#layout();
    takeDroppedFiles(this.element, (text) => void this.loadText(text));
    this.stepByWheel(this.board.element);
  }

  #listenToPanel(): void {
    const panel = this.#panel;
    panel.onSwitch = (on) => this.#switchEngine(on);
    panel.onThreat = () => this.#toggleThreat();
    panel.onSettings = () => this.#restartEngine();
    panel.onArrows = () => this.#drawArrows();
    panel.onEvaluation = () => {
      // What the other one found deeper would hide what this one finds.
      this.#current.judgement = undefined;
      this.#restartEngine();
    };
    panel.lines.onPlay = (moves) => {
      if (this.#threat) toast('Turn off threats to play a move');
      else void this.#playLine(moves);
    };
    panel.lines.onHover = (line) => {
      this.#hovered = line;
      this.#drawArrows();
    };
  }

  #layout(): HTMLElement {
    const buttons = h(
      'div.buttons',
      null,
      labelledButton('plus', 'New board', () => this.#newBoard()),
      labelledButton('search', 'Load PGN or FEN', () => importDialog((text) => this.loadText(text))),
      labelledButton('copy', 'Copy PGN', () => void this.copyPgn()),
      labelledButton('link', 'Copy link', () => this.#copyLink()),
    );
    return h(
      'section.view.analyse',
      { 'aria-label': 'Analysis' },
      this.spoken,
      h(
        'div.board-area',
        null,
        this.#bar.element,
        h('div.board-column', null, this.#players.top, this.board.element, this.#players.bottom),
      ),
      h(
        'div.side',
        null,
        this.#panel.element,
        h('div.panel.moves-panel', null, this.moves.element, this.#tools.element),
        h('div.panel.graph-panel', null, this.#graph.element),
        stepRow(this.steps, this.#input.element),
        h('div.panel.exchange', null, buttons),
      ),
      h(
        'div.below',
        null,
        h('div.panel.exchange', null, h('div.field', null, h('label', { for: 'fen-field' }, 'FEN'), this.#fenField)),
        this.#known.element,
        this.#terms.element,
      ),
    );
  }

  /** Where the server has a network, there is a choice between it and the classical evaluation. */
  offerEvaluations(network: string | null): void {
    this.#panel.offerEvaluations(network);
    if (this.active && this.#panel.isClassical) this.#restartEngine();
  }

  activate(): void {
    this.active = true;
    this.#engine.onAnalysis = (event) => this.#hear(event);
    this.moves.render(this.tree, this.#current);
    void this.go(this.#current);
  }

  deactivate(): void {
    this.active = false;
    window.clearTimeout(this.#timer);
    this.board.hide();
    void this.#engine.stop();
  }

  repaint(): void {
    this.#graph.repaint();
  }

  /** Shows another game, at its start or at this node. */
  open(tree: Tree, at: TreeNode = tree.root, flipped = this.#flipped): void {
    if (this.tree.root.children.length > 0 || this.tree.startFen !== startFen) this.#history.record(this.#study());
    this.#take(tree, at, flipped);
  }

  /** Undoes or repeats a change where these keys mean that. */
  undoKey(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return false;
    const redo = key === 'y' || event.shiftKey;
    this.#restore(redo ? this.#history.redo(this.#study()) : this.#history.undo(this.#study()));
    return true;
  }

  #study(): Study {
    return { tree: this.tree, current: this.#current, flipped: this.#flipped, terms: this.#terms.open };
  }

  #restore(study: Study | undefined): void {
    if (!study) return;
    window.clearTimeout(this.#renderTimer);
    this.#take(study.tree, study.current, this.#flipped);
  }

  #newBoard(): void {
    const isWorth = this.tree.root.children.length > 0;
    this.open(new Tree(startFen));
    if (isWorth) toast('A new board. Undo brings the old one back');
  }

  #take(tree: Tree, at: TreeNode, flipped: boolean): void {
    this.tree = tree;
    this.#current = at;
    this.#flipped = flipped;
    this.#save();
    if (!this.active) return;
    this.moves.render(tree, at);
    void this.go(at);
  }

  /** A FEN or a PGN, as pasted or dropped. */
  async loadText(text: string): Promise<boolean> {
    const trimmed = text.trim();
    if (!trimmed) {
      toast('Paste a PGN or a FEN first');
      this.#fenField.value = this.#current.fen;
      return false;
    }
    try {
      return await importText(trimmed, (tree) => this.open(tree));
    } catch (error) {
      toast((error as Error).message);
      this.#fenField.value = this.#current.fen;
      return false;
    }
  }

  // --- Going through ---

  /** Goes to a position of the tree. */
  async go(node: TreeNode): Promise<void> {
    const forward = node.parent === this.#current;
    if (this.#threat && node !== this.#current) this.#toggleThreat(false);
    this.#current = node;
    this.#place = undefined;
    this.board.clearDrawings();
    this.moves.select(node);
    this.#show();
    this.#restartEngine();
    this.#save();
    const found = await this.ask(askPlace(this.#spot()), this.#standing());
    if (this.#current !== node) return;
    if (found) {
      this.#place = found;
      this.#input.place = found;
      this.say(spokenText(found, node.parent?.fen));
      if (forward) playSound(soundOf(found));
      if (found.end) void this.#engine.stop();
      this.#show();
      this.#showEngine();
    }
    void this.#showTerms();
    void this.#known.show(this.#spot(), this.#standing());
  }

  /** A question that is yes as long as the board shows what it shows now. */
  #standing(): () => boolean {
    const node = this.#current;
    return () => this.#current === node;
  }

  #spot(): Spot {
    return { fen: this.tree.startFen, moves: movesTo(this.#current) };
  }

  #goIfThere(node: TreeNode | null | undefined): void {
    if (node) void this.go(node);
  }

  #toEnd(): void {
    let node = this.#current;
    while (node.children[0]) node = node.children[0];
    void this.go(node);
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#show();
    this.#save();
  }

  #show(): void {
    const place = this.#place;
    this.board.show({
      fen: this.#current.fen,
      orientation: this.#flipped ? 'black' : 'white',
      lastMove: this.#current.uci || undefined,
      check: place?.check ?? givesCheck(this.#current),
      place,
      movable: place && !place.end ? 'both' : undefined,
    });
    this.#fenField.value = this.#current.fen;
    this.#players.show(this.tree, this.#current, this.#flipped);
    this.#showTools();
    this.#showJudgement();
  }

  /** The bar, the graph and the arrows. */
  #showJudgement(): void {
    const end = this.#place?.end;
    if (end) this.#bar.showResult(end.result, this.#flipped);
    else this.#bar.show(this.#linesHere()[0] ?? this.#remembered(), this.#flipped);
    this.#graph.update(this.tree, this.#current);
    this.#drawArrows();
  }

  async #showTerms(): Promise<void> {
    await this.#terms.show(this.#spot(), this.#standing());
  }

  // --- Changing the tree ---

  async #playMove(uci: string): Promise<void> {
    const move = this.#place?.legal.find((legal) => legal.uci === uci);
    if (move) await this.#playLine([move]);
  }

  #playBest(): void {
    const best = this.#linesHere()[0]?.moves[0];
    if (best && !this.#threat) void this.#playLine([best]);
  }

  /** Adds moves below the current position and goes to the last of them. */
  async #playLine(moves: Move[]): Promise<void> {
    let node = this.#current;
    let isRecorded = false;
    for (const move of moves) {
      const known = node.children.find((child) => child.uci === move.uci);
      if (known) {
        node = known;
        continue;
      }
      const found = await this.ask(askPlace({ fen: this.tree.startFen, moves: [...movesTo(node), move.uci] }));
      if (!found) break;
      if (!isRecorded) this.#history.record(this.#study());
      isRecorded = true;
      node = this.tree.add(node, { uci: move.uci, san: found.last?.san ?? move.san }, found.fen);
    }
    this.moves.render(this.tree, this.#current);
    await this.go(node);
  }

  #comment(text: string): void {
    this.#history.record(this.#study(), `comment ${movesTo(this.#current).join(' ')}`);
    this.#current.comments = reworded(this.#current.comments, text);
    this.#showTools();
    this.#saveSoon();
    window.clearTimeout(this.#renderTimer);
    this.#renderTimer = window.setTimeout(() => this.moves.render(this.tree, this.#current), renderAfter);
  }

  #showTools(): void {
    this.#tools.show(this.#current, this.#history.canUndo, this.#history.canRedo);
  }

  #promote(): void {
    if (!this.#current.parent) return;
    this.#history.record(this.#study());
    this.tree.promote(this.#current);
    this.moves.render(this.tree, this.#current);
    this.#graph.update(this.tree, this.#current);
    this.#showTools();
    this.#save();
  }

  #delete(): void {
    if (!this.#current.parent) return;
    this.#history.record(this.#study());
    const parent = this.tree.remove(this.#current);
    this.moves.render(this.tree, parent);
    void this.go(parent);
  }

  // --- The engine ---

  #switchEngine(on = !settings.engine): void {
    settings.engine = on;
    this.#panel.showSwitch(on);
    saveSettings();
    this.#restartEngine();
  }

  /** The engine looks at what the side that just moved would do next. */
  #toggleThreat(on = !this.#threat): void {
    if (on && (this.#place?.check || this.#place?.end)) {
      toast(this.#place.end ? 'The game is over here' : 'In check there is no other threat to look at');
      return;
    }
    this.#threat = on;
    this.#panel.showThreat(on);
    this.element.classList.toggle('threat', on);
    if (on && !settings.engine) this.#switchEngine(true);
    else this.#restartEngine();
  }

  #restartEngine(): void {
    window.clearTimeout(this.#timer);
    this.#event = undefined;
    this.#showEngine();
    if (!settings.engine || !this.active) {
      void this.#engine.stop();
      this.#showJudgement();
      return;
    }
    this.#timer = window.setTimeout(() => {
      if (this.#place?.end) return;
      const spot = this.#threat ? { fen: passed(this.#current.fen), moves: [] } : this.#spot();
      this.#engine.analyse({
        ...spot,
        lines: settings.lines,
        ...(this.#panel.isClassical && { evaluation: 'classical' }),
      });
    }, searchAfter);
  }

  #hear(event: Analysis): void {
    if (!this.active || event.fen !== this.#searchedFen()) return;
    this.#event = event;
    this.#showEngine();
    if (this.#threat) {
      this.#drawArrows();
      return;
    }
    const best = event.lines[0];
    if (best && best.bound === 'exact' && best.depth >= (this.#current.judgement?.depth ?? 0)) {
      this.#current.judgement = { score: best.score, wdl: best.wdl, depth: best.depth };
      this.#saveSoon();
    }
    this.#showJudgement();
  }

  #searchedFen(): string {
    return this.#threat ? passed(this.#current.fen) : this.#current.fen;
  }

  #linesHere(): Line[] {
    return settings.engine && this.#event?.fen === this.#searchedFen() ? this.#event.lines : [];
  }

  /** What was found here earlier, as a line without moves. */
  #remembered(): Line | undefined {
    const known = settings.engine ? this.#current.judgement : undefined;
    return known && { number: 1, depth: known.depth, score: known.score, bound: 'exact', wdl: known.wdl, moves: [] };
  }

  #showEngine(): void {
    this.#panel.show({
      place: this.#place,
      event: this.#event,
      lines: this.#linesHere(),
      remembered: this.#remembered(),
      fen: this.#searchedFen(),
      threat: this.#threat,
    });
  }

  #drawArrows(): void {
    if (this.#hovered && settings.engine) this.board.arrows(hoveredArrow(this.#hovered));
    else this.board.arrows(settings.arrows ? lineArrows(this.#linesHere(), this.#threat) : []);
  }

  // --- Out ---

  #copyLink(): void {
    const address = `${location.origin}/#analyse/${this.#current.fen.replaceAll(' ', '_')}`;
    void copyText(address, 'Link');
  }

  #saveSoon(): void {
    window.clearTimeout(this.#saveTimer);
    this.#saveTimer = window.setTimeout(() => this.#save(), saveAfter);
  }

  #save(): void {
    saveAnalysis(this.#study());
  }
}
