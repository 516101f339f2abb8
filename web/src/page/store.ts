// What survives a reload. Every tab keeps its own state; a new tab begins with what was saved last.

import type { EvaluationKind } from '../api/types';
import type { boardThemes, pieceSets } from './appearance';

const prefix = 'zugwerk.';

/** Where things are kept; nowhere if the browser forbids it. */
function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

export function load<T extends object>(name: string, fallback: T): T {
  for (const storage of storages()) {
    try {
      const text = storage.getItem(prefix + name);
      if (text) return { ...fallback, ...(JSON.parse(text) as Partial<T>) };
    } catch {
      // Unreadable or forbidden: as if there were nothing.
    }
  }
  return fallback;
}

export function save(name: string, value: object): void {
  const text = JSON.stringify(value);
  for (const storage of storages()) {
    try {
      storage.setItem(prefix + name, text);
    } catch {
      // Full or forbidden: the page works without.
    }
  }
}

/** Keeps a value for this tab alone; false: there is no room for it. */
export function keepHere(name: string, value: object): boolean {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    // Full or forbidden: the page works without.
    return false;
  }
}

/** What this tab alone has kept. */
export function loadHere<T extends object>(name: string, fallback: T): T {
  try {
    const text = sessionStorage.getItem(prefix + name);
    return text ? { ...fallback, ...(JSON.parse(text) as Partial<T>) } : fallback;
  } catch {
    return fallback;
  }
}

/** What all tabs share, as it is now. */
export function loadLasting<T extends object>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(prefix + name);
    return text ? { ...fallback, ...(JSON.parse(text) as Partial<T>) } : fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value for all tabs, and beyond them; false: there is no room for it. */
export function saveLasting(name: string, value: object): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Everything that any tab has kept under names that begin like this. */
export function listSaved<T>(start: string): { name: string; value: T }[] {
  const read = (name: string): { name: string; value: T }[] => {
    try {
      return [{ name: name.slice(prefix.length), value: JSON.parse(localStorage.getItem(name) ?? '') as T }];
    } catch {
      // Not ours.
      return [];
    }
  };
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix + start))
      .flatMap(read);
  } catch {
    return [];
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // There is nothing to forget.
  }
}

/** Calls back with what another tab saves. */
export function onSavedElsewhere<T extends object>(name: string, listener: (value: Partial<T>) => void): void {
  window.addEventListener('storage', ({ key, newValue, storageArea }) => {
    if (key !== prefix + name || storageArea !== localStorage || !newValue) return;
    try {
      listener(JSON.parse(newValue) as Partial<T>);
    } catch {
      // Not ours.
    }
  });
}

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  language: 'auto' | 'en' | 'de';
  sound: boolean;
  /** From 1 to 100. */
  volume: number;
  board: (typeof boardThemes)[number];
  pieces: (typeof pieceSets)[number];
  coordinates: 'inside' | 'outside' | 'off';
  animation: 'off' | 'fast' | 'normal' | 'slow';
  arrows: boolean;
  lines: number;
  evaluation: EvaluationKind;
  engine: boolean;
}

export const settings: Settings = load<Settings>('settings', {
  theme: 'auto',
  language: 'auto',
  sound: true,
  volume: 70,
  board: 'walnut',
  pieces: 'cburnett',
  coordinates: 'inside',
  animation: 'normal',
  arrows: true,
  lines: 3,
  evaluation: 'network',
  engine: true,
});

export const saveSettings = (): void => save('settings', settings);
