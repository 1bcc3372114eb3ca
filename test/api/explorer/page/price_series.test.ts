import { describe, expect, test } from 'vitest';
import { priceSeries } from '../../../../api/explorer/page/price_series.ts';

const day = (date: number) => Date.parse(`2026-01-0${date}T00:00:00Z`) / 1000;

/** What was seen of an offer from one day of January to another. */
function seen(
  offer_id: string,
  price_minor: number,
  [from, to]: [number, number | null],
  availability: 'in_stock' | 'out_of_stock' = 'in_stock',
) {
  return {
    seller: 'alpha',
    offer_id,
    variant_id: 'var_1',
    price: '',
    price_minor,
    landed_minor: null,
    currency: 'USD',
    availability,
    from: `2026-01-0${from}T00:00:00.000Z`,
    to: to === null ? null : `2026-01-0${to}T00:00:00.000Z`,
    days: (to ?? from + 1) - from,
  };
}

/** What a line says at the start of a day, and a second before. */
const at = ({ times, lines }: ReturnType<typeof priceSeries>, line: number, time: number) =>
  lines[line]?.values[times.indexOf(time)];

describe('the lines of a price chart', () => {
  test('stand until the next price, and to the end where none follows', () => {
    const series = priceSeries([
      seen('off_a', 100, [1, 3]),
      seen('off_a', 80, [3, null]),
      seen('off_b', 90, [1, 5]),
    ]);
    expect([
      at(series, 0, day(1)),
      at(series, 0, day(3) - 1),
      at(series, 0, day(3)),
      at(series, 0, day(5)),
    ]).toEqual([100, 100, 80, 80]);
  });

  test('go on to the day that all is known of, however long ago the last change was', () => {
    const still = { ...seen('off_a', 100, [1, null]), days: 7 };
    const series = priceSeries([still, seen('off_b', 90, [1, 2])]);
    expect(series.times.at(-1)).toBe(day(8));
    expect([at(series, 0, day(1)), at(series, 0, day(8))]).toEqual([100, 100]);
  });

  test('break where nothing was seen, and where nothing could be bought', () => {
    const series = priceSeries([
      seen('off_a', 100, [1, 2]),
      seen('off_a', 90, [3, 4], 'out_of_stock'),
      seen('off_a', 80, [5, null]),
      seen('off_b', 70, [1, 6]),
    ]);
    const lost = series.lines.findIndex(({ offer_id }) => offer_id === 'off_a');
    expect([
      at(series, lost, day(2) - 1),
      at(series, lost, day(2)),
      at(series, lost, day(5)),
      at(series, lost, day(6)),
    ]).toEqual([100, null, 80, 80]);
  });

  test('have times in order, each once, and two offers of one seller told apart', () => {
    const { times, lines } = priceSeries(
      [seen('off_a', 1, [1, 2]), seen('off_b', 2, [1, 2])],
      [day(1), day(2)],
    );
    expect(times).toEqual([day(1), day(2) - 1, day(2)]);
    expect(lines.map(({ label }) => label)).toEqual(['alpha ff_a', 'alpha ff_b']);
  });
});
