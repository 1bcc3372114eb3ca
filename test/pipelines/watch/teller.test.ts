import { describe, expect, test } from 'vitest';
import type { ChangePoint, Listing } from '../../../pipelines/domain/listing.ts';
import type { WatchCondition } from '../../../pipelines/domain/watch.ts';
import { priceCondition, Teller, watchedOffers } from '../../../pipelines/watch/teller.ts';
import type { LoggedCrossing, NewEvent, WatchStateRow } from '../../../warehouse/state/events.ts';
import type { Watch } from '../../../warehouse/state/watches.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';

const FIRST = '04006381333931';
const SECOND = '04006381333948';
const day = (of: number) => `2026-01-0${of}T00:00:00.000Z`;
const point = (of: number, price_minor: number, parts: Partial<ChangePoint> = {}): ChangePoint => ({
  from: Date.parse(day(of)) / 1000,
  currency: 'USD',
  price_minor,
  landed_minor: null,
  availability: 'in_stock',
  ...parts,
});
const offer = (seller: string, sku: string, changes: ChangePoint[], parts: Partial<Listing> = {}) =>
  listing(seller, sku, { gtin: FIRST, brand: 'Stabilo', category: 'office.pens', changes, ...parts });

let made = 0;
const watchOn = (condition: WatchCondition, parts: Partial<Watch> = {}): Watch => ({
  id: `wat_${condition}`,
  owner: 'ada',
  target_kind: 'product',
  target: FIRST,
  target_seller: null,
  condition,
  value_minor: condition === 'price_below' ? 1_000 : null,
  percent: condition === 'price_drop_percent' ? 10 : null,
  callback_url: 'https://shop.example/hook',
  status: 'active',
  disabled_reason: null,
  event_parts: 0,
  created_at: day(1),
  expires_at: null,
  ...parts,
});
const eventOf = (
  type: NewEvent['type'],
  of: Listing,
  on: number,
  payload: Record<string, unknown> = {},
): NewEvent => ({
  id: `evt_${String(++made).padStart(16, '0')}`,
  type,
  created_at: day(on),
  seller: of.seller,
  product_id: of.product_id,
  variant_id: of.variant_id,
  offer_id: of.offer_id,
  owner: null,
  payload,
});

interface Scene {
  listings: Listing[];
  watches: Watch[];
  states?: WatchStateRow[];
  part?: number;
  redirects?: Record<string, string>;
  crossings?: LoggedCrossing[];
}

function tellerOf({ listings, watches, states = [], part = 0, redirects = {}, crossings = [] }: Scene) {
  const teller = new Teller(listedSnapshot(listings, { redirects }), watches, states);
  return async (...events: NewEvent[]) => {
    const told = await teller.tell(events, part, crossings);
    return { ...told, to: told.deliveries.map(({ watch_id, event_id }) => `${watch_id} ${event_id}`) };
  };
}
const crossingsIn = (events: readonly NewEvent[]) =>
  events
    .filter(({ type }) => type === 'price.threshold_crossed')
    .map(({ payload, created_at, owner }) => {
      const { direction, previous, current } = payload as {
        direction: string;
        previous: { price_minor: number };
        current: { price_minor: number };
      };
      return `${owner} ${created_at.slice(8, 10)} ${direction} ${previous.price_minor} ${current.price_minor}`;
    });

describe('the condition of a watch on prices', () => {
  test.each([
    ['price_below', 900, 10, { value_minor: 900 }],
    ['price_drop_percent', 900, 10, { percent: 10 }],
    ['price_below', null, 10, null],
    ['price_drop_percent', 900, null, null],
    ['price_changed', 900, 10, null],
  ] as const)('%s of %s and %s is %j', (condition, value_minor, percent, expected) => {
    expect(priceCondition({ condition, value_minor, percent })).toEqual(expected);
  });
});

test('a watch is about all offers of the product, or those of its seller', () => {
  const offers = [offer('alpha', 'a', [point(1, 900)]), offer('beta', 'b', [point(1, 900)])];
  const sellers = (parts: Partial<Watch>) =>
    watchedOffers(watchOn('price_changed', parts), offers).map(({ seller }) => seller);
  expect(sellers({})).toEqual(['alpha', 'beta']);
  expect(sellers({ target_seller: 'beta' })).toEqual(['beta']);
  expect(sellers({ target_kind: 'seller', target: 'alpha' })).toEqual(['alpha']);
  expect(sellers({ target_kind: 'brand', target: 'alpha' })).toEqual(['alpha', 'beta']);
});

describe('which events a watch is told', () => {
  const gone = { availability: 'out_of_stock' } as const;
  const alpha = offer('alpha', 'a', [point(1, 1_200), point(2, 1_100), point(3, 1_100, gone)]);
  const beta = offer('beta', 'b', [point(1, 1_300, gone), point(4, 1_300)]);
  const listings = [alpha, beta];
  const [changed, out, back, policy, degraded] = [
    eventOf('price.changed', alpha, 2),
    eventOf('availability.changed', alpha, 3),
    eventOf('availability.changed', beta, 4),
    eventOf('policy.violated', alpha, 4),
    eventOf('match.degraded', alpha, 4),
  ] as const;
  const all = [changed, out, back, policy, degraded];

  test.each([
    ['price_changed', [changed]],
    ['out_of_stock', [out]],
    ['back_in_stock', [back]],
    ['policy_violated', [policy]],
    ['match_degraded', [degraded]],
    ['new_seller', []],
    ['seller_left', []],
  ] as const)('%s', async (condition, expected) => {
    const { to, events } = await tellerOf({ listings, watches: [watchOn(condition)] })(...all);
    expect(to).toEqual(expected.map(({ id }) => `wat_${condition} ${id}`));
    expect(events).toEqual(all);
    const paused = watchOn(condition, { status: 'paused' });
    expect((await tellerOf({ listings, watches: [paused] })(...all)).to).toEqual([]);
    const ofNobody = watchOn(condition, { target_seller: 'gamma' });
    expect((await tellerOf({ listings, watches: [ofNobody] })(...all)).to).toEqual([]);
  });

  test('a seller that comes and one that leaves, each by what happened to its offer and by what the event says', async () => {
    const goes = offer('alpha', 'a', [point(1, 900), point(3, 900, { availability: 'gone' })]);
    const comes = offer('beta', 'b', [point(2, 900)]);
    const added = eventOf('seller.changed', comes, 2, { change: 'added' });
    const removed = eventOf('seller.changed', goes, 3, { change: 'removed' });
    const scene = (condition: WatchCondition) =>
      tellerOf({ listings: [goes, comes], watches: [watchOn(condition)] });
    expect((await scene('new_seller')(added, removed)).to).toEqual([`wat_new_seller ${added.id}`]);
    expect((await scene('seller_left')(added, removed)).to).toEqual([`wat_seller_left ${removed.id}`]);
    const wrong = [
      { ...added, type: 'availability.changed' as const },
      { ...removed, type: 'availability.changed' as const },
      { ...added, payload: { change: 'removed' } },
      { ...removed, payload: { change: 'added' } },
    ];
    expect((await scene('new_seller')(...wrong)).to).toEqual([]);
    expect((await scene('seller_left')(...wrong)).to).toEqual([]);
  });

  test('the last offer that leaves is out of stock, and one that comes is back', async () => {
    const goes = offer('alpha', 'a', [point(1, 900), point(3, 900, { availability: 'gone' })]);
    const comes = offer('beta', 'b', [point(4, 900)]);
    const removed = eventOf('seller.changed', goes, 3, { change: 'removed' });
    const added = eventOf('seller.changed', comes, 4, { change: 'added' });
    const watches = [watchOn('out_of_stock'), watchOn('back_in_stock')];
    const { to } = await tellerOf({ listings: [goes, comes], watches })(
      removed,
      added,
      eventOf('policy.violated', goes, 3),
      eventOf('price.changed', comes, 4),
    );
    expect(to).toEqual([`wat_out_of_stock ${removed.id}`, `wat_back_in_stock ${added.id}`]);
  });
});

test('an event of an offer that is not in the index, or of none, goes into the log and to nobody', async () => {
  const alpha = offer('alpha', 'a', [point(1, 900)]);
  const events = [
    { ...eventOf('price.changed', alpha, 2), offer_id: null },
    { ...eventOf('price.changed', alpha, 2), offer_id: 'nonsense' },
    eventOf('price.changed', offer('gamma', 'g', [point(1, 900)]), 2),
  ];
  const told = await tellerOf({ listings: [alpha], watches: [watchOn('price_changed')] })(...events);
  expect([told.events, told.to]).toEqual([events, []]);
});

test('a watch is told what files say that came after it, whichever file is asked first', async () => {
  const alpha = offer('alpha', 'a', [point(1, 900), point(2, 800)]);
  const watches = [
    watchOn('price_changed', { id: 'wat_old', event_parts: 2 }),
    watchOn('price_changed', { id: 'wat_new', event_parts: 3 }),
  ];
  const teller = new Teller(listedSnapshot([alpha]), watches, []);
  const told = async (part: number) =>
    (await teller.tell([eventOf('price.changed', alpha, 2)], part)).deliveries.map(
      ({ watch_id }) => watch_id,
    );
  expect([await told(1), await told(2), await told(3), await told(2)]).toEqual([
    [],
    ['wat_old'],
    ['wat_old', 'wat_new'],
    ['wat_old'],
  ]);
});

test('products of many events are read a few at a time, each once', async () => {
  const listings = Array.from({ length: 120 }, (_, at) =>
    listing('alpha', `s${at}`, { brand: 'Stabilo', changes: [point(1, 900), point(2, 800)] }),
  );
  const snapshot = listedSnapshot(listings);
  const read: number[] = [];
  const teller = new Teller(
    { ...snapshot, products: (numbers) => (read.push(numbers.length), snapshot.products(numbers)) },
    [watchOn('price_changed', { target_kind: 'brand', target: 'stabilo' })],
    [],
  );
  const events = listings.flatMap((one) => [
    eventOf('price.changed', one, 2),
    eventOf('availability.changed', one, 2),
  ]);
  const { deliveries } = await teller.tell(events, 0);
  expect(deliveries).toHaveLength(120);
  expect(read).toEqual([50, 50, 20]);
});

describe('a watch on prices', () => {
  const alpha = offer('alpha', 'a', [
    point(1, 1_200),
    point(2, 990),
    point(3, 980),
    point(4, 1_100),
    point(5, 900),
  ]);
  const beta = offer('beta', 'b', [point(1, 1_500)]);
  const listings = [alpha, beta];
  const on = (...days: number[]) => days.map((of) => eventOf('price.changed', alpha, of));
  const below = watchOn('price_below');

  test('tells a crossing behind the event that made it, and again once the price was back', async () => {
    const events = on(2, 3, 4, 5);
    const told = await tellerOf({ listings, watches: [below] })(...events);
    expect(crossingsIn(told.events)).toEqual(['ada 02 below 1200 990', 'ada 05 below 1100 900']);
    expect(told.events.map(({ type }) => type)).toEqual([
      'price.changed',
      'price.threshold_crossed',
      'price.changed',
      'price.changed',
      'price.changed',
      'price.threshold_crossed',
    ]);
    expect(told.deliveries.map(({ event_id }) => event_id)).toEqual([told.events[1]?.id, told.events[5]?.id]);
    expect(told.states).toEqual([
      {
        watch_id: 'wat_price_below',
        scope: '',
        is_crossed: 1,
        base_minor: 1_200,
        last_minor: 900,
        last_at: Date.parse(day(5)) / 1000,
      },
    ]);
  });

  test('knows what it knew when it was asked before', async () => {
    const at = Date.parse(day(3)) / 1000;
    const state = { watch_id: below.id, scope: '', base_minor: 1_200, last_minor: 980, last_at: at };
    const again = (is_crossed: 0 | 1) =>
      tellerOf({ listings, watches: [below], states: [{ ...state, is_crossed }] })(...on(3));
    expect(crossingsIn((await again(1)).events)).toEqual([]);
    expect(crossingsIn((await again(0)).events)).toEqual(['ada 03 below 980 980']);
  });

  test('judges what comes late by what stands since', async () => {
    const at = Date.parse(day(4)) / 1000;
    const states = [
      {
        watch_id: below.id,
        scope: '',
        is_crossed: 0 as const,
        base_minor: 1_200,
        last_minor: 1_100,
        last_at: at,
      },
    ];
    const told = await tellerOf({ listings, watches: [below], states })(...on(2));
    expect([crossingsIn(told.events), told.states]).toEqual([[], states]);
  });

  test('looks at prices where what a product costs may have moved, and nowhere else', async () => {
    for (const type of ['price.changed', 'availability.changed', 'seller.changed'] as const)
      expect([
        type,
        (await tellerOf({ listings, watches: [below] })(eventOf(type, alpha, 2))).to.length,
      ]).toEqual([type, 1]);
    for (const type of ['policy.violated', 'match.degraded'] as const) {
      const told = await tellerOf({ listings, watches: [below] })(eventOf(type, alpha, 2));
      expect([type, told.to, told.states]).toEqual([type, [], []]);
    }
  });

  test('that is paused crosses in silence', async () => {
    const told = await tellerOf({ listings, watches: [{ ...below, status: 'paused' }] })(...on(2));
    expect([crossingsIn(told.events), told.to, told.states[0]?.is_crossed]).toEqual([[], [], 1]);
  });

  test('looks at its seller’s offers alone, and at none that is sold out', async () => {
    const atBeta = { ...below, target_seller: 'beta' };
    expect((await tellerOf({ listings, watches: [atBeta] })(...on(2))).states).toEqual([]);
    const told = await tellerOf({ listings, watches: [atBeta] })(eventOf('price.changed', beta, 2));
    expect(told.states.map(({ last_minor }) => last_minor)).toEqual([1_500]);
    const gone = offer('alpha', 'a', [point(1, 900, { availability: 'out_of_stock' })]);
    const none = await tellerOf({ listings: [gone], watches: [below] })(eventOf('price.changed', gone, 2));
    expect([none.to, none.states.map(({ last_minor }) => last_minor)]).toEqual([[], [null]]);
  });

  test('of a brand or category is told product by product', async () => {
    const other = offer('alpha', 'o', [point(1, 1_200), point(2, 900)], { gtin: SECOND });
    const second = { ...other, product_id: listing('alpha', 'x', { gtin: SECOND }).product_id };
    for (const target of [
      { target_kind: 'brand', target: 'STABILO' },
      { target_kind: 'category', target: 'office' },
      { target_kind: 'seller', target: 'alpha' },
    ] as const) {
      const told = await tellerOf({ listings: [...listings, second], watches: [{ ...below, ...target }] })(
        ...on(2),
        eventOf('price.changed', second, 2),
      );
      expect(crossingsIn(told.events)).toEqual(['ada 02 below 1200 990', 'ada 02 below 1200 900']);
      expect(told.states.map(({ scope }) => scope)).toEqual([alpha.product_id, second.product_id]);
    }
  });
});

describe('a crossing of prices that turn out to have been others', () => {
  // What was told as 900 on the second day was 1,100, and then 950.
  const right = offer('alpha', 'a', [point(1, 1_200), point(2, 1_100), point(4, 950)]);
  const watch = watchOn('price_below');
  const state: WatchStateRow = {
    watch_id: watch.id,
    scope: '',
    is_crossed: 1,
    base_minor: 1_200,
    last_minor: 900,
    last_at: Date.parse(day(2)) / 1000,
  };
  const toldOn = (of: number, price_minor: number, parts: Partial<LoggedCrossing> = {}): LoggedCrossing => ({
    ...eventOf('price.threshold_crossed', right, of, {
      watch_id: watch.id,
      threshold_minor: 1_000,
      direction: 'below',
      previous: { price_minor: 1_200 },
      current: { price_minor },
    }),
    owner: 'ada',
    is_last: true,
    ...parts,
  });
  const corrects = (on = 3) => eventOf('price.changed', right, on, { corrects: 'evt_0000000000000009' });
  const scene = (parts: Partial<Scene> = {}): Scene => ({
    listings: [right],
    watches: [watch],
    states: [state],
    crossings: [toldOn(2, 900)],
    ...parts,
  });

  test('is corrected once, and arms the watch again', async () => {
    const wrong = toldOn(2, 900);
    const ask = tellerOf(scene({ crossings: [wrong] }));
    const told = await ask(corrects(), corrects(), eventOf('price.changed', right, 4));
    expect(crossingsIn(told.events)).toEqual(['ada 03 above 900 1100', 'ada 04 below 1100 950']);
    expect(told.events[1]?.payload['corrects']).toBe(wrong.id);
    expect(told.deliveries.map(({ watch_id }) => watch_id)).toEqual([watch.id, watch.id]);
    expect(told.states[0]).toMatchObject({ is_crossed: 1, last_minor: 950 });
  });

  test('is left where the event corrects nothing, or the price was right', async () => {
    const plain = eventOf('price.changed', right, 3);
    expect(crossingsIn((await tellerOf(scene())(plain)).events)).toEqual([]);
    const same = await tellerOf(scene({ crossings: [toldOn(2, 1_100)] }))(corrects());
    expect(crossingsIn(same.events)).toEqual([]);
  });

  test('of another watch or another product is not its', async () => {
    const elsewhere = toldOn(2, 900, { product_id: 'prd_00000000000000ff' });
    expect(crossingsIn((await tellerOf(scene({ crossings: [elsewhere] }))(corrects())).events)).toEqual([]);
    const foreign = toldOn(2, 900);
    foreign.payload = { ...foreign.payload, watch_id: 'wat_other' };
    expect(crossingsIn((await tellerOf(scene({ crossings: [foreign] }))(corrects())).events)).toEqual([]);
    expect(crossingsIn((await tellerOf(scene({ crossings: [] }))(corrects())).events)).toEqual([]);
  });

  test('of a product that has become this one is its', async () => {
    const old = 'prd_00000000000000ff';
    const crossings = [toldOn(2, 900, { product_id: old })];
    const redirects = { [old]: right.product_id };
    expect(crossingsIn((await tellerOf(scene({ crossings, redirects }))(corrects())).events)).toEqual([
      'ada 03 above 900 1100',
    ]);
    const other = listing('beta', 'z', { gtin: SECOND });
    const apart = scene({ crossings, redirects: { [old]: other.product_id }, listings: [right, other] });
    expect(crossingsIn((await tellerOf(apart)(corrects())).events)).toEqual([]);
  });

  test('is corrected in silence for a watch that is paused, which is armed again all the same', async () => {
    const told = await tellerOf(scene({ watches: [{ ...watch, status: 'paused' }] }))(corrects());
    expect([crossingsIn(told.events), told.to, told.states[0]?.is_crossed]).toEqual([[], [], 0]);
  });

  test('that was the last arms the watch, so a price that is beyond by then is told, too; an earlier one does not', async () => {
    const told = async (is_last: boolean) => {
      const crossings = [toldOn(2, 900, { is_last })];
      return crossingsIn((await tellerOf(scene({ crossings }))(corrects(4))).events);
    };
    expect(await told(true)).toEqual(['ada 04 above 900 1100', 'ada 04 below 900 950']);
    expect(await told(false)).toEqual(['ada 04 above 900 1100']);
  });

  test('arms nothing where another was told since', async () => {
    const more = offer('alpha', 'a', [point(1, 1_200), point(3, 990), point(4, 980)]);
    const unarmed = { ...state, is_crossed: 0 as const };
    const ask = tellerOf(scene({ listings: [more], states: [unarmed] }));
    const { events } = await ask(eventOf('price.changed', more, 3), corrects(4));
    expect(crossingsIn(events)).toEqual(['ada 03 below 900 990', 'ada 04 above 900 1200']);
  });

  test('stands where the right price is beyond the threshold, too; nothing to buy is no price', async () => {
    const less = offer('alpha', 'a', [point(1, 1_200), point(2, 990)]);
    const stands = await tellerOf(scene({ listings: [less] }))(corrects());
    expect(crossingsIn(stands.events)).toEqual(['ada 03 below 900 990']);
    const none = offer('alpha', 'a', [point(3, 1_200)]);
    const nothing = await tellerOf(scene({ listings: [none] }))(corrects());
    expect(nothing.events.find(({ owner }) => owner === 'ada')?.payload).toMatchObject({
      direction: 'above',
      current: { price_minor: null },
    });
  });
});

test('a match that is no more is told to those who watch what the offer left, each once', async () => {
  const left = offer('beta', 'b', [point(1, 900)]);
  const now = listing('alpha', 'a', { changes: [point(1, 900)], brand: 'Stabilo' });
  const event = { ...eventOf('match.degraded', now, 2), product_id: left.product_id };
  const onLeft = watchOn('match_degraded');
  const scene = (watches: Watch[]) => tellerOf({ listings: [left, now], watches });
  expect((await scene([onLeft])(event)).to).toEqual([`${onLeft.id} ${event.id}`]);
  expect((await scene([{ ...onLeft, status: 'paused' }])(event)).to).toEqual([]);
  expect((await scene([watchOn('price_changed')])(event)).to).toEqual([]);
  // One on the brand is concerned by both products.
  const brand = { ...onLeft, target_kind: 'brand' as const, target: 'stabilo' };
  expect((await scene([brand])(event)).to).toEqual([`${brand.id} ${event.id}`]);
  expect((await scene([onLeft])({ ...event, product_id: null })).to).toEqual([]);
  expect((await scene([onLeft])({ ...event, product_id: now.product_id })).to).toEqual([]);
  expect((await scene([onLeft])({ ...event, type: 'policy.violated' })).to).toEqual([]);
});
