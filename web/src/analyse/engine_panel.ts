// The engine's part of the side: its switch and settings, what it says, and what ends the game.

import type { Analysis, EvaluationKind, Line, Position } from '../api/types';
import { resultText, scoreText } from '../chess/format';
import { h, iconButton, menu } from '../page/dom';
import { saveSettings, settings } from '../page/store';
import { t } from '../page/words';
import { LinesView } from '../parts/engine_lines';
import { ChancesBar, effortText, statusText } from '../parts/engine_view';

/** What there is to show. */
export interface Findings {
  place: Position | undefined;
  event: Analysis | undefined;
  /** The lines of the event, if they belong to the position shown. */
  lines: Line[];
  /** What was found here earlier. */
  remembered: Line | undefined;
  /** The position that is searched: with a threat not the one on the board. */
  fen: string;
  threat: boolean;
}

const mostLines = 5;

export class EnginePanel {
  readonly element: HTMLElement;
  readonly lines = new LinesView();
  onSwitch: (on: boolean) => void = () => {};
  onThreat: () => void = () => {};
  onExplain: () => void = () => {};
  /** The engine is to search differently. */
  onSettings: () => void = () => {};
  onEvaluation: () => void = () => {};
  onArrows: () => void = () => {};

  readonly #chances = new ChancesBar();
  readonly #score = h('span.big-score', null, '–');
  readonly #status = h('span.status', null, '');
  readonly #effort = h('span.quiet', null, '');
  readonly #verdict = h('p.verdict', { role: 'status' });
  readonly #threatButton = iconButton('target', t('engine.threat'), () => this.onThreat());
  readonly #explainButton = iconButton('bulb', t('explain.button'), () => this.onExplain());
  readonly #toggle = h('input', { type: 'checkbox', role: 'switch', id: 'engine-switch' });
  readonly #evaluationChoice = this.#makeEvaluationChoice();
  readonly #evaluationRow = h('label.menu-row', { hidden: true }, t('engine.evaluation'), this.#evaluationChoice);

  constructor() {
    this.#toggle.checked = settings.engine;
    this.#toggle.addEventListener('change', () => this.onSwitch(this.#toggle.checked));
    const toggle = h(
      'label.switch',
      { title: t('engine.switch') },
      this.#toggle,
      h('span.slider'),
      h('span.visually-hidden', null, t('engine.name')),
    );
    this.element = h(
      'div.panel.engine-panel',
      null,
      h(
        'div.engine-head',
        null,
        toggle,
        this.#score,
        h('div.engine-name', null, h('strong', null, 'Zugwerk'), this.#status),
        this.#explainButton,
        this.#threatButton,
        menu(
          'gear',
          t('engine.settings'),
          h('label.menu-row', null, t('engine.lines'), this.#makeLinesChoice()),
          h('label.menu-row', null, t('engine.arrows'), this.#makeArrowsBox()),
          this.#evaluationRow,
          this.#effort,
        ),
      ),
      this.#chances.element,
      this.lines.element,
      this.#verdict,
    );
  }

  /** Where the server has a network, there is a choice between it and the classical evaluation. */
  offerEvaluations(network: string | null): void {
    this.#evaluationRow.hidden = network === null;
  }

  get isClassical(): boolean {
    return !this.#evaluationRow.hidden && settings.evaluation === 'classical';
  }

  showSwitch(on: boolean): void {
    this.#toggle.checked = on;
  }

  showExplaining(on: boolean): void {
    this.#explainButton.setAttribute('aria-pressed', String(on));
  }

  showThreat(on: boolean): void {
    this.#threatButton.setAttribute('aria-pressed', String(on));
  }

  show(found: Findings): void {
    const { place, event, lines } = found;
    const best = lines[0] ?? (found.threat ? undefined : found.remembered);
    const end = place?.end;
    this.#score.textContent = end ? resultText(end.result) : best ? scoreText(best.score) : '–';
    this.#status.textContent = end ? end.reason : this.#statusOf(found);
    this.#effort.textContent = event ? effortText(event) : '';
    this.#chances.show(end ? undefined : best?.wdl);
    this.lines.element.hidden = !settings.engine || Boolean(end);
    this.lines.show(lines, found.fen, Math.min(settings.lines, place?.legal.length || settings.lines));
    const claim = place?.claimable ? t('engine.claim', { reason: place.claimable.reason }) : '';
    this.#verdict.textContent = end ? `${end.reason}.` : claim;
    this.#verdict.hidden = !this.#verdict.textContent;
  }

  #statusOf({ event, threat }: Findings): string {
    if (!settings.engine) return t('engine.off');
    if (!event) return t('engine.starting');
    const status = this.isClassical ? t('engine.by-terms', { status: statusText(event) }) : statusText(event);
    return threat ? t('engine.threatens', { status }) : status;
  }

  #makeLinesChoice(): HTMLElement {
    const choice = h('select', { id: 'line-count', 'aria-label': t('engine.line-count') });
    for (let count = 1; count <= mostLines; ++count)
      choice.append(h('option', { value: count, selected: count === settings.lines }, t('engine.count', { count })));
    choice.addEventListener('change', () => {
      settings.lines = Number(choice.value);
      saveSettings();
      this.onSettings();
    });
    return choice;
  }

  #makeArrowsBox(): HTMLElement {
    const arrows = h('input', { type: 'checkbox', id: 'arrows', checked: settings.arrows });
    arrows.addEventListener('change', () => {
      settings.arrows = arrows.checked;
      saveSettings();
      this.onArrows();
    });
    return arrows;
  }

  #makeEvaluationChoice(): HTMLElement {
    const choice = h('select', { id: 'evaluation' });
    for (const [kind, name] of [
      ['network', t('engine.network')],
      ['classical', t('engine.classical')],
    ])
      choice.append(h('option', { value: kind, selected: kind === settings.evaluation }, name));
    choice.addEventListener('change', () => {
      settings.evaluation = choice.value as EvaluationKind;
      saveSettings();
      this.onEvaluation();
    });
    return choice;
  }
}
