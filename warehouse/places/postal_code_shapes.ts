/** What postal codes of a country look like, where nothing else is known of them. */
export interface PostalCodeShape {
  pattern: RegExp;
  /** In words, for whoever sent another one. */
  says: string;
}

const FIVE_DIGITS: PostalCodeShape = { pattern: /^\d{5}$/, says: 'five digits' };
const SIX_DIGITS: PostalCodeShape = { pattern: /^\d{6}$/, says: 'six digits' };
const SPACED_FIVE: PostalCodeShape = { pattern: /^\d{3}\s?\d{2}$/, says: 'five digits' };
const FOUR_DIGITS: PostalCodeShape = { pattern: /^\d{4}$/, says: 'four digits' };

/** By ISO 3166-1, as the postal addressing guides of the Universal Postal Union show them. */
export const POSTAL_CODE_SHAPES: Readonly<Record<string, PostalCodeShape>> = {
  AT: FOUR_DIGITS,
  AU: FOUR_DIGITS,
  BE: FOUR_DIGITS,
  BG: FOUR_DIGITS,
  BR: { pattern: /^\d{5}-?\d{3}$/, says: 'five digits, a hyphen and three digits' },
  CH: FOUR_DIGITS,
  CN: SIX_DIGITS,
  CZ: SPACED_FIVE,
  DE: FIVE_DIGITS,
  DK: FOUR_DIGITS,
  EE: FIVE_DIGITS,
  ES: {
    pattern: /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
    says: 'five digits, of which the first two are 01 to 52',
  },
  FI: FIVE_DIGITS,
  FR: FIVE_DIGITS,
  GB: {
    pattern: /^[A-Z]{1,2}\d[A-Z\d]?(?:\s?\d[A-Z]{2})?$/,
    says: 'an area and district, such as SW1A, then a digit and two letters',
  },
  GR: SPACED_FIVE,
  HR: FIVE_DIGITS,
  HU: FOUR_DIGITS,
  IE: {
    pattern: /^(?:[A-Z]\d{2}|D6W)(?:\s?[A-Z\d]{4})?$/,
    says: 'a routing key, such as D02, then four letters and digits',
  },
  IL: { pattern: /^\d{5}(?:\d{2})?$/, says: 'seven digits, or five of older ones' },
  IN: { pattern: /^[1-9]\d{2}\s?\d{3}$/, says: 'six digits, the first of them no 0' },
  IT: FIVE_DIGITS,
  JP: { pattern: /^\d{3}-?\d{4}$/, says: 'three digits, a hyphen and four digits' },
  KR: FIVE_DIGITS,
  LT: { pattern: /^(?:LT-)?\d{5}$/, says: 'LT, a hyphen and five digits' },
  LU: FOUR_DIGITS,
  LV: { pattern: /^(?:LV-)?\d{4}$/, says: 'LV, a hyphen and four digits' },
  MX: FIVE_DIGITS,
  NL: { pattern: /^[1-9]\d{3}(?:\s?[A-Z]{2})?$/, says: 'four digits and two letters (1012 AB)' },
  NO: FOUR_DIGITS,
  NZ: FOUR_DIGITS,
  PL: { pattern: /^\d{2}-?\d{3}$/, says: 'two digits, a hyphen and three digits' },
  PT: { pattern: /^\d{4}(?:-?\d{3})?$/, says: 'four digits, a hyphen and three digits' },
  RO: SIX_DIGITS,
  SE: SPACED_FIVE,
  SG: SIX_DIGITS,
  SI: FOUR_DIGITS,
  SK: SPACED_FIVE,
  TR: FIVE_DIGITS,
  ZA: FOUR_DIGITS,
};
