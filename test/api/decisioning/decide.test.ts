import { afterAll, describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';
import { market, wren } from './headphone_market.ts';

interface Flip {
  input: string;
  offer_id?: string;
  criterion?: string;
  value: number;
  condition: string;
  then: string;
  then_offer_id: string | null;
}
interface Answer {
  recommendation: {
    title: string;
    offer: { id: string; seller: string; price: string };
    why: string[];
    confidence: number;
  } | null;
  runner_up: { title: string; why_not: string } | null;
  would_change_if: Flip[];
  relax: { constraint: string; brings: string; options: number }[];
  considered: number;
  qualified: number;
}
const usual = listedSnapshot(market, { areCategoriesStated: true });
const server = await indexServer(usual, {}, { atEnd: afterAll });
const INTENT = 'over-ear headphones with noise cancelling under $200';
const decide = async (body: object = {}) =>
  (await server.post<Answer>('/v1/decide', { intent: INTENT, ...body })).body;
/** The same over other listings. */
async function decideOver(listings: readonly Listing[]): Promise<Answer> {
  server.serve({ ...listedSnapshot(listings), id: 'snp_0000000000000002' });
  const answer = await decide();
  server.serve(usual);
  return answer;
}
const first = (title: string | undefined) => title?.split(' ').slice(0, 2).join(' ');

describe('POST /v1/decide', () => {
  test('recommends what meets the intent, says why, and why not the next', async () => {
    const { recommendation, runner_up, relax, ...counts } = await decide();
    expect(first(recommendation?.title)).toBe('Larkbeat Wren');
    expect(recommendation?.offer).toMatchObject({ id: wren.offer_id, seller: 'alpha', price: '$100.00' });
    expect(recommendation?.why.join('; ')).toMatch(
      /\$100\.00 .*within \$200\.00.*cheapest of 3 that qualify/s,
    );
    expect(runner_up).toMatchObject({ why_not: '$20.00 dearer' });
    expect(first(runner_up?.title)).toBe('Aurivox Halo');
    expect(counts).toMatchObject({ considered: 5, qualified: 3 });
    expect(relax).toEqual([]);
  });

  test('every flip flips: a price in the feeds, a budget and a weight in the request', async () => {
    const { would_change_if, recommendation } = await decide();
    expect(would_change_if.map(({ input }) => input)).toEqual(expect.arrayContaining(['price', 'budget']));
    for (const flip of would_change_if) {
      const moved =
        flip.input === 'price'
          ? await decideOver(
              market.map((one) => (one.offer_id === flip.offer_id ? repriced(one, flip.value) : one)),
            )
          : flip.input === 'budget'
            ? await decide({ constraints: { budget_minor: flip.value } })
            : await decide({ weights: reweighed(flip) });
      expect(moved.recommendation?.offer.id ?? null, flip.condition).toBe(flip.then_offer_id);
      expect(flip.then_offer_id).not.toBe(recommendation?.offer.id);
    }
  });

  test('an implausible price is left aside and told, and chosen only where nothing else is within the budget', async () => {
    const sold = (seller: string, price_minor: number) =>
      listing(seller, 'wren', {
        title: wren.title,
        brand: 'Larkbeat',
        category: 'electronics.audio.over_ear_headphones',
        gtin: '04006381333931',
        price_minor,
      });
    const cheap = sold('delta', 1_500);
    const listings = [
      ...market.slice(1),
      sold('alpha', 10_000),
      sold('beta', 10_200),
      sold('gamma', 9_900),
      cheap,
    ];
    const { recommendation } = await decideOver(listings);
    expect(recommendation?.offer).toMatchObject({ seller: 'gamma', price: '$99.00' });
    expect(recommendation?.why.join('; ')).toMatch(
      /left aside: the offer of delta for \$15\.00: It costs \$15\.00, \d+ % of/,
    );
    server.serve({ ...listedSnapshot(listings), id: 'snp_0000000000000003' });
    const poor = await decide({ constraints: { budget_minor: 5_000 } });
    server.serve(usual);
    expect(poor.recommendation?.offer.id).toBe(cheap.offer_id);
    expect(poor.recommendation?.why.join('; ')).toMatch(/look at the offer of delta/);
    expect(poor.recommendation?.confidence).toBeLessThanOrEqual(0.5);
  });

  test('the order of candidates does not matter, nor one more that is not chosen', async () => {
    const of = async (...skus: string[]) => {
      const { recommendation, runner_up } = await decide({ candidates: skus.map((sku) => `alpha:${sku}`) });
      return [first(recommendation?.title), first(runner_up?.title)];
    };
    const expected = ['Larkbeat Wren', 'Aurivox Halo'];
    expect(await of('wren', 'halo')).toEqual(expected);
    expect(await of('halo', 'wren')).toEqual(expected);
    expect(await of('halo', 'fold', 'wren', 'case')).toEqual(expected);
  });

  test('no two options are one trade item under two products', async () => {
    const twin = listing('beta', 'twin', {
      title: 'Larkbeat Wren over-ear headphones noise cancelling black',
      brand: 'Larkbeat',
      category: 'electronics.audio.over_ear_headphones',
      price_minor: 9_900,
    });
    const { recommendation, runner_up } = await decideOver([...market, twin]);
    expect(recommendation?.offer).toMatchObject({ seller: 'beta', price: '$99.00' });
    expect(first(runner_up?.title)).toBe('Aurivox Halo');
  });

  test('without anything that qualifies it says what to drop and what that brings', async () => {
    const { recommendation, relax } = await decide({ constraints: { budget_minor: 5_000 } });
    expect(recommendation).toBeNull();
    expect(relax).toMatchObject([
      {
        constraint: 'the budget of $50.00',
        brings: expect.stringMatching(/Larkbeat Wren.* for \$100\.00 at alpha/) as string,
      },
      {
        constraint: 'condition new',
        brings: 'Sonvire Pulse over-ear headphones, noise cancelling for $20.00 at alpha',
      },
    ]);
    const wings = await decide({ constraints: { must_have: ['wings'], avoid: ['noise cancelling'] } });
    expect(wings.relax.map(({ constraint }) => constraint)).toContain(
      'must have wings and no noise cancelling',
    );
  });

  test('what is not known to arrive in time does not qualify, and a day that is past is refused', async () => {
    const deliver_by = '2999-01-01';
    const { recommendation, relax } = await decide({ constraints: { deliver_by } });
    expect(recommendation).toBeNull();
    expect(relax[0]?.constraint).toMatch(/^arrival by \d{4}-\d\d-\d\d$/);
    expect(
      await server.post('/v1/decide', { intent: INTENT, constraints: { deliver_by: '2020-01-01' } }),
    ).toMatchObject({ status: 400, body: { param: 'constraints.deliver_by' } });
    expect(
      await server.post('/v1/decide', { intent: INTENT, constraints: { destination: { region: 'ZZ' } } }),
    ).toMatchObject({ status: 400, body: { param: 'constraints.destination.region' } });
  });

  test('a measure that says what it is of is held against that attribute, not against any number', async () => {
    const laptop = (sku: string, title: string, price_minor: number) =>
      listing('alpha', sku, {
        title,
        brand: 'Kestrix',
        category: 'electronics.computers.laptops',
        price_minor,
      });
    server.serve({
      ...listedSnapshot([
        laptop('small', 'Kestrix 8GB laptop Nest 15 (256GB)', 40_000),
        laptop('large', 'Kestrix Talon 14 laptop, 16 GB RAM, 512 GB SSD', 80_000),
      ]),
      id: 'snp_0000000000000003',
    });
    const { recommendation } = await decide({ intent: 'laptop with at least 16 GB RAM' });
    server.serve(usual);
    expect(first(recommendation?.title)).toBe('Kestrix Talon');
  });

  test('what was left of a product to choose from is still the product that the snapshot knows', async () => {
    const own = listedSnapshot(market);
    const known = new Set(await own.products([...Array(own.product_count).keys()]));
    server.serve({
      ...own,
      id: 'snp_0000000000000004',
      forecasts: (product) => {
        if (!known.has(product)) throw new Error(`${product.product_id} is a copy`);
        return own.forecasts(product);
      },
    });
    const answers = [
      await decide({ candidates: [`alpha:wren`] }),
      await decide({ intent: 'headphones of at most 40 cm cable length' }),
    ];
    server.serve(usual);
    expect(answers[0]?.recommendation?.offer.id).toBe(wren.offer_id);
  });

  test('what is asked for and not in the record is told', async () => {
    const { recommendation } = await decide({ intent: 'boho over-ear headphones' });
    expect(recommendation?.why).toContain('its record does not say: boho');
  });

  test.each(['headphone over ear', 'pack of over-ear headphones', 'auriculares over-ear'])(
    'what the index takes for a word of the record is said, and what counts says nothing: %s',
    async (intent) => {
      const { recommendation } = await decide({ intent });
      expect(recommendation?.why.filter((reason) => reason.includes('does not say'))).toEqual([]);
    },
  );
});

describe('weights and memory', () => {
  test('weights are at least 0 and not all 0; a scale is no matter', async () => {
    for (const weights of [{}, { price: 0, trust: 0 }, { price: -1 }])
      expect(await server.post('/v1/decide', { intent: INTENT, weights })).toMatchObject({ status: 400 });
    expect(await decide({ weights: { price: 7, trust: 7 } })).toEqual({
      ...(await decide({ weights: { price: 1, trust: 1 } })),
      request_id: expect.any(String) as string,
    });
  });

  test('constraints of the namespace hold, are named, and give way to the request', async () => {
    const remember = (text: string, constraints: object) =>
      server.post('/v1/memory', { namespace: 'anna', text, constraints });
    await remember('Anna wants no cables to plug in, only wired ones break', { avoid: ['black'] });
    await remember('Anna spends little', { budget_minor: 11_000 });
    const { recommendation } = await decide({ namespace: 'anna' });
    expect(first(recommendation?.title)).toBe('Tonefold Fold');
    expect(recommendation?.why.at(-1)).toMatch(
      /^remembered \(mem_[0-9a-f]{20}\): Anna wants no cables.*; held: no black$/,
    );
    const within = await decide({ namespace: 'anna', intent: 'over-ear headphones with noise cancelling' });
    expect(within).toMatchObject({ recommendation: null });
    expect(within.relax[0]?.constraint).toMatch(/budget of \$110\.00|no black/);
    expect(await server.post('/v1/decide', { intent: INTENT, namespace: 'nobody' })).toMatchObject({
      status: 404,
    });
  });
});

const repriced = (one: Listing, price_minor: number): Listing => ({
  ...one,
  price_minor,
  changes: one.changes.map((change) => ({ ...change, price_minor })),
});

const reweighed = ({ criterion, value }: Flip) =>
  Object.fromEntries(
    ['price', 'speed', 'quality', 'trust'].map((name) => [
      name,
      name === criterion ? value : (1 - value) / 3,
    ]),
  );
