// Analyse: a free board, variations, and the engine's view of every position.

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';

import type { EngineSession, Spot } from './api';
import { evaluation, knownMoves, place as askPlace, readPgn, writePgn } from './api';
import { Board, scoreLabel } from './board';
import { copyText, h, iconButton, labelledButton, menu, openDialog, replace, tellRepairs, toast } from './dom';
import { ChancesBar, effortText, EvaluationBar, LinesView, statusText } from './engine_view';
import { scoreText } from './format';
import { chooseGame } from './game_list';
import { EvaluationGraph } from './graph';
import { MoveInput } from './move_input';
import { MovesView } from './moves_view';
import { play as playSound } from './sound';
import { stepRow } from './step_row';
import { load, save, saveSettings, settings } from './store';
import type { Judgement, TreeNode } from './tree';
import { movesTo, Tree } from './tree';
import type { AnalysisEvent, EvaluationKind, FlatNode, Line, MoveText, PgnGame, Place } from './types';
import { nameOf, startFen } from './types';

interface Saved {
  nodes: FlatNode[];
  current: number;
  tags: Record<string, string>;
  result: string;
  judgements: [number, Judgement][];
  flipped: boolean;
  terms: boolean;
}

const arrowLimit = 3;

/** The same position with the other side to move: what it would do shows what it threatens. */
function passed(fen: string): string {
  const [board, turn, castling, , ...counts] = fen.split(' ');
  return [board, turn === 'w' ? 'b' : 'w', castling, '-', ...counts].join(' ');
}

export class AnalyseView {
  readonly element: HTMLElement;

  readonly #engine: EngineSession;
  readonly #board = new Board();
  readonly #bar = new EvaluationBar();
  readonly #chances = new ChancesBar();
  readonly #lines = new LinesView();
  readonly #moves = new MovesView();
  readonly #graph = new EvaluationGraph();
  readonly #input = new MoveInput();
  readonly #score = h('span.big-score', null, '–');
  readonly #status = h('span.status', null, '');
  readonly #effort = h('span.quiet', null, '');
  readonly #verdict = h('p.verdict', { role: 'status' });
  readonly #threatButton = iconButton('target', 'Show the threat (x)', () => this.toggleThreat());
  readonly #toggle = h('input', { type: 'checkbox', role: 'switch', id: 'engine-switch' });
  readonly #fenField = h('input', { type: 'text', id: 'fen-field', spellcheck: 'false', autocomplete: 'off', 'aria-label': 'FEN' });
  readonly #known = h('div.panel.known', { hidden: true });
  readonly #terms = h('div.terms');
  readonly #termsPanel: HTMLDetailsElement;
  readonly #spoken = h('p.visually-hidden', { 'aria-live': 'polite' });
  readonly #comment = h('textarea', { id: 'comment', rows: 2, placeholder: 'Comment on this move', 'aria-label': 'Comment on this move' });

  readonly #evaluationChoice = h('select', { id: 'evaluation' });
  readonly #evaluationRow = h('label.menu-row', { hidden: true }, 'Judge by', this.#evaluationChoice);

  #tree: Tree;
  #current: TreeNode;
  #place: Place | undefined;
  #event: AnalysisEvent | undefined;
  #flipped: boolean;
  #active = false;
  #threat = false;
  #timer = 0;
  #hovered: MoveText | undefined;
  #saveTimer = 0;

  constructor(engine: EngineSession) {
    this.#engine = engine;
    const saved = load<Saved>('analyse', {
      nodes: [],
      current: 0,
      tags: {},
      result: '*',
      judgements: [],
      flipped: false,
      terms: false,
    });
    const { tree, nodes } = Tree.fromFlat(saved.nodes, startFen);
    tree.tags = saved.tags;
    tree.result = saved.result;
    for (const [number, judgement] of saved.judgements) {
      const node = nodes[number];
      if (node) node.judgement = judgement;
    }
    this.#tree = tree;
    this.#current = nodes[saved.current] ?? tree.root;
    this.#flipped = saved.flipped;

    this.#board.onMove = (uci) => void this.#playMove(uci);
    this.#input.onMove = (uci) => void this.#playMove(uci);
    this.#moves.onSelect = (node) => void this.go(node);
    this.#graph.onSelect = (node) => void this.go(node);
    this.#lines.onPlay = (moves) => {
      if (this.#threat) toast('A threat is not a move yet: it is the other side’s turn');
      else void this.#playLine(moves);
    };
    this.#lines.onHover = (move) => {
      this.#hovered = move;
      this.#drawArrows();
    };
    this.#toggle.checked = settings.engine;
    this.#toggle.addEventListener('change', () => this.toggleEngine(this.#toggle.checked));
    this.#fenField.addEventListener('change', () => void this.loadText(this.#fenField.value));
    this.#comment.addEventListener('change', () => {
      const text = this.#comment.value.trim();
      this.#current.comments = text ? [text] : [];
      this.#moves.render(this.#tree, this.#current);
      this.#save();
    });
    this.#termsPanel = h('details.panel.terms-panel', null, h('summary', null, 'Evaluation terms'), this.#terms);
    this.#termsPanel.open = saved.terms;
    this.#termsPanel.addEventListener('toggle', () => {
      void this.#showTerms();
      this.#save();
    });
    this.element = this.#layout();
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void file.text().then((text) => this.loadText(text));
    });
  }

  #layout(): HTMLElement {
    const linesChoice = h('select', { id: 'line-count', 'aria-label': 'Number of lines' });
    for (const count of [1, 2, 3, 4, 5])
      linesChoice.append(h('option', { value: count, selected: count === settings.lines }, `${count} ${count === 1 ? 'line' : 'lines'}`));
    linesChoice.addEventListener('change', () => {
      settings.lines = Number(linesChoice.value);
      saveSettings();
      this.#restartEngine();
    });
    const arrows = h('input', { type: 'checkbox', id: 'arrows', checked: settings.arrows });
    arrows.addEventListener('change', () => {
      settings.arrows = arrows.checked;
      saveSettings();
      this.#drawArrows();
    });
    for (const [kind, name] of [['network', 'neural network'], ['classical', 'hand-written rules']])
      this.#evaluationChoice.append(h('option', { value: kind, selected: kind === settings.evaluation }, name));
    this.#evaluationChoice.addEventListener('change', () => {
      settings.evaluation = this.#evaluationChoice.value as EvaluationKind;
      saveSettings();
      // What the other one found deeper would hide what this one finds.
      this.#current.judgement = undefined;
      this.#restartEngine();
    });
    return h(
      'section.view.analyse',
      { 'aria-label': 'Analysis' },
      this.#spoken,
      h('div.board-area', null, this.#bar.element, this.#board.element),
      h(
        'div.side',
        null,
        h(
          'div.panel.engine-panel',
          null,
          h(
            'div.engine-head',
            null,
            h('label.switch', { title: 'Engine on or off (l)' }, this.#toggle, h('span.slider'), h('span.visually-hidden', null, 'Engine')),
            this.#score,
            h('div.engine-name', null, h('strong', null, 'Zugwerk'), this.#status),
            this.#threatButton,
            menu(
              'gear',
              'Engine settings',
              h('label.menu-row', null, 'Lines', linesChoice),
              h('label.menu-row', null, 'Arrows', arrows),
              this.#evaluationRow,
              this.#effort,
            ),
          ),
          this.#chances.element,
          this.#lines.element,
          this.#verdict,
        ),
        h(
          'div.panel.moves-panel',
          null,
          this.#moves.element,
          h(
            'div.move-tools',
            null,
            iconButton('up', 'Make this line the main line', () => this.#promote()),
            iconButton('trash', 'Delete from this move on', () => this.#delete()),
            this.#comment,
          ),
        ),
        h('div.panel.graph-panel', null, this.#graph.element),
        stepRow(
          {
            first: () => void this.go(this.#tree.root),
            back: () => this.#step(-1),
            forward: () => this.#step(1),
            last: () => this.#toEnd(),
            flip: () => this.flip(),
          },
          this.#input.element,
        ),
      ),
      h(
        'div.below',
        null,
        h(
          'div.panel.exchange',
          null,
          h('div.field', null, h('label', { for: 'fen-field' }, 'FEN'), this.#fenField),
          h(
            'div.buttons',
            null,
            labelledButton('plus', 'New board', () => this.open(new Tree(startFen))),
            labelledButton('search', 'Load PGN or FEN', () => this.#importDialog()),
            labelledButton('copy', 'Copy PGN', () => void this.#copyPgn()),
            labelledButton('link', 'Copy link', () => this.#copyLink()),
          ),
        ),
        this.#known,
        this.#termsPanel,
      ),
    );
  }

  /** Where the server has a network, there is a choice between it and the classical evaluation. */
  offerEvaluations(network: string | null): void {
    this.#evaluationRow.hidden = network === null;
    if (this.#active && this.#isClassical()) this.#restartEngine();
  }

  #isClassical(): boolean {
    return !this.#evaluationRow.hidden && settings.evaluation === 'classical';
  }

  activate(): void {
    this.#active = true;
    this.#engine.onAnalysis = (event) => this.#hear(event);
    this.#moves.render(this.#tree, this.#current);
    void this.go(this.#current);
  }

  deactivate(): void {
    this.#active = false;
    window.clearTimeout(this.#timer);
    void this.#engine.stop();
  }

  /** Shows another game, at its start or at this node. */
  open(tree: Tree, at: TreeNode = tree.root, flipped = this.#flipped): void {
    this.#tree = tree;
    this.#current = at;
    this.#flipped = flipped;
    this.#save();
    if (!this.#active) return;
    this.#moves.render(tree, at);
    void this.go(at);
  }

  /** A FEN or a PGN, as pasted or dropped. */
  async loadText(text: string): Promise<boolean> {
    const trimmed = text.trim();
    if (!trimmed) return false;
    try {
      if (/^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}\s/.test(`${trimmed} `) && !trimmed.includes('\n')) {
        const found = await askPlace({ fen: trimmed, moves: [] });
        this.open(new Tree(found.fen));
        tellRepairs(found.repairs);
        return true;
      }
      const answer = await readPgn(trimmed);
      const [first] = answer.games;
      if (!first) {
        toast(answer.errors[0] ?? 'There is no game in this text');
        return false;
      }
      if (answer.errors.length === 0) tellRepairs(answer.repairs);
      else toast(`${answer.errors.length} of the games could not be read: ${answer.errors[0]}`);
      if (answer.games.length > 1) chooseGame(answer.games, (game) => this.#openGame(game));
      else this.#openGame(first);
      return true;
    } catch (error) {
      toast((error as Error).message);
      this.#fenField.value = this.#current.fen;
      return false;
    }
  }

  #openGame(game: PgnGame): void {
    const { tree } = Tree.fromFlat(game.nodes, startFen);
    tree.tags = game.tags;
    tree.result = game.result;
    this.open(tree, tree.root);
  }

  flip(): void {
    this.#flipped = !this.#flipped;
    this.#show();
    this.#save();
  }

  toggleEngine(on = !settings.engine): void {
    settings.engine = on;
    this.#toggle.checked = on;
    saveSettings();
    this.#restartEngine();
  }

  /** The engine looks at what the side that just moved would do next. */
  toggleThreat(on = !this.#threat): void {
    if (on && (this.#place?.check || this.#place?.end)) {
      toast(this.#place.end ? 'The game is over here' : 'In check there is no other threat to look at');
      return;
    }
    this.#threat = on;
    this.#threatButton.setAttribute('aria-pressed', String(on));
    this.element.classList.toggle('threat', on);
    if (on && !settings.engine) this.toggleEngine(true);
    else this.#restartEngine();
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
        void this.go(this.#tree.root);
        return true;
      case 'ArrowDown':
      case 'End':
        this.#toEnd();
        return true;
      case 'f':
        this.flip();
        return true;
      case 'l':
        this.toggleEngine();
        return true;
      case 'x':
        this.toggleThreat();
        return true;
      case ' ': {
        const best = this.#linesHere()[0]?.moves[0];
        if (best && !this.#threat) void this.#playLine([best]);
        return true;
      }
      default:
        return false;
    }
  }

  /** Goes to a position of the tree. */
  async go(node: TreeNode): Promise<void> {
    const forward = node.parent === this.#current;
    if (this.#threat && node !== this.#current) this.toggleThreat(false);
    this.#current = node;
    this.#place = undefined;
    this.#board.clearDrawings();
    this.#moves.select(node);
    this.#show();
    this.#restartEngine();
    this.#save();
    try {
      const found = await askPlace(this.#spot());
      if (this.#current !== node) return;
      this.#place = found;
      this.#input.place = found;
      this.#spoken.textContent = this.#spokenText(found);
      if (forward) playSound(found.end ? 'end' : found.check ? 'check' : found.last?.capture ? 'capture' : 'move');
      if (found.end) void this.#engine.stop();
      this.#show();
      this.#showEngine();
    } catch (error) {
      toast((error as Error).message);
    }
    void this.#showTerms();
    void this.#showKnown();
  }

  #spokenText(found: Place): string {
    const last = found.last ? `${nameOf(found.turn === 'white' ? 'black' : 'white')} played ${found.last.san}. ` : '';
    return last + (found.end ? `${found.end.reason}.` : `${nameOf(found.turn)} to move.`);
  }

  #spot(): Spot {
    return { fen: this.#tree.startFen, moves: movesTo(this.#current) };
  }

  #step(by: 1 | -1): void {
    const next = by === 1 ? this.#current.children[0] : this.#current.parent;
    if (next) void this.go(next);
  }

  #toEnd(): void {
    let node = this.#current;
    while (node.children[0]) node = node.children[0];
    void this.go(node);
  }

  #show(): void {
    const place = this.#place;
    this.#board.show({
      fen: this.#current.fen,
      orientation: this.#flipped ? 'black' : 'white',
      lastMove: this.#current.uci || undefined,
      check: place?.check ?? /[+#]$/.test(this.#current.san),
      place,
      movable: place && !place.end ? 'both' : undefined,
    });
    this.#fenField.value = this.#current.fen;
    this.#comment.value = this.#current.comments.join(' ');
    this.#comment.disabled = false;
    this.#bar.show(this.#linesHere()[0] ?? this.#remembered(), this.#flipped);
    this.#graph.update(this.#tree, this.#current);
    this.#drawArrows();
  }

  async #playMove(uci: string): Promise<void> {
    const move = this.#place?.legal.find((legal) => legal.uci === uci);
    if (move) await this.#playLine([move]);
  }

  /** Adds moves below the current position and goes to the last of them. */
  async #playLine(moves: MoveText[]): Promise<void> {
    let node = this.#current;
    for (const move of moves) {
      const known = node.children.find((child) => child.uci === move.uci);
      if (known) {
        node = known;
        continue;
      }
      try {
        const found = await askPlace({ fen: this.#tree.startFen, moves: [...movesTo(node), move.uci] });
        node = this.#tree.add(node, { uci: move.uci, san: found.last?.san ?? move.san }, found.fen);
      } catch (error) {
        toast((error as Error).message);
        break;
      }
    }
    this.#moves.render(this.#tree, this.#current);
    await this.go(node);
  }

  #promote(): void {
    this.#tree.promote(this.#current);
    this.#moves.render(this.#tree, this.#current);
    this.#graph.update(this.#tree, this.#current);
    this.#save();
  }

  #delete(): void {
    if (!this.#current.parent) return;
    const parent = this.#tree.remove(this.#current);
    this.#moves.render(this.#tree, parent);
    void this.go(parent);
  }

  // --- The engine ---

  #restartEngine(): void {
    window.clearTimeout(this.#timer);
    this.#event = undefined;
    this.#showEngine();
    if (!settings.engine || !this.#active) {
      void this.#engine.stop();
      return;
    }
    // Who steps quickly through a game does not mean every position.
    this.#timer = window.setTimeout(() => {
      if (this.#place?.end) return;
      const spot = this.#threat ? { fen: passed(this.#current.fen), moves: [] } : this.#spot();
      this.#engine.analyse({ ...spot, lines: settings.lines, ...(this.#isClassical() && { evaluation: 'classical' }) });
    }, 100);
  }

  #hear(event: AnalysisEvent): void {
    if (!this.#active || event.fen !== this.#searchedFen()) return;
    this.#event = event;
    const best = event.lines[0];
    if (this.#threat) {
      this.#showEngine();
      this.#drawArrows();
      return;
    }
    if (best && best.bound === 'exact' && best.depth >= (this.#current.judgement?.depth ?? 0)) {
      this.#current.judgement = { score: best.score, wdl: best.wdl, depth: best.depth };
      this.#saveSoon();
    }
    this.#showEngine();
    this.#bar.show(best ?? this.#remembered(), this.#flipped);
    this.#graph.update(this.#tree, this.#current);
    this.#drawArrows();
  }

  #searchedFen(): string {
    return this.#threat ? passed(this.#current.fen) : this.#current.fen;
  }

  #linesHere(): Line[] {
    return settings.engine && this.#event?.fen === this.#searchedFen() ? this.#event.lines : [];
  }

  /** What was found here earlier, as a line without moves. */
  #remembered(): Line | undefined {
    const known = this.#current.judgement;
    return known ? { number: 1, depth: known.depth, score: known.score, bound: 'exact', wdl: known.wdl, moves: [] } : undefined;
  }

  #showEngine(): void {
    const lines = this.#linesHere();
    const best = lines[0] ?? (this.#threat ? undefined : this.#remembered());
    const end = this.#place?.end;
    this.#score.textContent = end ? end.result.replaceAll('1/2', '½').replace('-', '–') : best ? scoreText(best.score) : '–';
    this.#status.textContent = end
      ? end.reason
      : !settings.engine
        ? best
          ? `off · depth ${best.depth}`
          : 'off'
        : this.#event
          ? (this.#threat ? 'threat · ' : '') + (this.#isClassical() ? 'by rules · ' : '') + statusText(this.#event)
          : 'starting …';
    this.#effort.textContent = this.#event ? effortText(this.#event) : '';
    this.#chances.show(end ? undefined : best?.wdl);
    this.#lines.element.hidden = !settings.engine || end !== undefined && end !== null;
    this.#lines.show(lines, this.#searchedFen(), Math.min(settings.lines, this.#place?.legal.length || settings.lines));
    this.#verdict.textContent = end ? `${end.reason}.` : (this.#place?.claimable ? `${this.#place.claimable.reason} can be claimed.` : '');
    this.#verdict.hidden = !this.#verdict.textContent;
  }

  #drawArrows(): void {
    const shapes: DrawShape[] = [];
    const arrow = (move: MoveText, brush: string, label?: string): void => {
      const shape: DrawShape = { orig: move.uci.slice(0, 2) as Key, dest: move.uci.slice(2, 4) as Key, brush };
      if (label) shape.customSvg = { html: scoreLabel(label, brush), center: 'label' };
      shapes.push(shape);
    };
    if (this.#hovered) arrow(this.#hovered, 'hint');
    else if (settings.arrows)
      for (const line of this.#linesHere().slice(0, arrowLimit).toReversed())
        if (line.moves[0]) arrow(line.moves[0], this.#threat ? 'threat' : line.number === 1 ? 'best' : 'good', scoreText(line.score));
    this.#board.arrows(shapes);
  }

  /** Moves of the book and of the endgame tables, where there are any. */
  async #showKnown(): Promise<void> {
    const node = this.#current;
    const found = await knownMoves(this.#spot()).catch(() => undefined);
    if (this.#current !== node) return;
    const rows = (caption: string, moves: { move: MoveText; text: string; kind: string }[]): HTMLElement =>
      h(
        'div',
        null,
        h('h3', null, caption),
        h(
          'div.known-moves',
          null,
          moves.map(({ move, text, kind }) =>
            h(`button.known-move`, { type: 'button', 'data-kind': kind, onclick: () => void this.#playLine([move]) }, h('strong', null, move.san), h('span', null, text)),
          ),
        ),
      );
    const book = found?.book ?? [];
    const tables = found?.tables;
    this.#known.hidden = book.length === 0 && !tables;
    replace(
      this.#known,
      book.length > 0 && rows('Book', book.map((move) => ({ move, text: `${Math.round(100 * move.share)} %`, kind: 'book' }))),
      tables &&
        rows(
          `Endgame tables: ${tables.result}`,
          tables.moves.map((move) => ({ move, text: move.dtz ? `${move.result} · ${Math.abs(move.dtz)}` : move.result, kind: move.result.replace(' ', '-') })),
        ),
    );
  }

  async #showTerms(): Promise<void> {
    if (!this.#termsPanel.open) return;
    const node = this.#current;
    try {
      const found = await evaluation(this.#spot());
      if (this.#current !== node) return;
      const pawns = (value: number): string => (value / 100).toFixed(2);
      const largest = Math.max(50, ...found.terms.map((term) => Math.abs(term.white - term.black)));
      replace(
        this.#terms,
        found.known_endgame ? h('p.quiet', null, 'A known endgame: its result is looked up, terms are not counted.') : null,
        found.check ? h('p.quiet', null, 'The king is in check: these terms mean little now.') : null,
        found.terms.length > 0 &&
          h(
            'table',
            null,
            h('caption', null, 'In pawns, as the evaluation by hand-written rules sees the position without searching'),
            h('thead', null, h('tr', null, ['Term', 'White', 'Black', 'Balance'].map((name) => h('th', { scope: 'col' }, name)))),
            h(
              'tbody',
              null,
              found.terms.map((term) => {
                const balance = term.white - term.black;
                const bar = h('div.term-bar');
                bar.style.width = `${(50 * Math.abs(balance)) / largest}%`;
                bar.classList.add(balance >= 0 ? 'for-white' : 'for-black');
                return h(
                  'tr',
                  null,
                  h('th', { scope: 'row' }, term.name),
                  h('td', null, pawns(term.white)),
                  h('td', null, pawns(term.black)),
                  h('td.balance', null, bar, h('span', null, pawns(balance))),
                );
              }),
            ),
          ),
        h('p.total', null, `Total: ${scoreText({ cp: found.total })} pawns for White`),
        found.network !== null && h('p.total', null, `The neural network, without searching: ${scoreText({ cp: found.network })}`),
      );
    } catch (error) {
      replace(this.#terms, h('p.quiet', null, (error as Error).message));
    }
  }

  // --- In and out ---

  #importDialog(): void {
    const area = h('textarea', { rows: 10, 'aria-label': 'PGN or FEN', placeholder: 'Paste a PGN or a FEN here, or drop a file on the board' });
    const file = h('input', { type: 'file', accept: '.pgn,.fen,.txt', 'aria-label': 'File' });
    file.addEventListener('change', () => void file.files?.[0]?.text().then((text) => (area.value = text)));
    const dialog = openDialog(
      'Load PGN or FEN',
      area,
      h(
        'div.buttons',
        null,
        file,
        labelledButton('search', 'Load', () => void this.loadText(area.value).then((done) => done && dialog.close()), 'primary'),
      ),
    );
    area.focus();
  }

  async #copyPgn(): Promise<void> {
    try {
      await copyText(await this.pgn(), 'PGN');
    } catch (error) {
      toast((error as Error).message);
    }
  }

  pgn(): Promise<string> {
    return writePgn({ fen: this.#tree.startFen, tags: this.#tree.tags, result: this.#tree.result, nodes: this.#tree.flat() });
  }

  #copyLink(): void {
    const address = `${location.origin}/#analyse/${this.#current.fen.replaceAll(' ', '_')}`;
    void copyText(address, 'Link');
  }

  repaint(): void {
    this.#graph.repaint();
  }

  #saveSoon(): void {
    window.clearTimeout(this.#saveTimer);
    this.#saveTimer = window.setTimeout(() => this.#save(), 1000);
  }

  #save(): void {
    // All nodes in the order of flat(), so that a place in the list is a node's number.
    const nodes = this.#tree.inOrder();
    const saved: Saved = {
      nodes: this.#tree.flat(),
      current: nodes.indexOf(this.#current),
      tags: this.#tree.tags,
      result: this.#tree.result,
      judgements: nodes.flatMap((node, number): [number, Judgement][] =>
        node.judgement ? [[number, node.judgement]] : [],
      ),
      flipped: this.#flipped,
      terms: this.#termsPanel.open,
    };
    save('analyse', saved);
  }

}
