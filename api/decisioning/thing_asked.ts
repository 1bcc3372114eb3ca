import type { Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { HEAD_FIRST, PACK_LINKS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
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
}

/**
 * Where the noun of a text is no word of the index nothing answers it. Where it is one, but no kind of thing that is sold
 * here, what answers must have half of what the words tell: the printer called Desk is no standing desk.
 */
export async function thingAsked(
  snapshot: Snapshot,
  { asked, language }: Pick<ShopperConstraints, 'asked' | 'language'>,
): Promise<ThingAsked> {
  const index = await snapshot.searchIndex();
  const thing = withoutMeasureWord(asked, (word) => index.parse(word).unknown.length > 0);
  const query = index.parse(thing);
  const isWorded = query.groups.length + query.unknown.length > 0;
  const isKind = query.groups.some(({ role }) => role === 'head');
  const nouns = nounsOf(thing, HEAD_FIRST.has(language));
  const isUnknown = nouns.length > 0 && nouns.every((noun) => query.unknown.includes(noun));
  const unknownKind = isUnknown ? (nouns.at(-1) as string) : null;
  return {
    unknownKind,
    unknown: query.unknown,
    isAnswer: (product) =>
      unknownKind === null && (!isWorded || isKind || shareFound(index, query, product) >= LEAST_SAID),
  };
}

/** `bottles of olive oil` as `olive oil`, where nothing in the index is called a bottle. */
function withoutMeasureWord(asked: string, isUnknown: (word: string) => boolean): string {
  const [first = '', link = '', ...rest] = asked.trim().split(/\s+/);
  const isMeasure = rest.length > 0 && PACK_LINKS.has(foldText(link)) && isUnknown(first);
  return isMeasure ? rest.join(' ') : asked;
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
