import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { type Fact, factStating } from '../search/product_facts.ts';
import { phrase, type ShopperConstraints, type WantedPhrase } from '../search/shopper_constraints.ts';

/** What a thing may be free of, in any language. */
const FREED: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ freed }) => freed.map(foldText)),
);

/**
 * What an answer must say of itself: where some of what is asked for says that it is free of what is refused (`decaf`,
 * `lactose free`), one that is silent has it.
 */
export function statedFreedom(
  { avoid }: Pick<ShopperConstraints, 'avoid'>,
  records: readonly (readonly Fact[])[],
): WantedPhrase[] {
  const isFreed = (text: string) =>
    phrase(text).wanted.words.some(({ texts }) => texts.some((word) => FREED.has(word)));
  const refused = [...new Set(avoid.map(({ text }) => foldText(text)))].filter(isFreed);
  return refused
    .map((text) => phrase(`${text} free`))
    .filter(({ wanted }) => records.some((facts) => factStating(facts, wanted) !== undefined));
}
