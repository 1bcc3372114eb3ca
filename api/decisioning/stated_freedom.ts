import { FREED_WORDS } from '../../pipelines/domain/freed_words.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { type Fact, factFreeing } from '../search/product_facts.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { alike } from '../search/wanted_phrase.ts';

/**
 * What an answer must say that it is free of, each in the words that mean it: where some of what is asked for says so of
 * what is refused (`salt-free`), one that is silent has it.
 */
export function statedFreedom(
  { avoid }: Pick<ShopperConstraints, 'avoid'>,
  records: readonly (readonly Fact[])[],
): string[][] {
  const words = avoid.flatMap(({ text }) => wordsOf(text).map((word) => word.text));
  const refused = [...new Set(words)].filter((word) => FREED_WORDS.has(word));
  const named = refused.map((word) => [word, ...alike(word)]);
  return named.filter((names) => records.some((facts) => factFreeing(facts, names) !== undefined));
}
