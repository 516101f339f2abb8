// White's expected points over the moves of the main line, as far as an engine has looked at them: this one, or the one
// whose evaluations stand in the PGN.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import { clockOf } from '../chess/comments';
import { moveNumber, scoreText } from '../chess/format';
import { kindOf } from '../chess/nags';
import type { Tree, TreeNode } from '../chess/tree';
import { plyBefore, scoreOf, shareOf } from '../chess/tree';
import { h, replace } from '../page/dom';
import { numberText, t } from '../page/words';

const markedKinds = ['inaccuracy', 'mistake', 'blunder'];
const height = 132;
/** Numbers of moves that may stand below the graph: every so many. */
const moveSteps = [1, 2, 5, 10, 20, 50, 100];
/** Room for one of these numbers, in pixels. */
const numberRoom = 34;
const axisFont = '12px Inter, system-ui, sans-serif';

const color = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class EvaluationGraph {
  readonly element: HTMLElement;
  onSelect: (node: TreeNode) => void = () => {};

  readonly #room = h('div.graph-room', { role: 'img', 'aria-label': t('graph.label') });
  readonly #tip = h('div.graph-tip', { 'aria-hidden': 'true', hidden: true });
  #plot: uPlot | undefined;
  #nodes: TreeNode[] = [];
  #current = -1;

  constructor() {
    this.element = h('div.graph', { hidden: true }, this.#room, this.#tip);
    new ResizeObserver(() => {
      if (this.#plot && this.#room.clientWidth > 0) this.#plot.setSize({ width: this.#room.clientWidth, height });
    }).observe(this.#room);
  }

  update(tree: Tree, current: TreeNode): void {
    this.#nodes = [tree.root, ...tree.mainLine()];
    this.#current = this.#nodes.indexOf(current);
    const points = this.#nodes.map((node) => {
      const share = shareOf(node);
      return share === null ? null : 100 * share;
    });
    const known = points.filter((point) => point !== null).length;
    this.element.hidden = known < 2;
    if (this.element.hidden) return;
    // White's share from below, Black's from above, over the part that is known.
    const last = points.findLastIndex((point) => point !== null);
    const ceiling = points.map((_, i) => (i >= points.findIndex((point) => point !== null) && i <= last ? 100 : null));
    const data: uPlot.AlignedData = [this.#nodes.map((_, i) => i), ceiling, points];
    if (this.#plot) this.#plot.setData(data);
    else this.#plot = this.#make(data);
  }

  /** With the colours of the theme that is on now. */
  repaint(): void {
    this.#plot?.redraw();
  }

  /** Where the numbers of moves stand: at the positions before White's moves. */
  #splits(width: number): number[] {
    const [first] = this.#nodes;
    const before = first ? plyBefore(first) + 1 : 0;
    const moves = this.#nodes.length / 2;
    const step = moveSteps.find((one) => moves / one <= width / numberRoom) ?? 200;
    return this.#nodes.flatMap((_, i) => {
      const ply = before + i;
      const number = Math.floor(ply / 2) + 1;
      return ply % 2 === 0 && (number % step === 0 || (number === 1 && step > 2)) ? [i] : [];
    });
  }

  #axes(): uPlot.Axis[] {
    const common: uPlot.Axis = {
      stroke: () => color('--soft'),
      font: axisFont,
      ticks: { show: false },
      border: { show: false },
    };
    return [
      {
        ...common,
        size: 20,
        gap: 3,
        grid: { show: false },
        splits: (self) => this.#splits(self.width),
        values: (_, splits) => splits.map((i) => this.#numberAt(i)),
      },
      {
        ...common,
        size: 26,
        gap: 5,
        grid: { stroke: 'rgb(128 128 128 / 30%)', width: 1 },
        splits: () => [0, 50, 100],
        values: () => ['0', '½', '1'],
      },
    ];
  }

  #numberAt(index: number): string {
    const node = this.#nodes[index + 1];
    return node ? String(Math.floor(plyBefore(node) / 2) + 1) : '';
  }

  #make(data: uPlot.AlignedData): uPlot {
    const plot = new uPlot(
      {
        width: Math.max(this.#room.clientWidth, 200),
        height,
        padding: [8, 10, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: [0, 100] } },
        axes: this.#axes(),
        series: [
          {},
          { width: 0, fill: () => color('--graph-dark'), fillTo: 0, points: { show: false } },
          {
            spanGaps: true,
            width: 1.5,
            stroke: () => color('--graph-line'),
            fill: () => color('--graph-fill'),
            fillTo: 0,
            points: { show: false },
          },
        ],
        hooks: { draw: [(self) => this.#drawMarks(self)], setCursor: [(self) => this.#showTip(self)] },
      },
      data,
      this.#room,
    );
    plot.over.addEventListener('click', () => {
      const node = this.#nodes[plot.cursor.idx ?? -1];
      if (node) this.onSelect(node);
    });
    plot.over.addEventListener('pointerleave', () => (this.#tip.hidden = true));
    return plot;
  }

  /** The middle, the current move, and the moves that a review marked. */
  #drawMarks(self: uPlot): void {
    const { ctx, bbox } = self;
    ctx.save();
    ctx.strokeStyle = 'rgb(128 128 128 / 60%)';
    ctx.lineWidth = 1;
    const middle = self.valToPos(50, 'y', true);
    ctx.beginPath();
    ctx.moveTo(bbox.left, middle);
    ctx.lineTo(bbox.left + bbox.width, middle);
    ctx.stroke();
    if (this.#current >= 0) {
      const x = self.valToPos(this.#current, 'x', true);
      ctx.strokeStyle = color('--graph-line');
      ctx.lineWidth = 2;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    for (const [i, node] of this.#nodes.entries()) {
      const kind = kindOf(node.nags);
      const share = shareOf(node);
      if (!kind || !markedKinds.includes(kind) || share === null) continue;
      ctx.fillStyle = color(`--${kind}-dot`);
      ctx.beginPath();
      const [x, y] = [self.valToPos(i, 'x', true), self.valToPos(100 * share, 'y', true)];
      ctx.arc(x, y, 3.5 * devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  }

  #showTip(self: uPlot): void {
    const index = self.cursor.idx ?? -1;
    const node = this.#nodes[index];
    this.#tip.hidden = !node || (self.cursor.left ?? -1) < 0;
    if (!node || this.#tip.hidden) return;
    const share = shareOf(node);
    const score = scoreOf(node);
    const clock = clockOf(node.comments);
    replace(
      this.#tip,
      h('strong', null, node.parent ? `${moveNumber(plyBefore(node))} ${node.san}` : t('graph.start')),
      score && h('span', null, scoreText(score)),
      share !== null && h('span', null, t('graph.share', { points: numberText(share, 2) })),
      clock && h('span', null, t('graph.clock', { clock })),
    );
    const over = self.over.offsetLeft;
    const left = over + self.valToPos(index, 'x') - this.#tip.offsetWidth / 2;
    const room = this.element.clientWidth - this.#tip.offsetWidth - 4;
    this.#tip.style.left = `${Math.max(4, Math.min(left, room))}px`;
  }
}
