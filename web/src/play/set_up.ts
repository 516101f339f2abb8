// The choices before a game: side, level, time, start.

import type { NumberOption } from '../api/types';
import { startFen } from '../chess/fen';
import { h, labelledButton, segmented } from '../page/dom';
import type { Choice } from './game';

const clocks: readonly (readonly [string, string])[] = [
  ['none', 'No clock'],
  ['1+0', '1 min'],
  ['3+2', '3 + 2'],
  ['5+3', '5 + 3'],
  ['10+5', '10 + 5'],
  ['15+10', '15 + 10'],
];
const thinkingTimes: readonly (readonly [string, string])[] = [
  ['0.1', '0.1 s'],
  ['0.5', '½ s'],
  ['1', '1 s'],
  ['3', '3 s'],
  ['10', '10 s'],
];
const levelStep = 50;
/** Up to which rating a player is called so. */
const bands: readonly (readonly [number, string])[] = [
  [750, 'Beginner'],
  [1050, 'Casual player'],
  [1350, 'Improver'],
  [1650, 'Club player'],
  [1950, 'Strong club player'],
  [2150, 'Expert'],
  [2350, 'Master'],
  [2550, 'Grandmaster'],
  [Infinity, 'Superhuman'],
];

function levelName(elo: number | null): string {
  if (elo === null) return 'Full strength';
  return `${elo} · ${bands.find(([most]) => elo <= most)?.[1] ?? ''}`;
}

/** Makes the chosen level one of those that the server can play at. */
export function fitLevel(choice: Choice, levels: NumberOption): void {
  if (choice.elo === undefined) choice.elo = levels.default;
  else if (choice.elo !== null) choice.elo = Math.min(Math.max(choice.elo, levels.min), levels.max);
}

/** The form; it writes what is chosen into `choice`, and calls `onChange` when that changes what the board is to show. Without levels, as long as the server has not told them, there is no slider. */
export function setUpPanel(
  choice: Choice,
  levels: NumberOption | undefined,
  onBegin: () => void,
  onChange: () => void,
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
    onChange();
  });
  const fenField = h('div.field', null, h('label', { for: 'start-fen' }, 'Position as FEN'), fen);
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
  const times = segmented('Zugwerk thinks for', thinkingTimes, choice.seconds, (value) => (choice.seconds = value));
  const showLevel = (): void => {
    levelText.textContent = levelName(choice.elo ?? null);
    level.setAttribute('aria-valuetext', levelText.textContent);
    times.hidden = choice.clock !== 'none' || (choice.elo ?? null) !== null;
  };
  level.addEventListener('input', () => {
    choice.elo = Number(level.value) < fullStrength ? Number(level.value) : null;
    showLevel();
  });
  showLevel();
  const sides = [
    ['white', 'White'],
    ['random', 'Random'],
    ['black', 'Black'],
  ] as const;
  const starts = [
    ['standard', 'Standard'],
    ['chess960', 'Chess960'],
    ['fen', 'Position'],
  ] as const;
  const begin = labelledButton('next', 'Play', onBegin, 'primary wide');
  begin.id = 'begin';
  return h(
    'div.panel.set-up',
    null,
    h('h2', null, 'Play against Zugwerk'),
    segmented('You play', sides, choice.side, (value) => {
      choice.side = value;
      onChange();
    }),
    levels && h('div.field.range', null, h('label', { for: 'level' }, 'Level'), levelText, level),
    times,
    segmented('Clock', clocks, choice.clock, (value) => {
      choice.clock = value;
      showLevel();
    }),
    segmented('Start', starts, choice.start, (value) => {
      choice.start = value;
      fenField.hidden = value !== 'fen';
      onChange();
    }),
    fenField,
    begin,
  );
}
