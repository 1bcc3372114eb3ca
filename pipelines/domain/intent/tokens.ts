import { foldCase } from '../title.ts';

/** A place in a text: UTF-16 offsets, [start, end). */
export interface Span {
  start: number;
  end: number;
}

/** A piece of a shopper's text: a number, a word (model numbers too), or one sign. */
export interface Token extends Span {
  kind: 'number' | 'word' | 'sign';
  /** Lower case without accents. */
  folded: string;
  /** No space between it and the token before. */
  glued: boolean;
}

// Every alternative begins with what no other begins with and never has to give a character back, so time is linear.
const PIECE =
  /\d+(?:[.,'’]\d+)*|[<>]=|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’׳״"-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*|[^\s\p{L}\p{M}\p{Cf}\d]/gu;

/** The tokens of a text, in order; spaces and invisible marks lie between them. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(PIECE)) {
    const [piece] = match;
    const start = match.index;
    const first = piece.codePointAt(0) as number;
    const isDigit = first >= 48 && first <= 57;
    const kind = isDigit ? 'number' : /^[\p{L}\p{M}]/u.test(piece) ? 'word' : 'sign';
    const folded = foldCase(piece).replaceAll('’', "'");
    tokens.push({ kind, folded, start, end: start + piece.length, glued: tokens.at(-1)?.end === start });
  }
  return tokens;
}
