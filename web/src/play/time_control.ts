// What the clocks of a game are set to: presets, and times of one's own for each side.

import type { Side } from '../api/types';
import { other } from '../chess/fen';
import { h } from '../page/dom';
import { t } from '../page/words';

/** In milliseconds. */
export interface TimeControl {
  base: number;
  increment: number;
}

/** What was typed for a clock of one's own: minutes and seconds as texts. */
export interface CustomClock {
  minutes: string;
  increment: string;
  isUnequal: boolean;
  theirMinutes: string;
  theirIncrement: string;
}

export const usualCustom: CustomClock = {
  minutes: '5',
  increment: '3',
  isUnequal: false,
  theirMinutes: '1',
  theirIncrement: '0',
};

const mostMinutes = 600;
const mostIncrement = 600;

function numberIn(text: string, most: number): number | undefined {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && value >= 0 && value <= most ? value : undefined;
}

function readControl(minutes: string, increment: string): TimeControl | undefined {
  const base = numberIn(minutes, mostMinutes);
  const gain = numberIn(increment, mostIncrement);
  if (base === undefined || gain === undefined || base + gain === 0) return undefined;
  // Without a base the first move has the time of one increment.
  return { base: Math.round(base * 60_000) || gain * 1000, increment: Math.round(gain * 1000) };
}

export type Clocks = Record<Side, TimeControl>;

/** The clocks of a choice for a user who plays `side`; null: no clock; undefined: what was typed is no time. */
export function clocksOf(clock: string, custom: CustomClock, side: Side): Clocks | null | undefined {
  if (clock === 'none') return null;
  if (clock !== 'custom') {
    const [minutes = '', increment = ''] = clock.split('+');
    const both = readControl(minutes, increment);
    return both && { white: both, black: both };
  }
  const mine = readControl(custom.minutes, custom.increment);
  const theirs = custom.isUnequal ? readControl(custom.theirMinutes, custom.theirIncrement) : mine;
  if (!mine || !theirs) return undefined;
  const clocks: Partial<Clocks> = { [side]: mine, [other(side)]: theirs };
  return clocks as Clocks;
}

/** "5+3", with seconds where that is no whole number of minutes: "0:30+2". */
export function controlText({ base, increment }: TimeControl): string {
  const minutes = base / 60_000;
  const text = Number.isInteger(minutes)
    ? String(minutes)
    : `${Math.floor(minutes)}:${String(Math.round((base / 1000) % 60)).padStart(2, '0')}`;
  return `${text}+${increment / 1000}`;
}

/** As PGN writes it: seconds. */
export const pgnControl = ({ base, increment }: TimeControl): string =>
  increment > 0 ? `${base / 1000}+${increment / 1000}` : String(base / 1000);

/** The fields for a clock of one's own; they write into `custom`. */
export function customFields(custom: CustomClock): HTMLElement {
  const number = (
    key: 'minutes' | 'increment' | 'theirMinutes' | 'theirIncrement',
    label: string,
    most: number,
  ): HTMLElement => {
    const field = h('input', {
      type: 'text',
      inputmode: 'decimal',
      value: custom[key],
      'aria-label': label,
      autocomplete: 'off',
    });
    field.addEventListener('input', () => {
      custom[key] = field.value;
      field.setAttribute('aria-invalid', String(numberIn(field.value, most) === undefined));
    });
    return field;
  };
  const row = (who: HTMLElement, minutes: HTMLElement, increment: HTMLElement): HTMLElement =>
    h(
      'div.custom-time',
      null,
      who,
      minutes,
      h('span', { 'aria-hidden': 'true' }, t('clock.minutes-plus')),
      increment,
      h('span', { 'aria-hidden': 'true' }, t('clock.seconds')),
    );
  const who = h('span.custom-who');
  const mine = row(
    who,
    number('minutes', t('clock.your-minutes'), mostMinutes),
    number('increment', t('clock.your-increment'), mostIncrement),
  );
  const theirs = row(
    h('span.custom-who', null, t('clock.opponent')),
    number('theirMinutes', t('clock.their-minutes'), mostMinutes),
    number('theirIncrement', t('clock.their-increment'), mostIncrement),
  );
  const unequal = h('input', { type: 'checkbox', checked: custom.isUnequal });
  const show = (): void => {
    theirs.hidden = !custom.isUnequal;
    who.textContent = custom.isUnequal ? t('clock.you') : t('clock.both');
  };
  unequal.addEventListener('change', () => {
    custom.isUnequal = unequal.checked;
    show();
  });
  show();
  return h('div.custom-clock', null, mine, theirs, h('label.check', null, unequal, t('clock.unequal')));
}
