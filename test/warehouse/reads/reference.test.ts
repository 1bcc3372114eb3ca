import { describe, expect, test } from 'vitest';
import { asinKey, listingKey } from '../../../pipelines/domain/key.ts';
import {
  matchOf,
  namedListings,
  type Resolution,
  resolveReference,
} from '../../../warehouse/reads/reference.ts';
import { listedSnapshot, listing } from './listed_snapshot.ts';

const GTIN = '04006381333931';
const red = listing('alpha', 'a1', { gtin: GTIN, url: 'https://www.alpha.example/p/1?utm_source=x' });
const redAtBeta = listing('beta', 'b1', {
  gtin: GTIN,
  product_id: red.product_id,
  method: 'brand_mpn',
  confidence: 0.9,
});
const blue = listing('alpha', 'a2', { product_id: red.product_id, confidence: 0.8 });
const chips = listing('alpha', 'a3', { gtin: '00012345000065' });
const padded = listing('alpha', 'a4', { gtin: '00000054000087' });
const book = listing('beta', 'b2', { gtin: '09780306406157' });
const deli = listing('beta', 'b3');
const OLD = 'prd_00000000000000aa';
const OLD_VARIANT = 'var_00000000000000bb';
const snapshot = listedSnapshot([red, redAtBeta, blue, book, deli, chips, padded], {
  redirects: { [OLD]: red.product_id, [OLD_VARIANT]: red.variant_id },
  keys: [
    [asinKey('B0ABCDEFGH'), 'alpha:a1'],
    [listingKey('beta', '02000101000006'), 'beta:b3'],
    [listingKey('beta', '00000004252614'), 'beta:b3'],
    [listingKey('beta', '00000001234565'), 'beta:b3'],
    [listingKey('beta', '00000000005487'), 'beta:b3'],
  ],
});

async function readResolved(reference: string) {
  const resolution = resolveReference(snapshot, reference);
  if (resolution.outcome !== 'found') throw new Error(`${reference}: ${resolution.detail}`);
  const [product] = await snapshot.products([resolution.product_no]);
  if (!product) throw new Error('no product');
  return {
    product_id: resolution.product_id,
    match: matchOf(product, resolution),
    named: namedListings(product, resolution).map(({ sku }) => sku),
  };
}

describe('what leads to a product', () => {
  const exact = { method: 'gtin_exact', confidence: 0.995 };
  const sure = { method: 'reference', confidence: 1 };
  test.each([
    ['GTIN-14', GTIN, exact, ['a1', 'b1']],
    ['EAN', '4006381333931', exact, ['a1', 'b1']],
    ['EAN with spaces', '4 006381 333931', exact, ['a1', 'b1']],
    ['labelled EAN', 'EAN: 4006381333931', exact, ['a1', 'b1']],
    ['Digital Link', 'https://id.gs1.org/01/04006381333931/10/L1?17=261231', exact, ['a1', 'b1']],
    ['ASIN', 'B0ABCDEFGH', sure, ['a1', 'b1', 'a2']],
    ['Amazon page', 'https://www.amazon.com/Some-Thing/dp/B0ABCDEFGH/ref=x', sure, ['a1', 'b1', 'a2']],
    ['product id', red.product_id, sure, ['a1', 'b1', 'a2']],
    ['old product id', OLD, sure, ['a1', 'b1', 'a2']],
    ['variant id', blue.variant_id, { method: 'reference', confidence: 0.8 }, ['a2']],
    ['old variant id', OLD_VARIANT, sure, ['a1', 'b1', 'a2']],
    ['offer id', redAtBeta.offer_id, { method: 'reference', confidence: 0.9 }, ['a1', 'b1']],
    ['seller and sku', 'beta:b1', { method: 'reference', confidence: 0.9 }, ['a1', 'b1']],
    ['link', 'http://alpha.example/p/1/#top', { method: 'reference', confidence: 0.99 }, ['a1', 'b1']],
  ])('%s', async (_name, reference, match, named) => {
    expect(await readResolved(reference)).toEqual({ product_id: red.product_id, match, named });
  });

  test.each(['0-306-40615-2', '0306406152', '978-0-306-40615-7', '9780306406157'])(
    'ISBN %s',
    async (isbn) => {
      expect((await readResolved(isbn)).product_id).toBe(book.product_id);
    },
  );

  test.each(['01234565', '0123-4565', 'UPC-E: 01234565', '123456', '0123456', '012345000065'])(
    'UPC-E %s',
    async (code) => {
      expect(await readResolved(code)).toMatchObject({ product_id: chips.product_id, match: exact });
    },
  );

  test.each([
    'beta:2000101000006',
    'beta:02000101000006',
    'beta:04252614',
    'beta:00000004252614',
    'beta:01234565',
    'beta:00005487',
  ])('a seller’s own code, %s', async (code) => {
    expect((await readResolved(code)).product_id).toBe(deli.product_id);
  });
});

const unresolved = (reference: string): Exclude<Resolution, { outcome: 'found' }> => {
  const resolution = resolveReference(snapshot, reference);
  if (resolution.outcome === 'found') throw new Error(`${reference} was found`);
  return resolution;
};

describe('what leads nowhere', () => {
  test('a wrong check digit says the right one', () => {
    expect(unresolved('4006381333932')).toMatchObject({
      outcome: 'invalid_identifier',
      detail: expect.stringMatching(/4006381333932 fails its checksum.* 1;/),
    });
    expect(unresolved('0000000000000').detail).toContain('no digit other than 0');
  });

  test('a restricted code without its seller names those that use it', () => {
    expect(unresolved('2000101000006')).toEqual({
      outcome: 'not_found',
      detail: expect.stringContaining('<seller>:02000101000006'),
      suggestions: [{ ref: 'beta:02000101000006', product_id: deli.product_id }],
    });
    expect(unresolved('alpha:2000101000006').detail).toContain('seller alpha has no listing');
  });

  test('a UPC-E that leads to nothing known is a seller’s own code', () => {
    expect(unresolved('04252614')).toEqual({
      outcome: 'not_found',
      detail: expect.stringMatching(/^00000004252614 is a restricted code.*UPC-E it is 00042100005264/),
      suggestions: [{ ref: 'beta:00000004252614', product_id: deli.product_id }],
    });
  });

  test('a UPC-E that would be somebody’s GTIN-8 never leads to it', () => {
    expect(unresolved('00005487')).toEqual({
      outcome: 'not_found',
      detail: expect.stringMatching(
        /^00000000005487 is a restricted code, which each seller gives its own meaning;/,
      ),
      suggestions: [{ ref: 'beta:00000000005487', product_id: deli.product_id }],
    });
    for (const digits of ['000548', '0000548', 'alpha:00005487'])
      expect(unresolved(digits).outcome).toBe('not_found');
  });

  test('a pack of a known item is not that item, but near it', () => {
    expect(unresolved('14006381333938')).toEqual({
      outcome: 'not_found',
      detail: expect.stringContaining('packaging level'),
      suggestions: [{ ref: GTIN, product_id: red.product_id }],
    });
  });

  test.each([
    ['stapler for left-handers', 'plain language'],
    ['gamma:1', 'there is no seller gamma'],
    ['off_0000000000000001', 'there is no offer off_0000000000000001'],
    ['5901234123457', 'no product has the GTIN 05901234123457'],
    ['B0ZZZZZZZZ', 'no product has the ASIN B0ZZZZZZZZ'],
    ['https://alpha.example/p/2', 'no listing has the link alpha.example/p/2'],
  ])('%s', (reference, detail) => {
    const { outcome, ...rest } = unresolved(reference);
    expect(outcome).toBe('not_found');
    expect(rest.detail).toContain(detail);
    expect(rest.suggestions).toEqual([]);
  });

  test('a GTIN that different things claim leads to neither', () => {
    const claims = [red, listing('beta', 'b9', { gtin: GTIN })].map((each) => ({
      ...each,
      gtin_conflict: true,
      variant_id: each.offer_id.replace('off', 'var'),
      product_id: each.offer_id.replace('off', 'prd'),
    }));
    expect(resolveReference(listedSnapshot(claims), GTIN).outcome).toBe('not_found');
  });
});
