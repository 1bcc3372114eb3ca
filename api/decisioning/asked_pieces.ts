import { isThing } from '../../pipelines/categories/things.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import { HEAD_FIRST } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { ParsedQuery, QueryGroup } from '../../warehouse/text/query.ts';
import {
  clausesOf,
  nounsOf,
  OCCASIONS,
  OWNERS,
  partedByPurpose,
  smallIn,
  withoutWords,
} from './asked_nouns.ts';
import { GOES_WITH } from './goes_with.ts';

/** Reads words in the language of the text. */
export type Parse = (text: string) => ParsedQuery;

/** One piece of a text, and the others. */
export interface AskedPiece {
  piece: string;
  others: string[];
}

/** A piece of a text and what the index knows of it. */
export interface Piece {
  piece: string;
  text: string;
  query: ParsedQuery;
}

/**
 * Of the pieces the one that tells most in words that the index knows; null where none does. Neither a use nor the word
 * of a shelf that is not what goods are called (`one_pieces`) tells which thing is meant.
 */
export function tellingPiece(
  pieces: readonly Piece[],
  isTelling: (group: QueryGroup) => boolean,
): Piece | null {
  const massOf = ({ query }: Piece) =>
    query.groups.reduce((sum, group) => sum + (isTelling(group) ? group.mass : 0), 0);
  const [most] = pieces.filter((piece) => massOf(piece) > 0).toSorted((a, b) => massOf(b) - massOf(a));
  if (!most) return null;
  const unknown = most.query.unknown.filter((word) => !OCCASIONS.has(word));
  return { ...most, query: { ...most.query, unknown } };
}

/** The words in the place of the noun, as the index knows them, but for what only holds the thing (`bottle of`). */
export function knownNouns(parse: Parse, text: string, language: string): QueryGroup[] {
  const isSmall = smallIn(language);
  const nouns = nounsOf(text, HEAD_FIRST.has(language)).filter((noun) => !isSmall(noun));
  return nouns.filter((noun) => !isHolder(noun)).flatMap((noun) => parse(noun).groups);
}

/** What a piece of a text names. */
export interface Named {
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

/** What says how a thing is or what it does, in English and by its end: `buggy usable`, `printer printing`. */
const DESCRIBING = /.{2}(?:able|ible|ing)$/;

export function namedIn(
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
  const words = wordsOf(text).map((word) => word.text);
  // `bulbs pair`, `buggy usable`: it tells more of what stands before it, where that is known.
  const tellsMore = (noun: string) => {
    const before = words[words.indexOf(noun) - 1];
    const isKnown = before !== undefined && !isSmall(before) && !unknown.includes(before);
    return isKnown && !isThing(noun) && (isHolder(noun) || DESCRIBING.test(noun));
  };
  const isBeside = (noun: string) =>
    GOES_WITH.has(noun) || (unknown.includes(noun) && (kind !== null ? isHolder(noun) : tellsMore(noun)));
  const nouns = nounsOf(text, HEAD_FIRST.has(language)).filter((noun) => !isSmall(noun) && !isBeside(noun));
  const isUnknown = nouns.length > 0 && nouns.every((noun) => unknown.includes(noun));
  return {
    piece,
    known: isUnknown ? text : withoutWords(text, unknown),
    nouns,
    isUnknown,
    kind,
    isCompound: nouns.some(
      (noun) => !DESCRIBING.test(noun) && headOf(words[words.indexOf(noun) - 1] ?? '') !== undefined,
    ),
    headOf,
  };
}

/**
 * The noun that nothing in the index resembles, of the first piece that has one. Beside a kind that is sold it is what
 * is wanted only where goods are called so (`a dishwasher, like my washing machine`), or where both are one name:
 * `starting university, a laptop` asks for the laptop.
 */
export function unknownIn(
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
export const othersThan = (kind: string, pieces: readonly string[]): string[] =>
  pieces.map((piece) => piece.replace(kind, ' ').trim()).filter((piece) => piece !== '');

/**
 * The words in which a kind of thing is named: what is somebody's already (`to hang my tv on the wall, what bracket`) is not
 * what is wanted where another piece names something that is known.
 */
export function wantedKind(named: readonly Named[]): string | null {
  const kinds = named.filter(({ kind }) => kind !== null);
  const wanted = kinds.filter((one) => !isOwned(one));
  const [first] = wanted;
  // `Hiking in summer. A rucksack` asks for the rucksack, and `bedding, 200 x 200` for bedding.
  const thing = wanted.find(({ kind, headOf }) => !headOf(kind ?? '')?.endsWith('ing')) ?? first;
  if (thing) return thing.kind;
  const isOther = named.some(
    (one) => (one.kind === null || isBehindNoun(one)) && one.nouns.length > 0 && !one.isUnknown,
  );
  return isOther ? null : (kinds[0]?.kind ?? null);
}

/** Whether another word stands in the place of the noun than that of the kind: `gps for my bike`. */
function isBehindNoun({ kind, nouns }: Named): boolean {
  const own = new Set(wordsOf(kind ?? '').map(({ text }) => text));
  return nouns.every((noun) => !own.has(noun));
}

/** Whether the kind of a piece stands behind what says whose it is. */
function isOwned({ piece, headOf }: Named): boolean {
  const words = piece.split(/\s+/);
  const at = words.findIndex((word) => headOf(word) !== undefined);
  return words.slice(Math.max(0, at - 2), at).some((word) => OWNERS.has(foldText(word)));
}

/** Whether a text writes a noun in the plural. */
export const isPlural = (text: string, noun: string): boolean =>
  text.split(/\s+/).some((word) => foldText(word) !== noun && fromPlural(foldText(word)) === noun);

/** A piece less its unknown words, and the other pieces. */
export function soughtOf(
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
