// Texts that become a game: a FEN or a PGN, pasted, dropped or from a file.

import { place as askPlace } from '../api/requests';
import { Tree } from '../chess/tree';
import { h, labelledButton, openDialog } from '../page/dom';
import { tellRepairs } from '../page/messages';
import { readChosenGame } from '../parts/game_list';
import { t } from '../page/words';

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
    'aria-label': t('import.text'),
    placeholder: t('import.placeholder'),
  });
  const loadText = (text: string): void => void load(text).then((done) => done && dialog.close());
  const file = h('input', { type: 'file', accept: '.pgn,.fen,.txt', 'aria-label': t('import.file') });
  // A file may be too large to be shown in a field.
  file.addEventListener('change', () => void file.files?.[0]?.text().then(loadText));
  const dialog = openDialog(
    t('import.title'),
    area,
    h(
      'div.buttons.choices',
      null,
      file,
      h('button.labelled', { type: 'button', onclick: () => dialog.close() }, t('dialog.cancel')),
      labelledButton('search', t('import.load'), () => loadText(area.value), 'primary'),
    ),
  );
  area.focus();
}
