// The piece sets, as style sheets that the page loads when they are chosen. The drawings are those of npm packages:
// docs/web-api.md lists them with their licences.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const roles = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const sides = ['white', 'black'];
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** A silhouette in the colours of a side; `box` is what the drawing fills, `edge` the width of its outline. */
function silhouette(path, side, [x, y, width, height], edge) {
  const [fill, stroke] = side === 'white' ? ['#fff', '#1d1b18'] : ['#26231f', '#f3eee2'];
  // A square around the drawing, with room for the outline.
  const size = Math.max(width, height) * 1.16;
  const view = [x + width / 2 - size / 2, y + height / 2 - size / 2, size, size].map((value) => value.toFixed(2));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.join(' ')}"><path d="${path}" fill="${fill}" ` +
    `stroke="${stroke}" stroke-width="${edge}" stroke-linejoin="round" paint-order="stroke"/></svg>`
  );
}

/** Each set: the drawing of a piece as SVG. */
const sets = {
  cburnett(role, side) {
    const style = readFileSync(require.resolve('@lichess-org/chessground/assets/chessground.cburnett.css'), 'utf8');
    const [, drawing] = new RegExp(`piece\\.${role}\\.${side} \\{[^}]*base64,([^']+)'`).exec(style);
    return Buffer.from(drawing, 'base64').toString();
  },
  merida(role, side) {
    const folder = join(dirname(require.resolve('ngx-chessground/package.json')), 'assets/images/pieces/merida');
    return readFileSync(join(folder, `${side[0]}${role === 'knight' ? 'N' : capital(role[0])}.svg`), 'utf8');
  },
  staunton(role, side) {
    const { width, height, svgPathData } = require(`@fortawesome/free-solid-svg-icons/faChess${capital(role)}`);
    // Some of the drawings reach above their box.
    return silhouette(svgPathData, side, [0, -32, width, height + 32], 26);
  },
  flat(role, side) {
    return silhouette(require('@mdi/js')[`mdiChess${capital(role)}`], side, [2, 2, 20, 20], 1.1);
  },
};

const asUrl = (svg) =>
  `data:image/svg+xml,${svg
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', "'")
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')}`;

/** The style sheet of each set, by its name. What shows a set as an example wins over the set that is chosen. */
export function pieceStyles() {
  return Object.entries(sets).map(([name, draw]) => {
    const rules = sides.flatMap((side) =>
      roles.map(
        (role) =>
          `:root[data-pieces='${name}'] .cg-wrap piece.${role}.${side},` +
          `.cg-wrap[data-example='${name}'][data-example] piece.${role}.${side}` +
          `{background-image:url("${asUrl(draw(role, side))}")}`,
      ),
    );
    return [name, `${rules.join('\n')}\n`];
  });
}
