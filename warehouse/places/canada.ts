import type { Coordinates } from '../../pipelines/domain/great_circle.ts';
import type { PostalCode, PostalCodes } from './postal_codes.ts';

/**
 * The first letter of a Canadian postal code is a postal district of Canada Post: a province, or a part of Ontario and
 * Quebec. Where most of its people live, to some tenths of a degree.
 */
const DISTRICTS: Readonly<Record<string, readonly [region: string, latitude: number, longitude: number]>> = {
  A: ['CA-NL', 47.7, -53.6],
  B: ['CA-NS', 44.9, -63.5],
  C: ['CA-PE', 46.3, -63.2],
  E: ['CA-NB', 46.1, -65.9],
  G: ['CA-QC', 47.0, -71.5],
  H: ['CA-QC', 45.5, -73.6],
  J: ['CA-QC', 45.6, -73.7],
  K: ['CA-ON', 45.0, -76.3],
  L: ['CA-ON', 43.7, -79.6],
  M: ['CA-ON', 43.7, -79.4],
  N: ['CA-ON', 43.0, -81.5],
  P: ['CA-ON', 46.9, -82.0],
  R: ['CA-MB', 49.9, -97.3],
  S: ['CA-SK', 51.3, -105.9],
  T: ['CA-AB', 52.2, -113.7],
  V: ['CA-BC', 49.4, -122.7],
  X: ['CA-NT', 62.5, -114.4],
  Y: ['CA-YT', 60.7, -135.1],
};
/** The north-east of the district X. */
const NUNAVUT = /^X0[ABC]/;
const NUNAVUT_MIDDLE: Coordinates = { latitude: 63.7, longitude: -68.5 };

/** A whole code, or the area that its first three signs name; D, F, I, O, Q and U are in none. */
const CODE = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(?:[\s-]?(\d[ABCEGHJ-NPRSTV-Z]\d))?$/;

/**
 * Postal codes of Canada, by their districts alone: which of them are given out is not known, so each of the right shape
 * is found.
 */
export function canadianCodes(): PostalCodes {
  const find = (text: string): PostalCode | null => {
    const [, area, rest] = CODE.exec(text.trim().toUpperCase()) ?? [];
    const district = area === undefined ? undefined : DISTRICTS[area.charAt(0)];
    if (area === undefined || district === undefined) return null;
    const [region, latitude, longitude] = district;
    const isNunavut = NUNAVUT.test(area);
    return {
      code: rest === undefined ? area : `${area} ${rest}`,
      region: isNunavut ? 'CA-NU' : region,
      city: null,
      coordinates: isNunavut ? NUNAVUT_MIDDLE : { latitude, longitude },
      kind: 'street',
      granularity: 'region',
    };
  };
  const middles = new Map<string, Coordinates>([['CA-NU', NUNAVUT_MIDDLE]]);
  for (const [region, own] of Map.groupBy(Object.values(DISTRICTS), ([code]) => code)) {
    const mean = (at: 1 | 2) => own.reduce((sum, district) => sum + district[at], 0) / own.length;
    middles.set(region, { latitude: mean(1), longitude: mean(2) });
  }
  return {
    shape: 'a letter, a digit and a letter, then a digit, a letter and a digit (M5V 2T6)',
    isWellFormed: (text) => CODE.test(text.trim().toUpperCase()),
    find,
    region: (code) => middles.get(code) ?? null,
    regions: () => [...middles.keys()].sort(),
  };
}
