// Play: a game against the engine, with or without a clock.

import type { EngineSession } from '../api/session';
import { chess960, insist, isUnreachable, place as askPlace, readPgn, writePgn } from '../api/requests';
import type { End, FoundMove, Move, NumberOption, Position, Side } from '../api/types';
import { endInWords } from '../chess/ends';
import { nameOf, other, plyOf, startFen, turnOf } from '../chess/fen';
import { moveNumber } from '../chess/format';
import type { TreeNode } from '../chess/tree';
import { plyBefore, Tree } from '../chess/tree';
import { h, labelledButton, replace } from '../page/dom';
import { tellRepairs, toast } from '../page/messages';
import { play as playSound } from '../page/sound';
import { load, save } from '../page/store';
import { t } from '../page/words';
import { BoardView, givesCheck, soundOf, spokenText } from '../parts/board_view';
import { MoveInput } from '../parts/move_input';
import type { Steps } from '../parts/step_row';
import { stepRow } from '../parts/step_row';
import { Clocks } from './clocks';
import type { Choice, Game, Saved } from './game';
import {
  fenOf,
  fromEarlierVersions,
  isUsersTurn,
  limitsOf,
  newGame,
  rematchOf,
  sideToMove,
  spotOf,
  takeBack,
  treeOf,
  userHasMoved,
  userPace,
  usualChoice,
} from './game';
import type { Hint } from './hint';
import { findHint, HintPanel, hintShapes } from './hint';
import type { KeptGame } from './my_games';
import { forgetGame, keepGame, keptGames, showMyGames } from './my_games';
import { opponentOf, thinkingTime } from './opponent';
import { confirm, Players, resultPanel } from './panels';
import { fitLevel, setUpPanel } from './set_up';

/** With a pace of "at once": a player of a level is no machine gun. */
const shortestThought = 300;
/** Half moves between two offers of a draw, and from the start to where a game is worth keeping. */
const offerEvery = 10;
const worthKeeping = 4;

interface Preview {
  start: Choice['start'];
  text: string;
  fen: string;
  repairs?: string[] | undefined;
}

const retryAfter = 2000;

export class PlayView extends BoardView {
  readonly element: HTMLElement;
  onAnalyse: (tree: Tree, flipped: boolean) => void = () => {};
  /** With a side to train, its mistakes follow as puzzles. */
  onReview: (pgn: string, flipped: boolean, train?: Side) => void = () => {};

  protected readonly steps: Steps = {
    first: () => this.#view(0),
    back: () => this.#view(this.#viewed - 1),
    forward: () => this.#view(this.#viewed + 1),
    last: () => this.#view(Infinity),
    flip: () => this.#flip(),
  };

  readonly #engine: EngineSession;
  readonly #input = new MoveInput();
  readonly #players = new Players();
  readonly #panel = h('div.side');
  readonly #setUpButton = labelledButton('plus', t('play.new-game'), () => this.#askForNewGame());
  readonly #browsed = h('span');
  /** Says that the board shows an earlier position than that of the game. */
  readonly #browsing = h(
    'div.browsing-note',
    { role: 'status', hidden: true },
    this.#browsed,
    h(
      'span.browsing-buttons',
      null,
      h('button.labelled', { type: 'button', onclick: () => this.#playFromHere() }, t('play.from-here')),
      h('button.labelled', { type: 'button', onclick: () => this.#view(Infinity) }, t('play.back')),
    ),
  );
  readonly #nav = stepRow(this.steps, this.#input.element);
  readonly #clocks = new Clocks(
    () => this.#game,
    () => this.active,
  );

  #levels: NumberOption | undefined;
  #choice: Choice;
  #game: Game | null;
  #viewed = 0; // how many moves of the game the board shows
  #place: Position | undefined;
  #thinking: AbortController | undefined;
  #hint: Hint | undefined;
  readonly #hintPanel = new HintPanel();
  #seeksHint = false;
  /** The user has offered a draw while the other side was to move. */
  #offersDraw = false;
  /** Where the next game would begin, as the set-up shows it. */
  #preview: Preview | undefined;
  #shown: { game: Game | null; end: End | null; claim: boolean } | undefined;

  constructor(engine: EngineSession) {
    super();
    this.#engine = engine;
    const saved = load<Saved>('play', {
      choice: usualChoice,
      game: null,
    });
    const { choice, game } = fromEarlierVersions(saved);
    this.#choice = choice;
    this.#game = game;
    this.#viewed = game?.steps.length ?? 0;
    this.board.onMove = (uci) => void this.#userMoves(uci);
    this.#input.onMove = (uci) => void this.#userMoves(uci);
    this.moves.onSelect = (node) => this.#view(this.tree.mainLine().indexOf(node) + 1);
    this.#clocks.onFlag = (side) => void this.#flagFalls(side);
    this.#clocks.onTick = () => this.#showClocks();
    this.#hintPanel.onMore = () => void this.#giveHint();
    this.element = h(
      'section.view.play',
      { 'aria-label': t('views.play') },
      this.spoken,
      h(
        'div.board-area',
        null,
        h('div.board-column', null, this.#players.top, this.board.element, this.#players.bottom),
      ),
      this.#panel,
    );
    this.stepByWheel(this.board.element);
  }

  /** The ratings that the server can play at. */
  offerLevels(levels: NumberOption): void {
    this.#levels = levels;
    fitLevel(this.#choice, levels);
    if (!this.active || this.#game) return;
    this.#shown = undefined;
    this.#showPanel();
  }

  activate(): void {
    this.active = true;
    this.#clocks.restart();
    this.#rebuildTree();
    this.#shown = undefined;
    this.#showPanel();
    if (this.#game?.end && !this.#game.kept) void this.#keep(this.#game, this.#game.end);
    void this.#refresh();
  }

  deactivate(): void {
    this.#clocks.settle();
    this.active = false;
    this.board.hide();
    this.#stopThinking();
  }

  #flip(): void {
    if (!this.#game) return;
    this.#game.flipped = !this.#game.flipped;
    this.#show();
    this.#save();
  }

  // --- Beginning ---

  async #begin(): Promise<void> {
    const { start, side } = this.#choice;
    if (start === 'fen' && !this.#choice.fen.trim()) {
      toast(t('set-up.paste-fen'));
      return;
    }
    const found = await this.ask(this.#findStart());
    if (!found) return;
    const game = newGame(this.#choice, found.fen, side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : side);
    if (!game) {
      toast(t('clock.wrong'));
      return;
    }
    this.#preview = undefined;
    this.#start(game);
    tellRepairs(found.repairs);
  }

  /** The position that is chosen; of Chess960 the one that the board shows already. */
  async #findStart(): Promise<Preview> {
    const { start } = this.#choice;
    const text = start === 'fen' ? this.#choice.fen.trim() : '';
    if (this.#preview?.start === start && this.#preview.text === text) return this.#preview;
    if (start === 'standard') return { start, text, fen: startFen };
    if (start === 'chess960') return { start, text, fen: (await chess960('random')).fen };
    const { fen, repairs } = await askPlace({ fen: text, moves: [] });
    return { start, text, fen, repairs };
  }

  /** Shows on the board what is chosen in the form. What is no position yet, because it is being typed, changes nothing. */
  async #showPreview(): Promise<void> {
    this.#show();
    const { start, fen } = this.#choice;
    if (start === 'fen' && !fen.trim()) return;
    const found = await this.#findStart().catch(() => undefined);
    if (this.#game || !found || start !== this.#choice.start || fen !== this.#choice.fen) return;
    this.#preview = found;
    this.#show();
  }

  #start(game: Game): void {
    this.#stopThinking();
    this.#game = game;
    this.#viewed = 0;
    this.#offersDraw = false;
    this.#hint = undefined;
    this.#clocks.restart();
    this.#rebuildTree();
    this.#showPanel();
    this.#save();
    void this.#refresh();
  }

  #askForNewGame(): void {
    this.#whenFree(() => this.#abandon());
  }

  /** Does what ends the game on the board; asks first if it is not finished. */
  #whenFree(action: () => void): void {
    const game = this.#game;
    if (!game || game.end || !userHasMoved(game)) action();
    else confirm(t('play.abandon-title'), t('play.abandon-text'), t('play.abandon'), action);
  }

  /** Prepares a game from this position; a game that is not finished is given up only if the user wants that. */
  setUp(fen: string, side: Side = turnOf(fen)): void {
    this.#whenFree(() => {
      Object.assign(this.#choice, { start: 'fen', fen, side } satisfies Partial<Choice>);
      this.#shown = undefined;
      this.#abandon();
    });
  }

  #abandon(): void {
    this.#stopThinking();
    this.#game = null;
    this.#viewed = 0;
    this.#place = undefined;
    this.#rebuildTree();
    this.#showPanel();
    this.#show();
    this.#save();
  }

  // --- The course of the game ---

  /** A question that is yes as long as the game stands where it stands now. */
  #standing(game: Game): () => boolean {
    const count = game.steps.length;
    return () => this.#game === game && game.steps.length === count;
  }

  /** Asks about the position on the board and does what it calls for. */
  async #refresh(): Promise<void> {
    this.#show();
    const game = this.#game;
    if (!game) return;
    const isWanted = this.#standing(game);
    try {
      const found = await askPlace(spotOf(game));
      if (!isWanted()) return;
      this.#place = found;
      this.#input.place = isUsersTurn(game) ? found : undefined;
      this.say(spokenText(found, game.steps.at(-2)?.fen ?? game.fen, game.end ?? found.end));
      if (found.end && !game.end) this.#finish(found.end);
      this.#show();
      this.#showPanel();
      if (isUsersTurn(game) && this.#viewed === game.steps.length) this.board.playPremove();
      if (!game.end && found.turn !== game.side) await this.#engineMoves();
    } catch (error) {
      if (isUnreachable(error)) window.setTimeout(() => this.active && void this.#refresh(), retryAfter);
      else toast((error as Error).message);
    }
  }

  async #userMoves(uci: string): Promise<void> {
    const game = this.#game;
    const move = this.#place?.legal.find((legal) => legal.uci === uci);
    if (game && move && isUsersTurn(game) && this.#viewed === game.steps.length) await this.#make(game, move);
    else this.#show();
  }

  /** Plays a move, with which its player may claim a draw. */
  async #make(game: Game, move: Move, claim: End | null = null): Promise<void> {
    const isWanted = this.#standing(game);
    const { fen, moves } = spotOf(game);
    // A move that was made is not lost with the connection.
    const found = await insist(
      () => askPlace({ fen, moves: [...moves, move.uci] }),
      () => isWanted() && !game.end,
    );
    if (!found || !isWanted() || game.end) return;
    const spent = Math.round(this.#clocks.turnTime);
    this.#clocks.press();
    const following = this.#viewed === game.steps.length;
    const left = { ...game.left };
    game.steps.push({ uci: move.uci, san: found.last?.san ?? move.san, fen: found.fen, spent, left });
    if (following) this.#viewed = game.steps.length;
    this.#dropHint();
    playSound(soundOf(found));
    this.#rebuildTree();
    if (claim) this.#finish(claim);
    this.#save();
    await this.#refresh();
  }

  async #engineMoves(): Promise<void> {
    const game = this.#game;
    if (!game || !this.active || this.#thinking) return;
    const thinking = new AbortController();
    this.#thinking = thinking;
    this.#showPlayers();
    try {
      const began = performance.now();
      const limits = limitsOf(game, (side) => this.#clocks.remaining(side));
      const found = await this.#engine.think(spotOf(game), limits, thinking.signal);
      const leisure = this.#leisure(game, found) - (performance.now() - began);
      if (leisure > 0) await new Promise((resolve) => window.setTimeout(resolve, leisure));
      if (this.#thinking !== thinking) return;
      if (this.#offersDraw && (await this.#isDrawTaken(game))) return;
      if (this.#thinking !== thinking) return;
      this.#thinking = undefined;
      const claim = found.claims && { result: found.claims.result, reason: found.claims.reason };
      if (claim && !found.claims?.with_move) this.#finish(claim);
      else await this.#make(game, found.move, claim);
    } catch (error) {
      if (this.#thinking !== thinking) return;
      this.#thinking = undefined;
      if (!isUnreachable(error)) toast((error as Error).message);
      window.setTimeout(() => this.active && this.#game === game && void this.#refresh(), retryAfter);
    } finally {
      if (this.#thinking === thinking) this.#thinking = undefined;
      this.#showPlayers();
    }
  }

  /** For how long a player of a level looks at its move, in milliseconds. */
  #leisure(game: Game, found: FoundMove): number {
    if (game.elo === null) return 0;
    if (game.pace === 'instant') return game.clock ? 0 : shortestThought;
    const side = other(game.side);
    const last = game.steps.at(-1);
    const isTaken = last?.san.includes('x') === true && last.uci.slice(2, 4) === found.move.uci.slice(2, 4);
    return thinkingTime({
      elo: game.elo,
      ply: plyOf(fenOf(game)),
      legal: this.#place?.legal.length ?? 2,
      inCheck: this.#place?.check ?? false,
      recaptures: isTaken,
      clock: game.clock ? { left: this.#clocks.remaining(side), increment: game.clock[side].increment } : undefined,
      userPace: userPace(game),
    });
  }

  #stopThinking(): void {
    this.#thinking?.abort();
    this.#thinking = undefined;
  }

  #finish(end: End): void {
    const game = this.#game;
    if (!game || game.end) return;
    this.#clocks.settle();
    game.end = end;
    this.#stopThinking();
    this.board.cancelPremove();
    this.#offersDraw = false;
    this.#dropHint();
    this.#rebuildTree();
    this.say(`${endInWords(end)}. ${end.result}`);
    playSound('end');
    this.#save();
    this.#showPanel();
    this.#show();
    void this.#keep(game, end);
  }

  /** Puts a finished game into the list of one's games. */
  async #keep(game: Game, end: End): Promise<void> {
    if (game.steps.length < worthKeeping) return;
    const isWanted = (): boolean => this.#game !== game || game.end === end;
    const tree = treeOf(game);
    const { startFen: fen, tags, result } = tree;
    const pgn = await insist(() => writePgn({ fen, tags, result, nodes: tree.flat() }), isWanted).catch(
      () => undefined,
    );
    if (pgn === undefined || !isWanted()) return;
    keepGame(game, end, pgn);
    game.kept = true;
    if (this.#game === game) this.#save();
  }

  /** The server says what that means: usually it has said so already. */
  async #flagFalls(side: Side): Promise<void> {
    const game = this.#game;
    if (!game) return;
    const isWanted = this.#standing(game);
    try {
      const place = this.#place?.fen === fenOf(game) ? this.#place : await askPlace(spotOf(game));
      if (isWanted() && place.flag) this.#finish(place.flag[side]);
    } catch {
      // The next tick asks again.
    }
  }

  // --- What the user may do besides moving ---

  #takeBack(): void {
    const game = this.#game;
    if (!game || !userHasMoved(game)) return;
    this.#stopThinking();
    this.board.cancelPremove();
    this.#clocks.settle();
    if (game.kept) forgetGame(game.begun);
    game.kept = false;
    takeBack(game);
    this.#viewed = game.steps.length;
    this.#offersDraw = false;
    this.#dropHint();
    this.#rebuildTree();
    this.#save();
    this.#showPanel();
    void this.#refresh();
  }

  async #giveHint(): Promise<void> {
    const game = this.#game;
    if (!game || !isUsersTurn(game)) return;
    if (this.#hint) {
      this.#hint.step = Math.min(3, this.#hint.step + 1);
    } else {
      if (this.#seeksHint) return;
      this.#seeksHint = true;
      const inCheck = this.#place?.check ?? false;
      const hint = await this.ask(findHint(this.#engine, spotOf(game), fenOf(game), inCheck), this.#standing(game));
      this.#seeksHint = false;
      if (!hint) return;
      this.#hint = hint;
    }
    this.#hintPanel.show(this.#hint);
    this.#hintPanel.element.scrollIntoView({ block: 'nearest' });
    this.#show();
  }

  #dropHint(): void {
    this.#hint = undefined;
    this.#hintPanel.show(undefined);
  }

  async #offerDraw(): Promise<void> {
    const game = this.#game;
    if (!game || game.end) return;
    if (isUsersTurn(game) && this.#place?.claimable) {
      this.#finish(this.#place.claimable);
      return;
    }
    if (game.offered !== undefined && game.steps.length - game.offered < offerEvery) {
      toast(t('play.offer-later'));
      return;
    }
    game.offered = game.steps.length;
    this.#save();
    if (isUsersTurn(game)) {
      await this.#isDrawTaken(game);
    } else {
      this.#offersDraw = true;
      toast(t('play.draw-offered', { name: opponentOf(game.elo).name }));
    }
  }

  /** Asks the other side about a draw, and ends the game if it agrees. */
  async #isDrawTaken(game: Game): Promise<boolean> {
    this.#offersDraw = false;
    const offer = this.#engine.offerDraw(spotOf(game), other(game.side), game.elo ?? undefined);
    const accepted = await this.ask(offer, () => this.#game === game && !game.end);
    if (accepted) this.#finish({ result: '1/2-1/2', reason: 'draw by agreement' });
    else if (accepted === false) toast(t('play.draw-declined', { name: opponentOf(game.elo).name }));
    return accepted === true;
  }

  #resign(): void {
    const game = this.#game;
    if (!game || game.end) return;
    const end: End = { result: game.side === 'white' ? '0-1' : '1-0', reason: `${nameOf(game.side)} resigns` };
    confirm(t('play.resign-title'), t('play.resign-text'), t('play.resign'), () => this.#finish(end));
  }

  async #review(game: Game, train?: Side): Promise<void> {
    const pgn = await this.ask(this.pgn());
    if (pgn !== undefined) this.onReview(pgn, game.flipped, train);
  }

  #playFromHere(): void {
    if (this.#game) this.setUp(this.#currentNode().fen, this.#game.side);
  }

  #showGames(): void {
    showMyGames({
      review: ({ pgn, side }) => this.onReview(pgn, side === 'black'),
      analyse: (game) => void this.#analyseKept(game),
    });
  }

  async #analyseKept({ pgn, side }: KeptGame): Promise<void> {
    const found = await this.ask(readPgn(pgn));
    const [game] = found?.games ?? [];
    if (game) this.onAnalyse(Tree.fromGame(game), side === 'black');
  }

  // --- Showing ---

  #rebuildTree(): void {
    this.tree = treeOf(this.#game);
    this.moves.render(this.tree, this.#currentNode());
  }

  #currentNode(): TreeNode {
    return this.#viewed === 0 ? this.tree.root : (this.tree.mainLine()[this.#viewed - 1] ?? this.tree.root);
  }

  #view(count: number): void {
    this.#viewed = Math.max(0, Math.min(count, this.#game?.steps.length ?? 0));
    this.moves.select(this.#currentNode());
    this.#show();
  }

  #show(): void {
    const node = this.#currentNode();
    const isNow = this.#viewed === (this.#game?.steps.length ?? 0);
    const live = isNow && this.#game && !this.#game.end ? this.#game : undefined;
    this.element.classList.toggle('browsing', !isNow);
    this.#browsing.hidden = isNow;
    this.#browsed.textContent =
      this.#viewed === 0 ? t('play.at-start') : t('play.after-move', { move: this.#viewedMove(node) });
    this.board.show({
      fen: this.#game ? node.fen : (this.#preview?.fen ?? startFen),
      orientation: this.#isBlackBelow() ? 'black' : 'white',
      lastMove: node.uci || undefined,
      check: givesCheck(node),
      place: live && this.#place?.fen === node.fen ? this.#place : undefined,
      movable: live?.side,
      premove: live !== undefined,
    });
    this.board.arrows(isNow ? hintShapes(this.#hint) : []);
    this.#showPlayers();
  }

  #isBlackBelow(): boolean {
    return this.#game ? this.#game.flipped : this.#choice.side === 'black';
  }

  /** "12. Nf3" or "12… Nf6" of the move that the board shows. */
  #viewedMove(node: TreeNode): string {
    return `${moveNumber(plyBefore(node))} ${node.san}`;
  }

  #showPlayers(): void {
    const fen = this.#game ? this.#currentNode().fen : (this.#preview?.fen ?? startFen);
    this.#players.show(this.#game, this.#choice.elo ?? null, fen, this.#isBlackBelow(), this.#thinking !== undefined);
    this.#showClocks();
  }

  #showClocks(): void {
    this.#clocks.show(this.element.querySelectorAll<HTMLElement>('.clock'));
  }

  #showPanel(): void {
    const game = this.#game;
    const end = game?.end ?? null;
    const claim = game !== null && this.#place?.claimable != null && sideToMove(game) === game.side;
    // Only what changed is made anew: a button that has the focus keeps it.
    if (this.#shown && this.#shown.game === game && this.#shown.end === end && this.#shown.claim === claim) return;
    this.#shown = { game, end, claim };
    this.element.classList.toggle('setting-up', !game);
    if (!game) {
      replace(
        this.#panel,
        setUpPanel(this.#choice, this.#levels, keptGames().length, {
          begin: () => void this.#begin(),
          change: () => void this.#showPreview(),
          showGames: () => this.#showGames(),
        }),
      );
      void this.#showPreview();
      return;
    }
    const takeBackButton = labelledButton('undo', t('play.take-back'), () => this.#takeBack());
    replace(
      this.#panel,
      end &&
        resultPanel(game, end, [
          labelledButton('graph', t('play.review'), () => void this.#review(game), 'primary'),
          labelledButton('target', t('play.train'), () => void this.#review(game, game.side)),
          labelledButton('next', t('play.rematch'), () => this.#start(rematchOf(game))),
          this.#setUpButton,
          labelledButton('list', t('my-games.title'), () => this.#showGames()),
        ]),
      this.#players.line,
      h('div.panel.moves-panel', null, this.moves.element, this.#browsing),
      this.#nav,
      this.#hintPanel.element,
      end
        ? null
        : h(
            'div.panel.actions',
            { role: 'group', 'aria-label': t('play.game') },
            takeBackButton,
            labelledButton('bulb', t('play.hint'), () => void this.#giveHint()),
            labelledButton('half', t(claim ? 'play.claim-draw' : 'play.offer-draw'), () => void this.#offerDraw()),
            labelledButton('flag', t('play.resign'), () => this.#resign()),
          ),
      h(
        'div.panel.actions.three',
        { role: 'group', 'aria-label': t('play.this-game') },
        end ? takeBackButton : null,
        labelledButton('search', t('play.analyse'), () => this.onAnalyse(this.tree.copy(), game.flipped)),
        labelledButton('copy', t('play.copy-pgn'), () => void this.copyPgn()),
        end ? null : this.#setUpButton,
      ),
    );
    this.moves.select(this.#currentNode());
  }

  #save(): void {
    save('play', { choice: this.#choice, game: this.#game });
  }
}
