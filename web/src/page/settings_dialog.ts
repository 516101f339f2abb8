// The settings: everything that is the same in all views. What is chosen shows at once and is remembered.

import { applyAppearance, boardThemes, loadPieces, pieceSets } from './appearance';
import { h, openDialog, segmented } from './dom';
import { play } from './sound';
import type { Settings } from './store';
import { saveSettings, settings } from './store';
import { t } from './words';

/** Keeps a choice and shows what it means. */
function choose<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  saveSettings();
  applyAppearance();
}

const example = (role: string, side: string): HTMLElement => {
  const piece = document.createElement('piece');
  piece.className = `${role} ${side}`;
  return piece;
};

/** A choice among pictures: radio buttons, each a small piece of board. */
function pictures<T extends string>(
  legend: string,
  name: string,
  options: readonly (readonly [T, string])[],
  chosen: T,
  picture: (value: T) => HTMLElement,
  onchange: (value: T) => void,
): HTMLElement {
  return h(
    'fieldset.segmented.pictures',
    null,
    h('legend', null, legend),
    h(
      'div.picture-row',
      null,
      options.map(([value, label]) =>
        h(
          'label',
          null,
          h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => onchange(value) }),
          picture(value),
          h('span', null, label),
        ),
      ),
    ),
  );
}

function volumeField(): HTMLElement {
  const text = h('output', { for: 'volume' });
  const field = h('input', { type: 'range', id: 'volume', min: 0, max: 100, step: 5, value: volume() });
  const show = (): void => {
    text.textContent = field.value === '0' ? t('settings.silent') : `${field.value} %`;
    field.setAttribute('aria-valuetext', text.textContent);
  };
  field.addEventListener('input', () => {
    settings.sound = field.value !== '0';
    if (settings.sound) settings.volume = Number(field.value);
    saveSettings();
    applyAppearance();
    show();
  });
  // Heard once it is let go.
  field.addEventListener('change', () => play('move'));
  show();
  return h('div.field.range', null, h('label', { for: 'volume' }, t('settings.volume')), text, field);
}

const volume = (): number => (settings.sound ? settings.volume : 0);

export function openSettings(): void {
  for (const name of pieceSets) loadPieces(name);
  const board = (value: string): HTMLElement =>
    h('span.swatch.cg-wrap', { 'data-board': value, 'aria-hidden': 'true' }, h('i'), h('i'), h('i'), h('i'));
  const pieces = (value: string): HTMLElement =>
    h(
      'span.swatch.cg-wrap',
      { 'data-example': value, 'aria-hidden': 'true' },
      h('i', null, example('king', 'white')),
      h('i', null, example('queen', 'black')),
      h('i', null, example('knight', 'black')),
      h('i', null, example('pawn', 'white')),
    );
  const boards = boardThemes.map((name) => [name, t(`settings.board-${name}`)] as const);
  const sets = pieceSets.map((name) => [name, t(`settings.pieces-${name}`)] as const);
  const themes = [
    ['auto', t('settings.auto')],
    ['light', t('settings.light')],
    ['dark', t('settings.dark')],
  ] as const;
  const coordinates = [
    ['inside', t('settings.inside')],
    ['outside', t('settings.outside')],
    ['off', t('settings.off')],
  ] as const;
  const animations = [
    ['off', t('settings.off')],
    ['fast', t('settings.fast')],
    ['normal', t('settings.normal')],
    ['slow', t('settings.slow')],
  ] as const;
  const languages = [
    ['auto', t('settings.auto')],
    ['en', 'English'],
    ['de', 'Deutsch'],
  ] as const;
  const dialog = openDialog(
    t('settings.title'),
    pictures(t('settings.board'), 'board-theme', boards, settings.board, board, (value) => choose('board', value)),
    pictures(t('settings.pieces'), 'piece-set', sets, settings.pieces, pieces, (value) => choose('pieces', value)),
    h(
      'div.settings-pair',
      null,
      segmented(t('settings.coordinates'), coordinates, settings.coordinates, (value) => choose('coordinates', value)),
      segmented(t('settings.animation'), animations, settings.animation, (value) => choose('animation', value)),
      segmented(t('settings.theme'), themes, settings.theme, (value) => choose('theme', value)),
      // Every text is made anew; games and analyses come back as they were.
      segmented(t('settings.language'), languages, settings.language, (value) => {
        choose('language', value);
        location.reload();
      }),
    ),
    volumeField(),
    h('p.quiet', null, t('settings.drawings')),
  );
  dialog.classList.add('settings');
}
