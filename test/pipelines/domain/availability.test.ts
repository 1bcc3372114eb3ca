import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AVAILABILITY_SPELLINGS, readAvailability } from '../../../pipelines/domain/availability.ts';
import { CONDITION_SPELLINGS, readCondition } from '../../../pipelines/domain/condition.ts';
import { AVAILABILITIES, CONDITIONS } from '../../../pipelines/domain/listing.ts';

describe('availability', () => {
  it.each([
    ['in stock', 'in_stock'],
    ['In_Stock', 'in_stock'],
    ['https://schema.org/InStock', 'in_stock'],
    ['http://schema.org/LimitedAvailability', 'low_stock'],
    ['TRUE', 'in_stock'],
    ['false', 'out_of_stock'],
    ['pre_order', 'preorder'],
    ['PreOrder', 'preorder'],
    ['https://schema.org/BackOrder', 'backorder'],
    ['available for order', 'backorder'],
    ['SoldOut', 'out_of_stock'],
    ['https://schema.org/Discontinued', 'discontinued'],
    ['Sofort lieferbar', 'in_stock'],
    ['Ausverkauft!', 'out_of_stock'],
    ['LIMITED_STOCK', 'low_stock'],
    ['unknown', 'unknown'],
    ['maybe', null],
    ['', null],
  ])('%s is %s', (word, availability) => {
    expect(readAvailability(word)).toBe(availability);
  });
});

describe('condition', () => {
  it.each([
    ['New', 'new'],
    ['https://schema.org/NewCondition', 'new'],
    ['https://schema.org/RefurbishedCondition', 'refurbished'],
    ['https://schema.org/DamagedCondition', 'used'],
    ['Pre-owned', 'used'],
    ['Gebraucht', 'used'],
    ['odd', null],
  ])('%s is %s', (word, condition) => {
    expect(readCondition(word)).toBe(condition);
  });
});

it.each([
  ['availability', AVAILABILITY_SPELLINGS, AVAILABILITIES],
  ['condition', CONDITION_SPELLINGS, CONDITIONS],
] as const)(
  'every spelling of %s is there once, not empty, and means a known state',
  (_, spellings, states) => {
    expect(new Set(spellings.map(([spelling]) => spelling)).size).toBe(spellings.length);
    for (const [spelling, state] of spellings) {
      expect(spelling).not.toBe('');
      expect(states as readonly string[]).toContain(state);
    }
  },
);

it('reads a spelling in any case, with any signs between its words, and as a schema.org address', () => {
  const sign = fc.constantFrom(' ', '_', '-', '  ');
  const spelling = fc.constantFrom(
    'in stock',
    'out of stock',
    'pre order',
    'back order',
    'sold out',
    'low stock',
  );
  fc.assert(
    fc.property(spelling, sign, fc.boolean(), (words, between, upper) => {
      const state = readAvailability(words);
      expect(state).not.toBeNull();
      const written = words.replaceAll(' ', between);
      expect(readAvailability(upper ? written.toUpperCase() : written)).toBe(state);
      expect(readAvailability(`https://schema.org/${words.replaceAll(' ', '')}`)).toBe(state);
    }),
  );
});
