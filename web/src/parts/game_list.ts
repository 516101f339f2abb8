// Which game of many: a dialog with one line for each, and a field to search them.

import { readPgn } from '../api/requests';
import type { PgnGame } from '../api/types';
import { resultText } from '../chess/format';
import type { PgnPart } from '../chess/pgn_games';
import { splitGames } from '../chess/pgn_games';
import { h, openDialog, replace } from '../page/dom';
import { tellRepairs, toast } from '../page/messages';
import { t } from '../page/words';

/** Lines that are drawn at once; whoever wants another one searches for it. */
const mostShown = 200;

const known = (value: string | undefined): string => (value && !/^[?.]+$/.test(value) ? value : '');
const playerText = (name: string | undefined, elo: string | undefined): string =>
  (known(name) || '?') + (known(elo) ? ` (${elo})` : '');

interface Listed {
  number: number;
  part: PgnPart;
  players: string;
  details: string;
  searched: string;
}

function listed(part: PgnPart, number: number): Listed {
  const { White, Black, WhiteElo, BlackElo, Event, Date: date, Result, Opening, ECO } = part.tags;
  const players = `${playerText(White, WhiteElo)} – ${playerText(Black, BlackElo)}`;
  const result = Result && Result !== '*' ? resultText(Result) : '';
  const details = [result, known(Event), known(date)].filter(Boolean).join(' · ');
  const searched = [number + 1, players, details, Opening, ECO].join(' ').toLowerCase();
  return { number, part, players, details, searched };
}

/** A dialog to choose from; the game's number counts from 0. */
function chooseGame(parts: PgnPart[], onChoose: (part: PgnPart, number: number) => void): void {
  const games = parts.map(listed);
  const list = h('ul.game-list');
  const count = h('p.quiet', { role: 'status' });
  const field = h('input', {
    type: 'search',
    placeholder: t('games.search'),
    'aria-label': t('games.search-label'),
    autocomplete: 'off',
  });
  const dialog = openDialog(t('games.choose'), h('div.field', null, field), count, list);
  const row = ({ number, part, players, details }: Listed): HTMLElement => {
    const choose = (): void => {
      dialog.close();
      onChoose(part, number);
    };
    return h(
      'li',
      null,
      h(
        'button',
        { type: 'button', onclick: choose },
        h('span.game-number', null, String(number + 1)),
        h('strong', null, players),
        h('span.quiet', null, details),
      ),
    );
  };
  const show = (): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = games.filter((game) => words.every((word) => game.searched.includes(word)));
    replace(list, found.slice(0, mostShown).map(row));
    const all = games.length;
    const text =
      found.length === all ? t('games.count', { count: all }) : t('games.found', { found: found.length, count: all });
    count.textContent = found.length > mostShown ? t('games.first-listed', { text, most: mostShown }) : text;
  };
  field.addEventListener('input', show);
  show();
  field.focus();
}

/** One game as the server reads it. */
export interface ReadGame {
  game: PgnGame;
  /** The PGN of this game alone. */
  pgn: string;
}

/** The fault of the one game in its text, by its number in the whole text. */
const inWhole = (error: string, number: number): string => error.replace(/^Game 1,/, `Game ${number + 1},`);

async function read(part: PgnPart, number: number, isOnly: boolean): Promise<ReadGame | undefined> {
  const { games, errors, repairs } = await readPgn(part.text);
  const [game] = games;
  const error =
    errors[0] &&
    (isOnly
      ? errors[0].replace(/^Game 1, (\w)/, (_, letter: string) => letter.toUpperCase())
      : inWhole(errors[0], number));
  if (!game) {
    toast(error ?? t('games.none'));
    return undefined;
  }
  if (error) toast(t('games.kept', { error }));
  else tellRepairs(repairs);
  return { game, pgn: part.text };
}

/** Reads a PGN and, of several games in it, lets the user choose one. False: there was nothing in it. */
export async function readChosenGame(text: string, take: (chosen: ReadGame) => void): Promise<boolean> {
  const parts = splitGames(text);
  const [first] = parts;
  if (!first) {
    toast(t('games.none'));
    return false;
  }
  if (parts.length === 1) {
    const chosen = await read(first, 0, true);
    if (chosen) take(chosen);
    return chosen !== undefined;
  }
  chooseGame(parts, (part, number) => {
    read(part, number, false).then(
      (chosen) => chosen && take(chosen),
      (error: unknown) => toast((error as Error).message),
    );
  });
  return true;
}
