import type { GtinReading } from '../../pipelines/domain/gtin.ts';

export const UNMATCHED_REASONS = [
  'gtin_checksum',
  'gtin_malformed',
  'gtin_restricted',
  'gtin_unknown',
  'brand_mpn_unknown',
  'title_unsure',
  'title_unknown',
  'no_match_model',
  'nothing_to_match',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** Below this the likeness is chance. */
const UNLIKELY = 0.1;

/** Why no product was found for a row. */
export interface Trouble {
  reason: UnmatchedReason;
  detail?: string;
}

/** Why its GTIN leads nowhere; null for a row without one. */
export function gtinTrouble(reading: GtinReading): Trouble | null {
  switch (reading.status) {
    case 'valid':
      return { reason: 'gtin_unknown' };
    case 'restricted':
      return { reason: 'gtin_restricted', detail: `${reading.code} is a seller’s own code` };
    case 'checksum':
      return { reason: 'gtin_checksum', detail: `the last digit would be ${reading.expected}` };
    case 'malformed':
      return { reason: 'gtin_malformed', detail: MALFORMED[reading.reason] };
    default:
      return null;
  }
}

/** Why its title leads nowhere. `probability` of the likest product, null where none is like it. */
export function titleTrouble(hasModel: boolean, probability: number | null): Trouble {
  if (!hasModel)
    return {
      reason: 'no_match_model',
      detail:
        'titles are matched once there are enough listings to learn from; until then give gtin, or brand and mpn',
    };
  return probability !== null && probability >= UNLIKELY
    ? { reason: 'title_unsure', detail: 'several products are like it, or none is like it enough' }
    : { reason: 'title_unknown' };
}

/** Why brand and part number lead nowhere, or that there is nothing to find it by. */
export function codeTrouble({ brand, mpn }: { brand?: string; mpn?: string }): Trouble {
  return brand && mpn
    ? { reason: 'brand_mpn_unknown' }
    : { reason: 'nothing_to_match', detail: 'give gtin, brand and mpn, or title' };
}

const MALFORMED = {
  characters: 'has characters other than digits',
  length: 'has not 8, 12, 13 or 14 digits',
  all_zero: 'has no digit other than 0',
} as const;
