// Lab: matches, ladders and networks as the lab's files tell of them, and the queue of experiments. Only looks.

import { labFile, labFiles, labQueue } from '../api/requests';
import { colorOf } from './colors';
import { QueuePanel } from './queue';
import { table } from './table';
import { h, replace } from '../page/dom';
import { toast } from '../page/messages';
import { Plot } from '../parts/plot';
import { load, save } from '../page/store';
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

const kinds: Record<LabEntry['kind'], string> = { match: 'Match', ladder: 'Ladder', network: 'Network' };

const number = (value: number | null | undefined, digits: number): string => {
  if (value === null || value === undefined) return '–';
  return value.toFixed(digits).replace('-', '−');
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

  constructor() {
    this.element = h(
      'section.lab',
      { 'aria-label': 'Lab' },
      h('nav.panel.lab-files', { 'aria-label': 'Files of the lab' }, this.#list),
      this.#content,
    );
  }

  activate(): void {
    this.#active = true;
    void this.#refresh();
    // A hidden page need not know.
    this.#timer ??= setInterval(() => {
      if (!document.hidden && this.#content.contains(this.#queue.element)) void this.#followQueue();
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
      const entry = (name: string, about: string): HTMLElement =>
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
            h('strong', null, name === queueName ? 'Queue' : name),
            h('span.quiet', null, about),
          ),
        );
      const time = (seconds: number): string => new Date(1000 * seconds).toISOString().slice(0, 16).replace('T', ' ');
      replace(
        this.#list,
        queue && entry(queueName, `${queue.experiments.length} experiments`),
        files.map((file) => entry(file.name, `${kinds[file.kind]} · ${time(file.modified)}`)),
      );
      if (chosen === undefined) {
        replace(
          this.#content,
          h(
            'div.panel',
            null,
            h(
              'p',
              null,
              'The folder holds no summary of a match (zugwerk match --json), no log of a ladder (zugwerk ladder --log), no card of a network (zugwerk train) and no queue (zugwerk queue).',
            ),
          ),
        );
      } else if (chosen === queueName && queue) {
        this.#plots = [];
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

  #show(file: LabFile): void {
    this.#plots = [];
    const parts =
      file.kind === 'match'
        ? this.#match(file.data)
        : file.kind === 'ladder'
          ? this.#ladder(file.data)
          : this.#network(file.data);
    replace(this.#content, h('div.panel.lab-file', null, h('h2', null, file.name), ...parts));
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
    const test = match.sprt
      ? `, LLR ${signed(match.sprt.llr, 2)} (${number(match.sprt.lower, 2)}, ${number(match.sprt.upper, 2)}): ${match.sprt.accepts === 'undecided' ? 'undecided' : `accepts ${match.sprt.accepts}`}`
      : '';
    return [
      h('p', null, `${match.played_games} of ${match.planned_games} games, ${match.end}${test}`),
      this.#plot(
        'Score over the games',
        { label: 'games', values: match.games.map((_, i) => i + 1) },
        { label: 'score in %', digits: 1 },
        curves,
      ),
      table(
        ['engine', 'games', 'points', 'Elo', 'LOS', 'won', 'drawn', 'lost', 'pairs 0 ½ 1 1½ 2'],
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
        player.anchor ? 'anchor' : number(player.error, 0),
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
        'Rating over the entries of the log',
        { label: 'entry', values: runs.map((_, i) => i + 1) },
        { label: 'Elo', digits: 0 },
        curves,
      ),
      h('p', null, last ? `The last one: ${last.name}, ${last.date}, ${last.tc}` : ''),
      table(
        ['player', 'Elo', '±', 'games', 'score'],
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
        `${card.network}: ${card.games.toLocaleString('en')} games, ${card.positions.learned.toLocaleString('en')} positions, best after epoch ${card.best.epoch}`,
      ),
      this.#plot('Losses over the epochs', { label: 'epoch', values: epochs }, { label: 'loss', digits: 5 }, [
        { label: 'learned', values: card.history.map((epoch) => epoch.loss), color: '--soft' },
        { label: 'held out', values: card.history.map((epoch) => epoch.held_out), color: '--accent' },
      ]),
      table(
        ['recipe', ''],
        Object.entries(card.recipe)
          .filter(([, value]) => typeof value !== 'object')
          .map(([name, value]) => [name.replaceAll('_', ' '), String(value)]),
      ),
    ];
  }
}
