// Lab: matches, ladders and networks as the lab's files tell of them. Only looks.

import { labFile, labFiles } from '../api/requests';
import { h, replace } from '../page/dom';
import { toast } from '../page/messages';
import { Plot } from '../parts/plot';
import { load, save } from '../page/store';
import type { Estimate, LabEntry, LabFile, LadderPlayer, LadderRun, MatchSummary, NetworkCard } from '../api/types';

const curveColors = ['--accent', '--mistake', '--inaccuracy', '--blunder', '--soft'];
const colorOf = (number: number): string => curveColors[number % curveColors.length] ?? '--accent';
const kinds: Record<LabEntry['kind'], string> = { match: 'Match', ladder: 'Ladder', network: 'Network' };

const number = (value: number | null | undefined, digits: number): string => {
  if (value === null || value === undefined) return '–';
  return value.toFixed(digits).replace('-', '−');
};
const signed = (value: number | null | undefined, digits = 1): string =>
  (value != null && value > 0 ? '+' : '') + number(value, digits);
const estimate = (given: Estimate): string => `${signed(given.value)} ± ${number(given.error, 1)}`;

function table(head: string[], rows: string[][]): HTMLElement {
  return h(
    'div.table-room',
    // A wide table is scrolled, by keyboard as well.
    { tabindex: 0, role: 'region', 'aria-label': head.join(', ') },
    h(
      'table.numbers',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          head.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map(([first, ...rest]) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, first),
            rest.map((cell) => h('td', null, cell)),
          ),
        ),
      ),
    ),
  );
}

export class LabView {
  readonly element: HTMLElement;

  readonly #list = h('ul.lab-list');
  readonly #content = h('div.lab-content');
  #plots: Plot[] = [];
  #chosen = load<{ name: string }>('lab', { name: '' }).name;
  #active = false;

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
  }

  deactivate(): void {
    this.#active = false;
  }

  key(): boolean {
    return false;
  }

  repaint(): void {
    for (const plot of this.#plots) plot.repaint();
  }

  async #refresh(): Promise<void> {
    try {
      const { files } = await labFiles();
      const chosen = files.find((file) => file.name === this.#chosen) ?? files[0];
      replace(
        this.#list,
        files.map((file) =>
          h(
            'li',
            null,
            h(
              'button',
              {
                type: 'button',
                'aria-current': file.name === chosen?.name ? 'true' : undefined,
                onclick: () => this.#choose(file.name),
              },
              h('strong', null, file.name),
              h(
                'span.quiet',
                null,
                `${kinds[file.kind]} · ${new Date(1000 * file.modified).toISOString().slice(0, 16).replace('T', ' ')}`,
              ),
            ),
          ),
        ),
      );
      if (!chosen) {
        replace(
          this.#content,
          h(
            'div.panel',
            null,
            h(
              'p',
              null,
              'The folder holds no summary of a match (zugwerk match --json), no log of a ladder (zugwerk ladder --log) and no card of a network (zugwerk train).',
            ),
          ),
        );
        return;
      }
      const file = await labFile(chosen.name);
      if (this.#active) this.#show(file);
    } catch (error) {
      toast((error as Error).message);
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
