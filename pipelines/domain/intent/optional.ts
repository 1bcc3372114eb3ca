import { beginOfClause, endOfClause, isStop } from './clause.ts';
import type { Phrase } from './constraints.ts';
import type { MarkedText } from './marked_text.ts';
import { isKindAt } from './named_kind.ts';
import { behind } from './phrase_list.ts';
import type { Span } from './tokens.ts';

/**
 * `in green if possible`, `a scanner would be nice`, `ideally with a handle`: what such a clause asks for is wished for. A
 * bound of what may be spent stays one, and the kind of thing that is wanted stays so.
 */
export function takeOptional(marked: MarkedText): void {
  for (const at of marked.tokens.keys()) {
    if (marked.uses[at] === 'taken') continue;
    const [before, around] = [behind(marked, 'ideally', at), behind(marked, 'optional', at)];
    const next = Math.max(before ?? 0, around ?? 0);
    if (next === 0) continue;
    // `red, de préférence` is said of what stands before, `de préférence red` of what follows
    const isFollowed = next < marked.tokens.length && !isStop(marked, next);
    const isFirst = at === 0 || isStop(marked, at - 1);
    if (isFollowed && (before !== null || isFirst)) wishBehind(marked, at, next);
    else wishAround(marked, at, next);
  }
}

/** `ideally`: what follows up to a stop. */
function wishBehind(marked: MarkedText, at: number, next: number): void {
  let end = next;
  while (end < marked.tokens.length && !isStop(marked, end)) end++;
  marked.mark(at, next, 'dropped');
  if (!isThing(marked, next, end)) wishWords(marked, next, end);
  wishHeld(marked, ({ start }) => start >= (marked.tokens[next]?.start ?? 0) && start < endOf(marked, end));
}

/** `if possible`: the clause around it, behind the thing itself where that stands there (`a washer in green if possible`). */
function wishAround(marked: MarkedText, at: number, next: number): void {
  const begin = beginOfClause(marked, at);
  const open = isThing(marked, begin, at) ? behindThing(marked, begin, at) : begin;
  wishWords(marked, open, endOfClause(marked, next));
  marked.mark(at, next, 'dropped');
  let from = at;
  while (from > 0 && !isStop(marked, from - 1) && marked.uses[from - 1] !== 'word') from--;
  const start = marked.tokens[from]?.start ?? 0;
  wishHeld(marked, (phrase) => phrase.start >= start && phrase.end <= endOf(marked, at));
}

/** The token behind the last kind of thing that is named there. */
function behindThing(marked: MarkedText, from: number, to: number): number {
  let next = from;
  for (let at = from; at < to; at++) if (isKindAt(marked, at)) next = at + 1;
  return next;
}

const endOf = ({ tokens }: MarkedText, next: number): number => tokens[next - 1]?.end ?? 0;

/** A kind of thing is named there, and nowhere else. */
function isThing(marked: MarkedText, from: number, to: number): boolean {
  const isLeft = (at: number) => marked.uses[at] === 'word' && isKindAt(marked, at);
  const named = [...marked.tokens.keys()].filter(isLeft);
  return named.length > 0 && named.every((at) => from <= at && at < to);
}

function wishWords(marked: MarkedText, from: number, to: number): void {
  for (let at = from; at < to; at++) if (marked.uses[at] === 'word') marked.uses[at] = 'wish';
}

/** What was read as a must, or as a measure, there. */
function wishHeld({ intent }: MarkedText, isThere: (span: Span) => boolean): void {
  const wished = (phrase: Phrase) => isThere(phrase);
  intent.wishes.push(
    ...[...intent.must_have, ...intent.measures]
      .filter(wished)
      .map(({ text, start, end }) => ({ text, start, end })),
  );
  intent.must_have = intent.must_have.filter((phrase) => !wished(phrase));
  intent.measures = intent.measures.filter((phrase) => !wished(phrase));
}
