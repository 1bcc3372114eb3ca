import { describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import {
  type Crossed,
  correctionOf,
  crossingOf,
  momentOf,
  toldCrossing,
} from '../../../pipelines/watch/crossing.ts';
import type { LoggedCrossing, NewEvent } from '../../../warehouse/state/events.ts';
import type { Watch } from '../../../warehouse/state/watches.ts';

const CREATED = '2026-01-02T00:00:00.600Z';
const AT = Date.parse('2026-01-02T00:00:00Z') / 1000;

const event: NewEvent = {
  id: 'evt_0000000000000001',
  type: 'price.changed',
  created_at: CREATED,
  seller: 'beta',
  product_id: 'prd_1',
  variant_id: 'var_b',
  offer_id: 'off_b',
  owner: null,
  payload: {},
};

const crossed = (parts: Partial<Crossed> = {}): Crossed => ({
  watch: { id: 'wat_1', owner: 'ada' } as Watch,
  condition: { value_minor: 1_000 },
  state: { base_minor: 1_300, last_minor: 1_200, is_crossed: false, last_at: 0 },
  event,
  product_id: 'prd_1',
  lowest: {
    offer: { seller: 'alpha', variant_id: 'var_a', offer_id: 'off_a' } as Listing,
    price_minor: 990,
  },
  at: AT,
  currency: 'USD',
  ...parts,
});

const logged = (told: NewEvent, is_last = true): LoggedCrossing =>
  ({ ...told, seq: 7, is_last }) as LoggedCrossing;

test('the moment of an event is its second, whatever part of it has passed', () => {
  expect(momentOf({ created_at: CREATED })).toBe(AT);
});

describe('a crossing', () => {
  test('says the threshold, the price before and now, and the offer that is lowest; its owner alone sees it', () => {
    expect(crossingOf(crossed())).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{16}$/) as string,
      type: 'price.threshold_crossed',
      created_at: CREATED,
      seller: 'alpha',
      product_id: 'prd_1',
      variant_id: 'var_a',
      offer_id: 'off_a',
      owner: 'ada',
      payload: {
        watch_id: 'wat_1',
        threshold_minor: 1_000,
        direction: 'below',
        previous: { price_minor: 1_200 },
        current: { price_minor: 990 },
        currency: 'USD',
      },
    });
  });

  test('of a drop says its percent, and counts from the price it was measured from', () => {
    const { payload } = crossingOf(crossed({ condition: { percent: 10 } }));
    expect(payload).toMatchObject({ percent: 10, threshold_minor: 1_170, previous: { price_minor: 1_300 } });
  });

  test('that was judged by a later moment than its event says so, to the second', () => {
    const { payload } = crossingOf(crossed({ at: AT + 86_400 }));
    expect(payload['judged_at']).toBe('2026-01-03T00:00:00.000Z');
  });

  test.each([
    ['another watch', { watch: { id: 'wat_2', owner: 'ada' } as Watch }],
    ['another product', { product_id: 'prd_2' }],
    ['another moment', { at: AT + 1 }],
    ['another event', { event: { ...event, id: 'evt_0000000000000002' } }],
  ])('of %s has another id, the same one always the same', (_, parts) => {
    expect(crossingOf(crossed()).id).toBe(crossingOf(crossed()).id);
    expect(crossingOf(crossed(parts)).id).not.toBe(crossingOf(crossed()).id);
  });

  // told again under another id by a newer version, a crossing would be another event
  test('keeps its id from version to version', () => {
    expect(crossingOf(crossed()).id).toBe('evt_bbb3f8e6b014dd02');
    const correction = correctionOf(logged(crossingOf(crossed())), { event, right: 1_100, stands: false });
    expect(correction.id).toBe('evt_b4db45fc5ef97370');
  });

  test('has an id of sixteen digits, and never that of a correction', () => {
    const ids = Array.from(
      { length: 64 },
      (_, number) => crossingOf(crossed({ product_id: `prd_${number}` })).id,
    );
    for (const id of ids) expect(id).toMatch(/^evt_[0-9a-f]{16}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a told crossing', () => {
  test('is read as it was told, at the moment of its event', () => {
    expect(toldCrossing(logged(crossingOf(crossed())))).toEqual({
      watch_id: 'wat_1',
      threshold_minor: 1_000,
      price_minor: 990,
      previous_minor: 1_200,
      is_last: true,
      at: AT,
    });
  });

  test('is read at the moment that it was judged by, where that was another', () => {
    expect(toldCrossing(logged(crossingOf(crossed({ at: AT + 60 })), false))).toMatchObject({
      at: AT + 60,
      is_last: false,
    });
  });
});

describe('a correction', () => {
  const told = logged(crossingOf(crossed()));
  const later: NewEvent = { ...event, id: 'evt_0000000000000009', created_at: '2026-02-01T00:00:00.000Z' };

  test('says the right price, the one that was told, which crossing it corrects and on which side it is', () => {
    const above = correctionOf(told, { event: later, right: 1_100, stands: false });
    expect(above).toEqual({
      ...crossingOf(crossed()),
      id: expect.stringMatching(/^evt_[0-9a-f]{16}$/) as string,
      created_at: '2026-02-01T00:00:00.000Z',
      payload: {
        ...told.payload,
        direction: 'above',
        previous: { price_minor: 990 },
        current: { price_minor: 1_100 },
        corrects: told.id,
      },
    });
    const below = correctionOf(told, { event: later, right: 980, stands: true });
    expect(below.payload).toMatchObject({ direction: 'below', current: { price_minor: 980 } });
  });

  test('of another price is another event, and none is the crossing itself', () => {
    const ids = [1_100, 980, null].map(
      (right) => correctionOf(told, { event: later, right, stands: false }).id,
    );
    expect(new Set([...ids, told.id]).size).toBe(4);
  });
});
