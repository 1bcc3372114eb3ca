/** What postal codes of a country look like, where nothing else is known of them. */
export interface PostalCodeShape {
  pattern: RegExp;
  /** In words, for whoever sent another one. */
  says: string;
}

const FIVE_DIGITS: PostalCodeShape = { pattern: /^\d{5}$/, says: 'five digits' };
const FOUR_DIGITS: PostalCodeShape = { pattern: /^\d{4}$/, says: 'four digits' };

/** By ISO 3166-1, as the postal addressing guides of the Universal Postal Union show them. */
export const POSTAL_CODE_SHAPES: Readonly<Record<string, PostalCodeShape>> = {
  AT: FOUR_DIGITS,
  AU: FOUR_DIGITS,
  BE: FOUR_DIGITS,
  CH: FOUR_DIGITS,
  DE: FIVE_DIGITS,
  DK: FOUR_DIGITS,
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
  GR: { pattern: /^\d{3}\s?\d{2}$/, says: 'five digits' },
  IL: { pattern: /^\d{5}(?:\d{2})?$/, says: 'seven digits, or five of older ones' },
  IT: FIVE_DIGITS,
  NL: { pattern: /^[1-9]\d{3}(?:\s?[A-Z]{2})?$/, says: 'four digits and two letters (1012 AB)' },
  NO: FOUR_DIGITS,
  PL: { pattern: /^\d{2}-?\d{3}$/, says: 'two digits, a hyphen and three digits' },
  PT: { pattern: /^\d{4}(?:-?\d{3})?$/, says: 'four digits, a hyphen and three digits' },
  SE: { pattern: /^\d{3}\s?\d{2}$/, says: 'five digits' },
};
