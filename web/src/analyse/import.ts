// Texts that become a game: a FEN or a PGN, pasted, dropped or from a file.

import { place as askPlace } from '../api/requests';
import { Tree } from '../chess/tree';
import { h, labelledButton, openDialog } from '../page/dom';
import { tellRepairs } from '../page/messages';
import { readChosenGame } from '../parts/game_list';

const looksLikeFen = (text: string): boolean =>
  /^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}\s/.test(`${text} `) && !text.includes('\n');

/** Opens what the text holds, of several games the one that the user chooses; false: there was nothing in it. */
export async function importText(text: string, open: (tree: Tree) => void): Promise<boolean> {
  if (looksLikeFen(text)) {
    const found = await askPlace({ fen: text, moves: [] });
    open(new Tree(found.fen));
    tellRepairs(found.repairs);
    return true;
  }
  return readChosenGame(text, ({ game }) => open(Tree.fromGame(game)));
}

/** Asks for a text; `load` says whether it could be read. */
export function importDialog(load: (text: string) => Promise<boolean>): void {
  const area = h('textarea', {
    rows: 10,
    'aria-label': 'PGN or FEN',
    placeholder: 'Paste a PGN or a FEN here, or drop a file on the board',
  });
  const loadText = (text: string): void => void load(text).then((done) => done && dialog.close());
  const file = h('input', { type: 'file', accept: '.pgn,.fen,.txt', 'aria-label': 'File' });
  // A file may be too large to be shown in a field.
  file.addEventListener('change', () => void file.files?.[0]?.text().then(loadText));
  const dialog = openDialog(
    'Load PGN or FEN',
    area,
    h(
      'div.buttons.choices',
      null,
      file,
      h('button.labelled', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      labelledButton('search', 'Load', () => loadText(area.value), 'primary'),
    ),
  );
  area.focus();
}
