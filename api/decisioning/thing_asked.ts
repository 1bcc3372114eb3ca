import { isThing } from '../../pipelines/categories/things.ts';
import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import {
  ASKING_WORDS,
  CONTAINERS,
  EMPTY_WORDS,
  HEAD_FIRST,
  PACK_HOLDERS,
  PACK_LINKS,
  PACK_UNITS,
  PAIR_WORDS,
  PREPOSITIONS,
  SUPPLY_WORDS,
} from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords, shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { ParsedQuery, QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { rolesOf } from '../../warehouse/text/word_roles.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { isUsedUp } from './supplies_named.ts';
import { GOES_WITH } from './unread.ts';

/** Of what the words of a text tell a record must have this share, where no kind of thing that is sold says what is meant. */
const LEAST_SAID = 0.5;

/** Where more words than these, and more than are known, are like nothing here, too little of the text is understood. */
const LEAST_STRANGE = 2;

const isStrangeTo = ({ unknown, groups }: ParsedQuery): boolean =>
  unknown.length > LEAST_STRANGE && unknown.length > groups.length;

/** What the words of an intent ask for, as far as the index knows it. */
export interface ThingAsked {
  /** Whether a product may be what is asked for, rather than the nearest to it that is sold. */
  isAnswer: (product: Product) => boolean;
  /** The word that says which kind of thing it is (`table` of `coffee table`), where nothing in the index resembles it. */
  unknownKind: string | null;
  /** Words that nothing in the index resembles. */
  unknown: string[];
  /** No word names the kind, and measures that stand by themselves do: `he wants a big picture, 65 inch`. */
  isOfMeasures: boolean;
  /** The piece of the text in which a kind of thing that is sold here is named, and the others; null where none is. */
  kind: { piece: string; others: string[] } | null;
}

/**
 * Where the noun of a text is no word of the index nothing answers it. Where it is one, but no kind of thing that is sold
 * here, what answers must have half of what the words tell: the printer called Desk is no standing desk.
 */
export async function thingAsked(
  snapshot: Snapshot,
  {
    asked,
    pieces,
    language,
    quantity,
    measures,
    ranOut,
  }: Pick<ShopperConstraints, 'asked' | 'pieces' | 'language' | 'quantity' | 'measures' | 'ranOut'>,
): Promise<ThingAsked> {
  const index = await snapshot.searchIndex();
  const query = index.parse(asked, { meaning: language });
  if (ranOut !== null) return { ...SUPPLY, unknown: query.unknown };
  const isWorded = query.groups.length + query.unknown.length > 0;
  const isUnknown = (word: string) => index.parse(word, { meaning: language }).unknown.length > 0;
  const measured = (pieces.length > 0 ? pieces : [asked]).map((piece) => ({
    piece,
    text: withoutMeasureWord(piece, isUnknown),
  }));
  const named = measured.map(({ piece, text }) => namedIn(index, text, { piece, language }));
  const word = named.find((one) => one.kind !== null)?.kind ?? supplyIn(pieces);
  const kind = word ?? measuresApart(measures);
  const unknownKind = unknownIn(named, { hasKind: kind !== null, isCounted: quantity !== null });
  const place = named.findIndex((one) => one.kind !== null);
  const isStrange = isStrangeTo(index.parse(measured[place]?.text ?? asked, { meaning: language }));
  const heads = headsOf(index, index.parse(kind ?? asked, { meaning: language }));
  const isKind = kind !== null || headsOf(index, query).length > 0;
  const isOfThing = measured.some(({ text }) =>
    index.parse(text, { meaning: language }).unknown.some(isThing),
  );
  const telling = isOfThing
    ? null
    : tellingPiece(
        index,
        measured.map(({ text }) => text),
      );
  const told = telling?.query ?? query;
  const nouns = knownNouns(index, telling?.text ?? asked, language);
  return {
    unknownKind,
    unknown: query.unknown,
    isOfMeasures: kind !== null && word === null,
    kind: kind === null ? null : { piece: kind, others: othersThan(kind, pieces) },
    isAnswer: (product) => {
      if (unknownKind !== null || isStrange) return false;
      if (isKind) return heads.length === 0 || isOfKind(index, heads, product);
      return (
        !isWorded || (shareFound(index, told, product) >= LEAST_SAID && isCalledSo(index, nouns, product))
      );
    },
  };
}

/** What a device uses up is the kind, and its candidates are what fits it. */
const SUPPLY: ThingAsked = {
  unknownKind: null,
  unknown: [],
  isOfMeasures: false,
  kind: null,
  isAnswer: (product) => isUsedUp({ product }),
};

/**
 * The words that name a kind of thing here and are what goods are called: a shelf of `one_pieces` or of `wireless
 * routers` makes no kind of `one evening` or `wireless`.
 */
const headsOf = (index: SearchIndex, { groups }: ParsedQuery): QueryGroup[] =>
  groups.filter(
    ({ role, variants }) =>
      role === 'head' &&
      variants.some(({ term, weight }) => weight >= SPELLING_WEIGHTS.synonym && isThing(index.term(term))),
  );

/** Whether its record has a word for the kind: what is caffeine-free is no tea for that. */
function isOfKind(index: SearchIndex, heads: readonly QueryGroup[], product: Product): boolean {
  const words = productWords(product);
  return heads.some(({ variants }) => variants.some(({ term }) => words.has(index.term(term))));
}

/** What is used up, where the text names by a code what it is for: `my LaserOne 3430 is complaining about toner`. */
function supplyIn(pieces: readonly string[]): string | null {
  const words = pieces.flatMap((piece) => wordsOf(piece).map(({ text }) => text));
  if (!words.some((word) => /\d/.test(word))) return null;
  return words.find((word) => SUPPLY_WORDS.has(word) || SUPPLY_WORDS.has(fromPlural(word))) ?? null;
}

/** Measures that nothing else stands beside, in digits; null where there are none. */
function measuresApart(measures: ShopperConstraints['measures']): string | null {
  const apart = measures.filter(({ isApart }) => isApart).map(({ written }) => written);
  return apart.length === 0 ? null : apart.join(' ');
}

/** Of the pieces the one that tells most in words that the index knows, people and occasions apart; null where none does. */
function tellingPiece(
  index: SearchIndex,
  pieces: readonly string[],
): { text: string; query: ParsedQuery } | null {
  const massOf = ({ groups }: ParsedQuery) =>
    groups.reduce((sum, { role, mass }) => sum + (role === 'use' ? 0 : mass), 0);
  const parsed = pieces
    .map((text) => ({ text, query: index.parse(text) }))
    .filter(({ query }) => massOf(query) > 0);
  const [most] = parsed.toSorted((a, b) => massOf(b.query) - massOf(a.query));
  if (!most) return null;
  const unknown = most.query.unknown.filter((word) => !OCCASIONS.has(word));
  return { text: most.text, query: { ...most.query, unknown } };
}

/** The words in the place of the noun, as the index knows them, but for what only holds the thing (`bottle of`). */
function knownNouns(index: SearchIndex, text: string, language: string): QueryGroup[] {
  const isSmall = smallIn(language);
  const nouns = nounsOf(text, HEAD_FIRST.has(language)).filter((noun) => !isSmall(noun));
  const isHolder = (noun: string) => MEASURE_WORDS.has(noun) || MEASURE_WORDS.has(fromPlural(noun));
  const things = nouns.filter((noun) => !isHolder(noun));
  return (things.length > 0 ? things : nouns).flatMap((noun) => index.parse(noun).groups);
}

/** Whether its record has the nouns: `a blue Xbox controller` is no blue headset. */
function isCalledSo(index: SearchIndex, nouns: readonly QueryGroup[], product: Product): boolean {
  const words = productWords(product);
  return (
    nouns.length === 0 ||
    nouns.some(({ variants }) =>
      variants.some(({ term, weight }) => weight >= SPELLING_WEIGHTS.synonym && words.has(index.term(term))),
    )
  );
}

/** What a piece of a text names. */
interface Named {
  /** The words in the place of the noun, people and occasions apart. */
  nouns: string[];
  /** Nothing in the index resembles these. */
  isUnknown: boolean;
  /** Words of the piece, or all of it, in which a kind of thing that is sold is named. */
  kind: string | null;
  /** The noun stands behind the kind in one name: `laptop frobnicator`. */
  isCompound: boolean;
}

function namedIn(
  index: SearchIndex,
  text: string,
  { piece, language }: { piece: string; language: string },
): Named {
  const headOf = (words: string) => headsOf(index, index.parse(words, { meaning: language }))[0]?.text;
  const isSmall = smallIn(language);
  const { unknown } = index.parse(text, { meaning: language });
  const isWhole = headOf(text) !== undefined;
  const kind = isWhole
    ? piece
    : (clausesOf(piece, isSmall).find((clause) => headOf(clause) !== undefined) ?? null);
  // What a thing is packed in and what it does are not the thing: `sparkling water, 12 bottles`, `which toner fits`.
  const isPacking = (noun: string) => MEASURE_WORDS.has(noun) || MEASURE_WORDS.has(`${noun}s`);
  const isBeside = (noun: string) =>
    GOES_WITH.has(noun) || (kind !== null && unknown.includes(noun) && isPacking(noun));
  const nouns = nounsOf(text, HEAD_FIRST.has(language)).filter((noun) => !isSmall(noun) && !isBeside(noun));
  const words = wordsOf(text).map((word) => word.text);
  return {
    nouns,
    isUnknown: nouns.length > 0 && nouns.every((noun) => unknown.includes(noun)),
    kind,
    isCompound: nouns.some((noun) => headOf(words[words.indexOf(noun) - 1] ?? '') !== undefined),
  };
}

/**
 * The noun that nothing in the index resembles, of the first piece that has one. Beside a kind that is sold it is what
 * is wanted only where goods are called so (`a dishwasher, like my washing machine`), or where both are one name:
 * `starting university, a laptop` asks for the laptop.
 */
function unknownIn(
  named: readonly Named[],
  { hasKind, isCounted }: { hasKind: boolean; isCounted: boolean },
): string | null {
  const things = named.flatMap(({ isUnknown, nouns }) => (isUnknown ? nouns.filter(isThing) : []));
  // What is counted is what is wanted: `we have a Trivo Milk. Fifty cups, please`.
  if (isCounted && things.length > 0) return things.at(-1) ?? null;
  const first = named.find(({ nouns, kind }) => nouns.length > 0 || kind !== null);
  if (!first?.isUnknown) return null;
  const isMeant = !hasKind || first.isCompound || first.nouns.some(isThing);
  return isMeant ? (first.nouns.at(-1) ?? null) : null;
}

/** The pieces less the words that name the kind. */
const othersThan = (kind: string, pieces: readonly string[]): string[] =>
  pieces.map((piece) => piece.replace(kind, ' ').trim()).filter((piece) => piece !== '');

/** The runs of words of a piece between small ones, but for those behind a preposition, which tell of another. */
function clausesOf(piece: string, isSmall: (word: string) => boolean): string[] {
  const runs: string[][] = [[]];
  let isOpen = true;
  for (const word of piece.split(/\s+/)) {
    const folded = foldText(word).replace(/['’]s$/u, '');
    if (isSmall(folded)) {
      isOpen = !PREPOSITIONS.has(folded);
      runs.push([]);
    } else if (isOpen) runs.at(-1)?.push(word);
  }
  return runs.map((run) => run.join(' ')).filter((run) => run !== '');
}

/** Words of grammar and of asking in a language, and people, places and occasions, none of which is the thing. */
const smallIn = (language: string) => {
  const [empty, asking] = [EMPTY_WORDS.get(language), ASKING_WORDS.get(language)];
  return (word: string): boolean => empty?.has(word) || asking?.has(word) || OCCASIONS.has(word);
};

const OCCASIONS: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ occasion }) => occasion.map(foldText)),
);

/** Words that hold or count a thing before `of`. */
const MEASURE_WORDS: ReadonlySet<string> = new Set([
  ...PACK_HOLDERS,
  ...CONTAINERS,
  ...PACK_UNITS,
  ...PAIR_WORDS,
]);

/** `bottles of olive oil` as `olive oil`, `identical pairs of headphones`, and what nothing in the index is called. */
function withoutMeasureWord(asked: string, isUnknown: (word: string) => boolean): string {
  const words = asked.trim().split(/\s+/);
  const at = words.findIndex((word, from) => {
    const isLinked = PACK_LINKS.has(foldText(words[from + 1] ?? '')) && from + 2 < words.length;
    const isMeasure = MEASURE_WORDS.has(foldText(word)) || MEASURE_WORDS.has(fromPlural(foldText(word)));
    return isLinked && isUnknown(word) && (isMeasure || from === 0);
  });
  return at < 0 ? asked : [...words.slice(0, at), ...words.slice(at + 2)].join(' ');
}

/**
 * The words in the place of the noun: the last of the first group of words, or the first where nouns lead, and of what
 * follows it behind `of` (`rolls of paper`). None where there is a code.
 */
export function nounsOf(asked: string, isLed: boolean): string[] {
  const words = wordsOf(asked);
  const texts = words.map(({ text }) => text);
  const roles = rolesOf(words, {
    isKind: () => false,
    isCompound: () => false,
    isPhrase: () => false,
    isBrand: () => false,
    isKnown: () => true,
  });
  const nouns: string[] = [];
  for (let from = roles.indexOf('plain'); from >= 0; ) {
    const behind = roles.findIndex((role, at) => at > from && role !== 'plain');
    const end = behind < 0 ? texts.length : behind;
    nouns.push(texts[isLed ? from : end - 1] as string);
    const isLinked = PACK_LINKS.has(texts[end] ?? '') && roles[end + 1] === 'plain';
    from = isLinked ? end + 1 : -1;
  }
  return nouns.every((noun) => /^\p{L}+$/u.test(noun)) ? nouns : [];
}
