import type { Schemas } from '../../client/client.ts';

type Observation = Schemas['Observation'];

/** A price over time, of one offer. `values` lie at the times of the chart; null where it could not be bought. */
export interface PriceLine {
  offer_id: string;
  label: string;
  values: (number | null)[];
}

/** What a chart draws: times in epoch seconds, and lines over them, in minor units. */
export interface PriceSeries {
  times: number[];
  lines: PriceLine[];
}

const seconds = (iso: string): number => Date.parse(iso) / 1000;

const PAYABLE = new Set(['in_stock', 'limited', 'low_stock', 'preorder', 'backorder', 'unknown']);

/** How far these prices are known, epoch seconds: one that still stands has stood for its days. */
export function knownUntil(observations: readonly Observation[]): number {
  return Math.max(
    ...observations.map(({ from, to, days }) => (to === null ? seconds(from) + days * 86_400 : seconds(to))),
  );
}

/**
 * Lines of the offers that were observed, the most often observed first, over the times at which any of them changed.
 * A price stands until the next; where none follows at once, the line ends a second before.
 */
export function priceSeries(
  observations: readonly Observation[],
  others: readonly number[] = [],
): PriceSeries {
  const payable = observations.filter(({ availability }) => PAYABLE.has(availability));
  const end = Math.max(knownUntil(observations), ...others.slice(-1));
  const until = (observation: Observation) => (observation.to === null ? end : seconds(observation.to));
  const times = [
    ...new Set([...payable.flatMap((one) => [seconds(one.from), until(one) - 1, until(one)]), ...others]),
  ].sort((a, b) => a - b);
  const byOffer = Map.groupBy(payable, ({ offer_id }) => offer_id);
  const sellers = [...byOffer.values()].map(([first]) => first?.seller);
  const lines = [...byOffer].map(([offer_id, own]) => {
    const { seller = '' } = own[0] ?? {};
    const isAlone = sellers.filter((one) => one === seller).length === 1;
    const label = isAlone ? seller : `${seller} ${offer_id.slice(-4)}`;
    return { offer_id, label, values: valuesAt(times, own, until) };
  });
  return { times, lines: lines.toSorted((a, b) => known(b) - known(a)) };
}

const known = ({ values }: PriceLine): number => values.filter((value) => value !== null).length;

function valuesAt(
  times: readonly number[],
  own: readonly Observation[],
  until: (one: Observation) => number,
) {
  const ordered = own.toSorted((a, b) => seconds(a.from) - seconds(b.from));
  let at = 0;
  return times.map((time) => {
    while (at < ordered.length - 1 && seconds((ordered[at + 1] as Observation).from) <= time) at++;
    const one = ordered[at] as Observation;
    const isLast = at === ordered.length - 1 && one.to === null;
    return seconds(one.from) <= time && (time < until(one) || (isLast && time === until(one)))
      ? one.price_minor
      : null;
  });
}
