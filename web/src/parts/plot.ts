// A plot with axes in the colours of the theme: curves over a common x.

import uPlot from 'uplot';

import { h } from '../page/dom';

export interface Curve {
  label: string;
  values: (number | null)[];
  /** The name of a colour in style/base.css. */
  color: string;
  /** Half the height of an error bar at each point. */
  errors?: (number | null)[];
}

/** Games, entries and epochs are counted in whole numbers. */
const wholeSteps = [1, 2, 5]
  .flatMap((digit) => [0, 1, 2, 3, 4, 5].map((zeros) => digit * 10 ** zeros))
  .sort((a, b) => a - b);

const color = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Plot {
  readonly element: HTMLElement;
  readonly #make: () => uPlot;
  #plot: uPlot | undefined;

  constructor(
    name: string,
    x: { label: string; values: number[] },
    y: { label: string; digits: number },
    curves: Curve[],
  ) {
    this.element = h('figure.plot', { role: 'img', 'aria-label': name });
    const height = 320;
    const axis = (label: string): uPlot.Axis => ({
      label,
      stroke: () => color('--soft'),
      grid: { stroke: () => color('--line'), width: 1 },
      ticks: { stroke: () => color('--line'), width: 1 },
      font: '12px Inter, system-ui, sans-serif',
      labelFont: '600 12px Inter, system-ui, sans-serif',
    });
    this.#make = () =>
      new uPlot(
        {
          width: Math.max(this.element.clientWidth, 280),
          height,
          scales: {
            x: { time: false, range: (_, least, most) => (least === most ? [least - 1, most + 1] : [least, most]) },
          },
          axes: [
            { ...axis(x.label), incrs: wholeSteps },
            { ...axis(y.label), values: (_, ticks) => ticks.map((tick) => tick.toFixed(y.digits)), size: 62 },
          ],
          legend: { show: true, live: true },
          series: [
            // Without a pointer over the plot there is no such value.
            { label: x.label, value: (_: uPlot, value: number | null) => (value === null ? '' : String(value)) },
            ...curves.map((curve) => ({
              label: curve.label,
              stroke: () => color(curve.color),
              width: 2,
              points: { show: x.values.length < 40 },
              value: (_: uPlot, value: number | null) => (value === null ? '' : value.toFixed(y.digits)),
            })),
          ],
          hooks: { draw: [(plot) => this.#drawErrors(plot, curves)] },
        },
        [x.values, ...curves.map((curve) => curve.values)],
        this.element,
      );
    new ResizeObserver(() => {
      const width = this.element.clientWidth;
      if (width === 0) return;
      if (this.#plot) this.#plot.setSize({ width, height });
      else this.#plot = this.#make();
    }).observe(this.element);
  }

  repaint(): void {
    this.#plot?.redraw();
  }

  #drawErrors(plot: uPlot, curves: Curve[]): void {
    const { ctx } = plot;
    curves.forEach((curve, number) => {
      ctx.strokeStyle = color(curve.color);
      ctx.lineWidth = devicePixelRatio;
      for (const [i, error] of (curve.errors ?? []).entries()) {
        const value = plot.data[number + 1]?.[i];
        if (error === null || value === null || value === undefined) continue;
        const x = plot.valToPos(plot.data[0][i] ?? 0, 'x', true);
        ctx.beginPath();
        ctx.moveTo(x, plot.valToPos(value - error, 'y', true));
        ctx.lineTo(x, plot.valToPos(value + error, 'y', true));
        ctx.stroke();
      }
    });
  }
}
