import Holidays from 'date-holidays';
import { expect, test } from 'vitest';
import { countryMistake } from '../../../pipelines/domain/country.ts';

const CAPITALS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const codes = CAPITALS.flatMap((one) => CAPITALS.map((other) => one + other));

test('every country that another library knows holidays of is one', () => {
  const known = Object.keys(new Holidays().getCountries());
  expect(known.length).toBeGreaterThan(200);
  expect(known.filter((code) => countryMistake(code) !== null)).toEqual([]);
});

test('every country that the clocks of the Unicode CLDR are kept by is one', () => {
  const kept = codes.filter((code) => {
    const locale = new Intl.Locale('und', { region: code });
    return locale.region === code && (locale.getTimeZones?.() ?? []).length > 0;
  });
  expect(kept.length).toBeGreaterThan(240);
  expect(kept.filter((code) => countryMistake(code) !== null)).toEqual([]);
});

test('hardly more than the 249 of the standard are', () => {
  const countries = codes.filter((code) => countryMistake(code) === null);
  expect(countries.length).toBeGreaterThanOrEqual(249);
  expect(countries.length).toBeLessThan(260);
});

test.each(['XX', 'ZZ', 'EU', 'UN', 'QQ', 'XA'])('%s is none', (code) => {
  expect(countryMistake(code)).toBe(`is ${code}, which is no country of ISO 3166-1`);
});

test.each([
  ['UK', 'GB'],
  ['DD', 'DE'],
  ['YU', 'RS'],
])('of %s it is told that it is %s', (code, today) => {
  expect(countryMistake(code)).toBe(`is ${code}, for which ISO 3166-1 has ${today}`);
});
