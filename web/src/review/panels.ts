// What stands beside and below the board of a review: players, the remark about a move, key moments, and the set-up.

import type { Review, ReviewedMove, ReviewedPlayer, Side } from '../api/types';
import { sideName } from '../chess/fen';
import { lineText, moveNumber, resultText } from '../chess/format';
import type { TreeNode } from '../chess/tree';
import { plyBefore } from '../chess/tree';
import { h, iconButton, labelledButton } from '../page/dom';
import { numberText, t } from '../page/words';
import { qualityOf } from './quality';

/** Moves of a line that are shown. */
const shownMoves = 6;

const nameOfMove = (node: TreeNode, move: ReviewedMove): string => `${moveNumber(plyBefore(node))} ${move.san}`;

/** The opening, and how, where and when the game was played. */
export function gameHead({ opening, result, event, date }: Review): HTMLElement | null {
  const known = (text: string): boolean => text !== '' && !/^[?.]+$/.test(text);
  const facts = [result === '*' ? '' : resultText(result, ' – '), event, date].filter(known);
  if (!opening && facts.length === 0) return null;
  return h(
    'div.game-head',
    null,
    opening ? h('strong', null, opening) : null,
    h('span.quiet', null, facts.join(' · ')),
  );
}

/** `onTrain` turns the mistakes of this player into puzzles; there is none without mistakes. */
export function playerSummary(player: ReviewedPlayer, side: Side, onTrain?: () => void): HTMLElement {
  const name = player.name || sideName(side);
  const count = (kind: 'inaccuracy' | 'mistake' | 'blunder', value: number): HTMLElement => {
    const text = t(`review.${kind}`, { count: value });
    const element = h('span.count', { title: text }, h('b', null, String(value)), text.replace(/^\d+/, ''));
    if (value > 0) element.classList.add(kind);
    return element;
  };
  return h(
    'div.reviewed',
    null,
    h('span.disc', { 'aria-hidden': 'true' }),
    h('strong.reviewed-name', null, name),
    h(
      'span.accuracy',
      { title: t('review.accuracy') },
      player.accuracy === undefined ? '–' : `${numberText(player.accuracy, 1)} %`,
    ),
    h(
      'div.counts',
      null,
      count('inaccuracy', player.inaccuracies),
      count('mistake', player.mistakes),
      count('blunder', player.blunders),
    ),
    onTrain ? iconButton('target', t('train.begin', { name }), onTrain) : null,
  );
}

const verdictOn = (move: ReviewedMove): string =>
  move.mark && move.missed_win ? t('verdict.misses-win') : t(`verdict.${qualityOf(move)}`);

/** What there is to say about the move that led to this node. */
export function remarkOn(node: TreeNode, move: ReviewedMove, onRetry: () => void): (HTMLElement | null)[] {
  const { better } = move;
  return [
    h(
      'div.remark-head',
      null,
      h('strong', null, t('verdict.of', { move: nameOfMove(node, move), verdict: verdictOn(move) })),
      h('span.line-score', null, move.score),
    ),
    move.text ? h('p', null, move.text) : null,
    better && move.mark
      ? h(
          'p.better',
          null,
          `${t('review.better')} `,
          h('span', null, lineText(better.line.slice(0, shownMoves), plyBefore(node))),
          h('span.quiet', null, ` ${better.score}`),
        )
      : null,
    move.mark ? h('div.buttons', null, labelledButton('undo', t('review.retry'), onRetry)) : null,
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
      h('span', null, move.text ?? t(`moment.${move.mark ?? 'only'}`)),
    ),
  );
}

export function momentsPanel(moments: HTMLElement[]): HTMLElement {
  return h(
    'div.panel.moments',
    null,
    h('h2', null, t('review.moments')),
    moments.length > 0 ? h('ol', null, moments) : h('p.quiet', null, t('review.no-moments')),
  );
}

/** Where a game is pasted; `onText` hears of every change. */
export function setUpPanel(text: string, onText: (text: string) => void, onBegin: (text: string) => void): HTMLElement {
  const area = h('textarea', {
    id: 'review-pgn',
    rows: 12,
    spellcheck: 'false',
    'aria-label': t('review.pgn'),
    placeholder: t('review.paste'),
  });
  area.value = text;
  area.addEventListener('input', () => onText(area.value));
  const file = h('input', { type: 'file', accept: '.pgn,.txt', 'aria-label': t('review.file') });
  file.addEventListener('change', () => void file.files?.[0]?.text().then(onBegin));
  const button = labelledButton('search', t('review.begin'), () => onBegin(area.value), 'primary wide');
  button.id = 'begin-review';
  return h(
    'div.panel.set-up',
    null,
    h('h2', null, t('review.title')),
    h('p.quiet', null, t('review.what')),
    area,
    file,
    button,
  );
}
