import { type Amount, measureOf, minorOf, type Reading, readAmount } from './amount.ts';
import { behindColon, isNoPrice, type Limit, readRange, standsAlone } from './bound.ts';
import { behind } from './phrase_list.ts';

/** What costs about so much may cost a tenth more. */
const TENTH_MORE = 1.1;
const TENTH_LESS = 0.9;

/**
 * About so much money or of a measure: `around 700`, `50ish`, `$200 or so`, `for $500`; or a range behind such a word. What may be spent
 * is a tenth more, and `about` is the amount itself. A bare number must stand alone; null where none is read.
 */
export function readAbout(reading: Reading, at: number): Limit | null {
  const cued = behindCue(reading, at) ?? at;
  const opened = behind(reading, 'about', cued);
  if (opened !== null) {
    const range = readRange(reading, opened, true);
    if (range && 'currency' in range.of) return range;
  }
  const offered = opened === null ? behind(reading, 'about_money', cued) : null;
  const from = opened ?? offered ?? cued;
  const amount = readAmount(reading, from);
  if (amount?.kind === 'measure') {
    const said = behind(reading, 'about_behind', amount.next);
    // `60 lavages environ`
    return opened === null && said === null ? null : aboutMeasure({ ...amount, next: said ?? amount.next });
  }
  if (!amount) return null;
  const closed = amount.isAbout ? amount.next : behind(reading, 'about_behind', amount.next);
  const whole = { ...amount, next: closed ?? amount.next };
  // `for a grand or less`: what stands behind it makes it a bound
  if (opened === null && closed === null && behind(reading, 'or_less', amount.next) !== null) return null;
  if (opened === null && closed === null && !(offered !== null && isOffer(reading, whole, from))) return null;
  if (whole.kind === 'bare' && (!standsAlone(reading, whole) || isResolution(reading, from))) return null;
  const minor = minorOf(whole, whole.currency);
  if (minor === null || isNoPrice(reading, whole.next)) return null;
  const { currency, next } = whole;
  const each = behind(reading, 'each', next);
  const max = Math.round(minor * TENTH_MORE);
  return { of: { currency }, min: null, max, about: minor, isEach: each !== null, next: each ?? next };
}

/** `couldn't care less about 4k`: a picture, where no currency says that it is money. */
const isResolution = ({ tokens }: Reading, at: number): boolean =>
  /^[48]$/.test(tokens[at]?.folded ?? '') && tokens[at + 1]?.glued === true && tokens[at + 1]?.folded === 'k';

/** `for $500`, with nothing behind it that the price may be of; `for six hundred`, which no model is called. */
function isOffer(reading: Reading, amount: Amount, at: number): boolean {
  const isWorded = reading.tokens[at]?.kind === 'word' && Number(amount.digits) >= LEAST_WORDED;
  return (amount.kind === 'money' || isWorded) && standsAlone(reading, amount);
}
/** Numbers in words below this count people as well: `for twenty`. */
const LEAST_WORDED = 100;

/** `about 43 inches`: a tenth more or less; of a time that it is at least nine tenths of it. */
function aboutMeasure(amount: Amount): Limit | null {
  if (!amount.unit) return null;
  const value = measureOf(amount, amount.unit);
  const max = amount.dimension === 'time' ? null : rounded(value * TENTH_MORE);
  const of = { dimension: amount.unit.dimension };
  return { of, min: rounded(value * TENTH_LESS), max, next: amount.next };
}

/** `budget of` before `around 700`. */
function behindCue(reading: Reading, at: number): number | null {
  const next = behind(reading, 'at_most', at) ?? behind(reading, 'purse', at);
  return next === null ? null : behindColon(reading, next);
}

const rounded = (amount: number): number => Math.round(amount * 1e6) / 1e6;
