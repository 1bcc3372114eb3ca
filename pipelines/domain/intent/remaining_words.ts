import { freedAt } from './freed.ts';
import type { MarkedText } from './marked_text.ts';
import { behind, isStop } from './phrase_list.ts';

/** Puts into the intent what no rule took, as the pieces between spaces, and what those words say a thing is free of. */
export function collectWords(marked: MarkedText): void {
  dropJoiners(marked);
  keepHead(marked);
  const { uses, tokens, intent } = marked;
  // praise alone is all there is to go by
  if (!uses.includes('word') && intent.must_have.length === 0)
    for (const at of uses.keys()) if (uses[at] === 'wish') uses[at] = 'word';
  let from = 0;
  while (from < tokens.length) {
    let to = from + 1;
    while (to < tokens.length && tokens[to]?.glued && uses[to] === uses[from]) to++;
    if (uses[from] === 'word') addWord(marked, from, to);
    if (uses[from] === 'wish') intent.wishes.push(marked.phrase(from, to));
    from = to;
  }
  collectFreed(marked);
}

/** Joining words beside a constraint go with it, and those before what asks for nothing more (`and I need it by Friday`). */
function dropJoiners(marked: MarkedText): void {
  const { uses } = marked;
  for (const at of marked.tokens.keys()) {
    if (uses[at] !== 'word' || (behind(marked, 'and', at) ?? behind(marked, 'or', at)) !== at + 1) continue;
    if (uses[at - 1] === 'taken' || uses[at + 1] === 'taken' || joinsNothing(marked, at))
      uses[at] = 'dropped';
  }
}

/** Whether no word is left behind a token up to the end of its clause. */
function joinsNothing({ tokens, uses }: MarkedText, at: number): boolean {
  let end = at + 1;
  while (end < tokens.length && (uses[end] === 'taken' || uses[end] === 'dropped')) end++;
  return isStop(tokens[end]);
}

/**
 * `no leather shoes` wants shoes: where nothing else is left, the thing is the end of the last refused phrase that
 * names a kind of thing, else its last word.
 */
function keepHead(marked: MarkedText): void {
  const { tokens, intent, uses } = marked;
  const isNamed = uses.some((use, at) => use === 'word' && tokens[at]?.kind === 'word');
  const phrase = intent.avoid.at(-1);
  if (isNamed || !phrase || intent.must_have.length > 0) return;
  const inside = [...tokens.keys()].filter(
    (at) => (tokens[at]?.start ?? 0) >= phrase.start && (tokens[at]?.end ?? 0) <= phrase.end,
  );
  const first = inside[0];
  const last = marked.lexicon.headLast ? inside.at(-1) : undefined;
  if (first === undefined || last === undefined) return;
  const head = inside.slice(1).find((at) => namesKind(marked, at, last)) ?? last;
  if (head === first || tokens[head]?.glued) return;
  intent.avoid.splice(-1, 1, marked.phrase(first, head));
  uses.fill('word', head, last + 1);
}

/** `washing machine` of `isn't loud washing machine`. */
function namesKind(marked: MarkedText, from: number, last: number): boolean {
  const words = marked.tokens.slice(from, last + 1);
  return (
    words.every(({ kind }) => kind === 'word') && marked.isKind(words.map(({ folded }) => folded).join(' '))
  );
}

/** The word without the signs around it; nothing where there are only signs. */
function addWord(marked: MarkedText, from: number, to: number): void {
  const { tokens, intent } = marked;
  let first = from;
  let last = to;
  const isNoise = (at: number) => tokens[at]?.kind === 'sign' && !/^[%°+\p{Sc}]$/u.test(tokens[at].folded);
  while (first < last && isNoise(first)) first++;
  while (last > first && isNoise(last - 1)) last--;
  if (!tokens.slice(first, last).some(({ kind }) => kind !== 'sign')) return;
  if (first < last) intent.words.push(marked.phrase(first, last));
}

/** Of the words that are left. */
function collectFreed(marked: MarkedText): void {
  for (const at of marked.tokens.keys()) {
    const freed = marked.uses[at] === 'word' ? freedAt(marked, at) : null;
    if (freed) marked.intent.free_of.push({ text: marked.text.slice(freed.start, freed.end), ...freed });
  }
}
