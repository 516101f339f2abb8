// What runs: how far it is, how long it will still take, its numbers, and the course of what it measures.

import type { Progress } from '../api/types';
import { h } from '../page/dom';
import type { Key } from '../page/words';
import { numberText, t } from '../page/words';
import { Plot } from '../parts/plot';
import { colorOf } from './colors';
import { table } from './table';

/** What the program names in English and people may read in theirs. */
const known: Readonly<Record<string, Key>> = {
  'LLR over the games': 'lab.chart-llr',
  'Score over the games': 'lab.chart-score',
  'Numbers over the pairs': 'lab.chart-numbers',
  'Losses over the epochs': 'lab.chart-losses',
  LLR: 'lab.llr',
  'accepts elo1': 'lab.bound-upper',
  'accepts elo0': 'lab.bound-lower',
  'score in %': 'lab.axis-score',
  games: 'lab.axis-games',
  pairs: 'lab.axis-pairs',
  value: 'lab.axis-value',
  epoch: 'lab.axis-epoch',
  loss: 'lab.axis-loss',
  learned: 'lab.learned',
  'held out': 'lab.held-out',
  engines: 'lab.fact-engines',
};
const inWords = (text: string): string => {
  const key = known[text];
  return key ? t(key as 'lab.llr') : text;
};

const commands: Readonly<Record<string, Key>> = {
  match: 'lab.running-match',
  spsa: 'lab.running-spsa',
  train: 'lab.running-train',
  selfplay: 'lab.running-selfplay',
  suite: 'lab.running-suite',
};
/** "Match", "Training" of a subcommand. */
export const commandName = (command: string): string => {
  const key = commands[command];
  return key ? t(key as 'lab.running-match') : command;
};

/** "12 s", "4 min 10 s", "2 h 5 min". */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return t('lab.seconds', { s: whole });
  if (whole < 3600) return t('lab.minutes', { min: Math.floor(whole / 60), s: whole % 60 });
  return t('lab.hours', { h: Math.floor(whole / 3600), min: Math.floor((whole % 3600) / 60) });
}

/** "12 of 400 games, 3 %, about 2 h 5 min left", as far as it is known. */
export function progressText(progress: Progress): string {
  const { done, total, unit, seconds_left: left } = progress;
  const units = inWords(unit);
  const parts = [total > 0 ? t('lab.done-of', { done, total, units }) : `${numberText(done)} ${units}`];
  if (total > 0) parts.push(`${Math.min(100, Math.floor((100 * done) / total))} %`);
  if (left !== null) parts.push(t('lab.left', { time: duration(left) }));
  return parts.join(', ');
}

/** Where the LLR of a sequential test stands between its bounds; nothing without such a test. */
function bounds({ chart }: Progress): HTMLElement | null {
  const lastOf = (label: string): number | null | undefined =>
    chart?.curves.find((curve) => curve.label === label)?.values.at(-1);
  const [llr, upper, lower] = ['LLR', 'accepts elo1', 'accepts elo0'].map(lastOf);
  if (llr == null || upper == null || lower == null) return null;
  const share = (value: number): number => Math.min(100, Math.max(0, (100 * (value - lower)) / (upper - lower)));
  const zero = share(0);
  const at = share(llr);
  const fill = h('span.bounds-fill');
  fill.classList.toggle('falling', llr < 0);
  fill.style.left = `${Math.min(zero, at)}%`;
  fill.style.width = `${Math.abs(at - zero)}%`;
  const mark = h('span.bounds-mark');
  mark.style.left = `${at}%`;
  const text = (value: number): string => numberText(value, 2).replace('-', '−');
  return h(
    'div.bounds',
    { role: 'img', 'aria-label': t('lab.bounds', { llr: text(llr), lower: text(lower), upper: text(upper) }) },
    h('div.bounds-bar', null, fill, mark),
    h(
      'div.bounds-ends',
      null,
      h('span', null, `${text(lower)} · ${t('lab.bound-lower')}`),
      h('b', null, `LLR ${text(llr)}`),
      h('span', null, `${t('lab.bound-upper')} · ${text(upper)}`),
    ),
  );
}

function chartOf(chart: NonNullable<Progress['chart']>): Plot {
  const most = Math.max(...chart.curves.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))));
  // Losses are small numbers, scores and margins large ones.
  const digits = most < 1 ? 5 : most < 20 ? 2 : 1;
  return new Plot(
    inWords(chart.title),
    { label: inWords(chart.x.label), values: chart.x.values },
    { label: inWords(chart.y), digits },
    chart.curves.map(({ label, values }, i) => ({ label: inWords(label), values, color: colorOf(i) })),
  );
}

/** Everything that a running command tells; its plots are added to `plots`. */
export function progressParts(progress: Progress, name: string, plots: Plot[]): (HTMLElement | null)[] {
  const bar =
    progress.total > 0
      ? h('progress', { value: progress.done, max: progress.total, 'aria-label': t('lab.progress-of', { name }) })
      : null;
  const facts = progress.facts.map(({ name: fact, value }) => [inWords(fact), value]);
  const plot = progress.chart && chartOf(progress.chart);
  if (plot) plots.push(plot);
  return [
    bar,
    h('p', null, `${commandName(progress.progress)}: ${progressText(progress)}`),
    bounds(progress),
    plot?.element ?? null,
    facts.length > 0 ? table([t('lab.what'), t('lab.so-far')], facts, 'queue-facts') : null,
  ];
}
