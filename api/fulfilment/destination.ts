import { type Static, Type } from 'typebox';
import { timeZoneOf } from '../../pipelines/domain/business_days.ts';
import { type IsoDay, isoDay } from '../../pipelines/domain/calendar_day.ts';
import { countryMistake } from '../../pipelines/domain/country.ts';
import { localDay } from '../../pipelines/domain/cutoff.ts';
import type { Place } from '../../pipelines/domain/delivery_estimate.ts';
import type { MarketSettings } from '../../pipelines/domain/settings/market_settings.ts';
import { POSTAL_CODE_SHAPES } from '../../warehouse/places/postal_code_shapes.ts';
import { type PostalCodes, postalCodesOf } from '../../warehouse/places/postal_codes.ts';
import { closed } from '../catalogue/schema.ts';
import { ApiError } from '../http/errors.ts';

/** Where an order goes, as a caller says it. */
export const DestinationField = Type.Object(
  {
    postal_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 16,
        description: 'Its region and the middle of its area are used.',
      }),
    ),
    region: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 16,
        description: 'ISO 3166-2, with or without its country: `US-CA`, `CA`.',
      }),
    ),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1. Default the market’s.' }),
    ),
  },
  closed,
);
export type AskedDestination = Static<typeof DestinationField>;

export const GRANULARITIES = ['metro', 'region', 'country'] as const;

/** A destination as far as an estimate goes. */
export interface Destination extends Place {
  /** Null where only a region is known. */
  postal_code: string | null;
  granularity: (typeof GRANULARITIES)[number];
  /** Its town, where a postal code names it. */
  city: string | null;
  /** Only post office boxes, or one large addressee, or military post. */
  kind: 'street' | 'boxes' | 'military';
  notes: string[];
}

/** The calendar day of a moment (epoch milliseconds) at a place. */
const dayAt = ({ country, region }: Pick<Place, 'country' | 'region'>, ms: number): IsoDay =>
  isoDay(localDay(ms, timeZoneOf(country, region)));

/** The calendar day of a moment where orders go: at the destination, else at the market's own place. */
export const dayThere = (destination: Destination | null, market: MarketSettings, ms: number): IsoDay => {
  const { country, region = null } = market;
  return dayAt(destination ?? { country, region: region && qualified(region, country) }, ms);
};

/** A region with its country before it. */
function qualified(region: string, country: string): string {
  const upper = region.trim().toUpperCase();
  return upper.startsWith(`${country}-`) ? upper : `${country}-${upper}`;
}

function refuse(within: string, field: string, detail: string): never {
  const param = `${within}.${field}`;
  throw new ApiError('invalid_request', { detail: `${param} ${detail}`, errors: [{ param, detail }] });
}

/**
 * Reads a destination. Throws `invalid_request` for a country, postal code or region that does not exist, for two that
 * contradict each other, and for none.
 */
export async function readDestination(
  asked: AskedDestination,
  marketCountry: string,
  within = 'destination',
): Promise<Destination> {
  const country = asked.country ?? marketCountry;
  const mistake = asked.country === undefined ? null : countryMistake(asked.country);
  if (mistake !== null) return refuse(within, 'country', mistake);
  const codes = await postalCodesOf(country);
  const region = asked.region === undefined ? null : readRegion(asked.region, { country, codes, within });
  if (asked.postal_code !== undefined)
    return ofPostalCode(asked.postal_code, { country, region, codes, within });
  if (region === null) return refuse(within, 'postal_code', `is missing; send it or ${within}.region`);
  const coordinates = codes?.region(region) ?? null;
  const notes = codes ? [] : [`Distances are not known in ${country}: the index has no places of it.`];
  return {
    country,
    region,
    postal_code: null,
    coordinates,
    granularity: 'region',
    city: null,
    kind: 'street',
    notes,
  };
}

interface Asked {
  country: string;
  codes: PostalCodes | null;
  /** The field of the request that holds the destination. */
  within: string;
}

/** Where orders go that name no place: the market's region where the configuration has one, else its country. */
export async function marketDestination({ country, region }: MarketSettings): Promise<Destination> {
  if (region !== undefined) return await readDestination({ region, country }, country);
  const place = { country, region: null, postal_code: null, coordinates: null, city: null };
  return { ...place, granularity: 'country', kind: 'street', notes: [] };
}

function readRegion(text: string, { country, codes, within }: Asked): string {
  const region = qualified(text, country);
  if (codes && !codes.regions().includes(region))
    refuse(
      within,
      'region',
      `is ${text}, which is no region of ${country}; known: ${codes.regions().join(', ')}`,
    );
  if (!codes && !/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(region))
    refuse(within, 'region', `is ${text}, which is no code of ISO 3166-2 such as ${country}-XX`);
  return region;
}

function ofPostalCode(
  text: string,
  { country, region, codes, within }: Asked & { region: string | null },
): Destination {
  const shape = POSTAL_CODE_SHAPES[country];
  if (!codes && shape && !shape.pattern.test(text.trim().toUpperCase()))
    refuse(within, 'postal_code', `is ${text}; a postal code of ${country} has ${shape.says}`);
  if (!codes)
    return {
      country,
      region,
      postal_code: text,
      coordinates: null,
      granularity: region === null ? 'country' : 'region',
      city: null,
      kind: 'street',
      notes: [`Postal codes of ${country} are not known here, so the estimate is for the whole of it.`],
    };
  if (!codes.isWellFormed(text))
    refuse(within, 'postal_code', `is ${text}; a postal code of ${country} has ${codes.shape}`);
  const found = codes.find(text);
  if (!found) return refuse(within, 'postal_code', `is ${text}, which is no postal code of ${country}`);
  if (region !== null && region !== found.region)
    refuse(within, 'postal_code', `is ${text}, which lies in ${found.region} and not in ${region}`);
  return {
    country,
    region: found.region,
    postal_code: found.code,
    coordinates: found.coordinates,
    granularity: found.granularity,
    city: found.city,
    kind: found.kind,
    notes: notesOf(found.kind, found.code),
  };
}

function notesOf(kind: Destination['kind'], code: string): string[] {
  if (kind === 'boxes')
    return [`${code} has no street addresses: it serves post office boxes or one large addressee.`];
  if (kind === 'military') return [`${code} is military post; how far its parcels travel is not known.`];
  return [];
}
