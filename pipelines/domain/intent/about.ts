import { type Amount, minorOf, type Reading, readAmount } from './amount.ts';
import { behindColon, isNoPrice, type Limit, readRange, standsAlone } from './bound.ts';
import { behind } from './phrase_list.ts';

/** What costs about so much may cost a tenth more. */
const TENTH_MORE = 1.1;

/**
 * About so much money: `around 700`, `50ish`, `$200 or so`, `for $500`; or a range behind such a word. What may be spent
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
  const amount = readAmount(reading, opened ?? offered ?? cued);
  if (!amount || amount.kind === 'measure') return null;
  const closed = amount.isAbout ? amount.next : behind(reading, 'about_behind', amount.next);
  const whole = { ...amount, next: closed ?? amount.next };
  if (opened === null && closed === null && !(offered !== null && isOffer(reading, whole))) return null;
  if (whole.kind === 'bare' && !standsAlone(reading, whole)) return null;
  const minor = minorOf(whole, whole.currency);
  if (minor === null || isNoPrice(reading, whole.next)) return null;
  const { currency, next } = whole;
  return { of: { currency }, min: null, max: Math.round(minor * TENTH_MORE), about: minor, next };
}

/** `for $500`, with nothing behind it that the price may be of. */
const isOffer = (reading: Reading, amount: Amount): boolean =>
  amount.kind === 'money' && standsAlone(reading, amount);

/** `budget of` before `around 700`. */
function behindCue(reading: Reading, at: number): number | null {
  const next = behind(reading, 'at_most', at) ?? behind(reading, 'purse', at);
  return next === null ? null : behindColon(reading, next);
}
