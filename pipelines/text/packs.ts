import type { Amount } from './amounts.ts';
import { isTimes } from './factors.ts';
import { PACK_COUNTS, PACK_HOLDERS, PACK_LINKS, PACK_UNITS } from './languages.ts';
import { DIGITS, isGlued, SIGN, type Token, UNSPACED } from './tokens.ts';
import { type UnitSpan, unitAt } from './unit_spans.ts';

/** Tokens [from, next). */
export interface Place {
  from: number;
  next: number;
}

/** A count of pieces. */
export interface Pack extends Place {
  count: number;
  /** Told by a sign of multiplication alone, `x6`, which counts contents; alone it may be a name (`Moto X4`). */
  times: boolean;
}

/** What a word says of a pack: how many are in it, that their number follows, or that it follows behind `of`. */
type PackWord = number | 'unit' | 'holder';
const PACK_WORDS: ReadonlyMap<string, PackWord> = new Map<string, PackWord>([
  ...[...PACK_HOLDERS].map((word) => [word, 'holder'] as const),
  ...[...PACK_UNITS].map((word) => [word, 'unit'] as const),
  ...PACK_COUNTS,
]);

/** Marks the first two letters of these words: most words of a text are none of them. */
const beginnings = new Uint8Array(1 << 12);
const beginningOf = (text: string): number => ((text.charCodeAt(0) & 63) << 6) | (text.charCodeAt(1) & 63);
for (const word of PACK_WORDS.keys()) beginnings[beginningOf(word)] = 1;

/** A pack without contents. */
const ALONE = { dimension: 'count', low: null, pack: 1, unit: null } as const;

/** A count behind contents: `330 ml x 6`, `330mlx6`. */
export function timesBehind(
  tokens: readonly Token[],
  { next, times }: UnitSpan,
): { count: number; next: number } | null {
  const at = times ? next : isTimes(tokens, next) ? next + 1 : -1;
  if (at < 0 || !isCount(tokens, at)) return null;
  // `100 pieces x 3 m` is two amounts
  const span = unitAt(tokens, at + 1);
  if (span && span.unit !== 'pack' && span.unit.dimension !== 'count') return null;
  return { count: Number((tokens[at] as Token).text), next: at + 1 };
}

/** A whole number of up to three digits that nothing continues but a script without spaces. */
function isCount(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== DIGITS || token.text.length > 3 || Number(token.text) < 1) return false;
  const behind = tokens[at + 1];
  if (!behind || !isGlued(tokens, at + 1)) return true;
  if (behind.kind <= DIGITS) return behind.kind === UNSPACED;
  const beyond = isGlued(tokens, at + 2) ? (tokens[at + 2] as Token) : undefined;
  if (behind.text === '-') return !beyond || beyond.kind === SIGN;
  return !(/^[.,/]$/.test(behind.text) && beyond?.kind === DIGITS);
}

/** Adds the packs that no number stands right before: `pack of 6`, `x6`, `שישיית`; a number that was taken, as by an amount, counts none. */
export function packsApart(tokens: readonly Token[], taken: readonly Place[], packs: Pack[]): void {
  const isFree = (at: number) => taken.every(({ from, next }) => at < from || at >= next);
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind >= DIGITS && text !== '*') continue;
    const times = isTimes(tokens, at);
    if (!times && beginnings[beginningOf(text)] === 0) continue;
    const word = PACK_WORDS.get(text);
    if (word === undefined && !times) continue;
    if (typeof word === 'number') packs.push({ count: word, from: at, next: at + 1, times });
    const number = times ? countGlued(tokens, at) : countBehind(tokens, at, word === 'holder');
    if (number !== null && isFree(number) && isFree(at))
      packs.push({ count: Number((tokens[number] as Token).text), from: at, next: number + 1, times });
  }
}

/** Where the count right behind an `x` stands that itself stands apart. */
function countGlued(tokens: readonly Token[], at: number): number | null {
  const isInside = isGlued(tokens, at) && (tokens[at - 1] as Token).kind <= DIGITS;
  return isGlued(tokens, at + 1) && !isInside && isCount(tokens, at + 1) ? at + 1 : null;
}

/** Where the count of a pack word stands. */
function countBehind(tokens: readonly Token[], at: number, needsLink: boolean): number | null {
  const isLinked = PACK_LINKS.has(tokens[at + 1]?.text ?? '');
  if (needsLink && !isLinked) return null;
  const number = isLinked ? at + 2 : at + 1;
  return !isGlued(tokens, number) && isCount(tokens, number) ? number : null;
}

/** Gives the pack count that stands apart to the contents it counts; alone it is a count itself. */
export function withPacks(
  amounts: Amount[],
  packs: readonly Pack[],
  { tokens, areApart }: { tokens: readonly Token[]; areApart: boolean },
): Amount[] {
  const isContents = ({ dimension, pack }: Amount) =>
    (dimension === 'mass' || dimension === 'volume') && (!areApart || pack > 1);
  const contents = amounts.filter(isContents);
  const pack = packs.find(({ count, times }) => count > 1 && (!times || contents.length > 0));
  if (!pack) return amounts;
  if (contents.length === 0) {
    const { from, next } = pack;
    const [start, end] = [(tokens[from] as Token).start, (tokens[next - 1] as Token).end];
    amounts.push({ ...ALONE, amount: pack.count, start, end, from, next });
  }
  for (const content of contents) if (content.pack === 1) content.pack = pack.count;
  return amounts.sort((a, b) => a.start - b.start);
}
