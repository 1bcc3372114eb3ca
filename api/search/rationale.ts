import { nameOf } from '../../pipelines/attributes/stated_quantities.ts';
import { wantedOf } from '../../pipelines/domain/claims.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import type { PriceContext } from '../../pipelines/domain/price_context.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { EMPTY_WORDS } from '../../pipelines/text/languages.ts';
import { languageOf } from '../../warehouse/text/word_roles.ts';
import { VERDICT_DAYS } from '../intelligence/price_verdict.ts';
import type { Fitting } from './fitting_product.ts';
import { factOfFreedom } from './freedom.ts';
import {
  type Fact,
  FREE_OF,
  factDenying,
  factMeasuring,
  factMentioning,
  factStating,
} from './product_facts.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';

/** Words of the text that are told of at most. */
const MOST_WORDS = 6;
/** A record's own text is told up to this many letters. */
const MOST_LETTERS = 80;

const VERDICTS = {
  excellent: 'an excellent price',
  good: 'a good price',
  typical: 'a typical price',
  poor: 'a poor price',
  flat: 'an unchanged price',
} as const;

/**
 * Why a product is an answer: only what its record says. Words and phrases are told with the text they were found
 * in, the price with the bounds it was held against.
 */
export function rationale(
  { best, facts }: Fitting,
  constraints: ShopperConstraints,
  past: PriceContext | null,
  locale: string,
): string {
  const { must_have, avoid, freedoms, measures, sellers, conditions, words } = constraints;
  const free = freedoms.flatMap((freedom) => {
    const fact = factOfFreedom(facts, freedom);
    return fact ? [{ text: freedom.text, fact: told(`free of ${freedom.of}`, fact) }] : [];
  });
  const freed = new Set(free.map(({ text }) => text));
  const refused = [...Map.groupBy(avoid, ({ text }) => text)].filter(([text]) => !freed.has(text));
  const denied = refused.map(([text, ways]) => ({
    text,
    fact: ways.map(({ wanted }) => factDenying(facts, wanted)).find((fact) => fact !== undefined),
  }));
  const silent = denied.filter(({ fact }) => fact === undefined).map(({ text }) => text);
  const sentences = [
    ...must_have.flatMap(({ text, wanted }) => told(text, factStating(facts, wanted))),
    ...measures.flatMap((measure) => told(measure.text, factMeasuring(facts, measure))),
    ...wordsTold(facts, words),
    ...free.flatMap(({ fact }) => fact),
    ...denied.flatMap(({ text, fact }) => told(`without “${text}”`, fact)),
    ...(silent.length > 0 ? [`nothing in its record speaks of ${listed(silent)}`] : []),
    ...priceTold({ best }, constraints, locale),
    ...(sellers === null ? [] : [`sold by ${best.seller}`]),
    ...(conditions.length > 0 ? [`condition: ${best.condition}`] : []),
    ...(past === null ? [] : [`${VERDICTS[past.verdict]} against ${daysTold(past)} at ${best.seller}`]),
  ];
  return sentences.join('; ');
}

/** The days that a verdict rests on. */
function daysTold({ covered_days }: PriceContext): string {
  if (covered_days >= VERDICT_DAYS) return `the last ${VERDICT_DAYS} days`;
  const known =
    covered_days === 0 ? 'less than a day' : covered_days === 1 ? 'the one day' : `the ${covered_days} days`;
  return `${known} that ${covered_days > 1 ? 'are' : 'is'} known of the last ${VERDICT_DAYS}`;
}

/** The words of the text that the record has, by the fact that has them. */
function wordsTold(facts: readonly Fact[], words: string): string[] {
  const found = new Map<Fact, string[]>();
  let count = 0;
  const distinct = tellingWords(words);
  for (const word of distinct) {
    const wanted = wantedOf(word);
    const fact = factMentioning(facts, wanted);
    if (!fact || fact.name === FREE_OF || count++ >= MOST_WORDS) continue;
    found.set(fact, [...(found.get(fact) ?? []), word]);
  }
  if (words !== '' && found.size === 0)
    return ['none of the words stands in its record as written; it is close to them'];
  return [...found].map(([fact, matched]) =>
    fact.kind === 'attribute' ? shown(fact) : `${listed(matched)} in its ${fact.kind}`,
  );
}

/** The words, each once, less those that only join others, unless there are no others. */
function tellingWords(words: string): string[] {
  const all = [...new Set(words.split(/\s+/).filter((word) => word !== ''))];
  const empty = EMPTY_WORDS.get(languageOf(all.map(foldText))) ?? new Set();
  const telling = all.filter((word) => !empty.has(foldText(word)));
  return telling.length > 0 ? telling : all;
}

function told(asked: string, fact: Fact | undefined): string[] {
  if (!fact) return [];
  return [`${asked}: ${fact.kind === 'attribute' ? shown(fact) : `its ${shown(fact)}`}`];
}

function shown({ kind, name, text }: Fact): string {
  if (name === FREE_OF) return `its text says that it is free of ${text}`;
  const cut = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
  return name === null ? `${kind} says “${cut}”` : `${nameOf(name)} is ${cut}`;
}

function priceTold(
  { best }: Pick<Fitting, 'best'>,
  { min_minor, budget_minor, about_minor }: ShopperConstraints,
  locale: string,
): string[] {
  if (budget_minor === null && min_minor === null) return [];
  const display = (minor: number) => formatPrice(minor, best.currency, locale);
  const price =
    best.landed_minor === null
      ? `${display(best.price_minor)} (delivery not known)`
      : `${display(best.landed_minor)} delivered`;
  if (about_minor !== null) return [`${price} is within a tenth more than about ${display(about_minor)}`];
  if (budget_minor === null) return [`${price} is at least ${display(min_minor ?? 0)}`];
  if (min_minor === null) return [`${price} is within ${display(budget_minor)}`];
  return [`${price} is between ${display(min_minor)} and ${display(budget_minor)}`];
}

function listed(texts: readonly string[]): string {
  return texts.map((text) => `“${text}”`).join(', ');
}
