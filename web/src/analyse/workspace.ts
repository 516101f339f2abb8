// The games that are open in this window: one of them is looked at, the others wait. Every change can be undone, also that
// a game was opened or closed. What the windows have open is kept apart for each, so none overwrites another's.

import { startFen } from '../chess/fen';
import type { TreeNode } from '../chess/tree';
import { Tree } from '../chess/tree';
import { playersOf } from './header';
import { forget, keepHere, listSaved, load, loadHere, saveLasting } from '../page/store';
import { t } from '../page/words';
import { History } from '../page/history';
import type { Saved, Study } from './saved';
import { pack, unpack } from './saved';

/** The games of a window as they are kept. */
interface Open {
  games: Saved[];
  active: number;
  terms: boolean;
  /** Whether the position is explained. */
  explained: boolean;
}

interface Kept extends Open {
  /** Milliseconds since 1970. */
  time: number;
}

/** Windows whose games are kept after they were closed. */
const mostWindows = 12;
const key = (window: string): string => `analyse.${window}`;

const latestFirst = (): { name: string; value: Kept }[] =>
  listSaved<Kept>('analyse.').sort((a, b) => b.value.time - a.value.time);

function blank(): Saved {
  const tree = new Tree(startFen);
  return pack({ tree, current: tree.root, flipped: false });
}
const isBlank = ({ nodes }: Saved): boolean => nodes.length <= 1 && (nodes[0]?.fen ?? startFen) === startFen;

/** "Anna – Bert", or else its place among the games. */
export function titleOf({ tags, nodes }: Pick<Saved, 'tags' | 'nodes'>, number: number): string {
  return nameOf(tags, nodes[0]?.fen ?? startFen, number);
}

const nameOf = (tags: Record<string, string>, start: string, number: number): string =>
  playersOf(tags) || (start === startFen ? t('study.unnamed', { number }) : t('study.position', { number }));

/** A name for this window that no other one has at the moment. */
function windowName(): string {
  const { name } = loadHere('window', { name: '' });
  return name || `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

export class Workspace {
  study: Study;
  /** Whether the evaluation terms are shown. */
  terms: boolean;
  /** Whether the position is explained. */
  explained: boolean;

  readonly #history = new History<Omit<Open, 'terms' | 'explained'>>();
  #window = windowName();
  /** The active one is out of date while it is looked at. */
  #games: Saved[];
  #active: number;
  #isFull = false;
  onFull: () => void = () => {};

  constructor() {
    const found = this.#load();
    this.#games = found.games.length > 0 ? found.games : [blank()];
    this.#active = Math.min(Math.max(0, found.active), this.#games.length - 1);
    this.terms = found.terms;
    this.explained = found.explained;
    this.study = unpack(this.#games[this.#active] ?? blank());
    keepHere('window', { name: this.#window });
    this.#claim();
    for (const { name } of latestFirst().slice(mostWindows)) if (name !== key(this.#window)) forget(name);
  }

  #load(): Open {
    const none: Open = { games: [], active: 0, terms: false, explained: false };
    const here = loadHere<Partial<Open & Saved>>('analyse', {});
    if (here.games) return { ...none, ...here };
    // A new window begins with what was last open in any of them.
    const [latest] = latestFirst();
    if (latest) return { ...none, ...latest.value };
    // Earlier versions kept one game.
    const former = load<Partial<Saved>>('analyse', {});
    return former.nodes ? { ...none, games: [former as Saved] } : none;
  }

  /** A window that was duplicated has the name of the other one, and needs one of its own. */
  #claim(): void {
    // Not where the page comes over an insecure connection.
    navigator.locks?.request(`zugwerk-${this.#window}`, { ifAvailable: true }, (lock) => {
      if (lock) return new Promise(() => {});
      this.#window = `${this.#window}x${Math.random().toString(36).slice(2, 8)}`;
      keepHere('window', { name: this.#window });
      this.#claim();
      return undefined;
    });
  }

  get titles(): string[] {
    const { tree } = this.study;
    return this.#games.map((game, i) =>
      i === this.#active ? nameOf(tree.tags, tree.startFen, i + 1) : titleOf(game, i + 1),
    );
  }

  get active(): number {
    return this.#active;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** To be called before a change; changes of the same kind in a row are undone together. */
  record(kind?: string): void {
    this.#history.record(() => this.#packed(), kind);
  }

  undo(): boolean {
    return this.#restore(this.#history.undo(() => this.#packed()));
  }

  redo(): boolean {
    return this.#restore(this.#history.redo(() => this.#packed()));
  }

  /** Opens a game beside the others; in the place of the active one if that is empty. */
  open(tree: Tree, current: TreeNode = tree.root, flipped = this.study.flipped): void {
    this.record();
    const { games } = this.#packed();
    const isEmpty = isBlank(games[this.#active] ?? blank());
    this.study = { tree, current, flipped };
    const at = isEmpty ? this.#active : games.length;
    this.#games = [...games];
    this.#games[at] = pack(this.study);
    this.#active = at;
  }

  switchTo(number: number): void {
    this.#games = this.#packed().games;
    this.#look(number);
  }

  close(number: number): void {
    this.record();
    const { games } = this.#packed();
    this.#games = games.filter((_, i) => i !== number);
    if (this.#games.length === 0) this.#games = [blank()];
    const next = number < this.#active ? this.#active - 1 : this.#active;
    this.#look(Math.min(next, this.#games.length - 1));
  }

  #look(number: number): void {
    this.#active = number;
    this.study = unpack(this.#games[number] ?? blank());
  }

  #packed(): { games: Saved[]; active: number } {
    return {
      games: this.#games.map((game, i) => (i === this.#active ? pack(this.study) : game)),
      active: this.#active,
    };
  }

  #restore(state: { games: Saved[]; active: number } | undefined): boolean {
    if (!state) return false;
    this.#games = state.games;
    this.#look(state.active);
    return true;
  }

  /** The games of other windows, also of closed ones. */
  elsewhere(): Saved[] {
    return latestFirst()
      .filter(({ name }) => name !== key(this.#window))
      .flatMap(({ value }) => value.games.filter((game) => game.nodes.length > 1));
  }

  save(): void {
    const open: Open = { ...this.#packed(), terms: this.terms, explained: this.explained };
    const isHere = keepHere('analyse', open);
    const isLasting = saveLasting(key(this.#window), { ...open, time: Date.now() } satisfies Kept);
    const isFull = !isHere && !isLasting;
    if (isFull && !this.#isFull) this.onFull();
    this.#isFull = isFull;
  }
}
