// One's own games, kept in the browser: the list after each game, with one click to review it.

import type { End, Side } from '../api/types';
import { endInWords } from '../chess/ends';
import { resultText } from '../chess/format';
import { h, iconButton, labelledButton, openDialog, replace } from '../page/dom';
import { saveFile } from '../page/messages';
import { loadLasting, saveLasting } from '../page/store';
import { language, t } from '../page/words';
import type { Game } from './game';
import { outcomeOf } from './game';
import { opponentOf } from './opponent';
import { controlText } from './time_control';

export interface KeptGame {
  /** Milliseconds since 1970; no two games have the same. */
  begun: number;
  side: Side;
  elo: number | null;
  end: End;
  moves: number;
  clock: string;
  pgn: string;
}

const most = 1000;
const store = 'games';

/** The newest first. */
export const keptGames = (): KeptGame[] => loadLasting<{ games: KeptGame[] }>(store, { games: [] }).games;

/** Writes the list; where the browser has no more room, the oldest games make it. */
function write(games: KeptGame[]): void {
  let list = games.slice(0, most);
  while (list.length > 0 && !saveLasting(store, { games: list })) list = list.slice(0, Math.floor(list.length * 0.9));
  if (list.length === 0) saveLasting(store, { games: [] });
}

/** Another tab may have gone on with the same game: then this one gets a name of its own. */
export function keepGame(game: Game, end: End, pgn: string): void {
  const others = keptGames();
  while (others.some(({ begun, pgn: text }) => begun === game.begun && text !== pgn)) ++game.begun;
  const { begun, side, elo, clock } = game;
  const kept: KeptGame = {
    begun,
    side,
    elo,
    end,
    moves: Math.ceil(game.steps.length / 2),
    clock: clock ? controlText(clock[side]) : '',
    pgn,
  };
  restoreGame(kept);
}

function restoreGame(game: KeptGame): void {
  write([game, ...keptGames().filter(({ begun }) => begun !== game.begun)].sort((a, b) => b.begun - a.begun));
}

/** A game that goes on after all, or that nobody wants to keep. */
export const forgetGame = (begun: number): void => write(keptGames().filter((game) => game.begun !== begun));

export interface GameActions {
  review: (game: KeptGame) => void;
  analyse: (game: KeptGame) => void;
}

const dayText = (begun: number): string =>
  new Date(begun).toLocaleDateString(language, { year: 'numeric', month: 'short', day: 'numeric' });

/** A detail that stays in one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

function row(game: KeptGame, actions: GameActions, close: () => void, onForget: () => void): HTMLElement {
  const outcome = outcomeOf(game.side, game.end.result);
  const { name, level } = opponentOf(game.elo);
  const open = (what: (game: KeptGame) => void) => (): void => {
    close();
    what(game);
  };
  const details = [dayText(game.begun), game.clock, t('my-games.moves', { count: game.moves }), endInWords(game.end)];
  const score = resultText(game.end.result);
  return h(
    'li.kept-game',
    null,
    h(
      'button.kept-open',
      { type: 'button', onclick: open(actions.review) },
      h(`span.outcome.${outcome}`, null, t(`my-games.${outcome}`)),
      h(`span.disc.${game.side}`, { 'aria-hidden': 'true' }),
      h(
        'span.kept-text',
        null,
        h('strong', null, t('my-games.against', { name })),
        h('span.quiet', null, ` ${level}`),
        h('span.quiet.kept-details', null, details.filter(Boolean).map(unbroken).join(' · ')),
      ),
      h(`span.kept-score.${outcome}`, null, score),
    ),
    iconButton('search', t('my-games.analyse', { name, date: dayText(game.begun) }), open(actions.analyse)),
    iconButton('trash', t('my-games.delete', { name, date: dayText(game.begun) }), onForget),
  );
}

/** The list in a dialog; a click on a game reviews it. */
export function showMyGames(actions: GameActions): void {
  const list = h('ul.kept-games');
  const count = h('p.quiet', { role: 'status' });
  const exported = labelledButton('copy', t('my-games.save'), () =>
    saveFile(
      'zugwerk-games.pgn',
      'application/x-chess-pgn',
      keptGames()
        .map(({ pgn }) => `${pgn.trim()}\n`)
        .join('\n'),
    ),
  );
  let removed: KeptGame | undefined;
  const undo = labelledButton('undo', t('my-games.undo'), () => {
    if (removed) restoreGame(removed);
    removed = undefined;
    show();
  });
  const dialog = openDialog(t('my-games.title'), count, list, h('div.buttons', null, exported, undo));
  dialog.classList.add('wide');
  const show = (): void => {
    const games = keptGames();
    const won = games.filter(({ side, end }) => outcomeOf(side, end.result) === 'won').length;
    const drawn = games.filter(({ end }) => end.result === '1/2-1/2').length;
    count.textContent =
      games.length === 0
        ? t('my-games.none')
        : t('my-games.count', { count: games.length, won, drawn, lost: games.length - won - drawn });
    exported.hidden = games.length === 0;
    undo.hidden = !removed;
    replace(
      list,
      games.map((game) =>
        row(
          game,
          actions,
          () => dialog.close(),
          () => {
            removed = game;
            forgetGame(game.begun);
            show();
          },
        ),
      ),
    );
  };
  show();
}
