// The queue of experiments: what runs, how far it is, what the others gave. Only looks; the command line changes it.

import { h, replace } from '../page/dom';
import { Plot } from '../parts/plot';
import { colorOf } from './colors';
import { table } from './table';
import type { Experiment, Progress, Queue } from '../api/types';

const stages: Record<Experiment['stage'], string> = {
  waiting: 'waits',
  running: 'runs',
  interrupted: 'interrupted',
  done: 'done',
  'time limit': 'time limit',
  failed: 'failed',
  blocked: 'blocked',
  damaged: 'damaged',
};

/** As the program says it: "12.3 s", "4 min 10 s", "2 h 5 min". */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${seconds.toFixed(1)} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** "12 of 400 games, 3 %, about 2 h 5 min left", as far as it is known. */
export function progressText(progress: Progress): string {
  const { done, total, unit, seconds_left: left } = progress;
  const count = done.toLocaleString('en');
  const parts = [total > 0 ? `${count} of ${total.toLocaleString('en')} ${unit}` : `${count} ${unit}`];
  if (total > 0) parts.push(`${Math.min(100, Math.floor((100 * done) / total))} %`);
  if (left !== null) parts.push(`about ${duration(left)} left`);
  return parts.join(', ');
}

export class QueuePanel {
  readonly element: HTMLElement;

  readonly #state = h('p.queue-state');
  readonly #running = h('div.queue-running');
  readonly #all = h('div.queue-all');
  readonly #open: (file: string) => void;
  #plots: Plot[] = [];
  #shownRunning = '';
  #shownAll = '';

  /** `open` shows a file of the lab. */
  constructor(open: (file: string) => void) {
    this.#open = open;
    this.element = h('div.panel.lab-file', null, h('h2', null, 'Queue'), this.#state, this.#running, this.#all);
  }

  /** `files`: what can be drawn, by name. Parts that are as before are left alone, and with them focus and scrolling. */
  show(queue: Queue, files: string[]): void {
    const state = queue.paused ? 'Paused' : queue.running ? 'Running' : 'Not running';
    const count = queue.experiments.filter(({ stage }) => stage === 'waiting' || stage === 'interrupted').length;
    const hint = queue.running ? '' : '; zugwerk queue run starts it';
    const text = `${state}${hint}. ${count === 0 ? 'Nothing waits.' : `${count} to go.`}`;
    if (this.#state.textContent !== text) this.#state.textContent = text;

    const running = queue.experiments.filter(({ stage }) => stage === 'running');
    const nowRunning = JSON.stringify(running);
    if (nowRunning !== this.#shownRunning) {
      this.#shownRunning = nowRunning;
      this.#plots = [];
      replace(
        this.#running,
        running.map((experiment) => this.#card(experiment)),
      );
    }
    // The table shows of a running experiment only that it runs.
    const rest = queue.experiments.map((experiment) =>
      experiment.stage === 'running'
        ? { ...experiment, progress: null, result: '' }
        : { ...experiment, progress: null },
    );
    const nowAll = JSON.stringify([rest, files]);
    if (nowAll === this.#shownAll) return;
    this.#shownAll = nowAll;
    replace(
      this.#all,
      rest.length === 0
        ? h('p', null, 'The queue is empty: zugwerk queue add puts experiments into it.')
        : table(
            ['experiment', 'state', 'command', 'time', 'result'],
            rest.map((experiment) => [
              this.#name(experiment, files),
              stages[experiment.stage],
              experiment.command,
              experiment.starts > 0 && experiment.stage !== 'running' ? duration(experiment.seconds) : '–',
              this.#result(experiment),
            ]),
            'queue-table',
          ),
    );
  }

  repaint(): void {
    for (const plot of this.#plots) plot.repaint();
  }

  #name(experiment: Experiment, files: string[]): HTMLElement {
    const own = files.filter((file) => file.startsWith(`${experiment.name}/`));
    return h(
      'div',
      null,
      h('div', null, experiment.name),
      experiment.title && h('div.quiet', null, experiment.title),
      own.map((file) =>
        h('button.link', { type: 'button', onclick: () => this.#open(file) }, file.slice(experiment.name.length + 1)),
      ),
    );
  }

  #result(experiment: Experiment): HTMLElement {
    const failed = experiment.stage === 'failed' && experiment.last_lines.length > 0;
    return h(
      'div.queue-result',
      null,
      [experiment.note, experiment.result].filter((text) => text !== '').join('; ') || (failed ? '' : '–'),
      failed && h('pre', null, experiment.last_lines.join('\n')),
    );
  }

  #card(experiment: Experiment): HTMLElement {
    const { progress } = experiment;
    const heading = h('h3', null, experiment.title ? `${experiment.name}: ${experiment.title}` : experiment.name);
    if (!progress) return h('section.queue-card', null, heading, h('p', null, `${experiment.command}, just begun`));
    const bar =
      progress.total > 0 &&
      h('progress', { value: progress.done, max: progress.total, 'aria-label': `Progress of ${experiment.name}` });
    const facts = progress.facts.map(({ name, value }) => [name, value]);
    return h(
      'section.queue-card',
      null,
      heading,
      bar,
      h('p', null, `${experiment.command}: ${progressText(progress)}`),
      progress.chart && this.#chart(progress.chart),
      facts.length > 0 && table([experiment.command, ''], facts, 'queue-facts'),
    );
  }

  #chart(chart: NonNullable<Progress['chart']>): HTMLElement {
    const most = Math.max(...chart.curves.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))));
    // Losses are small numbers, scores and margins large ones.
    const digits = most < 1 ? 5 : most < 20 ? 2 : 1;
    const plot = new Plot(
      chart.title,
      chart.x,
      { label: chart.y, digits },
      chart.curves.map(({ label, values }, i) => ({ label, values, color: colorOf(i) })),
    );
    this.#plots.push(plot);
    return plot.element;
  }
}
