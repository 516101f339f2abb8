// What stands beside and below the board of a review: players, the remark about a move, key moments, and the set-up.

import type { ReviewedMove, ReviewedPlayer, Side } from '../api/types';
import { nameOf } from '../chess/fen';
import { moveNumber } from '../chess/format';
import type { TreeNode } from '../chess/tree';
import { plyBefore } from '../chess/tree';
import { h, labelledButton } from '../page/dom';

/** Moves of a line that are shown. */
const shownMoves = 6;
/** From here on a move counts as the best one. */
const bestAccuracy = 99;

const nameOfMove = (node: TreeNode, move: ReviewedMove): string => `${moveNumber(plyBefore(node))} ${move.san}`;

export function playerSummary(player: ReviewedPlayer, side: Side): HTMLElement {
  const count = (value: number, one: string, many: string): HTMLElement => {
    const word = value === 1 ? one : many;
    return h(
      value > 0 ? `span.count.${one}` : 'span.count',
      { title: `${value} ${word}` },
      h('b', null, String(value)),
      ` ${word}`,
    );
  };
  return h(
    'div.reviewed',
    null,
    h('span.disc', { 'aria-hidden': 'true' }),
    h('strong.reviewed-name', null, player.name || nameOf(side)),
    h('span.accuracy', { title: 'Accuracy' }, player.accuracy === undefined ? '–' : `${player.accuracy.toFixed(1)} %`),
    h(
      'div.counts',
      null,
      count(player.inaccuracies, 'inaccuracy', 'inaccuracies'),
      count(player.mistakes, 'mistake', 'mistakes'),
      count(player.blunders, 'blunder', 'blunders'),
    ),
  );
}

function verdictOn(move: ReviewedMove): string {
  if (move.mark && move.missed_win) return 'misses a win';
  if (move.mark) return `is ${move.mark === 'inaccuracy' ? 'an' : 'a'} ${move.mark}`;
  if (move.only_move) return 'is the only good move';
  if (move.forced) return 'is forced';
  return move.accuracy >= bestAccuracy ? 'is best' : 'is good';
}

/** What there is to say about the move that led to this node. */
export function remarkOn(node: TreeNode, move: ReviewedMove, onRetry: () => void): (HTMLElement | null)[] {
  const { better } = move;
  return [
    h(
      'div.remark-head',
      null,
      h('strong', null, nameOfMove(node, move), ` ${verdictOn(move)}`),
      h('span.line-score', null, move.score),
    ),
    move.text ? h('p', null, move.text) : null,
    better && move.mark
      ? h(
          'p.better',
          null,
          'Better: ',
          h('span', null, better.line.slice(0, shownMoves).join(' ')),
          h('span.quiet', null, ` ${better.score}`),
        )
      : null,
    move.mark ? h('div.buttons', null, labelledButton('undo', 'Retry', onRetry)) : null,
  ];
}

export function keyMoment(node: TreeNode, move: ReviewedMove, onSelect: () => void): HTMLElement {
  return h(
    'li',
    null,
    h(
      'button.moment',
      { type: 'button', onclick: onSelect },
      h(`strong.${move.mark ?? 'good'}`, null, nameOfMove(node, move)),
      h('span', null, move.text ?? (move.mark ? `A ${move.mark}.` : 'The only good move.')),
    ),
  );
}

export function momentsPanel(moments: HTMLElement[]): HTMLElement {
  return h(
    'div.panel.moments',
    null,
    h('h2', null, 'Key moments'),
    moments.length > 0 ? h('ol', null, moments) : h('p.quiet', null, 'Nothing turned in this game.'),
  );
}

/** Where a game is pasted; `onText` hears of every change. */
export function setUpPanel(text: string, onText: (text: string) => void, onBegin: (text: string) => void): HTMLElement {
  const area = h('textarea', {
    id: 'review-pgn',
    rows: 12,
    spellcheck: 'false',
    'aria-label': 'PGN of the game',
    placeholder: 'Paste a PGN here, or drop a file on the page. It may hold many games.',
  });
  area.value = text;
  area.addEventListener('input', () => onText(area.value));
  const file = h('input', { type: 'file', accept: '.pgn,.txt', 'aria-label': 'PGN file' });
  file.addEventListener('change', () => void file.files?.[0]?.text().then(onBegin));
  const button = labelledButton('search', 'Review', () => onBegin(area.value), 'primary wide');
  button.id = 'begin-review';
  const what = 'See your mistakes, why they were mistakes, and what to play instead.';
  return h('div.panel.set-up', null, h('h2', null, 'Review a game'), h('p.quiet', null, what), area, file, button);
}
