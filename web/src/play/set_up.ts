// The choices before a game: side, level, time, start.

import type { NumberOption } from '../api/types';
import { startFen } from '../chess/fen';
import { h, labelledButton, segmented } from '../page/dom';
import { elsewhere } from '../page/elsewhere';
import { t } from '../page/words';
import type { Choice } from './game';
import { opponentOf } from './opponent';
import { customFields } from './time_control';

const clocks: readonly string[] = ['none', '1+0', '3+2', '5+3', '10+5', '15+10', '30+20', 'custom'];
const thinkingTimes: readonly (readonly [string, string])[] = [
  ['0.1', '0.1 s'],
  ['0.5', '½ s'],
  ['1', '1 s'],
  ['3', '3 s'],
  ['10', '10 s'],
];
const levelStep = 50;

function clockLabel(clock: string): string {
  if (clock === 'none') return t('set-up.no-clock');
  if (clock === 'custom') return t('set-up.custom');
  return clock.replace('+', ' + ');
}

/** Makes the chosen level one of those that the server can play at. */
export function fitLevel(choice: Choice, levels: NumberOption): void {
  if (choice.elo === undefined) choice.elo = levels.default;
  else if (choice.elo !== null) choice.elo = Math.min(Math.max(choice.elo, levels.min), levels.max);
}

/** What the form asks for. */
export interface SetUpActions {
  begin: () => void;
  /** What is chosen changes what the board is to show. */
  change: () => void;
  showGames: () => void;
}

/** The form; it writes what is chosen into `choice`. Without levels, as long as the server has not told them, there is no slider. */
export function setUpPanel(
  choice: Choice,
  levels: NumberOption | undefined,
  gameCount: number,
  actions: SetUpActions,
): HTMLElement {
  const fen = h('input', {
    type: 'text',
    id: 'start-fen',
    spellcheck: 'false',
    autocomplete: 'off',
    value: choice.fen,
    placeholder: startFen,
  });
  fen.addEventListener('input', () => {
    choice.fen = fen.value;
    actions.change();
  });
  const fenField = h('div.field', null, h('label', { for: 'start-fen' }, t('set-up.fen')), fen);
  const edit = (): void => elsewhere.edit(choice.fen.trim() || startFen, choice.side === 'black');
  fenField.append(labelledButton('board', t('editor.title'), edit));
  fenField.hidden = choice.start !== 'fen';
  const levelText = h('output', { for: 'level' });
  // The slider's last place is full strength.
  const fullStrength = (levels?.max ?? 0) + levelStep;
  const level = h('input', {
    type: 'range',
    id: 'level',
    min: levels?.min ?? 0,
    max: fullStrength,
    step: levelStep,
    value: choice.elo ?? fullStrength,
  });
  const times = segmented(t('set-up.thinks-for'), thinkingTimes, choice.seconds, (value) => (choice.seconds = value));
  const paces = [
    ['person', t('set-up.like-a-person')],
    ['instant', t('set-up.at-once')],
  ] as const;
  const pace = segmented(t('set-up.pace'), paces, choice.pace, (value) => (choice.pace = value));
  const custom = customFields(choice.custom);
  const showFields = (): void => {
    const elo = choice.elo ?? null;
    levelText.textContent = opponentOf(elo).level;
    level.setAttribute('aria-valuetext', levelText.textContent);
    times.hidden = choice.clock !== 'none' || elo !== null;
    pace.hidden = elo === null;
    custom.hidden = choice.clock !== 'custom';
  };
  level.addEventListener('input', () => {
    choice.elo = Number(level.value) < fullStrength ? Number(level.value) : null;
    showFields();
    actions.change();
  });
  const sides = [
    ['white', t('side.white')],
    ['random', t('set-up.random')],
    ['black', t('side.black')],
  ] as const;
  const starts = [
    ['standard', t('set-up.standard')],
    ['chess960', 'Chess960'],
    ['fen', t('set-up.position')],
  ] as const;
  const begin = labelledButton('next', t('set-up.play'), actions.begin, 'primary wide');
  begin.id = 'begin';
  const games = labelledButton('list', t('my-games.button', { count: gameCount }), actions.showGames);
  games.hidden = gameCount === 0;
  const clock = segmented(
    t('set-up.clock'),
    clocks.map((one) => [one, clockLabel(one)] as const),
    choice.clock,
    (value) => {
      choice.clock = value;
      showFields();
    },
  );
  clock.classList.add('in-rows');
  showFields();
  return h(
    'div.panel.set-up',
    null,
    h('h2', null, t('set-up.title')),
    segmented(t('set-up.you-play'), sides, choice.side, (value) => {
      choice.side = value;
      actions.change();
    }),
    levels && h('div.field.range', null, h('label', { for: 'level' }, t('set-up.level')), levelText, level),
    pace,
    times,
    clock,
    custom,
    segmented(t('set-up.start'), starts, choice.start, (value) => {
      choice.start = value;
      fenField.hidden = value !== 'fen';
      actions.change();
    }),
    fenField,
    begin,
    games,
  );
}
