import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

interface Result {
  product_id: string;
  variant_id: string;
  title: string;
  best: { seller: string; offer_id: string; price_minor: number };
  score: number;
  why?: string;
  verdict: string | null;
}
interface Answer {
  results: Result[];
  understood: Record<string, unknown>;
}

const earbuds = listing('techmart', 't1', {
  title: 'Wireless earbuds, noise cancelling',
  brand: 'Aurivox',
  price_minor: 8900,
  landed_minor: 9499,
  attributes: { 'general.color': 'Black', 'audio.bluetooth': 'yes' },
});
const wired = listing('techmart', 't2', {
  title: 'Wired headphones',
  brand: 'Sony',
  price_minor: 2500,
  attributes: { 'audio.bluetooth': 'no', 'general.color': 'Black' },
});
const overEar = listing('voltcity', 'v1', {
  title: 'Over-ear headphones with noise cancelling and leather cushions',
  brand: 'Sony',
  price_minor: 19900,
  attributes: { 'audio.bluetooth': 'yes', 'general.color': 'Silver' },
});
const laptop = (sku: string, title: string, price_minor: number) =>
  listing('voltcity', sku, { title, price_minor, category: 'computers.laptops' });
const small = laptop('v2', 'Laptop 8 GB RAM 512 GB SSD', 50000);
const large = laptop('v3', 'Laptop 16 GB RAM 256 GB SSD', 70000);
const sofa = listing('techmart', 't3', { title: 'Leather sofa', price_minor: 90000 });
const soldOut = listing('techmart', 't4', {
  title: 'Wireless noise cancelling earbuds pro',
  price_minor: 3000,
  availability: 'out_of_stock',
});
const shop = listedSnapshot([earbuds, wired, overEar, small, large, sofa, soldOut]);
const ask = async (intent: string, constraints?: object) => {
  const server = await indexServer(shop);
  return (
    await server.post<Answer>('/v1/search/semantic', { intent, ...(constraints ? { constraints } : {}) })
  ).body;
};
const titles = ({ results }: Answer) => results.map(({ title }) => title);

describe('POST /v1/search/semantic', () => {
  test('an intent is read, kept to, and explained from the record', async () => {
    const { results, understood } = await ask('wireless noise cancelling earbuds under $100');
    expect(understood).toMatchObject({
      words: 'wireless noise cancelling earbuds',
      budget_minor: 10000,
      currency: 'USD',
      ignored: [],
    });
    expect(results[0]).toEqual({
      product_id: earbuds.product_id,
      variant_id: earbuds.variant_id,
      pooled_variants: [earbuds.variant_id],
      condition: 'new',
      title: earbuds.title,
      best: {
        seller: 'techmart',
        offer_id: earbuds.offer_id,
        price: '$89.00',
        price_minor: 8900,
        currency: 'USD',
      },
      score: expect.any(Number),
      why: '“wireless”, “noise”, “cancelling”, “earbuds” in its title; $94.99 delivered is within $100.00; an unchanged price against the last 90 days at techmart',
      verdict: 'flat',
      thumb: null,
    });
    expect(results.map(({ product_id }) => product_id)).not.toContain(overEar.product_id);
    expect(results.map(({ product_id }) => product_id)).not.toContain(soldOut.product_id);
    expect(results.map(({ score }) => score)).toEqual(
      results.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  test.each([
    ['2026-06-28T00:00:00Z', 'the 2 days that are known of the last 90'],
    ['2026-06-29T00:00:00Z', 'the one day that is known of the last 90'],
    ['2026-06-29T12:00:00Z', 'less than a day that is known of the last 90'],
    ['2026-04-01T00:00:00Z', 'the last 90 days'],
  ])('a price that is known since %s is held against %s', async (since, days) => {
    const changes = earbuds.changes.map((change) => ({ ...change, from: Date.parse(since) / 1000 }));
    const server = await indexServer(listedSnapshot([{ ...earbuds, changes }]));
    const { body } = await server.post<Answer>('/v1/search/semantic', { intent: 'earbuds' });
    expect(body.results[0]?.why).toContain(`; an unchanged price against ${days} at techmart`);
  });

  test.each([
    ['headphones with bluetooth', [overEar.title]],
    ['black headphones without leather', [wired.title, earbuds.title]],
    ['headphones not Sony', [earbuds.title]],
    ['laptop with at least 16 GB ram', [large.title]],
    ['laptop with at least 512 GB ssd', [small.title]],
    ['headphones from techmart', [wired.title, earbuds.title]],
  ])('%s', async (intent, expected) => {
    const found = titles(await ask(intent));
    expect(found.slice(0, expected.length)).toEqual(expected);
    if (/bluetooth|ram|ssd|Sony/.test(intent)) expect(found).not.toContain(wired.title);
  });

  test.each([
    ['laptop, at least 16 GB', [large.title]],
    ['laptop, at least 8 GB', [large.title, small.title]],
    ['laptop, at least 512 GB', [small.title]],
    ['laptop, at most 300 GB', [large.title]],
    ['laptop, at least 1 TB', []],
  ])('%s: a bound speaks of the amount nearest to it', async (intent, expected) => {
    const { results, understood } = await ask(intent);
    expect(understood['measures']).toHaveLength(1);
    const kinds = [small.title, large.title];
    const found = titles({ results, understood }).filter((title) => kinds.includes(title));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test('a name that nothing has finds nothing near to it, and says so', async () => {
    expect(await ask('hovercraft')).toMatchObject({
      results: [],
      note: expect.stringContaining('“hovercraft”'),
    });
  });

  test('what lies next to a name that nothing has is not it', async () => {
    for (const other of ['dress', 'lawnmower'])
      expect(await ask(other)).toMatchObject({
        results: [],
        note: `nothing here is called “${other}”`,
      });
  });

  test('what is refused and asked for at once, and amounts that no record has, are told and not held', async () => {
    const found = await ask('headphones without headphones');
    expect(found.understood).toMatchObject({ avoid: [], ignored: [expect.stringContaining('“headphones”')] });
    expect(found.results.length).toBeGreaterThan(0);
    const heavy = await ask('headphones under 300 g');
    expect(heavy.understood).toMatchObject({
      measures: [],
      ignored: [expect.stringContaining('under 300 g')],
    });
    expect(heavy.results.length).toBeGreaterThan(0);
  });

  test('a function word is no reason', async () => {
    const { results } = await ask('the wired headphones for me');
    for (const { why } of results) expect(why).not.toMatch(/“(?:the|for|me)”/);
  });

  test('8 GB beside a disk of 512 GB are not 16 GB of memory', async () => {
    const bare = laptop('v4', 'Laptop 8GB (512GB)', 60000);
    const server = await indexServer(listedSnapshot([bare, large]));
    const { body } = await server.post<Answer>('/v1/search/semantic', {
      intent: 'laptop with at least 16 GB ram',
    });
    expect(titles(body)).toEqual([large.title]);
  });

  test('meaning finds what shares no word', async () => {
    expect(titles(await ask('something to sit on in the living room'))[0]).toBe(sofa.title);
  });

  test('the caller’s constraints hold against those of the text', async () => {
    const answer = await ask('black headphones under $10 without bluetooth, from voltcity', {
      budget_minor: 20000,
      must_have: ['bluetooth'],
      seller: ['techmart', 'voltcity'],
    });
    expect(answer.understood).toMatchObject({
      budget_minor: 20000,
      must_have: ['bluetooth'],
      avoid: [],
      seller: ['techmart', 'voltcity'],
    });
    expect(titles(answer).toSorted()).toEqual([overEar.title, earbuds.title].toSorted());
  });

  test('a budget in another currency is not applied, and that is said', async () => {
    const { understood } = await ask('headphones under 50 euros');
    expect(understood).toMatchObject({ budget_minor: null, ignored: [expect.stringContaining('EUR')] });
  });

  test('explain false leaves the reasons out; limit bounds the answer', async () => {
    const server = await indexServer(shop);
    const { body } = await server.post<Answer>('/v1/search/semantic', {
      intent: 'headphones',
      explain: false,
      limit: 1,
    });
    expect(body.results).toHaveLength(1);
    expect(body.results[0]).not.toHaveProperty('why');
  });

  test.each([
    [{}, 400, 'intent'],
    [{ intent: '' }, 400, 'intent'],
    [{ intent: '\u200b\u202e…' }, 400, 'intent'],
    [{ intent: 'x'.repeat(10_000) }, 400, 'intent'],
    [{ intent: 'tv', limit: 0 }, 400, 'limit'],
    [{ intent: 'tv', budget: 5 }, 400, 'budget'],
    [{ intent: 'tv', constraints: { budget_minor: -1 } }, 400, 'constraints.budget_minor'],
    [{ intent: 'tv', constraints: { must_have: ['!'] } }, 400, 'constraints.must_have.0'],
    [{ intent: 'tv', constraints: { colour: 'red' } }, 400, 'constraints.colour'],
    [{ intent: 'tv', constraints: { seller: ['nobody'] } }, 404, 'constraints.seller'],
    [
      { intent: 'tv', constraints: { seller: Array.from({ length: 500 }, () => 'techmart') } },
      400,
      'constraints.seller',
    ],
  ])('%.80j is refused', async (payload, status, param) => {
    const server = await indexServer(shop);
    expect(await server.post('/v1/search/semantic', payload)).toMatchObject({ status, body: { param } });
  });
});

const COLOURS = ['red', 'blue', 'black'];
const MATERIALS = ['leather', 'cotton', 'steel'];
const SELLERS = ['alpha', 'beta'];
const anyListing = fc.record({
  seller: fc.constantFrom(...SELLERS),
  gtin: fc.constantFrom('04006381333931', '09780306406157', null),
  thing: fc.constantFrom('bag', 'chair', 'lamp'),
  colour: fc.constantFrom(...COLOURS),
  material: fc.constantFrom(...MATERIALS),
  inTitle: fc.boolean(),
  price_minor: fc.integer({ min: 1000, max: 9000 }),
  delivery: fc.option(fc.integer({ min: 0, max: 900 })),
  availability: fc.constantFrom('in_stock' as const, 'unknown' as const, 'out_of_stock' as const),
});
const anyWish = fc.record({
  thing: fc.constantFrom('bag', 'chair', 'something nice'),
  must: fc.option(fc.constantFrom(...COLOURS)),
  avoid: fc.option(fc.constantFrom(...MATERIALS)),
  budget: fc.option(fc.integer({ min: 10, max: 90 })),
  seller: fc.option(fc.constantFrom(...SELLERS)),
  byCaller: fc.boolean(),
});

function listed(parts: typeof anyListing extends fc.Arbitrary<infer T> ? T : never, no: number): Listing {
  const { seller, gtin, thing, colour, material, inTitle, price_minor, delivery, availability } = parts;
  return listing(seller, `s${no}`, {
    gtin,
    title: inTitle ? `${colour} ${material} ${thing}` : thing,
    attributes: inTitle ? {} : { 'general.color': colour, 'general.material': material },
    price_minor,
    landed_minor: delivery === null ? null : price_minor + delivery,
    availability,
  });
}

test('why tells what a record says that it has not, and only of what is silent that nothing speaks of it', async () => {
  const free = listing('techmart', 'f1', { title: 'Oat cereal, gluten free', price_minor: 300 });
  const wireless = listing('techmart', 'f2', { title: 'Ash speaker without bluetooth', price_minor: 900 });
  const silent = listing('techmart', 'f3', { title: 'Beam speaker', price_minor: 800 });
  const server = await indexServer(listedSnapshot([free, wireless, silent]));
  const whyOf = async (intent: string, title: string) => {
    const { body } = await server.post<Answer>('/v1/search/semantic', { intent });
    return body.results.find((one) => one.title === title)?.why;
  };
  expect(await whyOf('gluten free cereal', free.title)).toMatch(/free of gluten/);
  expect(await whyOf('gluten free cereal', free.title)).not.toMatch(/nothing in its record speaks/);
  const asked = 'a speaker without bluetooth';
  expect(await whyOf(asked, wireless.title)).toContain(
    'without “bluetooth”: its title says “Ash speaker without bluetooth”',
  );
  expect(await whyOf(asked, silent.title)).toContain('nothing in its record speaks of “bluetooth”');
});

test('no result breaks a constraint, whether the text or the caller gave it, and why quotes only the record', async () => {
  const server = await indexServer(shop);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyListing, { minLength: 1, maxLength: 10 }), anyWish, async (all, wish) => {
      const listings = all.map(listed);
      server.serve({
        ...listedSnapshot(listings, { sellers: SELLERS.map((id) => ({ id, name: id })) }),
        id: `snp_${run++}`,
      });
      const { thing, must, avoid, budget, seller, byCaller } = wish;
      const said = `${thing}${must ? ` with ${must}` : ''}${avoid ? `, no ${avoid}` : ''}${budget ? `, under $${budget}` : ''}${seller ? `, from ${seller}` : ''}`;
      const { body } = await server.post<Answer>(
        '/v1/search/semantic',
        byCaller
          ? {
              intent: thing,
              constraints: {
                ...(must ? { must_have: [must] } : {}),
                ...(avoid ? { avoid: [avoid] } : {}),
                ...(budget ? { budget_minor: budget * 100 } : {}),
                ...(seller ? { seller: [seller] } : {}),
              },
            }
          : { intent: said },
      );
      for (const { best, why = '', variant_id } of body.results) {
        const offer = listings.find(({ offer_id }) => offer_id === best.offer_id) as Listing;
        const variant = listings.filter((each) => each.variant_id === variant_id);
        const record = variant
          .flatMap(({ title, attributes }) => [title, ...Object.values(attributes)])
          .join(' ');
        expect(offer.availability).not.toBe('out_of_stock');
        if (must) expect(record).toContain(must);
        if (avoid) expect(record).not.toContain(avoid);
        if (budget) expect(offer.landed_minor ?? offer.price_minor).toBeLessThanOrEqual(budget * 100);
        if (seller) expect(offer.seller).toBe(seller);
        const quotes = [...why.matchAll(/“([^”]+)”/g)].map(([, quoted]) => quoted as string);
        for (const quoted of quotes) if (quoted !== avoid) expect(record).toContain(quoted);
        for (const [, value] of why.matchAll(/(?:color|material) is (\w+)/g)) expect(record).toContain(value);
      }
      const fits = listings.filter(
        (each) =>
          !must &&
          !avoid &&
          thing !== 'something nice' &&
          each.title.includes(thing) &&
          each.availability === 'in_stock' &&
          (!budget || (each.landed_minor ?? each.price_minor) <= budget * 100) &&
          (!seller || each.seller === seller),
      );
      expect(body.results.map(({ product_id }) => product_id)).toEqual(
        expect.arrayContaining(fits.map(({ product_id }) => product_id)),
      );
    }),
    { numRuns: 200 },
  );
});
