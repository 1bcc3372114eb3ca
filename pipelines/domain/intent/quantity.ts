import { FOR_WORDS, PACK_LINKS, SIZE_NAME_WORDS } from '../../text/languages.ts';
import { type Reading, readAmount } from './amount.ts';
import { behindColon } from './bound.ts';
import type { ListName } from './lexicon.ts';
import { readLimit } from './limit.ts';
import { inPack } from './pack.ts';
import { behind } from './phrase_list.ts';
import { wordedNumberAt } from './worded_number.ts';

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
const MOST = 10_000;
/** Words of one group that are looked through for its noun. */
const LONGEST_GROUP = 6;

/** `tvs`, `pcs`: of shorter words only these are there more than once for sure. */
const CONSONANTS = /^[b-df-hj-np-tv-z]{2}s$/;

/**
 * How many of a thing a text asks for that begins, but for what constrains it, at a token: `24 aa batteries`, `two
 * cables`, `3 pairs of socks`, `two packs of 12`; or a pack of it, anywhere: `socks, pack of 6`. Null where the number
 * may say something else: `3 ring binders`, `501 jeans`, `12 volt pump`.
 */
export function readQuantity(reading: Reading, at: number, isFirst: boolean): ReadQuantity | null {
  const named = quantityNamed(reading, at);
  if (named) return named;
  // `need 24 cups`, wherever it stands
  const wanted = behind(reading, 'wanted', at);
  if (wanted !== null) return counted(reading, behindAbout(reading, wanted)) ?? ofBefore(reading, at, wanted);
  const least = behind(reading, 'at_least', at);
  if (least !== null && countsMany(reading, least)) return counted(reading, least);
  const leastOf = leastCounted(reading, at);
  if (leastOf) return leastOf;
  const own = apart(reading, at) ?? aboutNumber(reading, at);
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
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > MOST) return null;
  // `80 Count, 4-Pack`: of several packs the number of packs decides
  const behindStop = STOP.test(reading.tokens[read.next]?.folded ?? '') ? read.next + 1 : read.next;
  if (!isLast(reading, read.next) || packAt(reading, behindStop) !== null) return null;
  return { pieces, of: 'pieces', isPack: true, mayBeParts: false, next: read.next };
}

/** `at least fifty decaf capsules`: what is bought by number ends the group of words behind a number. */
function countsMany(reading: Reading, at: number): boolean {
  const from = numberAt(reading, at)?.next ?? reading.tokens.length;
  for (let noun = from; noun < from + LONGEST_GROUP && !isLast(reading, noun); noun++) {
    const next = behind(reading, 'sold_by_number', noun);
    if (next !== null && (isLast(reading, next) || isUse(reading, next))) return true;
  }
  return false;
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

/** Tokens before a number that are looked through for what it counts. */
const FAR = 12;

/** Before a token, what is bought by number is wanted. */
function isOfMany(reading: Reading, to: number): boolean {
  const { tokens, lexicon } = reading;
  for (let from = Math.max(0, to - FAR); from < to && !FOR_WORDS.has(tokens[from]?.folded ?? ''); from++) {
    const next = behind(reading, 'sold_by_number', from);
    // `coffee pods machine`
    const isNoun = next !== null && (!lexicon.headLast || next >= to || isLast(reading, next));
    if (isNoun || (next !== null && (isUse(reading, next) || isSized(reading, next)))) return true;
  }
  return false;
}

/** `Windeln Größe 4`, `batteries AA`: a size or a code tells more of what stands before it. */
const isSized = ({ tokens }: Reading, at: number): boolean => {
  const word = tokens[at]?.folded ?? '';
  return SIZE_NAME_WORDS.has(word) || /\d/.test(word) || CODE.test(word);
};
const CODE = /^[a-z]{1,3}$/;

const isUse = ({ tokens }: Reading, at: number): boolean => FOR_WORDS.has(tokens[at]?.folded ?? '');

/** `like 30`, `about 20`. */
const behindAbout = (reading: Reading, at: number): number =>
  behind(reading, 'about', at) ?? behind(reading, 'about_money', at) ?? at;

const STOP = /^[.,;:!?)(]$/;
/** Nouns of so many of a thing, a dozen and those made of tens: `una cinquantina`. */
const DOZENS =
  /^(?:dozens?|dutzend|docenas?|dozijn|douzaines?|dozzin[ae]|(?:dec|vei?nt|trei?nt|cincuent|cent)en(?:a|ar)|(?:diz|quinz|vingt|trent|quarant|cinquant|soixant|cent)aine|(?:dec|quindic|vent|trent|quarant|cinquant|sessant)ina|centinaio|(?:tien|twintig)tal)$/;

/** `, 24 cans,`, `, 5 packs`: a number and what is counted by themselves between stops. Pieces need no stop before. */
function apart(reading: Reading, at: number): ReadQuantity | null {
  const before = reading.tokens[at - 1];
  const isOwn = before === undefined || STOP.test(before.folded);
  const number = numberAt(reading, isOwn ? behindAbout(reading, at) : at);
  if (number === null || number.value < 2 || number.value > MOST) return null;
  const behindIt = (list: ListName) => {
    const next = behind(reading, list, number.next);
    return next !== null && isLast(reading, next) && behind(reading, 'skipped', next) === null ? next : null;
  };
  const pieces = number.value;
  const packages = isOwn ? behindIt('packs') : null;
  if (packages !== null) return { pieces, of: 'packages', isPack: false, mayBeParts: false, next: packages };
  // `milk, a dozen`: nothing else is told by dozens
  const isDozen = reading.tokens.slice(at, number.next).some(({ folded }) => DOZENS.test(folded));
  if (isOwn && isDozen && isLast(reading, number.next))
    return { pieces, of: 'pieces', isPack: false, mayBeParts: false, next: number.next };
  const [counted, parts] = [isOwn ? containersAt(reading, number.next) : null, behindIt('parts')];
  const next = counted ?? parts;
  return next === null ? null : { pieces, of: 'pieces', isPack: true, mayBeParts: counted === null, next };
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

const behindPraise = (reading: Reading, at: number): number =>
  behind(reading, 'praise', at) ?? behind(reading, 'wish', at) ?? at;

const isLinkAt = ({ tokens }: Reading, at: number): boolean =>
  PACK_LINKS.has(tokens[at]?.folded ?? '') || tokens[at]?.folded === 'a';

/** A whole number in digits or words. */
export function numberAt({ lexicon, tokens }: Reading, at: number): { value: number; next: number } | null {
  const worded = lexicon.number.at(tokens, at);
  if (worded) return worded;
  const digits = tokens[at]?.folded ?? '';
  return /^[1-9]\d{0,3}$/.test(digits) ? { value: Number(digits), next: at + 1 } : null;
}

/** Nothing follows that may be meant. */
const isLast = (reading: Reading, at: number): boolean => {
  const token = reading.tokens[at];
  return token === undefined || STOP.test(token.folded) || endsGroup(reading, at);
};

/** `x5`, `qty 5` and `5 of them`, with nothing behind it that may be meant. */
function quantityNamed(reading: Reading, at: number): ReadQuantity | null {
  const stated = namedNumber(reading, at);
  if (stated && stated.pieces > 1) return { ...stated, of: 'pieces', isPack: false, mayBeParts: false };
  const found = timesAt(reading, at) ?? numberOfThem(reading, at);
  if (!found || found.pieces < 2 || found.pieces > MOST) return null;
  return isLast(reading, found.next) ? { ...found, of: 'pieces', isPack: false, mayBeParts: false } : null;
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

/** `pack of 6`, `6-pack`, `sixpack`, `six pack`: what counts pieces and measures nothing. */
function packAt(reading: Reading, at: number): { count: number; next: number } | null {
  const read = reading.amounts.get(at);
  const worded = read ? null : wordedNumberAt(reading, at);
  const unit = worded && reading.tokens[worded.next];
  if (worded && unit && /^-?pack$/.test(unit.folded)) return { count: worded.value, next: worded.next + 1 };
  const named = read ? null : (packOf(reading, at) ?? packInOne(reading, at) ?? countedIn(reading, at));
  if (named) return named;
  if (!read || read.amount.dimension !== 'count' || read.amount.unit !== null) return null;
  // `una caja de 10 euros`
  if (readAmount(reading, read.next - 1)?.kind === 'money') return null;
  const { amount } = read.amount;
  return Number.isInteger(amount) && amount > 1 && amount <= MOST ? { count: amount, next: read.next } : null;
}

/** `a box of fifty capsules`, `caja de 50 cápsulas`: what holds several, a small word and their number, which measures nothing. */
function packOf(reading: Reading, at: number): { count: number; next: number } | null {
  const named = behind(reading, 'pack_of', at);
  // `la confezione grande da dodici`
  const holder = named === null || isLinkAt(reading, named) ? named : behindPraise(reading, named);
  if (holder === null || !isLinkAt(reading, holder)) return null;
  const amount = readAmount(reading, holder + 1);
  const number = numberAt(reading, holder + 1);
  if (number === null || number.value < 2 || number.value > MOST) return null;
  const isCounted = amount === null || amount.kind === 'bare';
  return isCounted ? { count: number.value, next: number.next } : null;
}

/** `50 in a box`. */
function countedIn(reading: Reading, at: number): { count: number; next: number } | null {
  const number = numberAt(reading, at);
  if (number === null || number.value < 2 || readAmount(reading, at)?.kind === 'money') return null;
  const next = inPack(reading, number.next);
  return next === null ? null : { count: number.value, next };
}

/** `Zehnerpackung`, `12er-Pack`, `zespak`: a number and what it fills, in one word. */
function packInOne({ lexicon, tokens }: Reading, at: number): { count: number; next: number } | null {
  const [token, pack] = [tokens[at], tokens[at + 1]];
  const digits = token?.kind === 'number' && pack?.glued && PACK_END.test(pack.folded) ? token.folded : null;
  if (digits !== null && /^[1-9]\d{0,2}$/.test(digits)) return { count: Number(digits), next: at + 2 };
  const [, number] = PACK_IN_ONE.exec(token?.folded ?? '') ?? [];
  if (token === undefined || number === undefined) return null;
  const listed = lexicon.number.at([{ ...token, folded: number }], 0)?.value ?? null;
  return listed === null || listed < 2 ? null : { count: listed, next: at + 1 };
}
const PACK_END = /^(?:er)?-?(?:pack|packung|sack|karton|kasten|kiste|trager|set|box|pak)$/;
const PACK_IN_ONE = /^(.{3,})(?:er-?(?:pack|packung|karton|kasten|kiste|trager|set|box)|pak)$/;

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
  if (number === null || (number === 1 && behind(reading, 'packs', worded?.next ?? at + 1) === null))
    return null;
  const from = worded?.next ?? at + 1;
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
    const isOwn = isTimes || behind(reading, 'skipped', said - 1) === said || isManyAt(reading, said);
    return tokens[said] && isOwn ? { ...whole, next: said } : null;
  }
  if (number < 2 || (number > MOST_BARE && number % 100 !== 0)) return null;
  // `2 bar stools`: elsewhere a number before `bar` is of pressure
  const isOfNoThing = behind(reading, 'not_counted', from) !== null;
  if (isOfNoThing && behind(reading, 'counted_anyway', from) === null) return null;
  return isManyAt(reading, from) ? { ...whole, next: from } : null;
}

const GROUP_ENDS: readonly ListName[] = [
  'phrase_end',
  'and',
  'or',
  'must_have',
  'avoid',
  'at_most',
  'at_least',
  'about',
  'deadline',
  'deadline_before',
  'within',
  'seller_cue',
  'skipped',
];

/** A word here belongs no more to what stands before it. */
const endsGroup = (reading: Reading, at: number): boolean =>
  GROUP_ENDS.some((list) => behind(reading, list, at) !== null);

/** Whether the noun of the group that begins at a token is there more than once. */
function isManyAt(reading: Reading, from: number): boolean {
  const { tokens, lexicon } = reading;
  let last = from;
  while (last < tokens.length && last - from < LONGEST_GROUP) {
    const token = tokens[last];
    if (token?.kind === 'sign' && !token.glued) break;
    if (/^[,.;:!?]$/.test(token?.folded ?? '')) break;
    if (last > from && endsGroup(reading, last)) break;
    // `cushions 50x50`, `tyres 205/55 R16`
    const isBehind = last > from && token?.kind === 'number';
    if (isBehind && (isSideBySide(reading, last) || isPlural(reading, tokens[last - 1]?.folded ?? ''))) break;
    last++;
  }
  if (behind(reading, 'counted_apart', from) !== null) return true;
  const noun = (lexicon.headLast ? tokens[last - 1] : tokens[from]) ?? null;
  return noun?.kind === 'word' && isPlural(reading, noun.folded);
}

/** `50x50`. */
const isSideBySide = ({ tokens }: Reading, at: number): boolean =>
  tokens[at + 1]?.glued === true && /^[x×]\d+$/.test(tokens[at + 1]?.folded ?? '');

const isPlural = ({ lexicon }: Reading, noun: string): boolean =>
  (noun.length > 3 || CONSONANTS.test(noun)) &&
  !noun.endsWith('ss') &&
  lexicon.pluralEnds.some((end) => noun.endsWith(end));
