import { isNumber } from '../../pipelines/text/words.ts';
import { LEAST_WEIGHT } from './adjacency.ts';
import { otherNames } from './other_names.ts';
import type { ParsedQuery, QueryGroup } from './query.ts';
import { isAsked } from './ranking.ts';
import type { RefinedBy } from './refinement.ts';
import type { Synonyms } from './synonyms.ts';
import { namesNoThing } from './word_roles.ts';

/** Tells whether a product goes with the thing that the query names; null where it names no model and no thing. */
export function besides(
  query: ParsedQuery,
  { titles, sense, words, kinds, synonyms, isMaker }: RefinedBy,
): ((product: number) => boolean) | null {
  const thing = thingNamed(query, synonyms) ?? makersGoods(query, synonyms, isMaker);
  const asked = query.groups.filter(isAsked);
  const namesModel = query.groups.length > 1 && query.groups.some(({ text }) => /\d/.test(text));
  if (namesModel && !isBareWord(query)) return sense.isBeside(query.groups);
  const isListedBeside = besidesListed(query, { sense, words, synonyms, isMaker });
  if (!thing) return isListedBeside ?? (isBareWord(query) ? sense.isBeside(query.groups) : null);
  const isBeside = sense.isBeside(query.groups, [thing]);
  const isOther = words.telling(
    kinds.namesOtherThan([thing.text, ...synonyms.of(thing.text, query.language)]),
  );
  // Who asks for another thing as well wants both in one: `printer scanner`.
  const isBoth = asked.some(
    (group) =>
      group !== thing && group.variants.some(({ term, weight }) => weight >= LEAST_WEIGHT && isOther(term)),
  );
  const isAnother = isBoth ? NEVER : sense.isAnother(thing, isOther);
  const isOtherName = otherNames(thing, query, { titles, words, synonyms });
  return (product) =>
    isBeside(product) ||
    isAnother(product) ||
    isListedBeside?.(product) === true ||
    isOtherName?.(product) === true;
}

const NEVER = (): boolean => false;

/** The same where lists have what is asked for as a name of two words: `garden hose`, of which a hose reel is none. */
function besidesListed(
  query: ParsedQuery,
  { sense, words, synonyms, isMaker }: Pick<RefinedBy, 'sense' | 'words' | 'synonyms' | 'isMaker'>,
): ((product: number) => boolean) | null {
  const pair = listedPair(query, synonyms, isMaker);
  if (!pair) return null;
  const name = pair.map(({ text }) => text).join(' ');
  const own = new Set([name, ...synonyms.allOf(name)].flatMap((phrase) => phrase.split(' ')));
  const thing = { ...(pair[1] as QueryGroup), variants: pair.flatMap(({ variants }) => variants) };
  const isBeside = sense.isBeside(query.groups, pair);
  const isGoods = (term: number) => {
    const word = words.text(term);
    return synonyms.endsName(word) && !own.has(word);
  };
  const isOther = sense.endsName(thing, isGoods);
  return (product) => isBeside(product) || isOther(product);
}

/** Two words of a query that lists have as one name, where nothing else is asked for but what it is like and who makes it. */
function listedPair(
  { groups }: ParsedQuery,
  synonyms: Synonyms,
  isMaker: (word: string) => boolean,
): QueryGroup[] | undefined {
  const naming = groups.filter((group) => isAsked(group) && !isNumber(group.text) && !isMaker(group.text));
  const at = naming.findIndex(
    ({ text }, place) => place > 0 && synonyms.isListed(`${naming[place - 1]?.text} ${text}`),
  );
  const isAlone = naming.every(({ text }, place) => place === at || place === at - 1 || namesNoThing(text));
  return at > 0 && isAlone ? naming.slice(at - 1, at + 1) : undefined;
}

/** A word by itself, or that alone of its query is known, is the name of what is wanted. */
export const isBareWord = ({ groups, isSentence }: ParsedQuery): boolean =>
  groups.filter(isAsked).length === 1 && !isSentence;

/** The word of a query that is the name of a kind of thing by itself. */
export const bareHead = (query: ParsedQuery): QueryGroup | undefined =>
  isBareWord(query) ? query.groups.find(({ role }) => role === 'head') : undefined;

/**
 * The word of a query that is the name of goods, as lists have them, beside what names nothing: `ssd`, where no category is
 * called so, `leather wallet`.
 */
function bareGoods({ groups, language }: ParsedQuery, synonyms: Synonyms): QueryGroup | undefined {
  const naming = groups.filter(
    (group) => isAsked(group) && !isNumber(group.text) && !namesNoThing(group.text),
  );
  const [only] = naming;
  const isGoods = (text: string) => synonyms.of(text, language).length + synonyms.phrasesOf(text).length > 0;
  return only && naming.length === 1 && isGoods(only.text) ? only : undefined;
}

/** The same beside nothing but its maker's name: `kitchenaid mixer`, as `stand mixer` is in the lists. */
function makersGoods(
  { groups, isSentence }: ParsedQuery,
  synonyms: Synonyms,
  isMaker: (word: string) => boolean,
): QueryGroup | undefined {
  const asked = groups.filter(isAsked);
  const last = asked.at(-1);
  const isOne =
    last !== undefined &&
    !isSentence &&
    !isMaker(last.text) &&
    asked.slice(0, -1).every(({ text }) => isMaker(text));
  return isOne && asked.length > 1 && !namesNoThing(last.text) && synonyms.endsName(last.text)
    ? last
    : undefined;
}

/**
 * The word that names a kind of thing and is likeliest to name what is wanted. Of `computer desk`, where no category holds
 * desks, a computer is known as a kind, and is not it.
 */
const thingNamed = (query: ParsedQuery, synonyms: Synonyms): QueryGroup | undefined =>
  bareHead(query) ??
  bareGoods(query, synonyms) ??
  query.groups.find(({ role, text }) => role === 'head' && text === query.noun);
