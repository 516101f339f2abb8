// The classical evaluation, term by term; asked for only while its panel is open.

import type { Spot } from '../api/requests';
import { evaluation } from '../api/requests';
import type { Evaluation, EvaluationTerm } from '../api/types';
import { scoreText } from '../chess/format';
import { h, replace } from '../page/dom';
import { t } from '../page/words';

const pawns = (value: number): string => (value / 100).toFixed(2);
/** The longest bar stands for at least this many centipawns. */
const leastScale = 50;

export class TermsPanel {
  readonly element: HTMLDetailsElement;
  onToggle: () => void = () => {};
  readonly #terms = h('div.terms');

  constructor(open: boolean) {
    this.element = h('details.panel.terms-panel', null, h('summary', null, t('terms.title')), this.#terms);
    this.element.open = open;
    this.element.addEventListener('toggle', () => this.onToggle());
  }

  get open(): boolean {
    return this.element.open;
  }

  async show(spot: Spot, isWanted: () => boolean): Promise<void> {
    if (!this.open) return;
    try {
      const found = await evaluation(spot);
      if (isWanted()) this.#fill(found);
    } catch (error) {
      replace(this.#terms, h('p.quiet', null, (error as Error).message));
    }
  }

  #fill(found: Evaluation): void {
    const largest = Math.max(leastScale, ...found.terms.map((term) => Math.abs(term.white - term.black)));
    const head = [t('terms.term'), t('side.white'), t('side.black'), t('terms.balance')];
    replace(
      this.#terms,
      found.known_endgame ? h('p.quiet', null, t('terms.endgame')) : null,
      found.check ? h('p.quiet', null, t('terms.check')) : null,
      found.terms.length > 0 &&
        h(
          'table',
          null,
          h('caption', null, t('terms.caption')),
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
            found.terms.map((term) => this.#row(term, largest)),
          ),
        ),
      h('p.total', null, t('terms.total', { score: scoreText({ cp: found.total }) })),
      found.network !== null && h('p.total', null, t('terms.network', { score: scoreText({ cp: found.network }) })),
    );
  }

  #row(term: EvaluationTerm, largest: number): HTMLElement {
    const balance = term.white - term.black;
    const bar = h('div.term-bar');
    bar.style.width = `${(50 * Math.abs(balance)) / largest}%`;
    bar.classList.add(balance >= 0 ? 'for-white' : 'for-black');
    return h(
      'tr',
      null,
      h('th', { scope: 'row' }, term.name),
      h('td', null, pawns(term.white)),
      h('td', null, pawns(term.black)),
      h('td.balance', null, bar, h('span', null, pawns(balance))),
    );
  }
}
