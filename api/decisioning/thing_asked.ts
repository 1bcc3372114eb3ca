import { isThing } from '../../pipelines/categories/things.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { FOR_WORDS, GRAMMAR_WORDS, HEAD_FIRST, SUPPLY_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords, saysAll, shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { ParsedQuery, QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import {
  clausesOf,
  isHolder,
  isOccasion,
  nounsOf,
  OCCASIONS,
  OWNERS,
  ownWords,
  partedByPurpose,
  smallIn,
  withoutMeasureWord,
  withoutWords,
} from './asked_nouns.ts';
import { GOES_WITH } from './goes_with.ts';
import { isCalled, type NamedCompound, namedCompound } from './named_compound.ts';
import { isUsedUp } from './supplies_named.ts';
import { isTitledAs } from './titled_thing.ts';

/** Of what the words of a text tell a record must have this share, where no kind of thing that is sold says what is meant. */
const LEAST_SAID = 0.5;

/** Where more words than these, and more than are known, are like nothing here, too little of the text is understood. */
const LEAST_STRANGE = 2;

/** Reads words in the language of the text. */
type Parse = (text: string) => ParsedQuery;

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
  /** Two words that name the thing together, which a record must both have: `electric guitar`. */
  compound: NamedCompound | null;
  /** No word names the kind, and measures that stand by themselves do: `he wants a big picture, 65 inch`. */
  isOfMeasures: boolean;
  /** The piece of the text in which a kind of thing that is sold here is named, and the others; null where none is. */
  kind: AskedPiece | null;
  /** What is looked for: that piece, else the one that tells most, less what nothing in the index resembles; null where none tells anything. */
  sought: AskedPiece | null;
}

/** One piece of a text, and the others. */
interface AskedPiece {
  piece: string;
  others: string[];
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
  const isWorded = query.groups.length + query.unknown.length > 0;
  const isUnknown = (word: string) => parse(word).unknown.length > 0;
  const headOf = (text: string) => headsOf(index, parse(text))[0]?.text;
  const measured = (pieces.length > 0 ? pieces : [asked]).map((piece) => ({
    piece,
    text: withoutMeasureWord(piece, isUnknown),
  }));
  const named = measured.map(({ piece, text }) => namedIn(parse, { text, piece, language, headOf }));
  const word = wantedKind(named) ?? supplyIn(pieces);
  const kind = word ?? measuresApart(measures) ?? mustsBeside(must_have, measures);
  // A piece that tells of people names what they do: `we film weddings, so headphones`.
  const things = named.filter(({ kind: own, piece }) => own !== null || !asides.includes(piece));
  const unknownKind = unknownIn(things, { hasKind: kind !== null, isCounted: quantity !== null });
  const own =
    kind === null ? undefined : clausesOf(kind, language).find((clause) => headOf(clause) !== undefined);
  const isStrange = isStrangeTo(parse(own ?? kind ?? asked));
  const heads = headsOf(index, parse(kind ?? asked));
  const isKind = kind !== null || headsOf(index, query).length > 0;
  const compound =
    kind === null
      ? null
      : namedCompound(index, { piece: kind, language, heads: heads.map(({ text }) => text) });
  const isOfThing = named.some(({ isUnknown, nouns }) => isUnknown && nouns.some(isUnheldThing));
  // `slippers` are what is wanted, though the shelf that is named so is of slipper chairs.
  const severally = new Set(named.flatMap((one) => one.nouns.filter((noun) => isPlural(one.piece, noun))));
  const telling = isOfThing
    ? null
    : tellingPiece(
        named.map(({ piece, known }) => ({ piece, text: known, query: parse(ownWords(known, language)) })),
        (group) =>
          group.role !== 'use' &&
          !GRAMMAR_WORDS.has(group.text) &&
          (group.role !== 'head' || isOfGoods(index, group) || severally.has(group.text)),
      );
  const told = isOfThing ? query : (telling?.query ?? null);
  const nouns = [
    ...knownNouns(parse, telling?.text ?? asked, language),
    // What is for a maker's thing must name the maker where no kind is named: `gas for my Jetboil`.
    ...query.groups.filter((group) => group.role === 'use' && index.isBrand(group.text)),
  ];
  const isDoubtful = telling !== null && parse(telling.piece).unknown.some((word) => !OCCASIONS.has(word));
  const isTitled = isDoubtful ? calledSo(index, nouns, telling.text) : () => true;
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
      if (!isWorded) return true;
      // What is told of its use alone is not named: `something for one evening`.
      if (told === null) return false;
      // A record must have the nouns too: `a blue Xbox controller` is no blue headset.
      return (
        shareFound(index, told, product) >= LEAST_SAID && saysAll(index, nouns, product) && isTitled(product)
      );
    },
  };
}

/**
 * The words in which a kind of thing is named: what is somebody's already (`to hang my tv on the wall, what bracket`) is not
 * what is wanted where another piece names something that is known.
 */
function wantedKind(named: readonly Named[]): string | null {
  const kinds = named.filter(({ kind }) => kind !== null);
  const wanted = kinds.find((one) => !isOwned(one));
  if (wanted) return wanted.kind;
  const isOther = named.some((one) => one.kind === null && one.nouns.length > 0 && !one.isUnknown);
  return isOther ? null : (kinds[0]?.kind ?? null);
}

/** Whether the kind of a piece stands behind what says whose it is. */
function isOwned({ piece, headOf }: Named): boolean {
  const words = piece.split(/\s+/);
  const at = words.findIndex((word) => headOf(word) !== undefined);
  return words.slice(Math.max(0, at - 2), at).some((word) => OWNERS.has(foldText(word)));
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

/** Whether a text writes a noun in the plural. */
const isPlural = (text: string, noun: string): boolean =>
  text.split(/\s+/).some((word) => foldText(word) !== noun && fromPlural(foldText(word)) === noun);

/** A piece less its unknown words, and the other pieces. */
function soughtOf(
  piece: string | null,
  { pieces, named }: { pieces: readonly string[]; named: readonly Named[] },
): AskedPiece | null {
  if (piece === null) return null;
  const own = named.find((one) => one.piece === piece);
  const [thing, purpose] = partedByPurpose(own?.known ?? piece);
  const others = othersThan(piece, pieces);
  return thing !== null && own?.headOf(thing) !== undefined
    ? { piece: thing, others: [purpose, ...others] }
    : { piece: own?.known ?? piece, others };
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

/** A piece of a text and what the index knows of it. */
interface Piece {
  piece: string;
  text: string;
  query: ParsedQuery;
}

/**
 * Of the pieces the one that tells most in words that the index knows; null where none does. Neither a use nor the word
 * of a shelf that is not what goods are called (`one_pieces`) tells which thing is meant.
 */
function tellingPiece(pieces: readonly Piece[], isTelling: (group: QueryGroup) => boolean): Piece | null {
  const massOf = ({ query }: Piece) =>
    query.groups.reduce((sum, group) => sum + (isTelling(group) ? group.mass : 0), 0);
  const [most] = pieces.filter((piece) => massOf(piece) > 0).toSorted((a, b) => massOf(b) - massOf(a));
  if (!most) return null;
  const unknown = most.query.unknown.filter((word) => !OCCASIONS.has(word));
  return { ...most, query: { ...most.query, unknown } };
}

/** The words in the place of the noun, as the index knows them, but for what only holds the thing (`bottle of`). */
function knownNouns(parse: Parse, text: string, language: string): QueryGroup[] {
  const isSmall = smallIn(language);
  const nouns = nounsOf(text, HEAD_FIRST.has(language)).filter((noun) => !isSmall(noun));
  const things = nouns.filter((noun) => !isHolder(noun));
  return (things.length > 0 ? things : nouns).flatMap((noun) => parse(noun).groups);
}

/** What a piece of a text names. */
interface Named {
  piece: string;
  /** Its words less those that nothing in the index resembles; all of them where such a word names the thing. */
  known: string;
  /** The words in the place of the noun, people and occasions apart. */
  nouns: string[];
  /** Nothing in the index resembles these. */
  isUnknown: boolean;
  /** Words of the piece, or all of it, in which a kind of thing that is sold is named. */
  kind: string | null;
  /** The noun stands behind the kind in one name: `laptop frobnicator`. */
  isCompound: boolean;
  headOf: (words: string) => string | undefined;
}

function namedIn(
  parse: Parse,
  {
    text,
    piece,
    language,
    headOf,
  }: { text: string; piece: string; language: string; headOf: (words: string) => string | undefined },
): Named {
  const isSmall = smallIn(language);
  const { unknown } = parse(text);
  const isWhole = headOf(text) !== undefined;
  const kind = isWhole
    ? piece
    : (clausesOf(piece, language).find((clause) => headOf(clause) !== undefined) ?? null);
  // What a thing is packed in and what it does are not the thing: `sparkling water, 12 bottles`, `which toner fits`.
  const isBeside = (noun: string) =>
    GOES_WITH.has(noun) || (kind !== null && unknown.includes(noun) && isHolder(noun));
  const nouns = nounsOf(text, HEAD_FIRST.has(language)).filter((noun) => !isSmall(noun) && !isBeside(noun));
  const words = wordsOf(text).map((word) => word.text);
  const isUnknown = nouns.length > 0 && nouns.every((noun) => unknown.includes(noun));
  return {
    piece,
    known: isUnknown ? text : withoutWords(text, unknown),
    nouns,
    isUnknown,
    kind,
    isCompound: nouns.some((noun) => headOf(words[words.indexOf(noun) - 1] ?? '') !== undefined),
    headOf,
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
  const isElsewhere = hasKind || named.some((one) => one !== first && one.nouns.length > 0 && !one.isUnknown);
  const isMeant = !isElsewhere || first.isCompound || first.nouns.some(isThing);
  return isMeant ? (first.nouns.at(-1) ?? null) : null;
}

/** The pieces less the words that name the kind. */
const othersThan = (kind: string, pieces: readonly string[]): string[] =>
  pieces.map((piece) => piece.replace(kind, ' ').trim()).filter((piece) => piece !== '');
