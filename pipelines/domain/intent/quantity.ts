import { type Reading, readAmount } from './amount.ts';
import { behindColon } from './bound.ts';
import { readLimit } from './limit.ts';
import { isKindAt } from './named_kind.ts';
import { isLast, isManyAt, isPlural } from './noun_group.ts';
import { behindPraise, isLinkAt, MOST_PIECES, packAt } from './numbered_pack.ts';
import { inPack } from './pack.ts';
import { behind, isStop } from './phrase_list.ts';
import { countsMany, isOfMany } from './sold_by_number.ts';
import { numberAt } from './whole_number.ts';
import type { ListName } from './word_lists.ts';

/** How many are wanted; `next` is the token behind what says so. */
export interface ReadQuantity {
  pieces: number;
  /** `packages` are counted whatever is in them: `2 boxes of pens`. */
  of: 'pieces' | 'packages';
  /** The words of the pack tell the thing too (`a pack of 6`), so they stay. */
  isPack: boolean;
  /** More will do: `100 or more`. */
  isLeast?: boolean;
  /** The number may be of the parts of one thing: `1000 pieces` of a puzzle. */
  mayBeParts: boolean;
  next: number;
}

/** A bare number beyond this is rather a name (`501 jeans`), but for hundreds. */
const MOST_BARE = 100;

/**
 * How many of a thing a text asks for that begins, but for what constrains it, at a token: `24 aa batteries`, `two
 * cables`, `3 pairs of socks`, `two packs of 12`; or a pack of it, anywhere: `socks, pack of 6`. Null where the number
 * may say something else: `3 ring binders`, `501 jeans`, `12 volt pump`.
 */
export function readQuantity(reading: Reading, at: number, isFirst: boolean): ReadQuantity | null {
  const named = quantityNamed(reading, at) ?? byDozen(reading, at);
  if (named) return named;
  // `need 24 cups`, wherever it stands
  const wanted = behind(reading, 'wanted', at);
  if (wanted !== null)
    return (
      counted(reading, behindAbout(reading, wanted)) ??
      ofBefore(reading, at, wanted) ??
      leastWanted(reading, wanted)
    );
  const least = behind(reading, 'at_least', at);
  if (least !== null && countsMany(reading, least)) return counted(reading, least);
  const leastOf = leastCounted(reading, at);
  if (leastOf) return leastOf;
  const own = apart(reading, at) ?? aboutNumber(reading, at) ?? numberBehind(reading, at);
  if (own) return own;
  const isPackages = isFirst && behind(reading, 'packs', at + 1) !== null;
  const pack = isPackages ? null : packAt(reading, at);
  if (pack) return { pieces: pack.count, of: 'pieces', isPack: true, mayBeParts: false, next: pack.next };
  const told = isFirst ? null : countTold(reading, at);
  if (told) return told;
  return isFirst ? counted(reading, behindAbout(reading, at)) : null;
}

/**
 * `laundry pods, 40 or so`, `capsules, about 50`: of what is bought by number a bare number is how many, and no price, unless
 * what stands before it says so (`for 40`). What the things are for is not bought: `machine for pods, about 80`.
 */
function aboutNumber(reading: Reading, at: number): ReadQuantity | null {
  const opened = behind(reading, 'about', at) ?? behind(reading, 'about_count', at);
  const number = numberAt(reading, opened ?? at);
  if (number === null || number.value < 2 || readAmount(reading, opened ?? at)?.kind === 'money') return null;
  const closed = behind(reading, 'about_behind', number.next);
  const next = closed ?? number.next;
  if ((opened === null && closed === null) || !isLast(reading, next) || !isOfMany(reading, at)) return null;
  return { pieces: number.value, of: 'pieces', isPack: false, mayBeParts: false, next };
}

/**
 * `batteries, 40 or more`, `wipes, 500 or more in one pack`: of what is bought by number so many at least. Of other things
 * pieces are counted in one of them (`train set, at least 40 pieces`), and any other number says what it does (`printer, 500
 * or more`).
 */
function leastCounted(reading: Reading, at: number): ReadQuantity | null {
  const opened = behind(reading, 'at_least', at);
  const from = opened ?? at;
  const number = numberAt(reading, from);
  if (number === null || number.value < 2 || readAmount(reading, from)?.kind === 'money') return null;
  const parts = behind(reading, 'parts', number.next);
  const closed = behind(reading, 'or_more', parts ?? number.next);
  if (opened === null && closed === null) return null;
  const end = closed ?? parts ?? number.next;
  const pack = inPack(reading, end);
  const next = pack ?? end;
  const isMany = isOfMany(reading, at);
  if (!isLast(reading, next) || (parts === null && !isMany)) return null;
  return {
    pieces: number.value,
    of: 'pieces',
    isPack: pack !== null || !isMany,
    isLeast: true,
    mayBeParts: false,
    next,
  };
}

/** `cat food 24 ct`, `tea, 100 bags`: behind the thing, so many as titles count what is in a pack. */
function countTold(reading: Reading, at: number): ReadQuantity | null {
  const read = reading.amounts.get(at);
  if (read?.amount.dimension !== 'count' || read.amount.unit === null || read.amount.pack !== 1) return null;
  const { amount: pieces } = read.amount;
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > MOST_PIECES) return null;
  // `80 Count, 4-Pack`: of several packs the number of packs decides
  const behindStop = isStop(reading.tokens[read.next]) ? read.next + 1 : read.next;
  if (!isLast(reading, read.next) || packAt(reading, behindStop) !== null) return null;
  return { pieces, of: 'pieces', isPack: true, mayBeParts: false, next: read.next };
}

/** `pods, need 60`: of what is bought by number, where nothing follows that the number may be of. */
function ofBefore(reading: Reading, at: number, wanted: number): ReadQuantity | null {
  const from = behindAbout(reading, wanted);
  const number = numberAt(reading, from);
  if (number === null || number.value < 2 || !isLast(reading, number.next)) return null;
  const { value: pieces, next } = number;
  if (isOfMany(reading, at)) return { pieces, of: 'pieces', isPack: false, mayBeParts: false, next };
  // No price is written in words, nor a size that small.
  const isInWords = at > 0 && reading.tokens[from]?.kind === 'word' && pieces <= MOST_IN_WORDS;
  return isInWords ? { pieces, of: 'packages', isPack: false, mayBeParts: false, next } : null;
}

/** `toner TN-2, I want three`: more than these may be a size (`I need nine`). */
const MOST_IN_WORDS = 4;

/** `hooks that hold, need at least six`: a number in words that is no size, since more will do. */
function leastWanted(reading: Reading, wanted: number): ReadQuantity | null {
  const from = behind(reading, 'at_least', wanted);
  const number = from === null ? null : numberAt(reading, from);
  const isInWords = from !== null && reading.tokens[from]?.kind === 'word';
  if (!number || !isInWords || number.value < 2 || !isLast(reading, number.next)) return null;
  return { ...inPieces(number.value), isLeast: true, next: number.next };
}

/** `cabezales Oral-B iO, cuatro`: a number in words by itself behind the thing. */
function numberBehind(reading: Reading, at: number): ReadQuantity | null {
  const [before, token] = [reading.tokens[at - 1], reading.tokens[at]];
  const number = before && isStop(before) && token?.kind === 'word' ? numberAt(reading, at) : null;
  if (!number || number.value < 2 || number.value > MOST_IN_WORDS || !isLast(reading, number.next))
    return null;
  return { ...inPieces(number.value), next: number.next };
}

const inPieces = (pieces: number) => ({ pieces, of: 'pieces', isPack: false, mayBeParts: false }) as const;

/** `like 30`, `about 20`. */
const behindAbout = (reading: Reading, at: number): number =>
  behind(reading, 'about', at) ?? behind(reading, 'about_money', at) ?? at;

/** `, 24 cans,`, `, 5 packs`: a number and what is counted by themselves between stops. Pieces need no stop before. */
function apart(reading: Reading, at: number): ReadQuantity | null {
  const before = reading.tokens[at - 1];
  const isOwn = isStop(before);
  const number = numberAt(reading, isOwn ? behindAbout(reading, at) : at);
  if (number === null || number.value < 2 || number.value > MOST_PIECES) return null;
  const behindIt = (list: ListName) => {
    const next = behind(reading, list, number.next);
    return next !== null && isLast(reading, next) && behind(reading, 'skipped', next) === null ? next : null;
  };
  const pieces = number.value;
  const packages = isOwn ? behindIt('packs') : null;
  if (packages !== null) return { pieces, of: 'packages', isPack: false, mayBeParts: false, next: packages };
  // `milk, a dozen`: nothing else is told by dozens
  const isDozen = reading.tokens
    .slice(at, number.next)
    .some((_, offset) => behind(reading, 'dozen', at + offset) !== null);
  if (isOwn && isDozen && isLast(reading, number.next))
    return { pieces, of: 'pieces', isPack: false, mayBeParts: false, next: number.next };
  const [containers, parts] = [isOwn ? containersAt(reading, number.next) : null, behindIt('parts')];
  const next = containers ?? parts;
  return next === null ? null : { pieces, of: 'pieces', isPack: true, mayBeParts: containers === null, next };
}

/** `cans`, `small bottles`, `botellas pequeñas`, `bars` of so many grams: behind what is counted by itself, or null. */
function containersAt(reading: Reading, at: number): number | null {
  const next = behind(reading, 'counted_apart', behindPraise(reading, at));
  if (next === null) return null;
  const end = behindPraise(reading, next);
  const link = isLinkAt(reading, end) ? end + 1 : end;
  const isOfMeasure = readAmount(reading, link)?.kind === 'measure';
  return isOfMeasure || (isLast(reading, end) && behind(reading, 'skipped', end) === null) ? next : null;
}

/** `x5`, `qty 5` and `5 of them`, with nothing behind it that may be meant. */
function quantityNamed(reading: Reading, at: number): ReadQuantity | null {
  const stated = namedNumber(reading, at);
  if (stated && stated.pieces > 1) return { ...stated, of: 'pieces', isPack: false, mayBeParts: false };
  const found = timesAt(reading, at) ?? numberOfThem(reading, at);
  if (!found || found.pieces < 2 || found.pieces > MOST_PIECES) return null;
  return isLast(reading, found.next) ? { ...found, of: 'pieces', isPack: false, mayBeParts: false } : null;
}

/** `oat milk by the dozen`. */
function byDozen(reading: Reading, at: number): ReadQuantity | null {
  const next = behind(reading, 'by_dozen', at);
  return next === null ? null : { pieces: 12, of: 'pieces', isPack: false, mayBeParts: false, next };
}

/** `cables x5`: a model is called so too (`bmw x5`), but behind more than one of a thing, a kind of thing, or a space. */
function timesAt(reading: Reading, at: number): { pieces: number; next: number } | null {
  const { tokens, amounts, isKind } = reading;
  const [token, digits] = [tokens[at], tokens[at + 1]];
  const glued = /^[x×*]([1-9]\d{0,2})$/.exec(token?.folded ?? '');
  const isSign = /^[x×*]$/.test(token?.folded ?? '') && /^[1-9]\d{0,2}$/.test(digits?.folded ?? '');
  // `thick x 60 in`: a measure
  if (!glued && (!isSign || (amounts.has(at + 1) && amounts.get(at + 1)?.amount.unit))) return null;
  const before = tokens[at - 1];
  const isParted = glued === null && digits?.glued === false;
  const isCounted = before?.kind === 'word' && (isPlural(reading, before.folded) || isKind(before.folded));
  // `36 x 32` is a size
  const isApart = before?.kind === 'word' ? isParted : /^[,;(]$/.test(before?.folded ?? '');
  if (!isCounted && !isApart) return null;
  return glued
    ? { pieces: Number(glued[1]), next: at + 1 }
    : { pieces: Number(digits?.folded), next: at + 2 };
}

/** `qty 5`, `quantity: 5`. */
function namedNumber(reading: Reading, at: number): { pieces: number; next: number } | null {
  const named = behind(reading, 'quantity_named', at);
  const from = named === null ? null : behindColon(reading, named);
  const digits = from === null ? undefined : reading.tokens[from];
  return from !== null && /^[1-9]\d{0,3}$/.test(digits?.folded ?? '')
    ? { pieces: Number(digits?.folded), next: from + 1 }
    : null;
}

/** `5 of them`. */
function numberOfThem(reading: Reading, at: number): { pieces: number; next: number } | null {
  const number = numberAt(reading, behind(reading, 'about_count', at) ?? behindAbout(reading, at));
  const next = number && behind(reading, 'counted_behind', number.next);
  return number && next !== null ? { pieces: number.value, next } : null;
}

function counted(reading: Reading, at: number): ReadQuantity | null {
  const { lexicon, tokens, amounts } = reading;
  // `50 dollars or less headphones`: money, and every bound, is read as such.
  if (readAmount(reading, at)?.kind === 'money' || readLimit(reading, at) !== null) return null;
  const token = tokens[at];
  const worded = lexicon.number.at(tokens, at);
  // A measure is none, but `12 rolls` are counted.
  const isMeasured = amounts.has(at) && amounts.get(at)?.amount.dimension !== 'count';
  const isDigits = /^[1-9]\d{0,3}$/.test(token?.folded ?? '') && !isMeasured;
  const number = worded?.value ?? (isDigits ? Number(token?.folded) : null);
  const from = worded?.next ?? at + 1;
  if (number === null || (number === 1 && behind(reading, 'packs', from) === null))
    return number === 1 && isOne(reading, at) ? oneOf(from) : null;
  const isTimes = tokens[from]?.folded === 'x';
  if (tokens[from] === undefined || (tokens[from].glued && !isTimes)) return null;
  const packed = packAt(reading, from);
  const whole = { pieces: number, of: 'pieces', isPack: false, mayBeParts: false } as const;
  if (packed) return { ...whole, pieces: number * packed.count, next: from };
  const packages = behind(reading, 'packs', from);
  if (number > 1 && packages !== null) {
    const next = behind(reading, 'skipped', packages) ?? packages;
    const each = next > packages && /^[1-9]\d{0,2}$/.test(tokens[next]?.folded ?? '') ? tokens[next] : null;
    if (each) return { ...whole, pieces: number * Number(each.folded), next: from };
    return { ...whole, of: 'packages', next: tokens[next]?.kind === 'word' ? next : from };
  }
  const said = behind(reading, 'pieces', from);
  if (said !== null) {
    // `10x binoculars` are one that enlarges
    if (isTimes && behind(reading, 'enlarging', said) !== null) return null;
    // `1000 pieces puzzle`: one of a thousand
    const isOwn =
      isTimes ||
      behind(reading, 'skipped', said - 1) === said ||
      isManyAt(reading, said) ||
      (isUnits(reading, from) && number <= MOST_SAID_OF && isKindAt(reading, said));
    return tokens[said] && isOwn ? { ...whole, next: said } : null;
  }
  if (number < 2 || (number > MOST_BARE && number % 100 !== 0)) return null;
  // `2 bar stools`: elsewhere a number before `bar` is of pressure
  const isOfNoThing = behind(reading, 'not_counted', from) !== null;
  if (isOfNoThing && behind(reading, 'counted_anyway', from) === null) return null;
  return isManyAt(reading, from) || isForSeveral(reading, from, number) ? { ...whole, next: from } : null;
}

/** `1 ladder`, `one printer`: an article counts nothing, and `1` before no kind of thing may be part of a name. */
const isOne = (reading: Reading, at: number): boolean =>
  !reading.lexicon.articles.has(reading.tokens[at]?.folded ?? '') && isKindAt(reading, at + 1);
const oneOf = (next: number): ReadQuantity => ({
  pieces: 1,
  of: 'pieces',
  isPack: false,
  mayBeParts: false,
  next,
});

/** `3 Stück Monitor`: German and Dutch count things so, in the singular; `1000 pieces puzzle` has as many. */
const isUnits = (reading: Reading, at: number): boolean => behind(reading, 'counter', at) !== null;

/** `2 sunscreen 200 ml, 34 euro at most for both`: what is said of several says that a small number counts them. */
const isForSeveral = (reading: Reading, from: number, number: number): boolean =>
  number <= MOST_SAID_OF &&
  reading.tokens
    .slice(from, from + FAR)
    .some((_, offset) => behind(reading, 'of_several', from + offset) !== null);
/** Tokens behind a number that are looked through for what is said of several. */
const FAR = 24;
/** More of a thing hardly anybody speaks of as both, or each, where the word is not in the plural. */
const MOST_SAID_OF = 12;
