import type { Product } from '../../pipelines/domain/listing.ts';
import { COLOR_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { Deps } from '../http/deps.ts';
import { factStating, factsOf } from '../search/product_facts.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import type { WantedPhrase } from '../search/wanted_phrase.ts';
import { smallIn, withoutWords } from './asked_nouns.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { describedAs, type IsDescribed } from './described.ts';
import { ASPECTS } from './spoken_musts.ts';

/** A question without the musts that only descriptions speak of, and the candidates whose descriptions do. */
export interface ToldMusts {
  question: DecisionQuestion;
  candidates: readonly DecisionCandidate[];
}

/**
 * Takes what a text wants a thing to have from descriptions, where no record of the kind states it: sellers write
 * most features there (`duplex`, `gps`). A description may also say that a feature is missing, so the answer names what it
 * was taken from. Sizes, colours and numbers are of one variant and are never taken so, nor what the caller demands beside
 * the text. Null where no description speaks of all of them.
 */
export async function withToldMusts(
  { snapshot }: Deps,
  candidates: readonly DecisionCandidate[],
  question: DecisionQuestion,
): Promise<ToldMusts | null> {
  const { constraints, intent } = question;
  // What some record of the kind states, sold out or too dear though it is, the others do not have.
  const isUnstated = (must: WantedPhrase) => !candidates.some(({ product }) => isStated(product, must));
  const musts = constraints.must_have.filter(
    (must) => intent.includes(must.text) && isFeature(must.text) && isUnstated(must),
  );
  if (musts.length === 0 || question.isGiven) return null;
  const index = await snapshot.searchIndex();
  const told = musts.map(({ text }) => speaking(index, text, constraints.language));
  const kept = candidates.filter(({ product, number }) =>
    musts.every(
      (must, at) => number !== null && told[at]?.(number) === true && !isSaidOtherwise(product, must),
    ),
  );
  if (kept.length === 0) return null;
  const must_have = constraints.must_have.filter((must) => !musts.includes(must));
  return {
    candidates: kept,
    question: {
      ...question,
      constraints: { ...constraints, must_have, ...withoutSaid(constraints, musts) },
      told_musts: musts,
    },
  };
}

const isFeature = (text: string): boolean =>
  !/\d/.test(text) &&
  wordsOf(text).every(({ text: word }) => !COLOR_WORDS.has(word) || METALS.has(COLOR_WORDS.get(word) ?? ''));
/** Colours that are also what things are made of: `925 sterling silver`. */
const METALS: ReadonlySet<string> = new Set(['silver', 'gold', 'bronze']);

/** What is asked for less what descriptions told, so that no record is held to it again. */
function withoutSaid(
  { asked, pieces }: Pick<ShopperConstraints, 'asked' | 'pieces'>,
  musts: readonly WantedPhrase[],
): Pick<ShopperConstraints, 'asked' | 'pieces'> {
  const said = musts.flatMap(({ text }) => wordsOf(text).map((word) => word.text));
  const rest = (text: string) => withoutWords(text, said);
  return { asked: rest(asked), pieces: pieces.map(rest) };
}

export const isStated = (product: Product, { wanted }: WantedPhrase): boolean =>
  product.variants.some(({ variant_id }) => factStating(factsOf(product, variant_id), wanted) !== undefined);

/** A record that has the word for it and does not state it says otherwise: over-ear, where in-ear is wanted. */
const isSaidOtherwise = (product: Product, { text }: WantedPhrase): boolean => {
  const head = wordsOf(text).at(-1)?.text;
  return head !== undefined && productWords(product).has(head);
};

/** Whether some text of a product has every word of a phrase, or what means the same. */
function speaking(index: SearchIndex, text: string, language: string): IsDescribed {
  const isSmall = smallIn(language);
  const { groups, unknown } = index.parse(text, { meaning: language });
  const own = groups.filter((group) => !isSmall(group.text));
  // `AMOLED screen`: what it is of may be called otherwise.
  const named = own.filter((group) => !ASPECTS.has(group.text));
  const telling = named.length > 0 ? named : own;
  if (telling.length === 0 || unknown.some((word) => !ASPECTS.has(word))) return () => false;
  const described = telling.map((group) => describedAs(index, group));
  return (product) => described.every((isDescribed) => isDescribed(product));
}
