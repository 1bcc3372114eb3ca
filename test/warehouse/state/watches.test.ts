import { expect, test } from 'vitest';
import type { NewEvent } from '../../../warehouse/state/events.ts';
import { seal, sealingKey, unseal } from '../../../warehouse/state/sealed_secret.ts';
import { type State, stateIn } from '../../../warehouse/state/state.ts';
import type { NewWatch } from '../../../warehouse/state/watches.ts';
import { describeStates } from './both_states.ts';

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const ENDPOINT = 'https://example.com';
const watch = (id: string, parts: Partial<NewWatch> = {}): NewWatch => ({
  id,
  owner: 'ada',
  target_kind: 'product',
  target: 'prd_1',
  target_seller: null,
  condition: 'price_drop_percent',
  value_minor: null,
  percent: 12.5,
  callback_url: `${ENDPOINT}/hook`,
  event_parts: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  ...parts,
});
const event = (number: number, parts: Partial<NewEvent> = {}): NewEvent => ({
  id: `evt_${number}`,
  type: 'price.changed',
  created_at: `2026-01-0${(number % 9) + 1}T00:00:00.000Z`,
  seller: number % 2 === 0 ? 'alpha' : 'beta',
  product_id: `prd_${number % 3}`,
  variant_id: null,
  offer_id: `off_${number}`,
  owner: null,
  payload: { current: { price_minor: number }, text: 'naïve ☂' },
  ...parts,
});
/** Puts events into the log and, for each watch, a delivery of each. */
const take = (state: State, part: string, events: NewEvent[], watches: string[] = []) =>
  state.events.take(
    {
      part,
      from: 0,
      taken: events.length,
      events,
      deliveries: watches.flatMap((watch_id) =>
        events.map(({ id }) => ({
          id: `dlv_${watch_id}_${id}`,
          watch_id,
          event_id: id,
          endpoint: ENDPOINT,
          body: `{"id":"${id}"}`,
        })),
      ),
      states: [],
    },
    1_000,
  );
const claim = (state: State, most: number, nowMs: number) =>
  state.deliveries.claim({ endpoint: ENDPOINT, most, nowMs, leaseMs: 500 });
const attempt = {
  at: '2026-01-01T00:00:00.000Z',
  duration_ms: 7,
  status: 500,
  error: null,
  answer: 'no',
};
const all = { after: null, state: null, limit: 100 };

describeStates('watches', (open) => {
  test('events go into the log once, in order, and are found by what they are of', async () => {
    const { state, again } = await open();
    const events = [
      event(1),
      event(2),
      event(3),
      event(4, { owner: 'bob', type: 'price.threshold_crossed' }),
    ];
    expect(await take(state, 'one', events)).toBe(true);
    expect(await take(await again(), 'one', events)).toBe(false);
    expect(await take(state, 'two', [event(3), event(5)])).toBe(true);
    const page = async (owner: string, parts = {}) =>
      (await state.events.page({ owner, after: 0, limit: 10, ...parts })).map(({ id }) => id);
    expect(await page('ada')).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_5']);
    expect(await page('bob', { types: ['price.threshold_crossed'] })).toEqual(['evt_4']);
    expect(await page('ada', { sellers: ['beta'], limit: 2 })).toEqual(['evt_1', 'evt_3']);
    expect(await page('ada', { of: { offers: ['off_1'], products: ['prd_2'] } })).toEqual([
      'evt_1',
      'evt_2',
      'evt_5',
    ]);
    const [first] = await state.events.page({ owner: 'ada', after: 0, limit: 1 });
    const { owner: _owner, ...told } = event(1);
    expect(first).toMatchObject(told);
    expect(await state.events.placeOf('evt_4', 'ada')).toBeNull();
    const place = await state.events.placeOf('evt_2', 'ada');
    expect(await page('ada', { after: place })).toEqual(['evt_3', 'evt_5']);
    expect(await state.events.taken()).toEqual(
      new Map([
        ['one', 4],
        ['two', 2],
      ]),
    );
    await state.events.finish(2, '2026-01-04T00:00:00.000Z');
    expect((await state.events.tail(0, 10)).map(({ id }) => id)).toEqual(['evt_3', 'evt_4', 'evt_5']);
    expect((await state.events.bounds()).dropped_seq).toBe(place);
  });

  test('crossings are found by what was told at their moment, each with whether it is the last of its watch', async () => {
    const { state } = await open();
    const at = (day: number) => ({ created_at: `2026-02-0${day}T00:00:00.000Z` });
    const crossing = (number: number, day: number, payload: Record<string, unknown>, product = 'prd_7') =>
      event(number, {
        ...at(day),
        type: 'price.threshold_crossed',
        product_id: product,
        owner: 'ada',
        payload,
      });
    await take(state, 'crossed', [
      event(50, at(1)),
      crossing(51, 1, { watch_id: 'wat_a' }),
      crossing(52, 1, { watch_id: 'wat_b' }),
      crossing(53, 1, { watch_id: 'wat_b', corrects: 'evt_40' }),
      event(54, at(2)),
      crossing(55, 2, { watch_id: 'wat_a' }),
      crossing(56, 2, { watch_id: 'wat_b' }, 'prd_8'),
      crossing(57, 2, { watch_id: 'wat_b', corrects: 'evt_52' }),
    ]);
    const found = await state.events.crossingsOf(['evt_50', 'evt_999']);
    expect(found.map(({ id, is_last }) => [id, is_last])).toEqual([
      ['evt_51', false],
      ['evt_52', true],
    ]);
    expect(found[0]).toMatchObject({ owner: 'ada', payload: { watch_id: 'wat_a' } });
    expect(await state.events.crossingsOf([])).toEqual([]);
    expect(await state.events.known(['evt_50', 'evt_999', 'evt_57'])).toEqual(new Set(['evt_50', 'evt_57']));
  });

  test('a watch is its owner’s alone, is made of the newest snapshot only, and keeps what it knows', async () => {
    const { state } = await open();
    const known = { scope: '', is_crossed: 1 as const, base_minor: 900, last_minor: null, last_at: 5 };
    expect(await state.watches.create(watch('wat_1'), SECRET, known)).toBe(true);
    expect(await state.watches.create(watch('wat_2', { owner: 'bob' }), SECRET, null)).toBe(true);
    await state.events.finish(1, '');
    expect(await state.watches.create(watch('wat_3'), SECRET, null)).toBe(false);
    expect(
      await state.watches.create(
        watch('wat_3', { event_parts: 1, percent: null, value_minor: 5 }),
        SECRET,
        null,
      ),
    ).toBe(true);
    expect(await state.watches.get('ada', 'wat_1')).toEqual({
      ...watch('wat_1'),
      status: 'active',
      disabled_reason: null,
    });
    expect(await state.watches.get('bob', 'wat_1')).toBeNull();
    expect((await state.watches.page('ada', null, 10)).map(({ id }) => id)).toEqual(['wat_1', 'wat_3']);
    const after = { created_at: '2026-01-01T00:00:00.000Z', id: 'wat_1' };
    expect((await state.watches.page('ada', after, 10)).map(({ id }) => id)).toEqual(['wat_3']);
    expect(await state.watches.states()).toEqual([{ watch_id: 'wat_1', ...known }]);
    await take(state, 'x', [event(1)]);
    await state.events.take(
      {
        part: 'y',
        from: 0,
        taken: 0,
        events: [],
        deliveries: [],
        states: [
          { watch_id: 'wat_1', ...known, is_crossed: 0, last_minor: 7 },
          { watch_id: 'wat_9', ...known },
        ],
      },
      0,
    );
    expect(await state.watches.states()).toEqual([
      { watch_id: 'wat_1', ...known, is_crossed: 0, last_minor: 7 },
    ]);
    expect(await state.watches.remove('bob', 'wat_1')).toBe(false);
    expect(await state.watches.remove('ada', 'wat_1')).toBe(true);
    expect(await state.watches.states()).toEqual([]);
  });

  test('a delivery is claimed by one, comes again when it failed, and ends as dead letter or delivered', async () => {
    const { state, again } = await open();
    const other = await again();
    await state.watches.create(watch('wat_1'), SECRET, null);
    await take(state, 'one', [event(1), event(2), event(3)], ['wat_1', 'wat_gone']);
    expect(await state.deliveries.due(999)).toEqual([]);
    expect(await state.deliveries.due(1_000)).toEqual([ENDPOINT]);
    const [mine, theirs] = [await claim(state, 2, 1_000), await claim(other, 5, 1_000)];
    expect([mine.length, theirs.length]).toEqual([2, 1]);
    expect(mine[0]).toMatchObject({
      secrets: [SECRET],
      body: '{"id":"evt_1"}',
      attempts: 0,
      watch_id: 'wat_1',
    });
    const [first, second] = mine as [(typeof mine)[0], (typeof mine)[0]];
    await state.deliveries.settle(first, attempt, { state: 'pending', next_attempt_ms: 2_000 }, 1_100);
    await state.deliveries.settle(second, { ...attempt, status: 200 }, { state: 'delivered' }, 1_100);
    // Its claim ran out: another one takes it, and only a success of the first still counts.
    const [again3] = await claim(state, 5, 1_500);
    expect(again3?.event_id).toBe('evt_3');
    await other.deliveries.settle(theirs[0] as (typeof theirs)[0], attempt, { state: 'dead' }, 1_600);
    expect((await state.deliveries.page('wat_1', all)).map((one) => one.state).sort()).toEqual([
      'delivered',
      'pending',
      'pending',
    ]);
    await other.deliveries.settle(theirs[0] as (typeof theirs)[0], attempt, { state: 'delivered' }, 1_600);
    expect(await claim(state, 5, 1_999)).toEqual([]);
    // What was attempted before may be left to whoever waits for it, and taken by name.
    const left = { endpoint: ENDPOINT, most: 5, nowMs: 2_000, leaseMs: 500, retriesBeforeMs: 1_999 };
    expect(await state.deliveries.claim(left)).toEqual([]);
    expect([await state.deliveries.due(2_000, 1_999), await state.deliveries.due(2_000)]).toEqual([
      [],
      [ENDPOINT],
    ]);
    expect(await other.deliveries.claimOne(first.id, { nowMs: 1_999, leaseMs: 500 })).toBeNull();
    const last = await other.deliveries.claimOne(first.id, { nowMs: 2_000, leaseMs: 500 });
    expect(last?.attempts).toBe(1);
    expect(await state.deliveries.claimOne(first.id, { nowMs: 2_000, leaseMs: 500 })).toBeNull();
    expect(await state.deliveries.standing(first.id)).toEqual({
      state: 'pending',
      next_attempt_ms: 2_000,
      lease_until_ms: 2_500,
    });
    expect(await state.deliveries.standing('dlv_none')).toBeNull();
    await state.deliveries.settle(last as (typeof mine)[0], attempt, { state: 'dead' }, 2_100);
    const [dead] = await state.deliveries.page('wat_1', { ...all, state: 'dead' });
    expect(dead).toMatchObject({ event_id: 'evt_1', attempts: 2, ended_ms: 2_100, log: [attempt, attempt] });
    expect(await state.deliveries.redeliver('wat_1', null, 3_000)).toBe(1);
    expect(await state.deliveries.redeliver('wat_1', 'dlv_wat_1_evt_2', 3_000)).toBe(1);
    expect(await state.deliveries.expire(ENDPOINT, 2_999, 4_000)).toBe(0);
    expect(await state.deliveries.expire(ENDPOINT, 3_000, 4_000)).toBe(2);
    expect(await state.deliveries.sweep(5_000)).toBe(3);
    expect(await state.deliveries.page('wat_1', all)).toEqual([]);
  });

  test('a paused watch holds what waits, a disabled one gives it up, and a rotated secret stands beside the new one', async () => {
    const { database, state: plain } = await open();
    const key = sealingKey('a long text that nobody else knows');
    const state = stateIn(database, key);
    await state.watches.create(watch('wat_1'), SECRET, null);
    const stored = await database.get<{ secret: string }>('select secret from watches');
    expect(stored?.secret).not.toContain(SECRET.slice(6, 20));
    await take(state, 'one', [event(1)], ['wat_1']);
    expect(await state.watches.setPaused('ada', 'wat_1', true, 1_500)).toBe(true);
    expect(await claim(state, 5, 2_000)).toEqual([]);
    expect(await state.watches.setPaused('ada', 'wat_1', false, 1_500)).toBe(true);
    expect((await claim(plain, 5, 2_000))[0]?.secrets).toEqual([]);
    const until = new Date(3_000).toISOString();
    expect(await state.watches.rotate('ada', 'wat_1', 'whsec_bmV3', until)).toBe(true);
    expect((await claim(state, 5, 2_600))[0]?.secrets).toEqual(['whsec_bmV3', SECRET]);
    expect((await claim(state, 5, 3_200))[0]?.secrets).toEqual(['whsec_bmV3']);
    await state.watches.disable('wat_1', 'gone', 3_000);
    expect((await state.deliveries.page('wat_1', all)).map((one) => one.state)).toEqual(['dead']);
    expect(await state.watches.standing(new Date())).toEqual([]);
  });
});

test('a sealed secret opens with its key alone', () => {
  const [key, other] = [sealingKey('one text'), sealingKey('another text')];
  expect(unseal(seal(SECRET, key), key)).toBe(SECRET);
  expect(seal(SECRET, key)).not.toBe(seal(SECRET, key));
  expect(unseal(seal(SECRET, null), key)).toBe(SECRET);
  expect(() => unseal(seal(SECRET, key), other)).toThrow(/another WEBHOOK_SECRET_KEY/);
  expect(() => unseal(seal(SECRET, key), null)).toThrow(/set WEBHOOK_SECRET_KEY/);
});
