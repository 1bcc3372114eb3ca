import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { type Fact, factFreeing } from '../search/product_facts.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';

/** What a thing may be free of, in any language. */
const FREED: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ freed }) => freed.map(foldText)),
);

/**
 * What an answer must say that it is free of: where some of what is asked for says so of what is refused (`salt-free`),
 * one that is silent has it.
 */
export function statedFreedom(
  { avoid }: Pick<ShopperConstraints, 'avoid'>,
  records: readonly (readonly Fact[])[],
): string[] {
  const isFreed = (text: string) =>
    [text, ...wordsOf(text).map((word) => word.text)].some((word) => FREED.has(word));
  const refused = [...new Set(avoid.map(({ text }) => foldText(text)))].filter(isFreed);
  return refused.filter((text) => records.some((facts) => factFreeing(facts, [text]) !== undefined));
}
