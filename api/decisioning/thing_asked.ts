import { isMaterial } from '../../pipelines/attributes/rules/material.ts';
import { isThing } from '../../pipelines/categories/things.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import { COLOR_WORDS, FOR_WORDS, GRAMMAR_WORDS, SUPPLY_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords, saysAll, shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { ParsedQuery, QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { namesNoThing } from '../../warehouse/text/word_roles.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { clausesOf, isOccasion, OCCASIONS, ownWords, withoutMeasureWord } from './asked_nouns.ts';
import {
  type AskedPiece,
  isPlural,
  knownNouns,
  namedIn,
  othersThan,
  type Parse,
  type Piece,
  soughtOf,
  tellingPiece,
  unknownIn,
  wantedKind,
} from './asked_pieces.ts';
import { isCalled, type NamedCompound, namedCompound } from './named_compound.ts';
import { isUsedUp } from './supplies_named.ts';
import { isTitledAs } from './titled_thing.ts';

/** Of what the words of a text tell a record must have this share, where no kind of thing that is sold says what is meant. */
const LEAST_SAID = 0.5;

/** Where more words than these, and more than are known, are like nothing here, too little of the text is understood. */
const LEAST_STRANGE = 2;

/** Whom and when it is for (`for my girlfriend's birthday`) is understood, though nothing is called so. */
const isStrangeTo = ({ unknown, groups }: ParsedQuery): boolean => {
  const strange = unknown.filter((word) => !OCCASIONS.has(word));
  return strange.length > LEAST_STRANGE && strange.length > groups.length;
};

/** What the words of an intent ask for, as far as the index knows it. */
export interface ThingAsked {
  /** Whether a product may be what is asked for, rather than the nearest to it that is sold. */
  isAnswer: (product: Product) => boolean;
  /** The word that says which kind of thing it is (`table` of `coffee table`), where nothing in the index resembles it. */
  unknownKind: string | null;
  /** Words that nothing in the index resembles. */
  unknown: string[];
  /** Two words that name the thing together, which a record must both have: `electric guitar`, `lawn seed`. */
  compound: NamedCompound | null;
  /** No word names the kind, and measures that stand by themselves do: `he wants a big picture, 65 inch`. */
  isOfMeasures: boolean;
  /** The piece of the text in which a kind of thing that is sold here is named, and the others; null where none is. */
  kind: AskedPiece | null;
  /** What is looked for: that piece, else the one that tells most, less what nothing in the index resembles; null where none tells anything. */
  sought: AskedPiece | null;
}

type AskedText = Pick<
  ShopperConstraints,
  'asked' | 'pieces' | 'language' | 'quantity' | 'measures' | 'must_have' | 'ranOut' | 'asides'
>;

/**
 * Where the noun of a text is no word of the index nothing answers it. Where it is one, but no kind of thing that is sold
 * here, what answers must have half of what the words tell: the printer called Desk is no standing desk.
 */
export async function thingAsked(
  snapshot: Snapshot,
  { asked, pieces, language, quantity, measures, must_have, ranOut, asides }: AskedText,
): Promise<ThingAsked> {
  const index = await snapshot.searchIndex();
  const parse: Parse = (text) => index.parse(text, { meaning: language });
  const query = parse(asked);
  if (ranOut !== null) return { ...SUPPLY, unknown: query.unknown };
  const isUnknown = (word: string) => parse(word).unknown.length > 0;
  const headOf = (text: string) => headsOf(index, parse(text))[0]?.text;
  const measured = (pieces.length > 0 ? pieces : [asked]).map((piece) => ({
    piece,
    text: withoutMeasureWord(piece, isUnknown),
  }));
  const named = measured.map(({ piece, text }) => namedIn(parse, { text, piece, language, headOf }));
  const word = wantedKind(named) ?? supplyIn(pieces);
  const kind =
    word ?? (namesGoods(index, query) ? null : measuresApart(measures)) ?? mustsBeside(must_have, measures);
  // A piece that tells of people names what they do: `we film weddings, so headphones`.
  const things = named.filter(({ kind: own, piece }) => own !== null || !asides.includes(piece));
  const isCounted = quantity !== null;
  const unknownKind = unsoldKind(query) ?? unknownIn(things, { hasKind: kind !== null, isCounted });
  const own =
    kind === null ? undefined : clausesOf(kind, language).find((clause) => headOf(clause) !== undefined);
  const isStrange = isStrangeTo(parse(own ?? kind ?? asked));
  const heads = headsOf(index, parse(kind ?? asked));
  const isKind = kind !== null || headsOf(index, query).length > 0;
  const kindCompound =
    kind === null
      ? null
      : namedCompound(index, { piece: kind, language, heads: heads.map(({ text }) => text) });
  const isOfThing = named.some((one) => one.isUnknown && one.nouns.some(isUnheldThing));
  // `slippers` are what is wanted, though the shelf that is named so is of slipper chairs.
  const severally = new Set(named.flatMap((one) => one.nouns.filter((noun) => isPlural(one.piece, noun))));
  const telling = isOfThing
    ? null
    : tellingPiece(
        named.map(({ piece, known }) => ({ piece, text: known, query: ownQuery(parse, known, language) })),
        (group) =>
          group.role !== 'use' &&
          !GRAMMAR_WORDS.has(group.text) &&
          (group.role !== 'head' || isOfGoods(index, group) || severally.has(group.text)),
      );
  const told = isOfThing ? query : telling && withoutHeld(telling.query, must_have);
  const nouns = [
    ...knownNouns(parse, telling?.text ?? asked, language).filter(isNameOf(index)),
    // What is for a maker's thing must name the maker where no kind is named: `gas for my Jetboil`.
    ...query.groups.filter((group) => group.role === 'use' && index.isBrand(group.text)),
  ];
  const compound =
    kindCompound ??
    (telling && namedCompound(index, { piece: telling.piece, language, heads: textsOf(nouns) }));
  const isTitled = titledSo(index, parse, telling, nouns);
  return {
    unknownKind,
    unknown: query.unknown,
    compound,
    isOfMeasures: kind !== null && word === null,
    kind: kind === null ? null : { piece: kind, others: othersThan(kind, pieces) },
    sought: soughtOf(kind ?? telling?.piece ?? null, { pieces, named }),
    isAnswer: (product) => {
      if (unknownKind !== null || isStrange) return false;
      if (compound !== null && !isCalled(index, compound, product)) return false;
      if (isKind) return heads.length === 0 || isOfKind(index, heads, product);
      if (query.groups.length + query.unknown.length === 0) return true;
      // What is told of its use alone is not named: `something for one evening`.
      if (told === null || saysOnlyLike(told)) return false;
      // A record must have the nouns too: `a blue Xbox controller` is no blue headset.
      return (
        shareFound(index, told, product) >= LEAST_SAID && saysAll(index, nouns, product) && isTitled(product)
      );
    },
  };
}

/**
 * Whether titles call a product what a text does. Asked where no seller says what kind of thing it is and a word beside the
 * name is like nothing here: shoes called Velo are no `vélo électrique`.
 */
function calledSo(
  index: SearchIndex,
  nouns: readonly QueryGroup[],
  text: string,
): (product: Product) => boolean {
  const names = nouns.flatMap(({ text: noun, variants }) => [
    noun,
    ...variants.map(({ term }) => index.term(term)),
  ]);
  const phrase = wordsOf(text)
    .map((word) => word.text)
    .slice(-2);
  return ({ listings }) => listings.some((listing) => isTitledAs(listing, names, phrase));
}

/** A kind of what is sold that nothing here is: `queso manchego` is no other cheese. */
const unsoldKind = ({ groups, unknown }: ParsedQuery): string | null =>
  unknown.find((word) => groups.some(({ text }) => Synonyms.standard().kindsOf(text).includes(word))) ?? null;

/** Where a word of the piece that tells most is like nothing here, whether a title calls a product so; true elsewhere. */
function titledSo(
  index: SearchIndex,
  parse: Parse,
  telling: Piece | null,
  nouns: readonly QueryGroup[],
): (product: Product) => boolean {
  const isDoubtful = telling !== null && parse(telling.piece).unknown.some((one) => !OCCASIONS.has(one));
  return isDoubtful ? calledSo(index, nouns, telling.text) : () => true;
}

/** `ssd, 1 TB` names a thing, though no shelf here is called so, and `Staubsauger, 2 m` one that is not sold. */
const namesGoods = (index: SearchIndex, { groups, unknown }: ParsedQuery): boolean =>
  groups.some((group) => isOfGoods(index, group)) ||
  unknown.some((word) => nameOfWord(fromPlural(word)) !== null);

const textsOf = (groups: readonly QueryGroup[]): string[] => groups.map(({ text }) => text);

/** The words that tell of the thing itself; with small words between where only all together are known (`tienda de campaña`). */
function ownQuery(parse: Parse, known: string, language: string): ParsedQuery {
  const own = parse(ownWords(known, language));
  return own.groups.length > 0 ? own : parse(known);
}

/**
 * Whether a word is what goods are called, or may be, or what they are like in a word that is known: not a colour, nor how a
 * thing is in others (`narrow fit`, `geschmiedet`).
 */
const isNameOf =
  (index: SearchIndex) =>
  (group: QueryGroup): boolean =>
    !COLOR_WORDS.has(group.text) && (group.role === 'head' || isLike(group.text) || isOfGoods(index, group));

/** `I want steel this time`: what a thing is made of or like, its colour or a small number names none; `1984` may. */
const saysOnlyLike = ({ groups, unknown }: ParsedQuery): boolean =>
  unknown.length === 0 &&
  groups.length > 0 &&
  groups.every(
    ({ text }) =>
      namesNoThing(text) || isMaterial(text) || GRAMMAR_WORDS.has(text) || SMALL_NUMBER.test(text),
  );
const SMALL_NUMBER = /^\d{1,3}$/;

/** `a pan of oak`, `waschmaschine leise`: what a thing is made of or like is held to where it stands in the place of the noun. */
const isLike = (word: string): boolean => isMaterial(word) || Synonyms.standard().isQuality(word);

/** Codes, numbers and musts are held to by themselves, so that `E27` is no third of a `smart bulb E27`. */
function withoutHeld(query: ParsedQuery, must_have: ShopperConstraints['must_have']): ParsedQuery {
  const musts = new Set(must_have.flatMap(({ text }) => wordsOf(text).map((word) => word.text)));
  const isFree = (word: string) => !/\d/.test(word) && !musts.has(word);
  const groups = query.groups.filter(({ text }) => isFree(text));
  return groups.length === 0 ? query : { ...query, groups, unknown: query.unknown.filter(isFree) };
}

/** Goods that nothing here is called, which are not only what something comes in (`the kilo bag`). */
const isUnheldThing = (noun: string): boolean => isThing(noun) && !isHolder(noun);

/** What a device uses up is the kind, and its candidates are what fits it. */
const SUPPLY: ThingAsked = {
  unknownKind: null,
  unknown: [],
  compound: null,
  isOfMeasures: false,
  kind: null,
  sought: null,
  isAnswer: (product) => isUsedUp({ product }),
};

/**
 * The words that name a kind of thing here and are what goods are called: a shelf of `one_pieces` or of `wireless
 * routers` makes no kind of `one evening` or `wireless`, nor what is for a place that place (`kitchen whisk`).
 */
const headsOf = (index: SearchIndex, { groups, language }: ParsedQuery): QueryGroup[] =>
  groups.filter(
    (group) =>
      group.role === 'head' &&
      !GRAMMAR_WORDS.has(group.text) &&
      !isOccasion(group.text, language) &&
      isOfGoods(index, group),
  );

/** Words of the taxonomy, and what ends with one in German: `Gartenschere`. */
const isOfGoods = (index: SearchIndex, { text, variants }: QueryGroup): boolean =>
  nameOfWord(text) !== null ||
  index.namesShelf(text) ||
  variants.some(({ term, weight }) => weight >= SPELLING_WEIGHTS.synonym && isThing(index.term(term)));

/** Whether its record has a word for the kind: what is caffeine-free is no tea for that. */
function isOfKind(index: SearchIndex, heads: readonly QueryGroup[], product: Product): boolean {
  const words = productWords(product);
  return heads.some(({ variants }) => variants.some(({ term }) => words.has(index.term(term))));
}

/**
 * What is used up, where the text names by a code what it is for: `my LaserOne 3430 is complaining about toner`; not what
 * only tells what the thing is for (`A4 paper for an ink jet`).
 */
function supplyIn(pieces: readonly string[]): string | null {
  const words = pieces.flatMap((piece) => {
    const texts = wordsOf(piece).map(({ text }) => text);
    const use = texts.findIndex((text) => FOR_WORDS.has(text));
    return use > 0 ? texts.slice(0, use) : texts;
  });
  if (!pieces.some((piece) => /\d/.test(piece))) return null;
  return words.find((word) => SUPPLY_WORDS.has(word) || SUPPLY_WORDS.has(fromPlural(word))) ?? null;
}

/** Measures that nothing else stands beside, in digits; null where there are none. */
function measuresApart(measures: ShopperConstraints['measures']): string | null {
  const apart = measures.filter(({ isApart }) => isApart).map(({ written }) => written);
  return apart.length === 0 ? null : apart.join(' ');
}

/** `the drum opens from the top, 1600 spin`: what a thing is and measures, where both are told; null elsewhere. */
function mustsBeside(
  must_have: ShopperConstraints['must_have'],
  measures: ShopperConstraints['measures'],
): string | null {
  if (must_have.length === 0 || measures.length === 0) return null;
  return [...must_have.map(({ text }) => text), ...measures.map(({ written }) => written)].join(' ');
}
