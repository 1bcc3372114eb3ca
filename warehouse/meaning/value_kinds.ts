/** Number words that people write before a unit. */
const NUMBER = String.raw`(?:\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve))`;
const LENGTHS =
  'cm|mm|m|in|inch|inches|ft|foot|feet|metres?|meters?|litres?|liters?|gallons?|yards?|(?:x|by)\\s?\\d+';

/** A word for each kind of value, and what shows that a text holds one. */
const KINDS: readonly [string, RegExp][] = [
  ['price', /[$€£]\s?\d|\d\s?(?:€|\$|euros?|dollars?|usd|eur)/i],
  ['dimension', new RegExp(String.raw`${NUMBER}\s?-?(?:${LENGTHS})\b|\d\s?["']|\bsize\b`, 'i')],
  ['weight', /\d\s?(?:kg|g|lbs?|pounds|kilos?|grams?|tonnes?|oz|ounces?)\b/i],
  [
    'height',
    /\b(?:[4-7]|four|five|six|seven)\s?(?:'|ft|foot|feet)\s?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven)|\b[12][.,]\d\d\s?m\b/i,
  ],
  // a number by itself behind what is worn: `gloves in 7.5`, `takes a 38`
  [
    'size',
    /\b(?:EU|US|UK|IT|FR)\s?(?:(?:wo)?men['’]?s\s|kids['’]?\s)?\d{1,2}\b|\b(?:wears?|takes?|in|is)\s(?:an?\s)?\d{1,2}(?:[.,]5)?(?=\s*(?:$|[.,;)]|in\b|and\b))/i,
  ],
  ['power', /\d\s?(?:w|watts?|kw|kwp)\b/i],
  ['temperature', /\d\s?(?:°|degrees)|\bminus\s/i],
  ['hour', /\b\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|uhr|o'clock)\b|\b\d{1,2}:\d\d\b/i],
  ['address', /\b\d{5}\b|\p{Lu}\p{L}+ \d{1,4}[a-z]?, \p{L}/u],
  ['number', new RegExp(String.raw`${NUMBER}\s+\p{Ll}{3,}`, 'iu')],
  // a proper noun within a sentence; German writes every noun so
  ['brand', /\p{Ll}[,]?\s\p{Lu}\p{L}+/u],
];

/** The kinds of value that a text holds, as words of the thesaurus: `$180` is a `price`. */
export const valueKindsIn = (text: string): string[] =>
  KINDS.filter(([, shown]) => shown.test(text)).map(([kind]) => kind);
