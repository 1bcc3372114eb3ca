const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** What the Unicode CLDR has a code for and is no country: unions, a remainder, codes for tests, the unknown one. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/**
 * What is wrong with two capital letters that should be a country (ISO 3166-1), to stand behind a name; null for a
 * country. By the Unicode CLDR, which also knows what some codes were replaced by: `UK`, `DD`.
 */
export function countryMistake(code: string): string | null {
  const [canonical = ''] = Intl.getCanonicalLocales(`und-${code}`);
  const today = canonical.slice(canonical.indexOf('-') + 1);
  if (today !== code && NAMES.of(today) !== undefined) return `is ${code}, for which ISO 3166-1 has ${today}`;
  const isCountry = NAMES.of(code) !== undefined && !NO_COUNTRIES.has(code);
  return isCountry ? null : `is ${code}, which is no country of ISO 3166-1`;
}
