import { answerOf, type Schemas } from '../../client/client.ts';
import { badge, h, note, section, table } from './element.ts';
import type { Forecast } from './forecast.ts';
import { type ChartParts, drawChart } from './price_chart.ts';
import { knownUntil, priceSeries } from './price_series.ts';
import { index } from './session.ts';
import { moment, stateKind, words } from './wording.ts';

type Observation = Schemas['Observation'];

const DAYS = 120;
const PAGE = 100;
const MAX_PAGES = 10;
/** More lines than this cannot be told from one another. */
const MAX_LINES = 8;

/** The section with the prices of these variants over time, what is usual of them, and what is expected. */
export async function priceHistory({
  product_id,
  variants,
  context,
  forecast,
  signal,
}: {
  product_id: string;
  variants: ReadonlySet<string>;
  context: Schemas['GetPriceContextAnswer'] | null;
  forecast: Forecast | null;
  signal: AbortSignal;
}): Promise<HTMLElement> {
  const all = await allObservations(product_id, [...variants], signal);
  const observed = all.filter(({ variant_id }) => variants.has(variant_id));
  const [first] = observed;
  if (!first) return section('Price history', note(`No price was seen in the last ${DAYS} days.`));
  const points = forecast?.points ?? [];
  const series = priceSeries(observed, context ? windowOf(observed, context.days) : []);
  const parts: ChartParts = {
    series: { ...series, lines: series.lines.slice(0, MAX_LINES) },
    currency: first.currency,
    band: context && {
      low_minor: context.low_minor,
      median_minor: context.median_minor,
      high_minor: context.high_minor,
      seller: context.seller,
    },
    fan: points,
    current: forecast?.current_minor ?? null,
  };
  return section(
    'Price history',
    note(
      `The price at each seller, ${DAYS} days; a line breaks where nothing was seen or nothing could be bought.`,
      context &&
        ` The band is what ${context.seller} asked in ${context.days} days, lowest to highest, with the middle as a dashed line.`,
      points.length > 0 && ' The fan to the right is what is expected: eight of ten prices fall into it.',
    ),
    drawChart(parts),
    series.lines.length > MAX_LINES &&
      note(`The ${MAX_LINES} longest of ${series.lines.length} lines; the table has all.`),
    h('details', {}, h('summary', {}, 'The same as a table'), observationTable(observed)),
  );
}

/** First and last second of the days that a context looks at. */
function windowOf(observed: readonly Observation[], days: number): number[] {
  const end = knownUntil(observed);
  const start = Math.min(...observed.map(({ from }) => Date.parse(from) / 1000));
  return [Math.max(start, end - days * 86_400), end];
}

function observationTable(observed: readonly Observation[]) {
  return table(
    'Each price with the time it stood, the newest first (UTC).',
    [
      { label: 'Seller' },
      { label: 'Price', numeric: true },
      { label: 'Stock' },
      { label: 'From' },
      { label: 'To' },
    ],
    observed
      .toReversed()
      .map(({ seller, price, availability, from, to }) => [
        seller,
        price,
        badge(words(availability), stateKind(availability)),
        moment(from),
        to === null ? 'still' : moment(to),
      ]),
  );
}

async function allObservations(id: string, variants: string[], signal: AbortSignal): Promise<Observation[]> {
  const [only] = variants.length === 1 ? variants : [];
  const found: Observation[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { days: DAYS, limit: PAGE, ...(only && { variant_id: only }), ...(cursor && { cursor }) };
    const answer = await answerOf(
      index().GET('/v1/products/{id}/history', { params: { path: { id }, query }, signal }),
    );
    found.push(...answer.observations);
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  return found;
}
