// Analyse: a free board, variations, and the engine's view of every position.

import type { Spot } from '../api/requests';
import type { EngineSession } from '../api/session';
import { insist, place as askPlace } from '../api/requests';
import type { Analysis, Line, Move, Position } from '../api/types';
import type { Drawing } from '../chess/comments';
import { drawingsOf, reworded, withDrawings } from '../chess/comments';
import { startFen } from '../chess/fen';
import { moveNumber, scoreText } from '../chess/format';
import { foundMark, markOf } from '../chess/marks';
import type { Nag } from '../chess/nags';
import { toggled } from '../chess/nags';
import type { TreeNode } from '../chess/tree';
import { movesTo, plyBefore, Tree } from '../chess/tree';
import { h, labelledButton } from '../page/dom';
import { elsewhere } from '../page/elsewhere';
import { copyText, toast } from '../page/messages';
import { play as playSound } from '../page/sound';
import { saveSettings, settings } from '../page/store';
import { t } from '../page/words';
import { arrow, badge } from '../parts/board';
import { BoardView, givesCheck, soundOf, spokenText, takeDroppedFiles } from '../parts/board_view';
import type { Pointed } from '../parts/engine_lines';
import { EvaluationBar } from '../parts/engine_view';
import { EvaluationGraph } from '../parts/graph';
import { MiniBoard } from '../parts/mini_board';
import { MoveInput } from '../parts/move_input';
import { GamePlayers } from '../parts/players';
import type { Steps } from '../parts/step_row';
import { stepRow } from '../parts/step_row';
import { hoveredArrow, lineArrows, passed } from './arrows';
import { DrawTools } from './draw_tools';
import { EnginePanel } from './engine_panel';
import type { Compared } from './explain';
import { ExplainPanel } from './explain';
import { Forks } from './forks';
import { GameTabs } from './game_tabs';
import { GameHeader } from './header';
import { importDialog, importText } from './import';
import { KnownPanel } from './known';
import { MoveMenu } from './move_menu';
import { MoveTools } from './move_tools';
import { unpack } from './saved';
import { TermsPanel } from './terms';
import { Workspace } from './workspace';

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
    c: () => this.#tools.openMenu(),
    d: () => this.#drawTools.toggle(),
    e: () => this.#explain.toggle(),
    p: () => this.#playHere(),
    s: () => elsewhere.edit(this.#current.fen, this.#flipped),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => this.#forks.choose(n)])),
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
  readonly #explain: ExplainPanel;
  readonly #tools = new MoveTools();
  readonly #drawTools = new DrawTools();
  readonly #players = new GamePlayers();
  readonly #header = new GameHeader();
  readonly #tabs = new GameTabs(
    () => importDialog((text) => this.loadText(text)),
    labelledButton('play', t('analyse.play-here'), () => this.#playHere()),
    labelledButton('board', t('analyse.edit-here'), () => elsewhere.edit(this.#current.fen, this.#flipped)),
    labelledButton('graph', t('analyse.review'), () => void this.#review()),
    labelledButton('copy', t('analyse.copy-pgn'), () => void this.copyPgn()),
    labelledButton('link', t('analyse.copy-link'), () => this.#copyLink()),
  );
  readonly #forks = new Forks();
  readonly #mini = new MiniBoard();
  readonly #menu = new MoveMenu({
    toggle: (node, nag) => this.#toggleNag(node, nag),
    main: (node) => this.#reorder(() => this.tree.promote(node)),
    shift: (node, by) => this.#reorder(() => this.tree.shift(node, by)),
    fold: (node) => this.#fold(node),
    foldAll: (folded) => this.#foldAll(folded),
    remove: (node) => this.#delete(node),
    compare: () => this.#compare(),
  });
  readonly #work = new Workspace();

  #place: Position | undefined;
  #event: Analysis | undefined;
  #threat = false;
  #timer = 0;
  #hovered: Line | undefined;
  #pointed: Pointed | undefined;
  /** A move of the explanation that is pointed at. */
  #explained: Move | undefined;
  #saveTimer = 0;
  #renderTimer = 0;

  constructor(engine: EngineSession) {
    super();
    this.#engine = engine;
    this.tree = this.#work.study.tree;
    this.#terms = new TermsPanel(this.#work.terms);
    this.#explain = new ExplainPanel(this.#work.explained);
    this.board.onMove = (uci) => void this.#playMove(uci);
    this.board.onDraw = (drawings) => this.#drawn(drawings);
    this.#input.onMove = (uci) => void this.#playMove(uci);
    this.moves.onSelect = (node) => void this.go(node);
    this.moves.onMenu = (node, button) => this.#menu.open(this.tree, node, button, this.element);
    this.moves.onFold = (node) => this.#fold(node);
    this.moves.markOf = (node) => (settings.engine ? foundMark(node) : undefined);
    this.#graph.onSelect = (node) => void this.go(node);
    this.#forks.onChoose = (node) => void this.go(node);
    this.#known.onPlay = (move) => void this.#playLine([move]);
    this.#terms.onToggle = () => {
      void this.#showTerms();
      this.#work.terms = this.#terms.open;
      this.#save();
    };
    this.#listenToPanel();
    this.#listenToExplanation();
    this.#listenToGames();
    this.#fenField.addEventListener('change', () => void this.loadText(this.#fenField.value));
    this.#tools.onMenu = (button) => this.#menu.open(this.tree, this.#current, button, this.element);
    this.#tools.onDraw = () => this.#drawTools.toggle();
    this.#tools.onComment = (text) => this.#comment(text);
    this.#tools.onUndo = () => this.#restore(this.#work.undo());
    this.#tools.onRedo = () => this.#restore(this.#work.redo());
    this.#drawTools.onColor = (color) => {
      this.board.drawWith(color);
      this.#tools.showDrawing(color !== undefined);
    };
    this.#drawTools.onClear = () => this.#drawn([]);
    this.element = this.#layout();
    takeDroppedFiles(this.element, (text) => void this.loadText(text));
    this.stepByWheel(this.board.element);
    window.addEventListener('pagehide', () => this.#save());
    document.addEventListener('paste', (event) => {
      const isElsewhere = !this.active || (event.target as Element).closest('input, textarea, dialog');
      if (!isElsewhere) void this.loadText(event.clipboardData?.getData('text') ?? '');
    });
  }

  get #current(): TreeNode {
    return this.#work.study.current;
  }

  get #flipped(): boolean {
    return this.#work.study.flipped;
  }

  #listenToExplanation(): void {
    const panel = this.#explain;
    this.#panel.onExplain = () => panel.toggle();
    this.#panel.showExplaining(panel.open);
    panel.onToggle = () => {
      this.#panel.showExplaining(panel.open);
      this.#work.explained = panel.open;
      this.#showExplanation();
      this.#save();
    };
    panel.onPlay = (moves, from) => void this.#playLine(moves, from);
    panel.onPoint = (moves) => {
      this.#explained = moves?.[0];
      this.#drawArrows();
    };
  }

  #listenToGames(): void {
    this.#work.onFull = () => toast(t('analyse.storage'));
    this.#tabs.onNew = () => this.open(new Tree(startFen));
    this.#tabs.onSelect = (number) => {
      this.#work.switchTo(number);
      this.#take();
    };
    this.#tabs.onClose = (number) => {
      toast(t('study.closed', { game: this.#work.titles[number] ?? '' }));
      this.#work.close(number);
      this.#take();
    };
    this.#tabs.elsewhere = () => this.#work.elsewhere();
    this.#tabs.onTake = (game) => {
      const { tree, current, flipped } = unpack(game);
      this.open(tree, current, flipped);
    };
    this.#header.onEdit = (tags, result) => {
      this.#work.record();
      this.tree.tags = tags;
      this.tree.result = result;
      this.moves.render(this.tree, this.#current);
      this.#show();
      this.#save();
    };
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
      if (this.#threat) toast(t('analyse.threat-on'));
      else void this.#playLine(moves);
    };
    panel.lines.onPoint = (pointed) => {
      this.#hovered = pointed?.line;
      this.#drawArrows();
      void this.#preview(pointed);
    };
  }

  #layout(): HTMLElement {
    const about = [
      h('div.panel.position', null, h('div.field', null, h('label', { for: 'fen-field' }, 'FEN'), this.#fenField)),
      this.#known.element,
      this.#terms.element,
    ];
    const ofEngine = h(
      'div.side-part.of-engine',
      null,
      this.#panel.element,
      this.#explain.element,
      h('div.panel.graph-panel', null, this.#graph.element),
    );
    const below = h('div.below');
    // On wide screens there is room for it beside the board.
    const wide = matchMedia('(min-width: 1500px) and (min-height: 640px)');
    const place = (): void => (wide.matches ? ofEngine : below).append(...about);
    wide.addEventListener('change', place);
    place();
    return h(
      'section.view.analyse',
      { 'aria-label': t('analyse.view') },
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
        ofEngine,
        h(
          'div.side-part.of-game',
          null,
          this.#tabs.element,
          h(
            'div.panel.moves-panel',
            null,
            this.#header.element,
            this.moves.element,
            this.#forks.element,
            this.#tools.element,
          ),
          this.#drawTools.element,
          stepRow(this.steps, this.#input.element),
        ),
      ),
      below,
      this.#mini.element,
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

  /** Opens a game beside the others, at its start or at this node. */
  open(tree: Tree, at?: TreeNode, flipped = this.#flipped): void {
    this.#work.open(tree, at, flipped);
    this.#take();
  }

  /** Undoes or repeats a change where these keys mean that. */
  undoKey(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return false;
    const redo = key === 'y' || event.shiftKey;
    this.#restore(redo ? this.#work.redo() : this.#work.undo());
    return true;
  }

  #restore(isChanged: boolean): void {
    if (isChanged) this.#take();
  }

  /** Shows the game that is looked at now. */
  #take(): void {
    window.clearTimeout(this.#renderTimer);
    this.tree = this.#work.study.tree;
    this.#place = undefined;
    this.#save();
    if (!this.active) return;
    this.moves.render(this.tree, this.#current);
    void this.go(this.#current);
  }

  /** A FEN or a PGN, as pasted or dropped. */
  async loadText(text: string): Promise<boolean> {
    const trimmed = text.trim();
    if (!trimmed) {
      toast(t('analyse.paste-first'));
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
    this.#menu.close(false);
    this.#work.study.current = node;
    this.#place = undefined;
    this.moves.select(node);
    this.#show();
    this.#restartEngine();
    this.#saveSoon();
    const spot = this.#spot();
    const found = await this.ask(
      insist(() => askPlace(spot), this.#standing()),
      this.#standing(),
    );
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
    this.#showExplanation();
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
    this.#work.study.flipped = !this.#flipped;
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
    this.board.draw(drawingsOf(this.#current.comments));
    this.#players.show(this.tree, this.#current, this.#flipped);
    this.#header.show(this.tree, place?.opening);
    this.#forks.show(this.#current);
    this.#tabs.show(this.#work.titles, this.#work.active);
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

  #showExplanation(): void {
    this.#explain.show(this.#spot(), this.#compared());
  }

  /** The move that led here, and what could have been played in its place. */
  #compared(): Compared | undefined {
    const node = this.#current;
    const { parent } = node;
    if (!parent) return undefined;
    const siblings = parent.children.filter((child) => child !== node);
    const label = (one: TreeNode): string => `${moveNumber(plyBefore(one))} ${one.san}`;
    return {
      from: parent,
      spot: { fen: this.tree.startFen, moves: movesTo(parent) },
      move: { uci: node.uci, san: node.san },
      label: label(node),
      others: [{ label: '', uci: undefined }, ...siblings.map((one) => ({ label: label(one), uci: one.uci }))],
    };
  }

  #compare(): void {
    const compared = this.#compared();
    if (compared) void this.#explain.compare(this.#spot(), compared);
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

  /** Adds moves below a position and goes to the last of them. */
  async #playLine(moves: Move[], from = this.#current): Promise<void> {
    let node = from;
    const isStanding = this.#standing();
    let isRecorded = false;
    for (const move of moves) {
      const known = node.children.find((child) => child.uci === move.uci);
      if (known) {
        node = known;
        continue;
      }
      // A move that was made is not lost with the connection.
      const spot = { fen: this.tree.startFen, moves: [...movesTo(node), move.uci] };
      const found = await this.ask(insist(() => askPlace(spot), isStanding));
      if (!found) break;
      if (!isRecorded) this.#work.record();
      isRecorded = true;
      node = this.tree.add(node, { uci: move.uci, san: found.last?.san ?? move.san }, found.fen);
    }
    this.moves.render(this.tree, this.#current);
    const shown = this.go(node);
    if (isRecorded) this.#save();
    await shown;
  }

  #comment(text: string): void {
    this.#work.record(`comment ${movesTo(this.#current).join(' ')}`);
    this.#current.comments = reworded(this.#current.comments, text);
    this.#showTools();
    this.#saveSoon();
    window.clearTimeout(this.#renderTimer);
    this.#renderTimer = window.setTimeout(() => this.moves.render(this.tree, this.#current), renderAfter);
  }

  #showTools(): void {
    this.#tools.show(this.#current, this.#work.canUndo, this.#work.canRedo);
  }

  /** Puts variations into another order. */
  #reorder(change: () => void): void {
    this.#work.record();
    change();
    this.#changed();
  }

  #fold(node: TreeNode): void {
    node.folded = !node.folded;
    this.#changed();
    this.moves.buttonOf(node)?.focus({ preventScroll: true });
  }

  #foldAll(folded: boolean): void {
    for (const node of this.tree.inOrder()) if (node.parent && node.parent.children[0] !== node) node.folded = folded;
    this.#changed();
  }

  #toggleNag(node: TreeNode, nag: Nag): void {
    this.#work.record();
    node.nags = toggled(node.nags, nag);
    this.#changed();
  }

  #drawn(drawings: Drawing[]): void {
    this.#work.record(`drawings ${movesTo(this.#current).join(' ')}`);
    this.#current.comments = withDrawings(this.#current.comments, drawings);
    this.board.draw(drawings);
    this.#showTools();
    this.#saveSoon();
  }

  #delete(node: TreeNode): void {
    if (!node.parent) return;
    this.#work.record();
    const parent = this.tree.remove(node);
    this.moves.render(this.tree, parent);
    void this.go(parent);
    this.#save();
  }

  /** Shows the tree anew after something about it has changed, but not the position. */
  #changed(): void {
    this.moves.render(this.tree, this.#current);
    this.#forks.show(this.#current);
    this.#showTools();
    this.#showJudgement();
    this.#save();
  }

  // --- The engine ---

  #switchEngine(on = !settings.engine): void {
    settings.engine = on;
    this.#panel.showSwitch(on);
    this.moves.remark();
    saveSettings();
    this.#restartEngine();
  }

  /** The engine looks at what the side that just moved would do next. */
  #toggleThreat(on = !this.#threat): void {
    if (on && (this.#place?.check || this.#place?.end)) {
      toast(t(this.#place.end ? 'analyse.over' : 'analyse.no-threat'));
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
      this.#engine.analyse({
        ...this.#searchedSpot(),
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
      const before = foundMark(this.#current);
      this.#current.judgement = { score: best.score, wdl: best.wdl, depth: best.depth };
      if (foundMark(this.#current) !== before) this.moves.remark();
      this.#saveSoon();
    }
    this.#showJudgement();
  }

  #searchedSpot(): Spot {
    return this.#threat ? { fen: passed(this.#current.fen), moves: [] } : this.#spot();
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
    if (this.#hovered && settings.engine) {
      this.board.arrows(hoveredArrow(this.#hovered));
      return;
    }
    if (this.#explained) {
      this.board.arrows([arrow(this.#explained, 'hint')]);
      return;
    }
    const mark = settings.engine && !this.#threat && this.#current.parent ? markOf(this.#current) : undefined;
    this.board.arrows([
      ...(settings.arrows ? lineArrows(this.#linesHere(), this.#threat) : []),
      ...(mark ? [badge(this.#current, mark)] : []),
    ]);
  }

  /** A small board with the position that a line leads to. */
  async #preview(pointed: Pointed | undefined): Promise<void> {
    this.#pointed = pointed;
    if (!pointed) {
      this.#mini.hide();
      return;
    }
    const { fen, moves } = this.#searchedSpot();
    const found = await askPlace({ fen, moves: [...moves, ...pointed.moves.map((move) => move.uci)] }).catch(
      () => null,
    );
    const last = pointed.moves.at(-1);
    if (!found || !last || this.#pointed !== pointed) return;
    const number = moveNumber(plyBefore(found));
    const caption = `${number} ${last.san} · ${scoreText(pointed.line.score)}`;
    this.#mini.show(found.fen, this.#flipped ? 'black' : 'white', last.uci, caption, pointed.element);
  }

  // --- Out ---

  #playHere(): void {
    if (this.#place?.end) toast(t('analyse.over'));
    else elsewhere.play(this.#current.fen);
  }

  async #review(): Promise<void> {
    const pgn = await this.ask(this.pgn());
    if (pgn !== undefined) elsewhere.review(pgn, this.#flipped);
  }

  #copyLink(): void {
    const address = `${location.origin}/#analyse/${this.#current.fen.replaceAll(' ', '_')}`;
    void copyText(address, t('analyse.link'));
  }

  #saveSoon(): void {
    window.clearTimeout(this.#saveTimer);
    this.#saveTimer = window.setTimeout(() => this.#save(), saveAfter);
  }

  #save(): void {
    window.clearTimeout(this.#saveTimer);
    this.#work.save();
  }
}
