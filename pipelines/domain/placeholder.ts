/**
 * Words that feeds write where they have no brand, lower case. A brand that is none would tie strangers together
 * by part number and set listings of one GTIN at odds.
 */
export const BRAND_PLACEHOLDERS: readonly string[] = [
  '-',
  '--',
  '.',
  '?',
  'n/a',
  'n.a.',
  'na',
  'none',
  'null',
  'unknown',
  'unbranded',
  'no brand',
  'nobrand',
  'no name',
  'noname',
  'not applicable',
  'not specified',
  'generic',
  'default',
  'other',
  'ohne marke',
  'markenlos',
  'unbekannt',
  'sin marca',
  'desconocido',
  'sans marque',
  'inconnu',
  'לא ידוע',
  'ללא מותג',
  'כללי',
];

/** The brand a feed names, or null where the text only says that there is none. */
export function realBrand(text: string): string | null {
  return BRAND_PLACEHOLDERS.includes(text.toLowerCase()) ? null : text;
}
