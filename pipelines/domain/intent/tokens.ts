import { amountsOf, type Amount as TextAmount } from '../../text/amounts.ts';
import { foldWithPlaces, rawEnd } from '../../text/fold.ts';
import { DIGITS, isGlued, SIGN, type Token as TextToken, tokensOf } from '../../text/tokens.ts';

/** A place in a text: UTF-16 offsets, [start, end). */
export interface Span {
  start: number;
  end: number;
}

/** A piece of a shopper's text: a number, a word (model numbers too), or one sign. */
export interface Token extends Span {
  kind: 'number' | 'word' | 'sign';
  folded: string;
  /** No space between it and the token before. */
  glued: boolean;
}

/** An amount of a shopper's text; `next` is the token behind it. */
export interface ReadAmount {
  amount: TextAmount;
  next: number;
}

/** The tokens of a text, in order, and the amounts that begin with them. */
export interface TokenisedText {
  tokens: Token[];
  amounts: ReadonlyMap<number, ReadAmount>;
}

/** Where a piece that begins at a token of the text ends, and what it is. */
function pieceAt(tokens: readonly TextToken[], at: number): { kind: Token['kind']; next: number } {
  const first = tokens[at] as TextToken;
  let next = at + 1;
  if (first.kind === DIGITS) {
    while (/^[.,']$/.test(tokens[next]?.text ?? '') && tokens[next + 1]?.kind === DIGITS) {
      if (!isGlued(tokens, next) || !isGlued(tokens, next + 1)) break;
      next += 2;
    }
    return { kind: 'number', next };
  }
  if (first.kind === SIGN) {
    const isBound = /^[<>]$/.test(first.text) && tokens[next]?.text === '=' && isGlued(tokens, next);
    return { kind: 'sign', next: isBound ? next + 1 : next };
  }
  while (isGlued(tokens, next)) {
    const isInner = /^['"-]$/.test((tokens[next] as TextToken).text) && isGlued(tokens, next + 1);
    if ((tokens[next] as TextToken).kind !== SIGN) next++;
    else if (isInner && (tokens[next + 1] as TextToken).kind !== SIGN) next += 2;
    else break;
  }
  return { kind: 'word', next };
}

/** Reads a text as tokens and amounts; spaces and invisible marks lie between them. */
export function readTokens(text: string): TokenisedText {
  const { folded, places } = foldWithPlaces(text);
  const read = tokensOf(folded);
  const tokens: Token[] = [];
  const numberOf = new Map<number, number>();
  for (let at = 0; at < read.length; ) {
    const { kind, next } = pieceAt(read, at);
    const [first, last] = [read[at] as TextToken, read[next - 1] as TextToken];
    numberOf.set(at, tokens.length);
    tokens.push({
      kind,
      folded: folded.slice(first.start, last.end),
      start: places[first.start] as number,
      end: rawEnd(places, last.end),
      glued: isGlued(read, at),
    });
    at = next;
  }
  numberOf.set(read.length, tokens.length);
  return { tokens, amounts: amountsByToken(amountsOf(read, true), numberOf) };
}

/** Amounts by the token they begin with; one that begins or ends inside a token, or shares it with others, is none. */
function amountsByToken(
  amounts: readonly TextAmount[],
  numberOf: ReadonlyMap<number, number>,
): ReadonlyMap<number, ReadAmount> {
  const found = new Map<number, ReadAmount>();
  for (const [from, group] of Map.groupBy(amounts, (amount) => amount.from)) {
    const [amount] = group as [TextAmount];
    const [at, next] = [numberOf.get(from), numberOf.get(amount.next)];
    if (group.length === 1 && at !== undefined && next !== undefined) found.set(at, { amount, next });
  }
  return found;
}

/** The tokens of a text. */
export const tokenise = (text: string): Token[] => readTokens(text).tokens;
