// Texts that become a game: a FEN or a PGN, pasted, dropped or from a file.

import { place as askPlace, readPgn } from '../api/requests';
import { Tree } from '../chess/tree';
import { h, labelledButton, openDialog } from '../page/dom';
import { tellRepairs, toast } from '../page/messages';
import { chooseGame } from '../parts/game_list';

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
  const { games, errors, repairs } = await readPgn(text);
  const [first] = games;
  if (!first) {
    toast(errors[0] ?? 'There is no game in this text');
    return false;
  }
  if (errors.length === 0) tellRepairs(repairs);
  else toast(`${errors.length} of the games could not be read: ${errors[0]}`);
  if (games.length > 1) chooseGame(games, (game) => open(Tree.fromGame(game)));
  else open(Tree.fromGame(first));
  return true;
}

/** Asks for a text; `load` says whether it could be read. */
export function importDialog(load: (text: string) => Promise<boolean>): void {
  const area = h('textarea', {
    rows: 10,
    'aria-label': 'PGN or FEN',
    placeholder: 'Paste a PGN or a FEN here, or drop a file on the board',
  });
  const file = h('input', { type: 'file', accept: '.pgn,.fen,.txt', 'aria-label': 'File' });
  file.addEventListener('change', () => void file.files?.[0]?.text().then((text) => (area.value = text)));
  const loadArea = (): void => void load(area.value).then((done) => done && dialog.close());
  const dialog = openDialog(
    'Load PGN or FEN',
    area,
    h('div.buttons', null, file, labelledButton('search', 'Load', loadArea, 'primary')),
  );
  area.focus();
}
