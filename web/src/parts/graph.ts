// White's expected points over the moves of the main line, as far as the engine has looked at them.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import { h } from '../page/dom';
import { moveNumber } from '../chess/format';
import { kindOf } from '../chess/nags';
import type { Tree, TreeNode } from '../chess/tree';
import { plyBefore, shareOf } from '../chess/tree';

const markedKinds = ['inaccuracy', 'mistake', 'blunder'];

export class EvaluationGraph {
  readonly element = h('div.graph', { hidden: true });
  onSelect: (node: TreeNode) => void = () => {};

  #plot: uPlot | undefined;
  #nodes: TreeNode[] = [];
  #current = -1;

  constructor() {
    new ResizeObserver(() => {
      if (this.#plot && this.element.clientWidth > 0)
        this.#plot.setSize({ width: this.element.clientWidth, height: this.#height });
    }).observe(this.element);
  }

  readonly #height = 96;

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

  #make(data: uPlot.AlignedData): uPlot {
    const color = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const plot = new uPlot(
      {
        width: Math.max(this.element.clientWidth, 200),
        height: this.#height,
        padding: [0, 0, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: [0, 100] } },
        axes: [{ show: false }, { show: false }],
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
        hooks: {
          draw: [
            (self) => {
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
                ctx.arc(
                  self.valToPos(i, 'x', true),
                  self.valToPos(100 * share, 'y', true),
                  3.5 * devicePixelRatio,
                  0,
                  2 * Math.PI,
                );
                ctx.fill();
              }
              ctx.restore();
            },
          ],
          setCursor: [
            (self) => {
              const node = this.#nodes[self.cursor.idx ?? -1];
              const share = node ? shareOf(node) : null;
              self.root.title =
                node && share !== null
                  ? `${node.parent ? `${moveNumber(plyBefore(node))} ${node.san}` : 'Start'}: White expects ${share.toFixed(2)} points`
                  : '';
            },
          ],
        },
      },
      data,
      this.element,
    );
    plot.over.addEventListener('click', () => {
      const node = this.#nodes[plot.cursor.idx ?? -1];
      if (node) this.onSelect(node);
    });
    return plot;
  }
}
