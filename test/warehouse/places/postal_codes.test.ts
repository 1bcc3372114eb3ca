import { describe, expect, test } from 'vitest';
import { distanceKm } from '../../../pipelines/domain/great_circle.ts';
import { postalCodesOf } from '../../../warehouse/places/postal_codes.ts';

const codes = await postalCodesOf('US');
if (!codes) throw new Error('no postal codes');

describe('postal codes of the United States', () => {
  test.each([
    ['94105', 'US-CA', 'San Francisco', 'street'],
    ['94105-1234', 'US-CA', 'San Francisco', 'street'],
    ['10001', 'US-NY', 'New York', 'street'],
    // the tax office of Holtsville
    ['00501', 'US-NY', 'Holtsville', 'boxes'],
    // Puerto Rico, which GeoNames lists as a country
    ['00601', 'US-PR', null, 'street'],
    ['09012', 'US-AE', 'APO AE', 'military'],
  ])('%s lies in %s', (text, region, city, kind) => {
    expect(codes.find(text)).toMatchObject({ code: text.slice(0, 5), region, city, kind });
  });

  test('that do not exist are none', () => {
    for (const text of ['00000', '99999', '9410', '941050', 'SW1A 1AA', ''])
      expect(codes.find(text), text).toBeNull();
  });

  test('say where they are, military post does not', () => {
    const [sanFrancisco, newYork] = ['94105', '10001'].map((code) => codes.find(code)?.coordinates);
    // the great circle between the two cities is some 4,130 km
    expect(distanceKm(sanFrancisco as never, newYork as never)).toBeCloseTo(4130, -2);
    expect(codes.find('09012')?.coordinates).toBeNull();
  });

  test('make up the states, the district, Puerto Rico and Guam', () => {
    expect(codes.regions()).toEqual(expect.arrayContaining(['US-CA', 'US-DC', 'US-HI', 'US-PR', 'US-AE']));
    expect(codes.regions().filter((region) => codes.region(region) !== null).length).toBeGreaterThanOrEqual(
      53,
    );
    // the middle of Colorado's postal codes lies within Colorado
    expect(codes.region('US-CO')?.latitude).toBeCloseTo(39.2, 0);
    expect(codes.region('US-ZZ')).toBeNull();
  });
});

test('of other countries are not known here', async () => {
  expect(await postalCodesOf('IL')).toBeNull();
});
