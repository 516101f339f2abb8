// A plot with axes in the colours of the theme: curves over a common x.

import uPlot from 'uplot';

import { h } from '../page/dom';
import { numberText } from '../page/words';

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
    const room = h('div.plot-room', { role: 'img', 'aria-label': name });
    const where = h('span.plot-where');
    const entries = curves.map((curve) => {
      const key = h('i', { 'aria-hidden': 'true' });
      key.style.background = `var(${curve.color})`;
      const value = h('b');
      return { curve, value, element: h('span.plot-entry', null, key, `${curve.label} `, value) };
    });
    const legend = h('div.plot-legend', null, where, ...entries.map((entry) => entry.element));
    this.element = h('figure.plot', null, h('figcaption', null, name), legend, room);
    /** The values at a point: that under the pointer, or the last one. */
    const showLegend = (index: number): void => {
      const at = x.values[index];
      where.textContent = at === undefined ? '' : `${x.label} ${numberText(at)}`;
      for (const { curve, value } of entries) {
        // A curve may have no value here: the last one before it counts.
        const known = curve.values.slice(0, index + 1).findLast((one) => one !== null);
        value.textContent = known === undefined || known === null ? '–' : numberText(known, y.digits).replace('-', '−');
      }
    };
    showLegend(x.values.length - 1);
    const height = 300;
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
          width: Math.max(room.clientWidth, 280),
          height,
          scales: {
            x: { time: false, range: (_, least, most) => (least === most ? [least - 1, most + 1] : [least, most]) },
          },
          axes: [
            { ...axis(x.label), incrs: wholeSteps, values: (_, ticks) => ticks.map((tick) => numberText(tick)) },
            {
              ...axis(y.label),
              values: (_, ticks) => ticks.map((tick) => numberText(tick, y.digits).replace('-', '−')),
              size: 62,
            },
          ],
          legend: { show: false },
          series: [
            {},
            ...curves.map((curve) => ({
              stroke: () => color(curve.color),
              width: 2,
              points: { show: x.values.length < 40 },
            })),
          ],
          hooks: {
            draw: [(plot) => this.#drawErrors(plot, curves)],
            setCursor: [(plot) => showLegend(plot.cursor.idx ?? x.values.length - 1)],
          },
        },
        [x.values, ...curves.map((curve) => curve.values)],
        room,
      );
    new ResizeObserver(() => {
      const width = room.clientWidth;
      if (width === 0) return;
      if (this.#plot) this.#plot.setSize({ width, height });
      else this.#plot = this.#make();
    }).observe(room);
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
