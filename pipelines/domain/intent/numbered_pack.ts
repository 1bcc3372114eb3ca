import { PACK_LINKS } from '../../text/languages.ts';
import { type Reading, readAmount } from './amount.ts';
import { inPack } from './pack.ts';
import { behind } from './phrase_list.ts';
import { numberAt } from './whole_number.ts';
import { wordedNumberAt } from './worded_number.ts';

/** Who wants more pieces than these means something else by the number. */
export const MOST_PIECES = 10_000;

/** `pack of 6`, `6-pack`, `sixpack`, `six pack`: what counts pieces and measures nothing. */
export function packAt(reading: Reading, at: number): { count: number; next: number } | null {
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
  return Number.isInteger(amount) && amount > 1 && amount <= MOST_PIECES
    ? { count: amount, next: read.next }
    : null;
}

/** `a box of fifty capsules`, `caja de 50 cápsulas`: what holds several, a small word and their number, which measures nothing. */
function packOf(reading: Reading, at: number): { count: number; next: number } | null {
  const named = behind(reading, 'pack_of', at);
  // `la confezione grande da dodici`
  const holder = named === null || isLinkAt(reading, named) ? named : behindPraise(reading, named);
  if (holder === null || !isLinkAt(reading, holder)) return null;
  const amount = readAmount(reading, holder + 1);
  const number = numberAt(reading, holder + 1);
  if (number === null || number.value < 2 || number.value > MOST_PIECES) return null;
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

/** `Zehnerpackung`, `12er-Pack`, `zespak`, `hundred-packs`: a number and what it fills, in one word. */
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
const PACK_IN_ONE = /^(.{3,})(?:-packs?|er-?(?:pack|packung|karton|kasten|kiste|trager|set|box)|pak)$/;

/** `large`, `nice`: what is said of a thing before its name or behind it. */
export const behindPraise = (reading: Reading, at: number): number =>
  behind(reading, 'praise', at) ?? behind(reading, 'wish', at) ?? at;

export const isLinkAt = ({ tokens }: Reading, at: number): boolean =>
  PACK_LINKS.has(tokens[at]?.folded ?? '') || tokens[at]?.folded === 'a';
