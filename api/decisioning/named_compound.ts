import { nodesNamed } from '../../pipelines/categories/nodes_called.ts';
import { isCalledAlone, isModifier, isNameOfThing, saysAlone } from '../../pipelines/categories/things.ts';
import { inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { COLOR_WORDS, GRAMMAR_WORDS, HEAD_FIRST, SUPPLY_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { writtenWords } from '../../pipelines/text/written_words.ts';
import { productWords, saysAll, unplacedWords } from '../../warehouse/reads/product_words.ts';
import type { ParsedQuery } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { namesNoThing } from '../../warehouse/text/word_roles.ts';

/**
 * Whether a folded word tells kinds of things apart where it stands before one: what goods are called or named by in the taxonomy
 * (`shower curtain`), and in English what is made of a verb (`putting mat`, `engagement ring`); not how a thing is wanted (`lovely`).
 */
const tellsKind = (word: string, language: string): boolean =>
  !LIKE_ANY.has(word) &&
  !namesNoThing(word) &&
  !Synonyms.standard().isQuality(word) &&
  (nameOfWord(word) !== null || isModifier(word) || (language === 'en' && OF_VERBS.test(word)));
/** How anything may be: in labels of the taxonomy too, and in texts how a thing is wanted. */
const LIKE_ANY: ReadonlySet<string> = new Set([
  ...'basic general special specialty quality personal small long deep thin fresh first compact casual soft hard'.split(
    ' ',
  ),
  ...[...inEveryLanguage('wish', 'praise', 'judged')].flatMap((phrase) =>
    wordsOf(phrase).map(({ text }) => text),
  ),
]);
const OF_VERBS = /\p{L}{3}(?:ing|ment|tion)$/u;

/** Two words that name a thing together, as they are written: `electric guitar`. */
export interface NamedCompound {
  text: string;
  query: ParsedQuery;
  /** The nodes of the taxonomy that are called so and by the noun alone: of `breakfast cereal` that of cereal. */
  nodes: readonly string[];
  /** Of a name that lists have, all that means the same, as words that a record must have together: `sewing machine`. */
  names?: readonly (readonly string[])[];
  /** The two are a name somewhere: in the taxonomy, or side by side in a title. */
  isKnown: boolean;
}

/** What says that one is wanted in place of another, which is no name: `replacement heads`. */
const AGAIN = inEveryLanguage('another');

/**
 * The word right before the noun, with the noun, where the two are a name: of a thing in the taxonomy (`washing machine`,
 * `paint brush`), side by side in a title here (`electric guitar`), or by what the first word is, unless it may be the device
 * that uses the second up (`printer ink`). `cheap printer` is none. In languages in which the noun leads, it with the word behind it
 * where lists have the two as one name. Null where no noun of a kind that is sold is given.
 */
export function namedCompound(
  index: SearchIndex,
  { piece, language, heads }: { piece: string; language: string; heads: readonly string[] },
): NamedCompound | null {
  const written = writtenWords(piece);
  const words = written.map((word) => fromPlural(foldText(word)));
  const listed = listedName(index, { written, words, language, heads });
  if (listed !== null || HEAD_FIRST.has(language)) return listed;
  const at = words.findIndex((word, place) => place > 0 && heads.includes(word));
  const [before, noun] = [words[at - 1], words[at]];
  if (before === undefined || noun === undefined || !/^\p{L}{3,}$/u.test(before)) return null;
  if (COLOR_WORDS.has(before) || GRAMMAR_WORDS.has(before) || AGAIN.has(before)) return null;
  const isKnown = isNameOfThing(before, noun) || index.standTogether(before, noun);
  if (!isKnown && (!tellsKind(before, language) || SUPPLY_WORDS.has(noun))) return null;
  const query = index.parse(`${before} ${noun}`, { meaning: language });
  const nodes = nodesNamed(`${before} ${noun}`).filter((node) => isCalledAlone(node, noun));
  return { text: written.slice(at - 1, at + 1).join(' '), query, nodes, isKnown };
}

/** Small words between the two of a name (`machine à coudre`, `taza para el café`), at most. */
const MOST_LINKS = 2;

/**
 * The noun with the next word behind it that is no small one, where lists have the two as one name: `machine à coudre`, of
 * whatever language a text of three words is taken to be.
 */
function listedName(
  index: SearchIndex,
  {
    written,
    words,
    language,
    heads,
  }: { written: readonly string[]; words: readonly string[]; language: string; heads: readonly string[] },
): NamedCompound | null {
  const at = words.findIndex((word) => heads.includes(word));
  const next = words.findIndex((word, place) => place > at && !GRAMMAR_WORDS.has(word));
  const isLinked = next > at + 1 || HEAD_FIRST.has(language);
  if (at < 0 || next < 0 || !isLinked || next > at + 1 + MOST_LINKS) return null;
  const name = `${words[at]} ${words[next]}`;
  if (!Synonyms.standard().isListed(name)) return null;
  const query = index.parse(name, { meaning: language });
  const names = [name, ...Synonyms.standard().allOf(name)].map((one) => one.split(' '));
  const text = written.slice(at, next + 1).join(' ');
  return { text, query, nodes: nodesNamed(name), names, isKnown: true };
}

/**
 * Whether a record has both words, or what means the same (a classical guitar is no electric one), or its place is called
 * by either name: all cereal is for breakfast, and few titles say it.
 */
export const isCalled = (
  index: SearchIndex,
  { query: { groups, unknown }, nodes, names }: NamedCompound,
  product: Product,
): boolean => {
  if (isPlacedSo({ nodes }, product)) return true;
  if (names === undefined) return unknown.length === 0 && saysAll(index, groups, product);
  const own = productWords(product);
  return names.some((words) => words.every((word) => own.has(word)));
};

const isPlacedSo = ({ nodes }: Pick<NamedCompound, 'nodes'>, { category }: Product): boolean =>
  nodes.some((node) => category === node || category?.startsWith(`${node}.`));

/**
 * Those that say the first of the two words themselves, or whose place is named with it alone, where any does: seeds of tomatoes
 * that lie under `Lawn & Garden` are no lawn seed beside one that is called so.
 */
export function callingThemselves<One extends { product: Product }>(
  index: SearchIndex,
  compound: NamedCompound | null,
  found: readonly One[],
): readonly One[] {
  const first = compound?.query.groups[0];
  if (compound === null || first === undefined) return found;
  const words = first.variants.map(({ term }) => index.term(term));
  const isOwn = ({ product }: One) => {
    const own = unplacedWords(product);
    return words.some((word) => own.has(word)) || placesOf(product).some((node) => saysAlone(node, words));
  };
  const own = found.filter((one) => isOwn(one) || isPlacedSo(compound, one.product));
  return own.length > 0 ? own : found;
}

/** The nodes from the department down to where a product lies. */
const placesOf = ({ category }: Product): string[] =>
  (category?.split('.') ?? []).map((_, at, names) => names.slice(0, at + 1).join('.'));
