// A hint in three steps: what to look at, which piece, the move with its reason.

import type { DrawShape } from '@lichess-org/chessground/draw';

import type { Spot } from '../api/requests';
import type { EngineSession } from '../api/session';
import type { FoundMove, Move } from '../api/types';
import { placementOf, squareWords } from '../chess/board_words';
import { plyOf } from '../chess/fen';
import { lineText } from '../chess/format';
import { h, labelledButton, replace } from '../page/dom';
import type { Key } from '../page/words';
import { t } from '../page/words';
import { arrow, circle } from '../parts/board';

const hintTime = 700;
const threatTime = 300;
const steps = 3;
const shownMoves = 5;
/** Up to here pieces have yet to come into the game. */
const openingPlies = 20;

/** What to look for where there is a tactic of this name; other names get a general word. */
const looks: Readonly<Record<string, Key>> = {
  'hanging piece': 'hint.hanging',
  'winning exchange': 'hint.exchange',
  fork: 'hint.fork',
  pin: 'hint.pin',
  'pinned defender': 'hint.pin',
  skewer: 'hint.line',
  'x-ray': 'hint.line',
  'discovered attack': 'hint.discovery',
  'discovered check': 'hint.discovery',
  'double check': 'hint.discovery',
  'trapped piece': 'hint.trapped',
  'overloaded defender': 'hint.defender',
  'removed guard': 'hint.defender',
  'capturing the defender': 'hint.defender',
  deflection: 'hint.defender',
  promotion: 'hint.promotion',
  stalemate: 'hint.draw',
  repetition: 'hint.draw',
  'drawn ending': 'hint.draw',
};

export interface Hint {
  move: Move;
  fen: string;
  look: string;
  reason: string;
  line: Move[];
  /** How much is told, from 1. */
  step: number;
}

/** The same position with the other side to move. */
function passed(fen: string): string {
  const fields = fen.split(' ');
  fields[1] = fields[1] === 'w' ? 'b' : 'w';
  fields[3] = '-';
  return fields.join(' ');
}

function lookOf(motif: string): string {
  if (/mate$/.test(motif) && motif !== 'stalemate') return t('hint.mate');
  return t((looks[motif] ?? 'hint.tactic') as 'hint.tactic');
}

/** Without a tactic of one's own: what the opponent threatens, or what kind of move is called for. */
function quietLook(found: FoundMove, fen: string, inCheck: boolean, threat: FoundMove | undefined): string {
  if (inCheck) return t('hint.check');
  if (threat?.idea?.motif) return t('hint.threat', { threat: threat.idea.text });
  if (found.move.san.startsWith('O-O')) return t('hint.castle');
  if (found.move.san.includes('x')) return t('hint.capture');
  if (plyOf(fen) >= openingPlies) return t('hint.improve');
  return t(/^[a-h]/.test(found.move.san) ? 'hint.centre' : 'hint.develop');
}

export async function findHint(engine: EngineSession, spot: Spot, fen: string, inCheck: boolean): Promise<Hint> {
  const found = await engine.think(spot, { time_ms: hintTime, idea: true });
  const motif = found.idea?.motif;
  let threat: FoundMove | undefined;
  if (!motif && !inCheck)
    threat = await engine
      .think({ fen: passed(fen), moves: [] }, { time_ms: threatTime, idea: true })
      .catch(() => undefined);
  return {
    move: found.move,
    fen,
    look: motif ? lookOf(motif) : quietLook(found, fen, inCheck, threat),
    reason: found.idea?.text ?? '',
    line: found.idea?.line ?? [found.move],
    step: 1,
  };
}

/** The piece of the hint, then its move. */
export function hintShapes(hint: Hint | undefined): DrawShape[] {
  if (!hint || hint.step < 2) return [];
  return hint.step === 2 ? [circle(hint.move.uci.slice(0, 2), 'hint')] : [arrow(hint.move, 'hint')];
}

export class HintPanel {
  readonly element = h('div.panel.hint', { role: 'status', hidden: true });
  /** Somebody wants to be told more. */
  onMore: () => void = () => {};

  show(hint: Hint | undefined): void {
    this.element.hidden = !hint;
    if (!hint) {
      replace(this.element);
      return;
    }
    const { step } = hint;
    const square = hint.move.uci.slice(0, 2);
    const piece = squareWords(placementOf(hint.fen).get(square));
    replace(
      this.element,
      h(
        'div.hint-head',
        null,
        h('strong', null, t('hint.step', { step, steps })),
        step < steps
          ? labelledButton('bulb', t(step === 1 ? 'hint.which-piece' : 'hint.show-move'), () => this.onMore())
          : null,
      ),
      h('p', null, hint.look),
      step >= 2 ? h('p', null, t('hint.piece', { piece, square })) : null,
      step >= steps
        ? h(
            'p',
            null,
            h('strong', null, hint.move.san),
            hint.reason ? `: ${hint.reason}` : '',
            h(
              'span.hint-line',
              null,
              lineText(
                hint.line.slice(0, shownMoves).map(({ san }) => san),
                plyOf(hint.fen),
              ),
            ),
          )
        : null,
    );
  }
}
