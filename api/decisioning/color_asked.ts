import { inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import { COLOR_WORDS, COLORLESS, FOR_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { phrase, wantedPhrase } from '../search/wanted_phrase.ts';

const OR_WORDS = inEveryLanguage('or');

/**
 * With the colour that is asked for as a must, since a thing is so or it is not and its record says which. Of two right
 * around an `or` any will do (`black or grey`); of others, which may make a pair (`black and white` printing), none is.
 */
export function withColor(read: ShopperConstraints): ShopperConstraints {
  const named = new Map(read.pieces.flatMap((piece) => [...colorsIn(piece)]));
  const [color] = named.values();
  const either = read.pieces.flatMap(eitherIn);
  if (either.length === 2 && named.size === 2 && !hasColor(read))
    return {
      ...read,
      must_have: [...read.must_have, wantedPhrase({ text: either.join(' or '), any_of: either })],
    };
  const isOpen = read.pieces.some((piece) => wordsOf(piece).some(({ text }) => OR_WORDS.has(text)));
  if (named.size !== 1 || color === undefined || isOpen) return read;
  if (hasColor(read)) return read;
  return { ...read, must_have: [...read.must_have, phrase(color)] };
}

const hasColor = ({ must_have }: ShopperConstraints): boolean =>
  must_have.some(({ text }) => colorsIn(text).size > 0);

/** The two colours right around an `or`; none where nothing is so, or another `or` stands in the piece. */
function eitherIn(piece: string): string[] {
  const words = wordsOf(piece).map(({ text }) => text);
  const at = words.findIndex((word) => OR_WORDS.has(word));
  const both = [words[at - 1] ?? '', words[at + 1] ?? ''];
  const isOne = at > 0 && !words.slice(at + 1).some((word) => OR_WORDS.has(word));
  return isOne && both.every((word) => colorsIn(piece).has(COLOR_WORDS.get(word) ?? '')) ? both : [];
}

/** English names of colours → the words of a text, but for what stands behind `for`. */
function colorsIn(piece: string): Map<string, string> {
  const words = wordsOf(piece).map(({ text }) => text);
  const use = words.findIndex((word, at) => at > 0 && FOR_WORDS.has(word));
  const own = use < 0 ? words : words.slice(0, use);
  return new Map(
    own.flatMap((word, at) => {
      const name = COLOR_WORDS.get(word);
      const isOther = COLORLESS.has(`${word}_${own[at + 1]}`) || COLORLESS.has(`${own[at - 1]}_${word}`);
      return name === undefined || isOther ? [] : [[name, word] as const];
    }),
  );
}
