// The mistakes of a game as puzzles for one side: the position before each, nothing beside it that tells the answer.

import type { DrawShape } from '@lichess-org/chessground/draw';

import type { Spot } from '../api/requests';
import { place as askPlace } from '../api/requests';
import type { EngineSession } from '../api/session';
import type { Move, Position, ReviewedMove, Side } from '../api/types';
import { sideName, turnOf } from '../chess/fen';
import { moveNumber } from '../chess/format';
import type { TreeNode } from '../chess/tree';
import { movesTo, plyBefore } from '../chess/tree';
import { h, labelledButton, replace } from '../page/dom';
import { toast } from '../page/messages';
import { play as playSound } from '../page/sound';
import { t } from '../page/words';
import { arrow, badge } from '../parts/board';
import type { Shown } from '../parts/board';
import type { Verdict } from './judge_try';
import { judgeTry } from './judge_try';

/** A refutation is played out at this pace. */
const stepTime = 1100;
const shownRefutation = 5;

/** How a puzzle went; solved at the first try, later, or not at all. */
type Outcome = 'first' | 'later' | 'shown';

/** What survives a reload. */
export interface SavedTraining {
  side: Side;
  at: number;
  outcomes: (Outcome | null)[];
}

/** The board during a puzzle. */
export type PuzzleBoard = Pick<Shown, 'fen' | 'lastMove' | 'check' | 'place' | 'movable'> & { shapes: DrawShape[] };

interface Played {
  move: Move;
  fen: string;
}

/** What the trainer needs of the review that it belongs to. */
export interface Lesson {
  engine: EngineSession;
  startFen: string;
  /** The main line, the start first. */
  line: TreeNode[];
  moves: ReviewedMove[];
}

/** The mistakes of a side, by their numbers in the game. */
export const mistakesOf = (moves: ReviewedMove[], side: Side): number[] =>
  moves.flatMap((move, i) => (move.mark && move.better && move.side.toLowerCase() === side ? [i] : []));

export class Trainer {
  readonly element = h('div.panel.trainer');
  readonly side: Side;
  /** The board or the words have changed. */
  onChange: () => void = () => {};
  /** Somebody is done with it; the number is that of the mistake to go to, if there is one. */
  onEnd: (index: number | undefined) => void = () => {};

  readonly #lesson: Lesson;
  readonly #puzzles: number[];
  readonly #outcomes: (Outcome | null)[];
  readonly #words = h('div.trainer-words', { role: 'status' });
  readonly #buttons = h('div.buttons');
  readonly #dots = h('ol.trainer-dots', { 'aria-label': t('train.progress') });
  #at: number;
  #place: Position | undefined;
  /** What stands on the board after the position of the puzzle: the try and its refutation, or the solution. */
  #played: Played[] = [];
  #verdict: Verdict | undefined;
  #isLooking = false;
  #tries = 0;
  #timer = 0;

  constructor(lesson: Lesson, side: Side, saved?: SavedTraining) {
    this.#lesson = lesson;
    this.side = side;
    this.#puzzles = mistakesOf(lesson.moves, side);
    this.#at = Math.min(saved?.at ?? 0, this.#puzzles.length);
    this.#outcomes = this.#puzzles.map((_, i) => saved?.outcomes[i] ?? null);
    this.element.append(this.#dots, this.#words, this.#buttons);
  }

  get isEmpty(): boolean {
    return this.#puzzles.length === 0;
  }

  get saved(): SavedTraining {
    return { side: this.side, at: this.#at, outcomes: this.#outcomes };
  }

  /** The position of the puzzle; the last one where all are done. */
  get before(): TreeNode | undefined {
    return this.#lesson.line[this.#index ?? this.#puzzles.at(-1) ?? 0];
  }

  /** The number of the mistake in the game; none: all are done. */
  get #index(): number | undefined {
    return this.#puzzles[this.#at];
  }

  /** Goes to the puzzle of this mistake, or begins where it stands. */
  async begin(index?: number): Promise<void> {
    if (index !== undefined) this.#at = Math.max(0, this.#puzzles.indexOf(index));
    this.#clear();
    this.#place = undefined;
    this.#tries = 0;
    this.#tell();
    const { before } = this;
    if (!before || this.#index === undefined) return;
    const at = this.#at;
    try {
      const found = await askPlace(this.#spot());
      if (this.#at !== at) return;
      this.#place = found;
      this.#tell();
    } catch (error) {
      toast((error as Error).message);
    }
  }

  /** Nothing comes any more. */
  stop(): void {
    window.clearTimeout(this.#timer);
    this.#at = -1;
  }

  /** The user has played this move on the board. */
  async tried(uci: string): Promise<void> {
    const { before } = this;
    const index = this.#index;
    const judged = index === undefined ? undefined : this.#lesson.moves[index];
    const move = this.#place?.legal.find((legal) => legal.uci === uci);
    if (!before || !judged || !move || this.#played.length > 0) {
      this.onChange();
      return;
    }
    const at = this.#at;
    ++this.#tries;
    this.#isLooking = true;
    try {
      const after = await askPlace(this.#spot(move.uci));
      if (this.#at !== at) return;
      this.#played = [{ move, fen: after.fen }];
      playSound(after.check ? 'check' : after.last?.capture ? 'capture' : 'move');
      this.#tell();
      const verdict = await judgeTry(this.#lesson.engine, this.#spot(move.uci), move, this.side, judged);
      if (this.#at !== at) return;
      this.#isLooking = false;
      this.#verdict = verdict;
      if (verdict.solved) this.#note(this.#tries === 1 ? 'first' : 'later');
      this.#tell();
      if (!verdict.solved) this.#playOut(verdict.line);
    } catch (error) {
      if (this.#at !== at) return;
      toast((error as Error).message);
      this.again();
    }
  }

  /** Back to the position of the puzzle. */
  again(): void {
    this.#clear();
    this.#tell();
  }

  next(): void {
    if (this.#at >= this.#puzzles.length) return;
    ++this.#at;
    void this.begin();
  }

  /** The board of the puzzle as it stands. */
  get board(): PuzzleBoard | undefined {
    const { before } = this;
    if (!before) return undefined;
    const last = this.#played.at(-1);
    if (!last) {
      const isOpen = this.#place !== undefined && this.#index !== undefined;
      return {
        fen: before.fen,
        lastMove: before.uci || undefined,
        check: /[+#]$/.test(before.san),
        place: this.#place,
        movable: isOpen ? turnOf(before.fen) : undefined,
        shapes: [],
      };
    }
    const [own] = this.#played;
    const shapes: DrawShape[] = [];
    if (own && this.#verdict && this.#played.length === 1)
      shapes.push(badge(own.move, this.#verdict.solved ? 'right' : 'wrong'));
    if (this.#played.length > 1 && this.#played.length % 2 === 0) shapes.push(arrow(last.move, 'threat'));
    return {
      fen: last.fen,
      lastMove: last.move.uci,
      check: /[+#]$/.test(last.move.san),
      place: undefined,
      movable: undefined,
      shapes,
    };
  }

  #spot(...more: string[]): Spot {
    const { before } = this;
    return { fen: this.#lesson.startFen, moves: [...(before ? movesTo(before) : []), ...more] };
  }

  #note(outcome: Outcome): void {
    this.#outcomes[this.#at] ??= outcome;
  }

  #clear(): void {
    window.clearTimeout(this.#timer);
    this.#played = [];
    this.#verdict = undefined;
    this.#isLooking = false;
  }

  /** Plays the refutation on the board, move by move. */
  #playOut(line: Move[]): void {
    const at = this.#at;
    const rest = line.slice(0, shownRefutation);
    const step = async (): Promise<void> => {
      const move = rest.shift();
      if (!move || this.#at !== at || this.#verdict?.solved !== false) return;
      const moves = this.#played.map((played) => played.move.uci);
      const found = await askPlace(this.#spot(...moves, move.uci)).catch(() => undefined);
      if (!found || this.#at !== at || this.#played.length !== moves.length) return;
      this.#played.push({ move, fen: found.fen });
      playSound(found.check ? 'check' : found.last?.capture ? 'capture' : 'move');
      this.onChange();
      this.#timer = window.setTimeout(() => void step(), stepTime);
    };
    this.#timer = window.setTimeout(() => void step(), stepTime);
  }

  async #reveal(): Promise<void> {
    const judged = this.#lesson.moves[this.#index ?? -1];
    const best = judged?.better?.line[0];
    const move = this.#place?.legal.find((legal) => legal.san === best);
    if (!judged || !move) return;
    this.#clear();
    const at = this.#at;
    const after = await askPlace(this.#spot(move.uci)).catch(() => undefined);
    if (!after || this.#at !== at) return;
    this.#note('shown');
    this.#played = [{ move, fen: after.fen }];
    this.#verdict = { solved: true, text: t('train.answer', { move: move.san }), line: [] };
    this.#tell();
  }

  #tell(): void {
    this.#showDots();
    const index = this.#index;
    if (index === undefined) this.#tellEnd();
    else if (this.#verdict?.solved) this.#tellSolved(index, this.#verdict);
    else this.#tellTask(index);
    this.onChange();
  }

  #color(kind: 'wrong' | 'solved' | undefined): void {
    for (const one of ['wrong', 'solved']) this.element.classList.toggle(one, one === kind);
  }

  #tellTask(index: number): void {
    const judged = this.#lesson.moves[index];
    const node = this.#lesson.line[index + 1];
    if (!judged || !node) return;
    const move = `${moveNumber(plyBefore(node))} ${judged.san}`;
    const side = sideName(this.side);
    const verdict = this.#verdict;
    const [own] = this.#played;
    this.#color(verdict ? 'wrong' : undefined);
    replace(
      this.#words,
      h('strong', null, verdict ? t('train.not-quite') : t('train.find', { side })),
      h(
        'p',
        null,
        verdict
          ? verdict.text
          : this.#isLooking && own
            ? t('train.looking', { move: own.move.san })
            : t('train.played', { move }),
      ),
    );
    replace(
      this.#buttons,
      verdict ? labelledButton('undo', t('train.again'), () => this.again(), 'primary') : null,
      labelledButton('bulb', t('train.show'), () => void this.#reveal()),
      labelledButton('next', t('train.skip'), () => this.next()),
      labelledButton('stop', t('train.end'), () => this.onEnd(undefined)),
    );
  }

  #tellSolved(index: number, verdict: Verdict): void {
    const judged = this.#lesson.moves[index];
    const [own] = this.#played;
    const best = judged?.better?.line[0];
    const isLast = this.#at === this.#puzzles.length - 1;
    this.#color('solved');
    replace(
      this.#words,
      h('strong', null, verdict.text),
      best && own && best !== own.move.san ? h('p', null, t('train.prefers', { move: best })) : null,
      judged?.text ? h('p', null, t('train.in-game', { move: judged.san, reason: judged.text })) : null,
    );
    replace(
      this.#buttons,
      labelledButton('next', t(isLast ? 'train.finish' : 'train.next'), () => this.next(), 'primary'),
      labelledButton('graph', t('train.to-game'), () => this.onEnd(index)),
    );
  }

  #tellEnd(): void {
    const first = this.#outcomes.filter((outcome) => outcome === 'first').length;
    this.#color('solved');
    replace(
      this.#words,
      h('strong', null, t('train.done')),
      h('p', null, t('train.score', { first, count: this.#puzzles.length })),
    );
    replace(
      this.#buttons,
      labelledButton('graph', t('train.to-review'), () => this.onEnd(undefined), 'primary'),
      labelledButton('undo', t('train.once-more'), () => {
        this.#outcomes.fill(null);
        this.#at = 0;
        void this.begin();
      }),
    );
  }

  #showDots(): void {
    replace(
      this.#dots,
      this.#outcomes.map((outcome, i) => {
        const dot = h('li', {
          'aria-label': t('train.puzzle', { number: i + 1, state: t(`train.state-${outcome ?? 'open'}`) }),
        });
        if (outcome) dot.classList.add(outcome);
        if (i === this.#at) dot.setAttribute('aria-current', 'step');
        return dot;
      }),
    );
  }
}
