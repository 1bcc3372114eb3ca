import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReadListing, settleAttributes } from '../../../pipelines/attributes/settle.ts';
import type { AttributeReading, AttributeValue } from '../../../pipelines/domain/attribute.ts';

const COLOR = 'general.color';

const reading = (value: AttributeValue, parts: Partial<AttributeReading> = {}): AttributeReading => ({
  key: COLOR,
  value,
  unit: null,
  source: 'parsed',
  confidence: 0.9,
  ...parts,
});
const listing = (seller: string, variant_id: string, ...readings: AttributeReading[]): ReadListing => ({
  seller,
  variant_id,
  confidence: 1,
  readings,
});
const settled = (...listings: ReadListing[]) => settleAttributes(listings);

describe('settleAttributes', () => {
  test('keeps the confidence of one that speaks alone', () => {
    const { attributes } = settled(listing('a', 'v1', reading('red')));
    expect(attributes).toEqual([
      {
        key: COLOR,
        value: 'red',
        unit: null,
        source: 'parsed',
        confidence: expect.closeTo(0.9),
        variant_ids: ['v1'],
      },
    ]);
  });

  test('is surer where sellers agree and doubts where they do not', () => {
    const alone = settled(listing('a', 'v1', reading('red'))).attributes[0]?.confidence ?? 0;
    const agreed = settled(listing('a', 'v1', reading('red')), listing('b', 'v1', reading('red'))).attributes;
    const parted = settled(
      listing('a', 'v1', reading('red')),
      listing('b', 'v1', reading('blue')),
    ).attributes;
    expect(agreed).toHaveLength(1);
    expect(agreed[0]?.confidence).toBeGreaterThan(alone);
    expect(parted).toHaveLength(1);
    expect(parted[0]?.confidence).toBeLessThan(0.5);
  });

  test('takes a declared value before a parsed one, and two sellers before one', () => {
    const declared = reading('red', { source: 'declared', confidence: 0.97 });
    const [first] = settled(listing('a', 'v1', reading('blue')), listing('b', 'v1', declared)).attributes;
    expect(first).toMatchObject({ value: 'red', source: 'declared' });
    const three = ['b', 'c', 'd', 'e', 'f'].map((seller) =>
      listing(seller, 'v1', reading('blue', { confidence: 0.95 })),
    );
    const [most] = settled(listing('a', 'v1', declared), ...three).attributes;
    expect(most).toMatchObject({ value: 'blue', source: 'parsed' });
  });

  test('a listing that may be another item speaks less', () => {
    const doubtful = { ...listing('a', 'v1', reading('red')), confidence: 0.5 };
    expect(settled(doubtful).attributes[0]?.confidence).toBeLessThan(0.5);
  });

  test('what differs between variants is an axis, with the variants of each value', () => {
    const { attributes, axes } = settled(
      listing('a', 'v1', reading('red')),
      listing('a', 'v2', reading('blue')),
      listing('b', 'v3', reading('red')),
    );
    expect(axes).toEqual([COLOR]);
    expect(attributes.map(({ value, variant_ids }) => [value, variant_ids])).toEqual([
      ['red', ['v1', 'v3']],
      ['blue', ['v2']],
    ]);
  });

  test('a seller’s own words part variants only where that seller says both', () => {
    const key = 'x.style';
    const between = settled(
      listing('a', 'v1', reading('sporty', { key })),
      listing('b', 'v2', reading('for sports', { key })),
    );
    expect(between.axes).toEqual([]);
    const within = settled(
      listing('a', 'v1', reading('sporty', { key })),
      listing('a', 'v2', reading('casual', { key })),
    );
    expect(within.axes).toEqual([key]);
  });

  test('a part number is no axis though it always varies, and a condition is the offer’s', () => {
    const { attributes, axes } = settled(
      listing(
        'a',
        'v1',
        reading('A-1', { key: 'general.model_number' }),
        reading('new', { key: 'general.condition' }),
      ),
      listing(
        'a',
        'v2',
        reading('A-2', { key: 'general.model_number' }),
        reading('used', { key: 'general.condition' }),
      ),
    );
    expect(axes).toEqual([]);
    expect(new Set(attributes.map(({ key }) => key))).toEqual(new Set(['general.model_number']));
  });

  test('what all others share is inferred for a variant that is silent, less sure; an axis is not', () => {
    const { attributes } = settled(
      listing('a', 'v1', reading('red')),
      listing('a', 'v2', reading('red')),
      listing('a', 'v3'),
    );
    expect(attributes.map(({ source, variant_ids }) => [source, variant_ids])).toEqual([
      ['parsed', ['v1', 'v2']],
      ['inferred', ['v3']],
    ]);
    const [said, inferred] = attributes;
    expect(inferred?.confidence).toBeLessThan(said?.confidence ?? 0);
    const axis = settled(
      listing('a', 'v1', reading('red')),
      listing('a', 'v2', reading('blue')),
      listing('a', 'v3'),
    );
    expect(axis.attributes.flatMap(({ variant_ids }) => variant_ids)).not.toContain('v3');
  });

  test('an item has several connectors at once', () => {
    const key = 'general.connector';
    const { attributes, axes } = settled(
      listing('a', 'v1', reading('HDMI', { key }), reading('USB-C', { key })),
      listing('b', 'v1', reading('HDMI', { key })),
    );
    expect(attributes.map(({ value }) => value)).toEqual(['HDMI', 'USB-C']);
    expect(axes).toEqual([]);
  });

  test('the order of listings does not matter, and confidence is a probability', () => {
    const values = fc.constantFrom<AttributeValue>('red', 'blue', 'green');
    const readings = fc.record({
      key: fc.constantFrom(COLOR, 'general.connector', 'x.y'),
      value: values,
      unit: fc.constant(null),
      source: fc.constantFrom('declared' as const, 'parsed' as const),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const listings = fc.array(
      fc.record({
        seller: fc.constantFrom('a', 'b', 'c'),
        variant_id: fc.constantFrom('v1', 'v2', 'v3'),
        confidence: fc.constantFrom(0.5, 0.9, 1),
        readings: fc.array(readings, { maxLength: 3 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(listings, (all) => {
        const forward = settleAttributes(all);
        expect(settleAttributes(all.toReversed())).toEqual(forward);
        for (const { confidence } of forward.attributes) {
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThan(1);
        }
      }),
    );
  });
});
