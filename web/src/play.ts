// Play: a game against the engine, with or without a clock.

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';

import type { EngineSession, MoveLimits, Spot } from './api';
import { ApiError, chess960, place as askPlace, writePgn } from './api';
import { Board } from './board';
import { copyText, h, labelledButton, openDialog, replace, segmented, tellRepairs, toast } from './dom';
import { clockText } from './format';
import { material } from './material';
import { MoveInput } from './move_input';
import { MovesView } from './moves_view';
import { play as playSound } from './sound';
import { stepRow } from './step_row';
import { load, save } from './store';
import type { TreeNode } from './tree';
import { Tree } from './tree';
import type { End, MoveText, NumberOption, Place, Side } from './types';
import { nameOf, other, startFen, turnOf } from './types';

interface Choice {
  side: Side | 'random';
  start: 'standard' | 'chess960' | 'fen';
  fen: string;
  clock: string;
  seconds: string;
  /** The rating to play at; null: as well as time allows; undefined: nothing was chosen yet. */
  elo?: number | null;
}

interface Step extends MoveText {
  fen: string;
}

interface Game {
  fen: string;
  side: Side;
  steps: Step[];
  end: End | null;
  seconds: number;
  /** The rating that Zugwerk plays at; null: as well as time allows. */
  elo: number | null;
  clock: { base: number; increment: number } | null;
  left: Record<Side, number>;
  flipped: boolean;
  date: string;
}

interface Saved {
  choice: Choice;
  game: Game | null;
}

const clocks: readonly (readonly [string, string])[] = [
  ['none', 'No clock'],
  ['1+0', '1 min'],
  ['3+2', '3 + 2'],
  ['5+3', '5 + 3'],
  ['10+5', '10 + 5'],
  ['15+10', '15 + 10'],
];
const thinkingTimes: readonly (readonly [string, string])[] = [
  ['0.1', '0.1 s'],
  ['0.5', '½ s'],
  ['1', '1 s'],
  ['3', '3 s'],
  ['10', '10 s'],
];
const levelStep = 50;
/** Earlier versions saved this for full strength. */
const formerFullStrength = 3450;
/** Up to which rating a player is called so. */
const bands: readonly (readonly [number, string])[] = [
  [750, 'Beginner'],
  [1050, 'Casual player'],
  [1350, 'Improver'],
  [1650, 'Club player'],
  [1950, 'Strong club player'],
  [2150, 'Expert'],
  [2350, 'Master'],
  [2550, 'Grandmaster'],
  [Infinity, 'Beyond people'],
];
/** A player of a level is no machine gun. */
const shortestThought = 300;
const hintTime = 700;

function levelName(elo: number | null): string {
  if (elo === null) return 'Full strength';
  return `${elo} · ${bands.find(([most]) => elo <= most)?.[1] ?? ''}`;
}

/** What the server is told: nothing for full strength. */
function levelOf(game: Game): number | undefined {
  return game.elo ?? undefined;
}

function readClock(text: string): Game['clock'] {
  const [minutes, increment] = text.split('+').map(Number);
  if (!minutes || increment === undefined) return null;
  return { base: minutes * 60_000, increment: increment * 1000 };
}

export class PlayView {
  readonly element: HTMLElement;
  onAnalyse: (tree: Tree, flipped: boolean) => void = () => {};
  onReview: (pgn: string, flipped: boolean) => void = () => {};

  readonly #engine: EngineSession;
  readonly #board = new Board();
  readonly #moves = new MovesView();
  readonly #input = new MoveInput();
  readonly #top = h('div.player');
  readonly #bottom = h('div.player');
  readonly #panel = h('div.side');
  readonly #spoken = h('p.visually-hidden', { 'aria-live': 'polite' });
  readonly #setUpButton: HTMLElement;
  readonly #nav: HTMLElement;

  #levels: NumberOption | undefined;
  #choice: Choice;
  #game: Game | null;
  #tree = new Tree(startFen);
  #viewed = 0; // how many moves of the game the board shows
  #place: Place | undefined;
  #active = false;
  #thinking: AbortController | undefined;
  #turnStart = 0;
  #hint: MoveText | undefined;
  #shown: { game: Game | null; end: End | null; claim: boolean } | undefined;

  constructor(engine: EngineSession) {
    this.#engine = engine;
    const saved = load<Saved>('play', {
      choice: { side: 'white', start: 'standard', fen: '', clock: 'none', seconds: '1' },
      game: null,
    });
    this.#choice = { ...saved.choice };
    if (this.#choice.elo === formerFullStrength) this.#choice.elo = null;
    // Games of earlier versions had no level.
    this.#game = saved.game && { ...saved.game, elo: saved.game.elo === formerFullStrength ? null : (saved.game.elo ?? null) };
    this.#viewed = this.#game?.steps.length ?? 0;
    this.#board.onMove = (uci) => void this.#userMoves(uci);
    this.#input.onMove = (uci) => void this.#userMoves(uci);
    this.#moves.onSelect = (node) => this.#view(this.#tree.mainLine().indexOf(node) + 1);
    this.#setUpButton = labelledButton('plus', 'New game', () => this.#askForNewGame());
    this.#nav = stepRow(
      {
        first: () => this.#view(0),
        back: () => this.#view(this.#viewed - 1),
        forward: () => this.#view(this.#viewed + 1),
        last: () => this.#view(Infinity),
        flip: () => this.flip(),
      },
      this.#input.element,
    );
    this.element = h(
      'section.view.play',
      { 'aria-label': 'Play' },
      this.#spoken,
      h('div.board-area', null, h('div.board-column', null, this.#top, this.#board.element, this.#bottom)),
      this.#panel,
    );
    window.setInterval(() => this.#tick(), 100);
  }

  /** The ratings that the server can play at. */
  offerLevels(levels: NumberOption): void {
    this.#levels = levels;
    const { elo } = this.#choice;
    this.#choice.elo = elo === undefined ? levels.default : elo === null ? null : Math.min(Math.max(elo, levels.min), levels.max);
    if (!this.#active || this.#game) return;
    this.#shown = undefined;
    this.#showPanel();
  }

  activate(): void {
    this.#active = true;
    this.#turnStart = performance.now();
    this.#rebuildTree();
    this.#showPanel();
    void this.#refresh();
  }

  deactivate(): void {
    // A game with a clock stops its clocks while nobody looks at it.
    this.#settleClock();
    this.#active = false;
    this.#thinking?.abort();
    this.#thinking = undefined;
  }

  key(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'ArrowLeft':
        this.#view(this.#viewed - 1);
        return true;
      case 'ArrowRight':
        this.#view(this.#viewed + 1);
        return true;
      case 'ArrowUp':
      case 'Home':
        this.#view(0);
        return true;
      case 'ArrowDown':
      case 'End':
        this.#view(Infinity);
        return true;
      case 'f':
        this.flip();
        return true;
      default:
        return false;
    }
  }

  flip(): void {
    if (!this.#game) return;
    this.#game.flipped = !this.#game.flipped;
    this.#show();
    this.#save();
  }

  // --- Beginning ---

  #setUp(): HTMLElement {
    const choice = this.#choice;
    const fen = h('input', { type: 'text', id: 'start-fen', spellcheck: 'false', autocomplete: 'off', value: choice.fen, 'aria-label': 'Starting position (FEN)' });
    fen.addEventListener('input', () => (choice.fen = fen.value));
    fen.hidden = choice.start !== 'fen';
    const levelText = h('output', { for: 'level' });
    const levels = this.#levels;
    // The slider's last place is full strength.
    const fullStrength = (levels?.max ?? 0) + levelStep;
    const level = h('input', { type: 'range', id: 'level', min: levels?.min ?? 0, max: fullStrength, step: levelStep, value: choice.elo ?? fullStrength });
    const times = segmented('Zugwerk thinks for', thinkingTimes, choice.seconds, (value) => (choice.seconds = value));
    const showLevel = (): void => {
      levelText.textContent = levelName(choice.elo ?? null);
      level.setAttribute('aria-valuetext', levelText.textContent);
      times.hidden = choice.clock !== 'none' || (choice.elo ?? null) !== null;
    };
    level.addEventListener('input', () => {
      choice.elo = Number(level.value) < fullStrength ? Number(level.value) : null;
      showLevel();
    });
    showLevel();
    const begin = labelledButton('next', 'Play', () => void this.#begin(), 'primary wide');
    begin.id = 'begin';
    return h(
      'div.panel.set-up',
      null,
      h('h2', null, 'Play against Zugwerk'),
      segmented('You play', [['white', 'White'], ['random', 'Either'], ['black', 'Black']] as const, choice.side, (value) => (choice.side = value)),
      levels && h('div.field.range', null, h('label', { for: 'level' }, 'Level'), levelText, level),
      times,
      segmented('Clock', clocks, choice.clock, (value) => {
        choice.clock = value;
        showLevel();
      }),
      segmented('Start', [['standard', 'Standard'], ['chess960', 'Chess960'], ['fen', 'Position']] as const, choice.start, (value) => {
        choice.start = value;
        fen.hidden = value !== 'fen';
      }),
      fen,
      begin,
    );
  }

  async #begin(): Promise<void> {
    const choice = this.#choice;
    try {
      let fen = startFen;
      if (choice.start === 'chess960') fen = (await chess960('random')).fen;
      if (choice.start === 'fen') {
        const found = await askPlace({ fen: choice.fen.trim(), moves: [] });
        fen = found.fen;
        tellRepairs(found.repairs);
      }
      const side = choice.side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : choice.side;
      this.#start(fen, side);
    } catch (error) {
      toast((error as Error).message);
    }
  }

  #start(fen: string, side: Side): void {
    const clock = readClock(this.#choice.clock);
    this.#thinking?.abort();
    this.#thinking = undefined;
    this.#game = {
      fen,
      side,
      steps: [],
      end: null,
      seconds: Number(this.#choice.seconds),
      elo: this.#choice.elo ?? null,
      clock,
      left: { white: clock?.base ?? 0, black: clock?.base ?? 0 },
      flipped: side === 'black',
      date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
    };
    this.#viewed = 0;
    this.#hint = undefined;
    this.#turnStart = performance.now();
    this.#rebuildTree();
    this.#showPanel();
    this.#save();
    void this.#refresh();
  }

  #askForNewGame(): void {
    if (!this.#game || this.#game.end) {
      this.#abandon();
      return;
    }
    const dialog = openDialog(
      'Leave this game?',
      h('p', null, 'It is not finished.'),
      h(
        'div.buttons',
        null,
        labelledButton('flag', 'Leave it', () => {
          dialog.close();
          this.#abandon();
        }, 'primary'),
      ),
    );
  }

  #abandon(): void {
    this.#thinking?.abort();
    this.#thinking = undefined;
    this.#game = null;
    this.#viewed = 0;
    this.#place = undefined;
    this.#rebuildTree();
    this.#showPanel();
    this.#show();
    this.#save();
  }

  // --- The course of the game ---

  #spot(): Spot {
    return { fen: this.#game?.fen ?? startFen, moves: this.#game?.steps.map((step) => step.uci) ?? [] };
  }

  #fenNow(): string {
    return this.#game?.steps.at(-1)?.fen ?? this.#game?.fen ?? startFen;
  }

  #turn(): Side {
    return turnOf(this.#fenNow());
  }

  /** Asks about the position on the board and does what it calls for. */
  async #refresh(): Promise<void> {
    this.#show();
    const game = this.#game;
    if (!game) return;
    const count = game.steps.length;
    try {
      const found = await askPlace(this.#spot());
      if (this.#game !== game || game.steps.length !== count) return;
      this.#place = found;
      this.#input.place = found.turn === game.side && !game.end ? found : undefined;
      this.#spoken.textContent = this.#spokenText(found);
      if (found.end && !game.end) this.#finish(found.end);
      this.#show();
      this.#showPanel();
      if (!game.end && found.turn === game.side && this.#viewed === count) this.#board.playPremove();
      if (!game.end && found.turn !== game.side) await this.#engineMoves();
    } catch (error) {
      toast((error as Error).message);
      if (error instanceof ApiError && error.status === 0) window.setTimeout(() => this.#active && void this.#refresh(), 2000);
    }
  }

  #spokenText(found: Place): string {
    const last = found.last ? `${nameOf(other(found.turn))} played ${found.last.san}. ` : '';
    const end = this.#game?.end ?? found.end;
    return last + (end ? `${end.reason}.` : `${nameOf(found.turn)} to move.`);
  }

  async #userMoves(uci: string): Promise<void> {
    const game = this.#game;
    const move = this.#place?.legal.find((legal) => legal.uci === uci);
    if (!game || game.end || !move || this.#turn() !== game.side || this.#viewed !== game.steps.length) {
      this.#show();
      return;
    }
    await this.#make(game, move);
  }

  /** Plays a move, with which its player may claim a draw. */
  async #make(game: Game, move: MoveText, claim: End | null = null): Promise<void> {
    const count = game.steps.length;
    const found = await askPlace({ fen: game.fen, moves: [...game.steps.map((step) => step.uci), move.uci] });
    if (this.#game !== game || game.steps.length !== count || game.end) return;
    this.#settleClock();
    if (game.clock && count > 0) game.left[this.#turn()] += game.clock.increment;
    const following = this.#viewed === count;
    game.steps.push({ uci: move.uci, san: found.last?.san ?? move.san, fen: found.fen });
    if (following) this.#viewed = game.steps.length;
    this.#hint = undefined;
    playSound(found.end ? 'end' : found.check ? 'check' : found.last?.capture ? 'capture' : 'move');
    this.#rebuildTree();
    if (claim) this.#finish(claim);
    this.#save();
    await this.#refresh();
  }

  async #engineMoves(): Promise<void> {
    const game = this.#game;
    if (!game || !this.#active || this.#thinking) return;
    const thinking = new AbortController();
    this.#thinking = thinking;
    this.#showPlayers();
    try {
      const leisure = game.elo !== null && !game.clock ? shortestThought : 0;
      const [found] = await Promise.all([
        this.#engine.think(this.#spot(), this.#limits(game), thinking.signal),
        new Promise((resolve) => window.setTimeout(resolve, leisure)),
      ]);
      if (this.#thinking !== thinking) return;
      this.#thinking = undefined;
      const claim = found.claims && { result: found.claims.result, reason: found.claims.reason };
      if (claim && !found.claims?.with_move) this.#finish(claim);
      else await this.#make(game, found.move, claim);
    } catch (error) {
      if (this.#thinking !== thinking) return;
      this.#thinking = undefined;
      toast((error as Error).message);
      window.setTimeout(() => this.#active && this.#game === game && void this.#refresh(), 2000);
    } finally {
      if (this.#thinking === thinking) this.#thinking = undefined;
      this.#showPlayers();
    }
  }

  #limits(game: Game): MoveLimits {
    const limits: MoveLimits = {};
    const elo = levelOf(game);
    if (elo !== undefined) limits.elo = elo;
    if (game.clock) {
      const left = (side: Side): number => Math.max(1, Math.round(this.#remaining(side)));
      limits.clock = {
        white_ms: left('white'),
        black_ms: left('black'),
        white_increment_ms: game.clock.increment,
        black_increment_ms: game.clock.increment,
      };
    } else {
      limits.time_ms = Math.round(game.seconds * 1000);
    }
    return limits;
  }

  #finish(end: End): void {
    const game = this.#game;
    if (!game || game.end) return;
    this.#settleClock();
    game.end = end;
    this.#thinking?.abort();
    this.#thinking = undefined;
    this.#board.cancelPremove();
    this.#tree.result = end.result;
    this.#moves.render(this.#tree, this.#currentNode());
    this.#spoken.textContent = `${end.reason}. ${end.result}`;
    playSound('end');
    this.#save();
    this.#showPanel();
    this.#show();
  }

  #takeBack(): void {
    const game = this.#game;
    if (!game || !game.steps.some((_, i) => this.#sideAt(i) === game.side)) return;
    this.#thinking?.abort();
    this.#thinking = undefined;
    this.#board.cancelPremove();
    this.#settleClock();
    game.end = null;
    do game.steps.pop();
    while (this.#turn() !== game.side);
    this.#viewed = game.steps.length;
    this.#hint = undefined;
    this.#rebuildTree();
    this.#save();
    this.#showPanel();
    void this.#refresh();
  }

  /** Who made move number `i` of the game. */
  #sideAt(i: number): Side {
    const first = turnOf(this.#game?.fen ?? startFen);
    return i % 2 === 0 ? first : other(first);
  }

  async #giveHint(): Promise<void> {
    const game = this.#game;
    if (!game || game.end || this.#turn() !== game.side) return;
    const count = game.steps.length;
    try {
      const found = await this.#engine.think(this.#spot(), { time_ms: hintTime });
      if (this.#game !== game || game.steps.length !== count) return;
      this.#hint = found.move;
      this.#spoken.textContent = `Zugwerk would play ${found.move.san}.`;
      this.#show();
    } catch (error) {
      toast((error as Error).message);
    }
  }

  async #offerDraw(): Promise<void> {
    const game = this.#game;
    if (!game || game.end) return;
    if (this.#place?.claimable && this.#turn() === game.side) {
      this.#finish(this.#place.claimable);
      return;
    }
    if (this.#turn() !== game.side) {
      toast('Offer a draw when it is your turn');
      return;
    }
    try {
      const accepted = await this.#engine.offerDraw(this.#spot(), other(game.side), levelOf(game));
      if (this.#game !== game || game.end) return;
      if (accepted) this.#finish({ result: '1/2-1/2', reason: 'draw by agreement' });
      else toast('Zugwerk prefers to play on');
    } catch (error) {
      toast((error as Error).message);
    }
  }

  #resign(): void {
    const game = this.#game;
    if (!game || game.end) return;
    const dialog = openDialog(
      'Resign?',
      h(
        'div.buttons',
        null,
        labelledButton('flag', 'Resign', () => {
          dialog.close();
          this.#finish({ result: game.side === 'white' ? '0-1' : '1-0', reason: `${nameOf(game.side)} resigns` });
        }, 'primary'),
      ),
    );
  }

  // --- Clocks ---

  /** The clock of the side to move runs once both players have a move behind or before them. */
  #clockRuns(): boolean {
    const game = this.#game;
    return this.#active && game?.clock != null && !game.end && game.steps.length > 0;
  }

  #remaining(side: Side): number {
    const left = this.#game?.left[side] ?? 0;
    return this.#clockRuns() && this.#turn() === side ? left - (performance.now() - this.#turnStart) : left;
  }

  /** Books the time since the turn began, and begins anew. */
  #settleClock(): void {
    if (this.#game && this.#clockRuns()) this.#game.left[this.#turn()] = Math.max(0, this.#remaining(this.#turn()));
    this.#turnStart = performance.now();
  }

  #tick(): void {
    if (!this.#clockRuns()) return;
    const side = this.#turn();
    if (this.#remaining(side) <= 0) void this.#flagFalls(side);
    this.#showClocks();
  }

  /** The server says what that means: usually it has said so already. */
  async #flagFalls(side: Side): Promise<void> {
    const game = this.#game;
    if (!game) return;
    const count = game.steps.length;
    try {
      const place = this.#place?.fen === this.#fenNow() ? this.#place : await askPlace(this.#spot());
      if (this.#game === game && !game.end && game.steps.length === count && place.flag) this.#finish(place.flag[side]);
    } catch {
      // The next tick asks again.
    }
  }

  #showClocks(): void {
    for (const element of this.element.querySelectorAll<HTMLElement>('.clock')) {
      const side = element.dataset['side'] as Side;
      const left = this.#remaining(side);
      element.textContent = clockText(left);
      element.classList.toggle('running', this.#clockRuns() && this.#turn() === side);
      element.classList.toggle('low', left < 20_000);
    }
  }

  // --- Showing ---

  #rebuildTree(): void {
    const game = this.#game;
    const tree = new Tree(game?.fen ?? startFen);
    let node = tree.root;
    for (const step of game?.steps ?? []) node = tree.add(node, step, step.fen);
    tree.result = game?.end?.result ?? '*';
    if (game) {
      const engine = `Zugwerk${game.elo !== null ? ` (level ${game.elo})` : ''}`;
      tree.tags = {
        Event: 'Game against Zugwerk',
        Site: 'Zugwerk',
        Date: game.date,
        White: game.side === 'white' ? 'You' : engine,
        Black: game.side === 'black' ? 'You' : engine,
      };
      if (game.end) tree.tags['Termination'] = game.end.reason;
    }
    this.#tree = tree;
    this.#moves.render(tree, this.#currentNode());
  }

  #currentNode(): TreeNode {
    return this.#viewed === 0 ? this.#tree.root : (this.#tree.mainLine()[this.#viewed - 1] ?? this.#tree.root);
  }

  #view(count: number): void {
    this.#viewed = Math.max(0, Math.min(count, this.#game?.steps.length ?? 0));
    this.#moves.select(this.#currentNode());
    this.#show();
  }

  #show(): void {
    const game = this.#game;
    const live = this.#viewed === (game?.steps.length ?? 0);
    const node = this.#currentNode();
    const orientation: Side = game?.flipped ? 'black' : 'white';
    const place = live && game && !game.end ? this.#place : undefined;
    this.#board.show({
      fen: node.fen,
      orientation,
      lastMove: node.uci || undefined,
      check: /[+#]$/.test(node.san),
      place: place && place.fen === node.fen ? place : undefined,
      movable: live && game && !game.end ? game.side : undefined,
      premove: live && game !== null && !game.end,
    });
    const arrow: DrawShape[] =
      this.#hint && live
        ? [{ orig: this.#hint.uci.slice(0, 2) as Key, dest: this.#hint.uci.slice(2, 4) as Key, brush: 'hint' }]
        : [];
    this.#board.arrows(arrow);
    this.#showPlayers();
  }

  #showPlayers(): void {
    const game = this.#game;
    const bottom: Side = game?.flipped ? 'black' : 'white';
    for (const [element, side] of [[this.#top, other(bottom)], [this.#bottom, bottom]] as const) {
      const isUser = game ? side === game.side : side === bottom;
      const toMove = game && !game.end && this.#turn() === side;
      const clock = game?.clock ? h('span.clock', { role: 'timer', 'aria-label': `Clock of ${nameOf(side)}` }) : null;
      if (clock) clock.dataset['side'] = side;
      replace(
        element,
        h(`span.disc.${side}`),
        h('span.player-name', null, isUser ? 'You' : 'Zugwerk'),
        material(this.#currentNode().fen, side),
        toMove && !isUser && this.#thinking ? h('span.thinking', null, 'thinking …') : null,
        clock,
      );
      element.classList.toggle('to-move', Boolean(toMove));
    }
    this.#showClocks();
  }

  #showPanel(): void {
    const game = this.#game;
    const end = game?.end ?? null;
    const claim = game !== null && this.#place?.claimable != null && this.#turn() === game.side;
    // Only what changed is made anew: a button that has the focus keeps it.
    if (this.#shown && this.#shown.game === game && this.#shown.end === end && this.#shown.claim === claim) return;
    this.#shown = { game, end, claim };
    this.element.classList.toggle('setting-up', !game);
    if (!game) {
      replace(this.#panel, this.#setUp());
      return;
    }
    const banner = end
      ? h(
          'div.panel.result',
          { role: 'status' },
          h('strong.result-score', null, end.result.replaceAll('1/2', '½').replace('-', ' – ')),
          h('span', null, this.#resultText(game, end)),
          h(
            'div.buttons',
            null,
            labelledButton('graph', 'Review', () => void this.#review(game), 'primary'),
            labelledButton('next', 'Rematch', () => this.#start(game.fen, other(game.side))),
            this.#setUpButton,
          ),
        )
      : null;
    const takeBack = labelledButton('undo', 'Take back', () => this.#takeBack());
    replace(
      this.#panel,
      banner,
      h('div.panel.moves-panel', null, this.#moves.element),
      this.#nav,
      end
        ? null
        : h(
            'div.panel.actions',
            { role: 'group', 'aria-label': 'Game' },
            takeBack,
            labelledButton('bulb', 'Hint', () => void this.#giveHint()),
            labelledButton('half', claim ? 'Claim draw' : 'Offer draw', () => void this.#offerDraw()),
            labelledButton('flag', 'Resign', () => this.#resign()),
          ),
      h(
        'div.panel.actions.three',
        { role: 'group', 'aria-label': 'This game' },
        end ? takeBack : null,
        labelledButton('search', 'Analyse', () => this.onAnalyse(this.#copyOfTree(), game.flipped)),
        labelledButton('copy', 'Copy PGN', () => void this.#copyPgn()),
        ...(end ? [] : [this.#setUpButton]),
      ),
    );
    this.#moves.select(this.#currentNode());
  }

  #resultText(game: Game, end: End): string {
    const won = end.result === (game.side === 'white' ? '1-0' : '0-1');
    const reason = end.reason.charAt(0).toUpperCase() + end.reason.slice(1);
    if (end.result === '1/2-1/2') return `${reason}.`;
    return `${reason}. ${won ? 'You win.' : 'Zugwerk wins.'}`;
  }

  #copyOfTree(): Tree {
    const { tree } = Tree.fromFlat(this.#tree.flat(), startFen);
    tree.tags = { ...this.#tree.tags };
    tree.result = this.#tree.result;
    return tree;
  }

  #pgn(): Promise<string> {
    return writePgn({ fen: this.#tree.startFen, tags: this.#tree.tags, result: this.#tree.result, nodes: this.#tree.flat() });
  }

  async #review(game: Game): Promise<void> {
    try {
      this.onReview(await this.#pgn(), game.flipped);
    } catch (error) {
      toast((error as Error).message);
    }
  }

  async #copyPgn(): Promise<void> {
    try {
      await copyText(await this.#pgn(), 'PGN');
    } catch (error) {
      toast((error as Error).message);
    }
  }

  #save(): void {
    save('play', { choice: this.#choice, game: this.#game });
  }
}
