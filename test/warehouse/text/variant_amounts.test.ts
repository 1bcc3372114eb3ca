import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountColumns } from '../../../pipelines/attributes/amount_columns.ts';
import {
  listingQuantities,
  type StatingText,
  type StoredQuantity,
  statedQuantities,
} from '../../../pipelines/attributes/stated_quantities.ts';
import { INTENT_LANGUAGES } from '../../../pipelines/domain/intent/lexicon.ts';
import { intentReader, type Measure } from '../../../pipelines/domain/intent.ts';
import {
  alikeOf,
  isMeasured,
  quantityMeeting,
  TELLING_WORDS,
} from '../../../pipelines/domain/stated_quantity.ts';
import { VariantAmounts } from '../../../warehouse/text/variant_amounts.ts';

/** The amounts of variants, one offer each, as publication writes them. */
function amountsOf(products: readonly (readonly (readonly StoredQuantity[])[])[]): VariantAmounts {
  const columns = new AmountColumns();
  for (const variants of products) columns.add(variants);
  const count = products.flat().length;
  const numbers = Uint32Array.from({ length: count }, (_, no) => no);
  const found = VariantAmounts.of({ ...columns.finish(), facet_variants: numbers }, Int32Array.from(numbers));
  if (!found) throw new Error('no columns of amounts');
  return found;
}

const title = (text: string): StatingText => ({ name: null, text });
const stored = (texts: readonly StatingText[]): StoredQuantity[] =>
  texts.flatMap(({ name, text }) =>
    name === null
      ? listingQuantities({ title: text, attributes: null })
      : listingQuantities({ title: '', attributes: { [name]: text } }),
  );

const read = intentReader({ currency: 'USD', languages: ['en'] });
const measuresOf = (text: string): Measure[] => read(`laptop ${text}`).measures;
const isMet = (text: string, ...texts: StatingText[]) =>
  amountsOf([[stored(texts)]]).meeting(measuresOf(text))(0);

describe('which variants are within the bounds of a measure', () => {
  test('is told by the amount that stands by its word, else by the nearest', () => {
    const laptop = title('Ash laptop, 8 GB RAM, 512 GB SSD');
    expect(isMet('at least 16 GB ram', laptop)).toBe(false);
    expect(isMet('at least 256 GB ssd', laptop)).toBe(true);
    expect(isMet('at least 16 GB', laptop)).toBe(false);
    expect(isMet('at least 500 GB', laptop)).toBe(true);
    expect(isMet('under 1.3 kg', laptop)).toBe(false);
    expect(isMet('under 1.3 kg', { name: 'general.weight', text: '1200' })).toBe(true);
  });

  test('a range is all between its ends, a pack and what it holds are two', () => {
    const helmet = title('Helmet 45-50 cm');
    for (const held of ['45 cm', '47 cm', '50 cm', '46 to 48 cm'])
      expect(isMet(held, helmet), held).toBe(true);
    for (const other of ['43 cm', '52 cm']) expect(isMet(other, helmet), other).toBe(false);
    expect(isMet('6 l', title('Water 2 x 4 l'))).toBe(false);
    expect(isMet('8 l', title('Water 2 x 4 l'))).toBe(true);
    // A range around what is asked for is nearer than another amount of the record.
    expect(isMet('47 cm', title('Helmet 45-50 cm, box 46 cm'))).toBe(true);
  });

  test('a unit that is written leads, ounces may be fluid ones, and inches are cut', () => {
    const weight = { name: 'general.weight', text: '900' };
    expect(isMet('under 1 kg', weight, title('Bag of 5 kg'))).toBe(false);
    expect(isMet('3.4 oz', title('Hair oil 100 ml'))).toBe(true);
    expect(isMet('3.4 oz', title('Hair oil 100 ml, 1 kg'))).toBe(false);
    expect(isMet('15 inch', title('Bag 15.6 inch'))).toBe(true);
    expect(isMet('at least 1200 rpm', title('Washer, 1400 rpm'))).toBe(true);
  });

  test.each([
    ['8 inch', 'Knife 20 cm', true],
    ['10 inch', 'Pan 25 cm', true],
    ['20 cm', 'Knife 8 inch', true],
    // Nothing else of a length is let pass that rounding does not.
    ['8 inch', 'Knife 19.9 cm', false],
    ['20 cm', 'Knife 20.4 cm', false],
    ['8 inch', 'Knife 20.7 cm', false],
    ['55 inch', 'Television 53 inch', false],
    ['2.5 cm', 'Hook 1 inch', true],
    ['at least 8 inch', 'Knife 20 cm', false],
  ])('%s, by two and a half centimetres an inch, is %s: %s', (asked, stated, is) => {
    expect(isMet(asked, title(stated))).toBe(is);
  });

  test.each([
    ['1 tb', 'SSD 1000 GB', true],
    ['1000 gb', 'SSD 1 TB', true],
    ['at least 2 tb', 'SSD 2000 GB', true],
    ['up to 1000 gb', 'SSD 1 TB', true],
    // A disk of 1000 GB is not more than one of 1 TB, and gigabytes are not counted by thousands.
    ['more than 1 tb', 'SSD 1000 GB', false],
    ['1 tb', 'SSD 960 GB', false],
    ['512 gb', 'SSD 500 GB', false],
    ['1.5 tb', 'SSD 1465 GB', false],
  ])('%s, in whole terabytes of a thousand gigabytes or 1,024, is %s: %s', (asked, stated, is) => {
    expect(isMet(asked, title(stated))).toBe(is);
  });

  test('amounts that rounding may have parted are weighed alike', () => {
    expect(isMet('bigger than 100 cm', title('Desk 101 cm, 102.4 cm'))).toBe(true);
    expect(isMet('bigger than 100 cm', title('Desk 101 cm, 104 cm'))).toBe(false);
  });

  test('an amount decides alone where it stands alone, whatever stands beside it elsewhere', () => {
    const amounts = amountsOf([
      [stored([title('Ash laptop, 8 GB, 512 GB')])],
      [stored([title('Ash laptop, 8 GB')])],
      [stored([title('Ash laptop, 512 GB')])],
    ]);
    expect([0, 1, 2].map(amounts.meeting(measuresOf('at least 256 GB')))).toEqual([true, false, true]);
    expect([2, 1, 0].map(amounts.meeting(measuresOf('at least 256 GB')))).toEqual([true, false, true]);
  });

  test('every measure must be met by one variant', () => {
    const sized = (text: string) => stored([title(text)]);
    const amounts = amountsOf([[sized('Oil 100 ml, 1 kg'), sized('Oil 200 ml, 2 kg')], [sized('Oil 1 l')]]);
    const both = amounts.meeting([...measuresOf('at least 150 ml'), ...measuresOf('under 1.5 kg')]);
    expect([0, 1, 2].map(both)).toEqual([false, false, false]);
    expect([0, 1, 2].map(amounts.meeting(measuresOf('at least 150 ml')))).toEqual([false, true, true]);
    expect([0, 1, 2].map((offer) => amounts.isAlone(offer))).toEqual([false, false, true]);
  });
});

/** Titles and attributes with amounts of the dimensions that bounds are of, and words that tell them apart. */
const amount = fc
  .tuple(
    fc.constantFrom(
      '1',
      '2',
      '3.4',
      '8',
      '14',
      '15',
      '15.6',
      '16',
      '40',
      '100',
      '250',
      '1200',
      '2x4',
      '10-12',
    ),
    fc.constantFrom(
      ' GB',
      'GB',
      ' kg',
      ' g',
      ' inch',
      '"',
      ' cm',
      ' m',
      ' ml',
      ' oz',
      ' fl oz',
      ' h',
      ' rpm',
      ' dB',
      '',
    ),
    fc.constantFrom(
      '',
      ' RAM',
      ' SSD',
      ' display',
      ' cable',
      ' battery',
      ' memory DDR4',
      ', black',
      ' Speicher',
    ),
  )
  .map((parts) => parts.join(''));
const stating: fc.Arbitrary<StatingText> = fc.oneof(
  fc.array(amount, { minLength: 1, maxLength: 3 }).map((amounts) => title(`Ash ${amounts.join(', ')}`)),
  fc.record({
    name: fc.constantFrom(
      'general.weight',
      'laptop.memory_gb',
      'general.screen_size',
      'headphones.battery_h',
      'general.size',
      'general.cable_length',
    ),
    text: amount,
  }),
);
const bound = fc
  .tuple(
    fc.constantFrom('', 'at least ', 'under ', 'bigger than ', 'at most '),
    fc.constantFrom('2', '3.4', '8', '11', '15', '16', '100', '1200'),
    fc.constantFrom(' GB', ' kg', ' inch', ' m', ' ml', ' oz', ' h', ' rpm'),
    fc.constantFrom('', ' ram', ' ssd', ' screen', ' cable', ' battery', ' on one charge'),
  )
  .map((parts) => measuresOf(parts.join('')))
  .filter((measures) => measures.length > 0);

test('columns tell of each variant what its record does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.array(stating, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      }),
      bound,
      (products, measures) => {
        const amounts = amountsOf(products.map((variants) => variants.map(stored)));
        const records = products.flat().map((texts) => texts.flatMap(statedQuantities));
        const offers = records.map((_, offer) => offer);
        expect(offers.map(amounts.meeting(measures))).toEqual(
          records.map((record) =>
            measures.every((measure) => quantityMeeting(record, measure) !== undefined),
          ),
        );
        for (const measure of measures)
          expect(offers.map(amounts.stating(measure))).toEqual(
            records.map((record) => isMeasured(record, measure)),
          );
      },
    ),
    { numRuns: 500 },
  );
});

test('every word that says what is measured is kept beside amounts', () => {
  for (const { measured } of Object.values(INTENT_LANGUAGES))
    for (const phrase of measured) {
      const words = alikeOf(phrase.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());
      if (words.length > 1 || !words[0]?.includes(' '))
        expect([...TELLING_WORDS], phrase).toEqual(expect.arrayContaining([...words]));
    }
});
