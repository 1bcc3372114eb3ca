import type { Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import {
  CONTAINERS,
  HEAD_FIRST,
  PACK_HOLDERS,
  PACK_LINKS,
  PACK_UNITS,
  PAIR_WORDS,
} from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { rolesOf } from '../../warehouse/text/word_roles.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';

/** Of what the words of a text tell a record must have this share, where no kind of thing that is sold says what is meant. */
const LEAST_SAID = 0.5;

/** What the words of an intent ask for, as far as the index knows it. */
export interface ThingAsked {
  /** Whether a product may be what is asked for, rather than the nearest to it that is sold. */
  isAnswer: (product: Product) => boolean;
  /** The word that says which kind of thing it is (`table` of `coffee table`), where nothing in the index resembles it. */
  unknownKind: string | null;
  /** Words that nothing in the index resembles. */
  unknown: string[];
  /** The piece of the text in which a kind of thing that is sold here is named, and the others; null where none is. */
  kind: { piece: string; others: string[] } | null;
}

/**
 * Where the noun of a text is no word of the index nothing answers it. Where it is one, but no kind of thing that is sold
 * here, what answers must have half of what the words tell: the printer called Desk is no standing desk.
 */
export async function thingAsked(
  snapshot: Snapshot,
  { asked, pieces, language }: Pick<ShopperConstraints, 'asked' | 'pieces' | 'language'>,
): Promise<ThingAsked> {
  const index = await snapshot.searchIndex();
  const query = index.parse(asked);
  const isWorded = query.groups.length + query.unknown.length > 0;
  const isUnknown = (word: string) => index.parse(word).unknown.length > 0;
  const named = (pieces.length > 0 ? pieces : [asked]).map((piece) => ({
    piece,
    ...namedIn(index, withoutMeasureWord(piece, isUnknown), HEAD_FIRST.has(language)),
  }));
  const first = named.find(({ nouns }) => nouns.length > 0);
  const unknownKind = first?.isUnknown === true ? (first.nouns.at(-1) ?? null) : null;
  const kind = named.find((one) => one.isKind) ?? null;
  const isKind = kind !== null || query.groups.some(({ role }) => role === 'head');
  return {
    unknownKind,
    unknown: query.unknown,
    kind: kind && { piece: kind.piece, others: pieces.filter((piece) => piece !== kind.piece) },
    isAnswer: (product) =>
      unknownKind === null && (!isWorded || isKind || shareFound(index, query, product) >= LEAST_SAID),
  };
}

/** The nouns of a piece of a text, whether nothing in the index resembles them, and whether one is a kind of thing. */
function namedIn(index: SearchIndex, piece: string, isLed: boolean) {
  const { groups, unknown } = index.parse(piece);
  const nouns = nounsOf(piece, isLed);
  return {
    nouns,
    isUnknown: nouns.length > 0 && nouns.every((noun) => unknown.includes(noun)),
    isKind: groups.some(({ role }) => role === 'head'),
  };
}

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
