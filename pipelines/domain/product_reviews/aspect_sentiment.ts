import { type Aspect, aspectsOf, PHRASES } from './lexicon.ts';
import { polarityOf } from './polarity.ts';
import { saysNothing } from './unsaid.ts';

/** What a text says of one aspect. */
export interface AspectMention {
  /** `<namespace>.<name>`. */
  attribute: string;
  /** -1 to 1, never 0. */
  polarity: number;
}

const SENTENCE_END = /[.!?;:\n]+|\s[-–—]\s/;
/** A question of three words or more; `The sound? Great.` asks nothing. */
const QUESTION =
  /(?<=^|[.!?;:\n])[^.!?;:\n]*?\b(?:is|are|was|were|does|do|did|has|have|can|could|will|would|why|how|what|who|when)\b[^.!?;:\n]*\?/g;
const TURN = /,|\b(?:but|however|although|though|whereas|while|yet|except)\b/;
const AND = /\band\b/;

/** Words that the library knows, in place of those that it does not: their valence is ±1.9 and -2.5. */
const GOOD = ' good ';
const BAD = ' bad ';

/** The text as the patterns have it: lower case, plain apostrophes, one space. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”"()*_]/g, ' ')
    .replaceAll(/[\t ]+/g, ' ');
}

const has = (pattern: RegExp | null, text: string): boolean => pattern !== null && text.search(pattern) >= 0;
const put = (text: string, pattern: RegExp | null, word: string): string =>
  pattern === null ? text : text.replaceAll(pattern, word);

const speaksOf = (clause: string, { terms, good, bad }: Aspect): boolean =>
  has(terms, clause) || has(good, clause) || has(bad, clause);

/** The clauses of a sentence; `and` parts it only where both sides speak of something. */
function clausesOf(sentence: string, aspects: readonly Aspect[]): string[] {
  const speaks = (text: string) => aspects.some((aspect) => speaksOf(text, aspect));
  return sentence.split(TURN).flatMap((part) => {
    const [first = '', ...rest] = part.split(AND);
    const clauses = [first];
    for (const next of rest)
      if (speaks(next) && speaks(clauses.at(-1) ?? '')) clauses.push(next);
      else clauses.push(`${clauses.pop() ?? ''} and ${next}`);
    return clauses.filter((clause) => clause.trim() !== '');
  });
}

/**
 * How a clause speaks of an aspect: its own phrases become words that the library knows, then the general ones. Names of
 * aspects say nothing (`noise` and `leak` are bad words to the library, `support` a good one), whichever they name.
 */
function polarityFor(clause: string, aspect: Aspect, aspects: readonly Aspect[]): number {
  if (saysNothing(clause)) return 0;
  const beside = has(aspect.terms, clause);
  let text = put(put(clause, aspect.bad, BAD), aspect.good, GOOD);
  if (beside) text = put(put(text, aspect.term_bad, BAD), aspect.term_good, GOOD);
  text = put(text, aspect.terms, ' it ');
  text = put(put(text, PHRASES.bad, BAD), PHRASES.good, GOOD);
  for (const { terms } of aspects) text = put(text, terms, ' it ');
  return polarityOf(text);
}

/**
 * What an English text says of the aspects of its category, one mention for each clause that says something. A clause
 * that names an aspect and says nothing of it is read with those of its sentence that speak of no other (`The sound? Great.`
 * is two sentences).
 */
export function aspectMentions(text: string, category: string | null): AspectMention[] {
  return mentionsOf(text, aspectsOf(category));
}

/** The same of aspects that are given. */
function mentionsOf(text: string, aspects: readonly Aspect[]): AspectMention[] {
  return plain(text)
    .replaceAll(QUESTION, ' . ')
    .split(SENTENCE_END)
    .flatMap((sentence) => {
      const clauses = clausesOf(sentence, aspects);
      return aspects.flatMap((aspect) => {
        const own = clauses.filter((clause) => speaksOf(clause, aspect));
        const said = own
          .map((clause) => polarityFor(clause, aspect, aspects))
          .filter((polarity) => polarity !== 0);
        if (own.length > 0 && said.length === 0 && clauses.length > own.length) {
          const rest = clauses.filter(
            (clause) => own.includes(clause) || !aspects.some((other) => speaksOf(clause, other)),
          );
          const polarity = polarityFor(rest.join(' '), aspect, aspects);
          if (polarity !== 0) said.push(polarity);
        }
        return said.map((polarity) => ({ attribute: aspect.attribute, polarity }));
      });
    });
}
