// The words of the page, in the language of its user. What the server says (names of openings, reasons of the teacher)
// stays in English.

import { de } from '../words/de';
import { en } from '../words/en';
import { settings } from './store';

type Texts = typeof en;
export type Key = keyof Texts;
/** A text; or two, for one thing and for any other number of them. */
type Entry = string | { readonly one: string; readonly other: string };
/** A language: the same keys as English. */
export type Words = { readonly [K in Key]: Texts[K] extends string ? string : { one: string; other: string } };

type TextOf<E> = E extends string ? E : E extends { one: infer One; other: infer Other } ? One | Other : never;
type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Values<K extends Key> = Record<
  NamesIn<TextOf<Texts[K]>> | (Texts[K] extends string ? never : 'count'),
  string | number
>;
type Given<K extends Key> = keyof Values<K> extends never ? [] : [values: Values<K>];

const languages = { en, de } as const satisfies Record<string, Words>;
export type Language = keyof typeof languages;

/** The language that is chosen, or else the first one of the browser that the page has. */
export function languageOf(chosen: Language | 'auto', preferred: readonly string[]): Language {
  if (chosen !== 'auto' && chosen in languages) return chosen;
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (language in languages) return language as Language;
  }
  return 'en';
}

export const language = languageOf(settings.language, globalThis.navigator?.languages ?? []);

const plurals = new Intl.PluralRules(language);

/** A number as the language writes it: "1,500" or "1.500". */
export const numberText = (value: number, digits = 0): string =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Puts values in place of {name}; numbers as the language writes them, texts as they are. */
export function filled(entry: Entry, values: Readonly<Record<string, string | number>>, rules = plurals): string {
  const text =
    typeof entry === 'string' ? entry : rules.select(Number(values.count)) === 'one' ? entry.one : entry.other;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? value.toLocaleString(language) : value;
  });
}

/** The text of a key: t('games', { count: 3 }). */
export function t<K extends Key>(key: K, ...given: Given<K>): string {
  return filled(languages[language][key], given[0] ?? {});
}
