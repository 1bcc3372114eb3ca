import { contradictionsOf } from '../../pipelines/domain/contradictions.ts';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { servedItem } from '../../pipelines/domain/stated.ts';
import { COLOR_WORDS, DENIES_NEXT } from '../../pipelines/text/languages.ts';
import type { StatedKind } from '../../pipelines/text/statement.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { mostToPay } from '../search/shopper_constraints.ts';
import { smallIn } from './asked_nouns.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { describedBy, saidOf } from './described.ts';
import type { FittingCandidate } from './fitting_candidates.ts';
import { saidForms } from './said_forms.ts';

const synonyms = Synonyms.standard();

/** `not that ugly black`. What a thing does not do (`won't smear`) its record names where it is so: `smear-proof`. */
export const denies = (text: string): boolean => {
  const [first = ''] = wordsOf(text).map((word) => word.text);
  return DENIES_NEXT.has(first);
};

/** The words of a piece that tell something of a thing. */
export const tellingWords = (
  text: string,
  { constraints: { asides, language } }: DecisionQuestion,
): string[] => {
  const isSmall = smallIn(language);
  return wordsOf(asides.reduce((rest, aside) => rest.replace(aside, ' '), text))
    .map((word) => word.text)
    .filter((word) => !isSmall(word));
};

/** Less those whose records say something of what is denied in what was left aside. */
export function sayingNoneDenied(
  found: readonly FittingCandidate[],
  question: DecisionQuestion,
): readonly FittingCandidate[] {
  const denied = new Set(question.left_aside.filter(denies).flatMap((text) => tellingWords(text, question)));
  return denied.size === 0
    ? found
    : found.filter(({ product }) => productWords(product).isDisjointFrom(denied));
}

/**
 * What is of the thing itself wherever it is said: how many it is for and how many come together, and for which side. What weighs or
 * holds so much, or tastes so, may be another thing.
 */
const MEANT: ReadonlySet<StatedKind> = new Set<StatedKind>(['holds', 'side', 'count', 'pack']);

/** What may be named, whole or as one of its variants. */
interface Named {
  product: Product;
  variant_id: string | null;
}

/**
 * Those of which no variant states otherwise than what was left aside does; of the others each variant that does not. A colour is
 * of the thing where the text names no other: `blue headphones that suit a white kitchen` are blue.
 */
export function sayingNothingElse<One extends Named>(
  found: readonly One[],
  left_aside: readonly string[],
  asked: string,
): One[] {
  const title = left_aside.filter((text) => !denies(text)).join(', ');
  if (title === '') return [...found];
  const item = { title };
  const hasColor = wordsOf(asked).some(({ text }) => COLOR_WORDS.has(text));
  const isMeant = (kind: StatedKind) => MEANT.has(kind) || (kind === 'colour' && !hasColor);
  const isElse = ({ listings }: Product, variant_id: string) =>
    contradictionsOf(
      item,
      listings.filter((listing) => listing.variant_id === variant_id).map(servedItem),
    ).some(({ kind }) => isMeant(kind));
  return found.flatMap((one) => {
    const variants = one.product.variants.filter(
      ({ variant_id }) => one.variant_id === null || variant_id === one.variant_id,
    );
    const kept = variants.filter(({ variant_id }) => !isElse(one.product, variant_id));
    return kept.length === variants.length ? [one] : kept.map(({ variant_id }) => ({ ...one, variant_id }));
  });
}

/**
 * Those whose records have as many words of what is left aside and of what clauses say of the thing as any within the
 * budget, in whatever form: `rechargeable` for `that recharges`.
 */
export function sayingMost(
  found: readonly FittingCandidate[],
  question: DecisionQuestion,
  index: SearchIndex,
): readonly FittingCandidate[] {
  const told = [...question.constraints.clauses, ...question.left_aside].filter((text) => !denies(text));
  // In other languages as well: `mousse de lait` is a milk frother's.
  const words = told
    .flatMap((text) => tellingWords(text, question))
    .map((word) => [word, ...synonyms.allOf(word)]);
  if (words.length === 0) return found;
  const forms = found.map(({ product }) => saidForms(product));
  const said = words.map((own) =>
    saidOf(
      found,
      forms.map((isSaid) => own.some(isSaid)),
      describedBy(index, own),
    ),
  );
  const counts = found.map((_, at) => said.filter((having) => having[at]).length);
  const most = mostToPay(question.constraints) ?? Number.POSITIVE_INFINITY;
  const within = counts.filter((_, at) => weighedMinor((found[at] as FittingCandidate).best) <= most);
  const least = Math.max(0, ...(within.length > 0 ? within : counts));
  return found.filter((_, at) => (counts[at] as number) >= least);
}
