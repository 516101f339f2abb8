// The queue of experiments: what runs, how far it is, what the others gave. Only looks; the command line changes it.

import { h, replace } from '../page/dom';
import type { Plot } from '../parts/plot';
import type { Key } from '../page/words';
import { t } from '../page/words';
import { commandName, duration, progressParts } from './progress';
import { table } from './table';
import type { Experiment, Queue } from '../api/types';

const stages: Record<Experiment['stage'], Key> = {
  waiting: 'lab.stage-waiting',
  running: 'lab.stage-running',
  interrupted: 'lab.stage-interrupted',
  done: 'lab.stage-done',
  'time limit': 'lab.stage-time-limit',
  failed: 'lab.stage-failed',
  blocked: 'lab.stage-blocked',
  damaged: 'lab.stage-damaged',
};

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
    this.element = h('div.panel.lab-file', null, h('h2', null, t('lab.queue')), this.#state, this.#running, this.#all);
  }

  /** `files`: what can be drawn, by name. Parts that are as before are left alone, and with them focus and scrolling. */
  show(queue: Queue, files: string[]): void {
    const count = queue.experiments.filter(({ stage }) => stage === 'waiting' || stage === 'interrupted').length;
    const state = queue.paused
      ? t('lab.queue-paused')
      : queue.running
        ? t('lab.queue-running')
        : t('lab.queue-stopped', { command: 'zugwerk queue run' });
    const text = `${state} ${count === 0 ? t('lab.nothing-waits') : t('lab.to-go', { count })}`;
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
        ? h('p', null, t('lab.queue-empty', { command: 'zugwerk queue add' }))
        : table(
            [t('lab.experiment'), t('lab.state'), t('lab.command'), t('lab.time'), t('lab.result')],
            rest.map((experiment) => [
              this.#name(experiment, files),
              t(stages[experiment.stage] as 'lab.stage-done'),
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
    if (!progress) {
      const text = t('lab.just-begun', { command: commandName(experiment.command) });
      return h('section.queue-card', null, heading, h('p', null, text));
    }
    return h('section.queue-card', null, heading, ...progressParts(progress, experiment.name, this.#plots));
  }
}
