// Lab: matches, ladders and networks as the lab's files tell of them, what runs, and the queue of experiments. Only looks.

import { labFile, labFiles, labQueue } from '../api/requests';
import { colorOf } from './colors';
import { duration, progressParts } from './progress';
import { QueuePanel } from './queue';
import { table } from './table';
import { h, replace } from '../page/dom';
import { toast } from '../page/messages';
import { Plot } from '../parts/plot';
import { load, save } from '../page/store';
import type { Key } from '../page/words';
import { language, numberText, t } from '../page/words';
import type {
  Estimate,
  LabEntry,
  LabFile,
  LadderPlayer,
  LadderRun,
  MatchSummary,
  NetworkCard,
  Queue,
} from '../api/types';

/** What the list calls the queue; no file is named so. */
const queueName = 'queue';
const millisecondsBetweenLooks = 2500;

const kinds: Record<LabEntry['kind'], Key> = {
  match: 'lab.match',
  ladder: 'lab.ladder',
  network: 'lab.network',
  progress: 'lab.progress',
};
const kindName = (kind: LabEntry['kind']): string => t(kinds[kind] as 'lab.match');

/** Whom a file is about; its name if it does not say. */
const titleOf = ({ title, name }: { title: string; name: string }): string => title || name;

/** When a file changed, as the user's clock has it; of today only the time. */
function timeText(seconds: number): string {
  const time = new Date(1000 * seconds);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday
    ? time.toLocaleTimeString(language, { timeStyle: 'medium' })
    : time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A command that reports every two seconds when it has something new is silent after this many. */
const silentAfter = 60;

const number = (value: number | null | undefined, digits: number): string => {
  if (value === null || value === undefined) return '–';
  return numberText(value, digits).replace('-', '−');
};
const signed = (value: number | null | undefined, digits = 1): string =>
  (value != null && value > 0 ? '+' : '') + number(value, digits);
const estimate = (given: Estimate): string => `${signed(given.value)} ± ${number(given.error, 1)}`;

export class LabView {
  readonly element: HTMLElement;

  readonly #list = h('ul.lab-list');
  readonly #content = h('div.lab-content');
  #plots: Plot[] = [];
  #chosen = load<{ name: string }>('lab', { name: '' }).name;
  #active = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #queue = new QueuePanel((file) => this.#choose(file));
  #files: LabEntry[] = [];
  #ended = '';
  /** The running command that is watched, as it was drawn last. */
  #watched: { name: string; drawn: string } | undefined;

  constructor() {
    this.element = h(
      'section.lab',
      { 'aria-label': t('views.lab') },
      h('nav.panel.lab-files', { 'aria-label': t('lab.files') }, this.#list),
      this.#content,
    );
  }

  activate(): void {
    this.#active = true;
    void this.#refresh();
    // A hidden page need not know.
    this.#timer ??= setInterval(() => {
      if (document.hidden) return;
      if (this.#content.contains(this.#queue.element)) void this.#followQueue();
      else if (this.#watched) void this.#followFile(this.#watched.name);
    }, millisecondsBetweenLooks);
  }

  deactivate(): void {
    this.#active = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  key(): boolean {
    return false;
  }

  repaint(): void {
    for (const plot of this.#plots) plot.repaint();
    this.#queue.repaint();
  }

  async #refresh(): Promise<void> {
    try {
      const [{ files }, { queue }] = await Promise.all([labFiles(), labQueue()]);
      this.#files = files;
      const names = [...(queue ? [queueName] : []), ...files.map((file) => file.name)];
      const chosen = names.includes(this.#chosen) ? this.#chosen : names[0];
      const entry = (name: string, title: string, about: string): HTMLElement =>
        h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              'aria-current': name === chosen ? 'true' : undefined,
              onclick: () => this.#choose(name),
            },
            h('strong', null, title),
            h('span.quiet', null, about),
          ),
        );
      replace(
        this.#list,
        queue && entry(queueName, t('lab.queue'), t('lab.experiments', { count: queue.experiments.length })),
        files.map((file) => {
          const about = [kindName(file.kind), timeText(file.modified), ...(file.title ? [file.name] : [])];
          return entry(file.name, titleOf(file), about.join(' · '));
        }),
      );
      if (chosen === undefined) {
        replace(this.#content, h('div.panel', null, h('p', null, t('lab.empty'))));
      } else if (chosen === queueName && queue) {
        this.#plots = [];
        this.#watched = undefined;
        this.#showQueue(queue);
        replace(this.#content, this.#queue.element);
      } else {
        const file = await labFile(chosen);
        if (this.#active) this.#show(file);
      }
    } catch (error) {
      toast((error as Error).message);
    }
  }

  #showQueue(queue: Queue): void {
    this.#ended = JSON.stringify(queue.experiments.map(({ name, ended }) => [name, ended]));
    this.#queue.show(
      queue,
      this.#files.map((file) => file.name),
    );
  }

  async #followQueue(): Promise<void> {
    try {
      const { queue } = await labQueue();
      if (!this.#active || !queue) return;
      const before = this.#ended;
      this.#showQueue(queue);
      // One that ended may have left a file to draw.
      if (this.#ended !== before) void this.#refresh();
    } catch {
      // The connection is watched elsewhere, and the next look may succeed.
    }
  }

  #choose(name: string): void {
    this.#chosen = name;
    save('lab', { name });
    void this.#refresh();
  }

  /** Draws a running command anew when it has reported something. */
  async #followFile(name: string): Promise<void> {
    try {
      const file = await labFile(name);
      if (!this.#active || this.#watched?.name !== name) return;
      if (file.kind !== 'progress' || this.#drawn(file) !== this.#watched.drawn) this.#show(file);
    } catch {
      // The connection is watched elsewhere, and the next look may succeed.
    }
  }

  /** What a drawing depends on: what was reported, and whether it has fallen silent since. */
  #drawn(file: LabFile & { kind: 'progress' }): string {
    return JSON.stringify([file.modified, file.data.state, this.#isSilent(file)]);
  }

  #isSilent(file: LabFile): boolean {
    return Date.now() / 1000 - file.modified > silentAfter;
  }

  #show(file: LabFile): void {
    this.#plots = [];
    this.#watched = undefined;
    const parts =
      file.kind === 'match'
        ? this.#match(file.data)
        : file.kind === 'ladder'
          ? this.#ladder(file.data)
          : file.kind === 'network'
            ? this.#network(file.data)
            : this.#progress(file);
    const about = file.title ? h('p.quiet', null, `${kindName(file.kind)} · ${file.name}`) : null;
    const head = h('div', null, h('h2', null, titleOf(file)), about);
    replace(this.#content, h('div.panel.lab-file', null, head, ...parts));
  }

  #progress(file: LabFile & { kind: 'progress' }): (HTMLElement | null)[] {
    const { state, seconds } = file.data;
    if (state === 'running') this.#watched = { name: file.name, drawn: this.#drawn(file) };
    const isSilent = state === 'running' && this.#isSilent(file);
    const key = isSilent ? 'lab.state-silent' : (`lab.state-${state}` as const);
    const since = t(key, { time: timeText(file.modified) });
    return [
      h(
        `p.run-state.${isSilent ? 'silent' : state}`,
        { role: 'status' },
        since,
        ` ${t('lab.runs-for', { time: duration(seconds) })}`,
      ),
      ...progressParts(file.data, titleOf(file), this.#plots),
    ];
  }

  #plot(...details: ConstructorParameters<typeof Plot>): HTMLElement {
    const plot = new Plot(...details);
    this.#plots.push(plot);
    return plot.element;
  }

  #match(match: MatchSummary): HTMLElement[] {
    const shown = match.engines.length === 2 ? match.engines.slice(0, 1) : match.engines;
    // The score of each engine after every game that it took part in.
    const curves = shown.map((engine, i) => {
      let points = 0;
      let games = 0;
      const values = match.games.map((game) => {
        const white = game.white === engine.name;
        if (!white && game.black !== engine.name) return games > 0 ? (100 * points) / games : null;
        ++games;
        points += game.result === '1/2-1/2' ? 0.5 : (game.result === '1-0') === white ? 1 : 0;
        return (100 * points) / games;
      });
      return { label: engine.name, values, color: colorOf(i) };
    });
    const { sprt } = match;
    const verdict =
      sprt && (sprt.accepts === 'undecided' ? t('lab.undecided') : t('lab.accepts', { what: sprt.accepts }));
    const test = sprt
      ? `, LLR ${signed(sprt.llr, 2)} (${number(sprt.lower, 2)}, ${number(sprt.upper, 2)}): ${verdict ?? ''}`
      : '';
    return [
      h(
        'p',
        null,
        t('lab.match-games', { played: match.played_games, planned: match.planned_games }),
        `, ${match.end}${test}`,
      ),
      this.#plot(
        t('lab.chart-score'),
        { label: t('lab.axis-games'), values: match.games.map((_, i) => i + 1) },
        { label: t('lab.axis-score'), digits: 1 },
        curves,
      ),
      table(
        [
          t('lab.engine'),
          t('lab.games'),
          t('lab.points'),
          'Elo',
          'LOS',
          t('lab.won'),
          t('lab.drawn'),
          t('lab.lost'),
          t('lab.pairs'),
        ],
        match.engines.map((engine) => [
          engine.name,
          String(engine.games),
          String(engine.points),
          estimate(engine.elo),
          `${number(100 * engine.los, 1)} %`,
          String(engine.wins),
          String(engine.draws),
          String(engine.losses),
          engine.pentanomial.join(' '),
        ]),
      ),
    ];
  }

  #ladder(runs: LadderRun[]): HTMLElement[] {
    const controls = [...new Set(runs.map((run) => run.tc))];
    const curves = controls.map((tc, i) => ({
      label: tc,
      values: runs.map((run) => (run.tc === tc ? run.engine.elo : null)),
      errors: runs.map((run) => (run.tc === tc ? run.engine.error : null)),
      color: colorOf(i),
    }));
    const last = runs.at(-1);
    const row = (player: LadderPlayer, ours: boolean): string[] => {
      const games = player.wins + player.draws + player.losses;
      const won = player.wins + player.draws / 2;
      return [
        player.name,
        signed(player.elo, 0),
        player.anchor ? t('lab.anchor') : number(player.error, 0),
        String(games),
        // Counts are those of our engine.
        games > 0 ? `${number((100 * (ours ? won : games - won)) / games, 1)} %` : '–',
      ];
    };
    const rows = last
      ? [{ player: last.engine, ours: true }, ...last.opponents.map((player) => ({ player, ours: false }))]
      : [];
    rows.sort((a, b) => (b.player.elo ?? -Infinity) - (a.player.elo ?? -Infinity));
    return [
      this.#plot(
        t('lab.chart-rating'),
        { label: t('lab.axis-entry'), values: runs.map((_, i) => i + 1) },
        { label: 'Elo', digits: 0 },
        curves,
      ),
      h('p', null, last ? t('lab.last-entry', { name: last.name, date: last.date, tc: last.tc }) : ''),
      table(
        [t('lab.player'), 'Elo', '±', t('lab.games'), t('lab.score')],
        rows.map(({ player, ours }) => row(player, ours)),
      ),
    ];
  }

  #network(card: NetworkCard): HTMLElement[] {
    const epochs = card.history.map((epoch) => epoch.epoch);
    return [
      h(
        'p',
        null,
        t('lab.card', {
          network: card.network,
          games: card.games,
          positions: card.positions.learned,
          epoch: card.best.epoch,
        }),
      ),
      this.#plot(
        t('lab.chart-losses'),
        { label: t('lab.axis-epoch'), values: epochs },
        { label: t('lab.axis-loss'), digits: 5 },
        [
          { label: t('lab.learned'), values: card.history.map((epoch) => epoch.loss), color: '--soft' },
          { label: t('lab.held-out'), values: card.history.map((epoch) => epoch.held_out), color: '--accent' },
        ],
      ),
      table(
        [t('lab.recipe'), t('lab.axis-value')],
        Object.entries(card.recipe)
          .filter(([, value]) => typeof value !== 'object')
          .map(([name, value]) => [name.replaceAll('_', ' '), String(value)]),
      ),
    ];
  }
}
