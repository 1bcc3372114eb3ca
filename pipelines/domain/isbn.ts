import { gtinCheckDigit } from './gtin.ts';

/** Whether digits with weights falling to 1, X as 10, sum to a multiple of 11: the rule of ISBN-10 and ISSN. */
function fitsMod11(code: string): boolean {
  let sum = 0;
  for (const [index, char] of Array.from(code).entries())
    sum += (code.length - index) * (char === 'X' ? 10 : Number(char));
  return sum % 11 === 0;
}

const compact = (text: string) => text.replace(/[ \u00ad\u2010-\u2015-]/g, '').toUpperCase();

/** The GTIN-13 of an ISBN-10, or null where the text is none or its check character is wrong. */
export function isbn10ToGtin13(text: string): string | null {
  const code = compact(text);
  if (!/^\d{9}[\dX]$/.test(code) || !fitsMod11(code)) return null;
  const payload = `978${code.slice(0, 9)}`;
  return payload + String(gtinCheckDigit(payload));
}

/** The GTIN-13 of an ISSN with its two-digit variant (00: the ordinary edition), or null where it is none. */
export function issnToGtin13(text: string, variant = '00'): string | null {
  const code = compact(text);
  if (!/^\d{7}[\dX]$/.test(code) || !/^\d{2}$/.test(variant) || !fitsMod11(code)) return null;
  const payload = `977${code.slice(0, 7)}${variant}`;
  return payload + String(gtinCheckDigit(payload));
}
