import { listings } from '../match/titles/catalogue.ts';
import { type Row, TestMarket } from './market.ts';
import { gtinOf } from './numbered_gtin.ts';

/** Items below this number carry their GTIN; so many that two sellers share are just enough to learn a model of titles from. */
const CODED = 300;

/** Feed rows of a seller of test/bench/match_catalogue.ts; from item 300 on only titles tell what they are. */
export function doubtfulRows(seller: 1 | 2, from: number, to: number): Row[] {
  return listings(seller, from, to).map(({ title, brand, price_minor }, at) => ({
    sku: `s${from + at}`,
    title,
    ...(brand && { brand }),
    price: ((price_minor ?? 0) / 100).toFixed(2),
    ...(from + at < CODED && { gtin: gtinOf(from + at) }),
  }));
}

export const ALPHA = doubtfulRows(1, 0, 420);
export const BETA = doubtfulRows(2, 0, 440);

/** Two sellers, published: most of what has no GTIN is matched by its title, and some is left to people. */
export async function doubtfulMarket(): Promise<TestMarket> {
  const market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', ALPHA);
  await market.observe('beta', '2026-01-01', BETA);
  await market.publish();
  return market;
}
