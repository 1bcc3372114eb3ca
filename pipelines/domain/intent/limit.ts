import { readAbout } from './about.ts';
import { type Amount, measureOf, minorOf, type Reading, readAmount } from './amount.ts';
import { behindColon, isNoPrice, type Limit, readRange, standsAlone } from './bound.ts';
import { behindDenied, denialBehind } from './denied_bound.ts';
import { behind, behindAll, isStop, measuredBehind } from './phrase_list.ts';

/** One end: `atMost` is the direction. A bare number is a budget only as a maximum. */
function endOf(reading: Reading, amount: Amount, atMost: boolean): Limit | null {
  if (amount.kind === 'measure' && amount.unit) {
    const value = measureOf(amount, amount.unit);
    const of = { dimension: amount.unit.dimension };
    return { of, min: atMost ? null : value, max: atMost ? value : null, next: amount.next };
  }
  const closed = atMost ? behindPrice(reading, amount) : { next: amount.next, isEach: false };
  if (amount.kind === 'bare' && !(atMost && (closed.next > amount.next || standsAlone(reading, amount))))
    return null;
  const minor = minorOf(amount, amount.currency);
  if (minor === null || isNoPrice(reading, amount.next)) return null;
  const of = { currency: amount.currency };
  return { of, min: atMost ? null : minor, max: atMost ? minor : null, ...closed };
}

/** Behind a price what says that it is of all (`altogether`) or of each (`a piece`). */
function behindPrice(reading: Reading, { next }: Amount): { next: number; isEach: boolean } {
  const each = behind(reading, 'each', next);
  // `mag niet meer dan 7,50 kosten`
  const said = each ?? behind(reading, 'spent', behindTotal(reading, next));
  return { next: said ?? behindTotal(reading, next), isEach: each !== null };
}

/** Behind what makes an amount one of all, which may be told twice: `for both delivered`. */
const behindTotal = (reading: Reading, at: number): number => behindAll(reading, 'in_total', at);

function readCompared(reading: Reading, at: number): Limit | null {
  const purse = behind(reading, 'purse', at);
  const denied = behindDenied(reading, at);
  const atMost = Math.max(behind(reading, 'at_most', at) ?? -1, denied ?? -1);
  const atLeast = behind(reading, 'at_least', at);
  const cued = Math.max(atMost, atLeast ?? -1, purse ?? -1);
  if (cued < 0) return null;
  const isMost = atMost === cued || purse === cued;
  const opened = behindCues(reading, cued, isMost);
  // `si apre solo da sopra: 7 kg`: behind a word of place a colon begins something else
  const isPlace = reading.lexicon.prepositions.has(reading.tokens[opened - 1]?.folded ?? '');
  const from = behindArticle(reading, isPlace ? opened : behindColon(reading, opened));
  const range = isMost ? readRange(reading, from, true) : null;
  if (range && 'currency' in range.of) return range;
  const trailed = isMost ? readTrailed(reading, from) : null;
  if (trailed && 'currency' in trailed.of && trailed.max !== null) return trailed;
  const amount = readAmount(reading, from);
  // `i have 2 cats`: what somebody has is money only where it says so
  if (!amount || (purse === cued && amount.kind !== 'money')) return null;
  if (amount.kind === 'measure' && isOfPrice(reading, at)) return null;
  const denial = isMost ? null : denialBehind(reading, amount.next);
  const limit = endOf(reading, amount, isMost || denial !== null);
  if (denial !== null) return limit && { ...limit, ...denial };
  return limit && { ...limit, strict: isStrict(reading, [at, opened], isMost) };
}

/** Whether what opens a bound ends with what leaves the bound itself out: `for` `less than`, but not `nothing` `over`. */
function isStrict(reading: Reading, [from, to]: readonly [number, number], isMost: boolean): boolean {
  const list = isMost ? 'at_most' : 'at_least';
  for (let at = from; at < to; at++)
    if (behind(reading, 'strict', at) === to && behind(reading, list, at) === to) return true;
  return false;
}

/** `la lavadora más barata de 9 kg` is the cheapest of those of 9 kg: nothing is cheaper than a weight. */
const isOfPrice = (reading: Reading, at: number): boolean =>
  behind(reading, 'best_price', at) !== null || behind(reading, 'lowest_price', at) !== null;

/** `sous les 700`, `sotto i mille`; but `a stand under a 55 inch tv` is no bound. */
function behindArticle(reading: Reading, at: number): number {
  const next = behind(reading, 'skipped', at);
  if (next === null || readAmount(reading, at) !== null) return at;
  const kind = readAmount(reading, next)?.kind;
  return kind === 'money' || kind === 'bare' ? next : at;
}

/** `willing to spend` `up to`: a bound may be opened twice. */
const behindCues = (reading: Reading, at: number, isMost: boolean): number =>
  (isMost ? behind(reading, 'at_most', at) : null) ?? at;

/** Behind an amount, what says that it is the most: `or less`, and of money `in total`; or both: `max incl. shipping`. */
function behindMost(reading: Reading, amount: Amount): number | null {
  const orLess = behind(reading, 'or_less', amount.next);
  const from = orLess ?? amount.next;
  const next = orLess !== null || amount.kind === 'money' ? behindTotal(reading, from) : from;
  return next > amount.next ? next : null;
}

/** `200 or less`, `16 GB or more`, `16GB+`; `15 inch screen or larger`, with what is measured between. */
function readTrailed(reading: Reading, at: number): Limit | null {
  const own = readAmount(reading, at);
  if (!own) return null;
  const measured = own.kind === 'measure' ? measuredBehind(reading, own.next) : null;
  return (
    (measured && trailedBy(reading, { ...own, next: measured.next }, measured)) ??
    trailedBy(reading, own, null)
  );
}

/** The bound that what stands behind an amount makes of it, or null. */
function trailedBy(
  reading: Reading,
  amount: Amount,
  measured: NonNullable<Limit['measured']> | null,
): Limit | null {
  const orLess = behindMost(reading, amount);
  const orMore = behind(reading, 'or_more', amount.next);
  const next = orLess ?? orMore;
  if (next === null) return null;
  // in `16 GB max 200 euros` and `1 TB, no more than 1500` the words belong to what follows
  if (readAmount(reading, next) || opensBeyond(reading, amount.next, next)) return null;
  const limit = endOf(reading, { ...amount, next }, orLess !== null);
  return limit && { ...limit, measured, next };
}

/** Whether a bound is opened within some tokens by more words than these. */
const opensBeyond = (reading: Reading, from: number, to: number): boolean =>
  reading.tokens.slice(from, to).some((_, offset) => {
    const at = from + offset;
    const opened = [
      behind(reading, 'at_most', at),
      behind(reading, 'at_least', at),
      behindDenied(reading, at),
    ];
    return opened.some((next) => next !== null && next > to);
  });

/**
 * A measure by itself: exactly that much. Money by itself is a limit only where nothing else is said between two stops:
 * elsewhere it may be a value or a price remembered.
 */
function readExact(reading: Reading, at: number): Limit | null {
  const amount = readAmount(reading, at);
  if (amount?.kind === 'money' && isApart(reading, at, amount)) return endOf(reading, amount, true);
  if (amount?.kind !== 'measure' || !amount.unit) return null;
  const value = measureOf(amount, amount.unit);
  if (amount.dimension === 'time') {
    // a time by itself is no bound (a 24 hour clock), but one of a battery is what it must last
    const of = { dimension: amount.dimension };
    return measuredBehind(reading, amount.next) === null
      ? null
      : { of, min: value, max: null, next: amount.next };
  }
  return value > 0
    ? { of: { dimension: amount.unit.dimension }, min: value, max: value, next: amount.next }
    : null;
}

/** Nothing but the amount stands between two stops, or a stop and an end of the text. */
function isApart({ tokens }: Reading, at: number, { next }: Amount): boolean {
  const isWhole = at === 0 && tokens[next] === undefined;
  return isStop(tokens[at - 1]) && isStop(tokens[next]) && !isWhole;
}

/** The bound on price or measure that begins at a token, or null where none surely does. */
export const readLimit = (reading: Reading, at: number): Limit | null =>
  readRange(reading, at) ??
  readAbout(reading, at) ??
  readCompared(reading, at) ??
  readTrailed(reading, at) ??
  readExact(reading, at);
