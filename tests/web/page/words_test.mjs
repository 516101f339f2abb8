// The languages of the page: both have every text, with the same values in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { filled, languageOf } from '../../../web/src/page/words';
import { de } from '../../../web/src/words/de';
import { en } from '../../../web/src/words/en';

const forms = (entry) => (typeof entry === 'string' ? [entry] : [entry.one, entry.other]);
const valuesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('German has the keys of English, in the same order', () => {
  assert.deepEqual(Object.keys(de), Object.keys(en));
});

test('every text takes the same values in both languages', () => {
  for (const [key, entry] of Object.entries(en)) {
    assert.equal(typeof de[key], typeof entry, key);
    // "one game" may do without its number, "5 games" may not.
    assert.deepEqual(valuesOf(forms(de[key]).at(-1)), valuesOf(forms(entry).at(-1)), key);
    for (const form of [...forms(entry), ...forms(de[key])]) {
      assert.equal(form, form.trim(), key);
      assert.notEqual(form, '', key);
      if (typeof entry !== 'string')
        for (const name of valuesOf(form)) assert.ok(valuesOf(entry.other).includes(name), `${key}: ${name}`);
    }
  }
});

test('no German text is an English sentence that was left', () => {
  for (const [key, entry] of Object.entries(en))
    if (forms(entry).some((form) => form.replaceAll(/\{\w+\}/g, '').split(' ').length > 4))
      assert.notDeepEqual(de[key], entry, key);
});

test('a text takes its values, and the form for their number', () => {
  const rules = new Intl.PluralRules('en');
  const games = { one: '{count} game of {name}', other: '{count} games of {name}' };
  assert.equal(filled(games, { count: 1, name: 'Ann' }, rules), '1 game of Ann');
  assert.equal(filled(games, { count: 0, name: '{count}' }, rules), '0 games of {count}');
  assert.equal(filled('level {elo}', { elo: '1500' }, rules), 'level 1500');
});

test('the language is the chosen one, or the first of the browser that the page has', () => {
  assert.equal(languageOf('auto', ['fr-FR', 'de-AT', 'en']), 'de');
  assert.equal(languageOf('auto', ['fr']), 'en');
  assert.equal(languageOf('en', ['de']), 'en');
  assert.equal(languageOf('xx', ['de']), 'de');
});
