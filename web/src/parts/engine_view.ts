// What the engine says about a position: chances, effort, and the bar beside the board. Its lines are in engine_lines.ts.

import type { Analysis, Line, PgnResult, Wdl } from '../api/types';
import { countText, expectation, resultText, scoreText, shortScore } from '../chess/format';
import { h, replace } from '../page/dom';
import { numberText, t } from '../page/words';

/** The bar beside the board: White's share of the points. */
export class EvaluationBar {
  readonly element: HTMLElement;
  readonly #white = h('div.bar-white');
  readonly #text = h('span.bar-text');

  constructor() {
    this.element = h('div.bar', { role: 'img', 'aria-label': t('bar.empty') }, this.#white, this.#text);
  }

  /** The result where the game is over. */
  showResult(result: PgnResult, flipped: boolean): void {
    const share = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5, '*': 0.5 }[result];
    this.element.classList.toggle('flipped', flipped);
    this.element.classList.remove('empty');
    this.#white.style.height = `${100 * share}%`;
    this.#text.textContent = { '1-0': '1', '0-1': '1', '1/2-1/2': '½', '*': '' }[result];
    this.#text.classList.toggle('for-black', result === '0-1');
    this.element.setAttribute('aria-label', t('bar.result', { result: resultText(result) }));
  }

  show(line: Line | undefined, flipped: boolean): void {
    this.element.classList.toggle('flipped', flipped);
    this.element.classList.toggle('empty', !line);
    const share = line ? expectation(line.wdl) : 0.5;
    this.#white.style.height = `${Math.min(97, Math.max(3, 100 * share)).toFixed(1)}%`;
    this.#text.textContent = line ? shortScore(line.score) : '';
    this.#text.classList.toggle('for-black', line !== undefined && (line.score.mate ?? line.score.cp ?? 0) < 0);
    this.element.setAttribute('aria-label', line ? t('bar.score', { score: scoreText(line.score) }) : t('bar.empty'));
  }
}

/** Win, draw and loss of White as three parts of one bar. */
export class ChancesBar {
  readonly element = h('div.chances', { role: 'img', 'aria-label': t('chances.empty') });

  show(wdl: Wdl | undefined): void {
    this.element.classList.toggle('empty', !wdl);
    if (!wdl) {
      replace(this.element);
      this.element.setAttribute('aria-label', t('chances.empty'));
      return;
    }
    const names = [t('chances.white'), t('chances.draw'), t('chances.black')];
    this.element.setAttribute(
      'aria-label',
      names.map((name, i) => `${name}: ${((wdl[i] ?? 0) / 10).toFixed(0)} %`).join(', '),
    );
    replace(
      this.element,
      wdl.map((share, i) => {
        const part = h('div.chance', { title: `${names[i]}: ${numberText(share / 10, 1)} %` });
        part.classList.add(['white', 'draw', 'black'][i] ?? '');
        part.style.flexGrow = String(share);
        if (share >= 90) part.textContent = `${Math.round(share / 10)} %`;
        return part;
      }),
    );
  }
}

/** "depth 21/34 · 1.4 M/s" */
export function statusText(event: Analysis): string {
  if (!event.begun) return t('engine.waiting');
  const depth = t('engine.depth', { depth: event.depth, selective: event.selective_depth });
  return event.nodes_per_second > 0 ? `${depth} · ${countText(event.nodes_per_second)}/s` : depth;
}

/** "12.3 M positions in 8.4 s, hash 12 % full" */
export function effortText(event: Analysis): string {
  return t('engine.effort', {
    count: countText(event.nodes),
    seconds: numberText(event.time_ms / 1000, 1),
    hash: Math.round(event.hash_permille / 10),
  });
}
