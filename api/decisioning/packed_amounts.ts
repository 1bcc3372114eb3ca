import type { Product } from '../../pipelines/domain/listing.ts';
import type { Amount } from '../../pipelines/text/amounts.ts';
import { readText } from '../../pipelines/text/reading.ts';
import { writtenWords } from '../../pipelines/text/written_words.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';

/** Several of an amount, as a text writes it: `24 x 330 ml`. */
export interface PackedAmount extends Pick<Amount, 'dimension' | 'amount' | 'pack'> {
  /** Its folded words. */
  words: string[];
}

/** The packs of amounts that a text names, however they are spaced: `6x1.5l`, `6 x 1.5 l`. */
export function packedAmounts(text: string): PackedAmount[] {
  if (!/\d\s*[x×*]\s*\d/iu.test(text)) return [];
  const { folded, amounts } = readText(text);
  return amounts
    .filter(({ pack }) => pack > 1)
    .map(({ dimension, amount, pack, start, end }) => ({
      dimension,
      amount,
      pack,
      words: writtenWords(folded.slice(start, end)),
    }));
}

/** Those beside which a text names something; alone they name nothing, and any record has to have them as written. */
export const packsAsked = (text: string): PackedAmount[] =>
  withoutPacked(text) === '' ? [] : packedAmounts(text);

/** What a text names, less packs of amounts, which name no thing. */
export function withoutPacks({
  asked,
  pieces,
  runs,
}: Pick<ShopperConstraints, 'asked' | 'pieces' | 'runs'>): Pick<
  ShopperConstraints,
  'asked' | 'pieces' | 'runs'
> {
  const left = pieces.map(withoutPacked).filter((piece) => piece !== '');
  const isPacksAlone = left.length === 0;
  return {
    asked: withoutPacked(asked) || asked,
    pieces: isPacksAlone ? pieces : left,
    runs: runs.map((run) => ({ ...run, text: withoutPacked(run.text) })).filter(({ text }) => text !== ''),
  };
}

/** Empty where packs are all of it. */
function withoutPacked(text: string): string {
  if (packedAmounts(text).length === 0) return text;
  const { folded, amounts } = readText(text);
  if (folded.length !== text.length) return text;
  const packs = amounts.filter(({ pack }) => pack > 1).toReversed();
  const rest = packs.reduce((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  return /[\p{L}\p{N}]/u.test(rest) ? rest.replaceAll(/\s+/g, ' ').trim() : '';
}

/** Near-equal by rounding (`11.2 fl oz`, 330 ml). */
const NEAR = 0.02;

/** Whether some title of a product states as many of as much. */
export const statesPacked = ({ listings }: Product, wanted: PackedAmount): boolean =>
  listings.some(({ title }) =>
    packedAmounts(title).some(
      ({ dimension, amount, pack }) =>
        dimension === wanted.dimension &&
        pack === wanted.pack &&
        Math.abs(amount - wanted.amount) <= wanted.amount * NEAR,
    ),
  );
