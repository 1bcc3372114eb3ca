import type { Reading } from './amount.ts';
import type { MarkedText } from './marked_text.ts';
import { isStop } from './phrase_list.ts';

/** Whether a kind of thing is named by a word, or two that follow one another, of the clause that goes on at a token. */
export function namesKindFrom(marked: MarkedText, from: number): boolean {
  for (let at = from; !isStop(marked.tokens[at]); at++) if (isKindAt(marked, at)) return true;
  return false;
}

/** `washer`, `washing machine`. */
export function isKindAt({ tokens, isKind }: Pick<Reading, 'tokens' | 'isKind'>, at: number): boolean {
  const [word, next] = tokens.slice(at, at + 2);
  if (word?.kind !== 'word') return false;
  return isKind(word.folded) || (next?.kind === 'word' && isKind(`${word.folded} ${next.folded}`));
}
