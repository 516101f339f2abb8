// How the board looks, as the settings say: colours and coordinates by attributes of the document that the style sheets
// ask for, pieces by a style sheet that is loaded when it is chosen, animation by those who listen.

import { h } from './dom';
import type { Settings } from './store';
import { keepHere, onSavedElsewhere, settings } from './store';

export const boardThemes = ['walnut', 'green', 'blue', 'slate', 'plum', 'contrast'] as const;
export const pieceSets = ['cburnett', 'merida', 'staunton', 'flat'] as const;
/** The set that the page carries in its own style sheet. */
const builtIn = 'cburnett';

const milliseconds = { off: 0, fast: 100, normal: 180, slow: 350 } as const;
/** From when on a board may no longer move by itself: people can tell their system so. */
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export const animationTime = (): number => (calm.matches ? 0 : milliseconds[settings.animation]);

const listeners = new Set<() => void>();
/** Calls back whenever the appearance has changed. */
export const onAppearance = (listener: () => void): void => void listeners.add(listener);

/** Loads the drawings of a set, once. */
export function loadPieces(name: (typeof pieceSets)[number]): void {
  const id = `pieces-${name}`;
  if (!document.getElementById(id))
    document.head.append(h('link', { id, rel: 'stylesheet', href: `/pieces/${name}.css` }));
}

export const isDark = (): boolean =>
  settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);

/** Makes the document look as the settings say. */
export function applyAppearance(): void {
  if (settings.pieces !== builtIn) loadPieces(settings.pieces);
  Object.assign(document.documentElement.dataset, {
    theme: isDark() ? 'dark' : 'light',
    board: settings.board,
    pieces: settings.pieces,
    coordinates: settings.coordinates,
  });
  for (const listener of listeners) listener();
}

const shared = ['theme', 'sound', 'volume', 'board', 'pieces', 'coordinates', 'animation'] as const;

// What is chosen in another tab shows here too; what the engine does is each tab's own.
onSavedElsewhere<Settings>('settings', (saved) => {
  for (const name of shared) if (name in saved) Object.assign(settings, { [name]: saved[name] });
  keepHere('settings', settings);
  applyAppearance();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyAppearance);
calm.addEventListener('change', applyAppearance);
