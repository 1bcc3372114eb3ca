import uPlot from 'uplot';
import { h, show } from './element.ts';
import type { Forecast } from './forecast.ts';
import type { PriceSeries } from './price_series.ts';
import { minorPer, money, priceMarks } from './wording.ts';

export interface ChartParts {
  series: PriceSeries;
  currency: string;
  /** What is usual at one seller. */
  band: { low_minor: number; median_minor: number; high_minor: number; seller: string } | null;
  /** What is expected, day by day. */
  fan: Forecast['points'];
  /** The price that the fan begins with; null where there is none. */
  current: number | null;
}

type Values = (number | null)[];

const HEIGHT = 280;
const NARROW_HEIGHT = 220;

/** A chart of prices over time, with a legend whose boxes hide lines. */
export function drawChart(parts: ChartParts): HTMLElement {
  const readout = h(
    'p',
    { class: 'note readout', 'aria-hidden': 'true' },
    'Point at the chart for the prices of a day.',
  );
  const frame = h('div', { class: 'chart', role: 'img', 'aria-label': summary(parts) });
  const legend = h('ul', { class: 'legend' });
  const whole = h('div', {}, frame, readout, legend);
  let chart: uPlot | undefined;
  const draw = () => {
    const width = Math.floor(frame.clientWidth);
    if (width === 0) return;
    if (chart) return chart.setSize({ width, height: heightOf(width) });
    chart = new uPlot(optionsOf(parts, width, readout, frame), dataOf(parts), frame);
    show(legend, legendOf(parts, chart));
  };
  const observer = new ResizeObserver(draw);
  observer.observe(frame);
  // Colours are read when it is drawn, so it is drawn anew where they change.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    chart?.destroy();
    chart = undefined;
    if (frame.isConnected) draw();
    else observer.disconnect();
  });
  return whole;
}

const heightOf = (width: number): number => (width < 500 ? NARROW_HEIGHT : HEIGHT);

function summary({ series, currency, band, fan }: ChartParts): string {
  const lines = series.lines.map(({ label, values }) => {
    const prices = values.filter((value) => value !== null);
    const last = prices.at(-1);
    return last === undefined
      ? label
      : `${label} from ${money(Math.min(...prices), currency)} to ${money(Math.max(...prices), currency)}, last ${money(last, currency)}`;
  });
  const usual = band
    ? ` Usual at ${band.seller}: ${money(band.low_minor, currency)} to ${money(band.high_minor, currency)}.`
    : '';
  const end = fan.at(-1);
  const expected = end ? ` Expected on ${end.date}: ${money(end.p50_minor, currency)}.` : '';
  return `Prices over time. ${lines.join('; ')}.${usual}${expected}`;
}

/** Times of the lines and of the fan, and on them: lines, then the band's low, middle and high, then the fan's. */
function dataOf({ series, band, fan, current }: ChartParts): uPlot.AlignedData {
  const lastKnown = series.times.at(-1) ?? 0;
  const days = fan
    .map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1000)
    .filter((time) => time > lastKnown);
  const ahead = fan.slice(fan.length - days.length);
  const times = [...series.times, ...days];
  const none: null[] = days.map(() => null);
  const before = series.times.map((time) => (time === lastKnown ? current : null));
  const lines = series.lines.map(({ values }) => [...values, ...none] as Values);
  const [start = 0] = band ? series.times.filter((time) => time >= lastKnown - 90 * 86_400) : [];
  const constant = (minor: number): Values =>
    times.map((time) => (time >= start && time <= lastKnown ? minor : null));
  const usual = band
    ? [constant(band.low_minor), constant(band.median_minor), constant(band.high_minor)]
    : [];
  const expected = (['p10_minor', 'p50_minor', 'p90_minor'] as const).map((name) => [
    ...before,
    ...ahead.map((point) => point[name]),
  ]);
  return [times, ...lines, ...usual, ...(days.length > 0 ? expected : [])] as uPlot.AlignedData;
}

function optionsOf(
  parts: ChartParts,
  width: number,
  readout: HTMLElement,
  frame: HTMLElement,
): uPlot.Options {
  const { series, currency, band } = parts;
  const { length } = series.lines;
  const hasFan = dataOf(parts).length > 1 + length + (band ? 3 : 0);
  const colour = colours(frame);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const grid = { stroke: colour('--line'), width: 1 };
  const axis: uPlot.Axis = { stroke: colour('--muted'), grid, ticks: grid };
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
  const middle = (name: string): uPlot.Series => ({
    stroke: colour(name),
    width: 1.5,
    dash: [6, 4],
    points: { show: false },
  });
  const lineSeries = series.lines.map(
    ({ label }, at): uPlot.Series => ({
      label,
      stroke: colour(`--series-${at + 1}`),
      width: 2,
      ...(at >= 4 && { dash: [3, 2] }),
      ...(stepped && { paths: stepped }),
      points: { show: false },
    }),
  );
  const fanFrom = length + (band ? 4 : 1);
  return {
    width,
    height: heightOf(width),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    tzDate: (time) => uPlot.tzDate(new Date(time * 1000), 'Etc/UTC'),
    scales: { x: { time: true } },
    series: [
      {},
      ...lineSeries,
      ...(band ? [edge, middle('--muted'), edge] : []),
      ...(hasFan ? [edge, middle('--accent'), edge] : []),
    ],
    bands: [
      ...(band ? [{ series: [length + 3, length + 1] as [number, number], fill: colour('--band') }] : []),
      ...(hasFan ? [{ series: [fanFrom + 2, fanFrom] as [number, number], fill: colour('--fan') }] : []),
    ],
    axes: [
      { ...axis, space: 48, incrs: DAY_STEPS, values: days },
      { ...axis, size: 64, ...priceAxis(currency) },
    ],
    hooks: { setCursor: [(chart) => readAt(chart, parts, readout)] },
  };
}

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const days = (_chart: uPlot, marks: number[]): string[] => marks.map((mark) => DAY.format(mark * 1000));

/** Days between two marks: less than one would write a day twice. */
const DAY_STEPS = [1, 2, 5, 7, 14, 30, 60, 90, 180, 365].map((step) => step * 86_400);
/** Minor units between two marks. */
const PRICE_STEPS = Array.from({ length: 15 }, (_, power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
).flat();

/** How prices are marked. */
const priceAxis = (currency: string): uPlot.Axis => ({
  incrs: PRICE_STEPS,
  values: (_chart, marks, _axis, _space, step) => {
    const format = priceMarks(step, currency);
    return marks.map((mark) => format.format(mark / minorPer(currency)));
  },
});

/** Says the prices at the cursor. */
function readAt({ cursor, data }: uPlot, { series, currency }: ChartParts, readout: HTMLElement): void {
  const at = cursor.idx;
  const time = typeof at === 'number' ? data[0][at] : undefined;
  if (typeof at !== 'number' || time === undefined) return;
  const prices = series.lines.flatMap(({ label, values }) => {
    const value = values[at];
    return value === null || value === undefined ? [] : [`${label} ${money(value, currency)}`];
  });
  const day = new Date(time * 1000).toISOString().slice(0, 10);
  readout.textContent = `${day}: ${prices.join(', ') || 'nothing to buy'}`;
}

function legendOf({ series, band, fan }: ChartParts, chart: uPlot) {
  const boxes = series.lines.map(({ label }, at) => {
    const toggle = (event: Event) =>
      chart.setSeries(at + 1, { show: (event.currentTarget as HTMLInputElement).checked });
    const box = h('input', { type: 'checkbox', checked: true, onchange: toggle });
    return h('li', {}, h('label', {}, box, h('span', { class: `swatch series-${at + 1}` }), label));
  });
  const other = (kind: string, label: string) =>
    h('li', {}, h('span', {}, h('span', { class: `swatch ${kind}` }), label));
  return [
    boxes,
    band && other('band', `usual at ${band.seller}`),
    fan.length > 0 && other('fan', 'expected'),
  ];
}

/** Reads colours of the style sheet, which the canvas cannot. */
function colours(frame: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = frame.appendChild(h('span'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
