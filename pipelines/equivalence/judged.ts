import type { Conflict } from '../domain/conflicts.ts';
import type { StatedKind } from '../text/statement.ts';
import type { ComparedItem } from './compared_item.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { isHigherDearer, nearestFigures } from './figures.ts';
import { likeliest, type Odds, oddsOf, RELATION_WEIGHTS, type RelationWeights } from './judgement.ts';
import { onOneShelf, sameKind } from './kind.ts';
import { type Lineage, lineageOf } from './lineage.ts';
import { shareCode } from './part_numbers.ts';
import { type Basis, RELATIONS, type Related, type Relation, related, statementsOf } from './relation.ts';
import { type Rarity, sameBrand } from './wording.ts';

/** How often two things that rules call one line are one, in a market that no rule was made with. */
const TOLD_ONE_LINE = 0.85;
/** How often two things on one shelf that rules call substitutes, and that are of no one line, are such: 59 of 63 labelled pairs. */
const TOLD_ONE_KIND = 0.9;

/**
 * What two things are to one another: by the rules where they tell for certain (one product, generations, other devices,
 * accessories), else by what all that is known of both speaks for.
 */
export function judged(
  a: ComparedItem,
  b: ComparedItem,
  rarity: Rarity,
  weights: RelationWeights = RELATION_WEIGHTS,
): Related {
  const told = related(a, b, rarity);
  if (a.product_id === b.product_id || isCertain(told)) return told;
  return weighed(a, b, { told, evidence: evidenceBetween(a, b, told, rarity) }, weights);
}

/** The same, of what the rules say and what else there is to weigh. */
export function weighed(
  a: ComparedItem,
  b: ComparedItem,
  { told, evidence }: { told: Related; evidence: Evidence },
  weights: RelationWeights,
): Related {
  if (a.product_id === b.product_id || isCertain(told)) return told;
  const lineage = told.lineage ?? lineageBeyond(a, b, told) ?? lineageByFigures(a, b);
  const byRules = toldOdds(oddsOf(evidence, weights), told, onOneShelf(a, b) && isOfOneMeasure(evidence));
  const odds = withoutContradicted(byRules, evidence, told, lineage);
  const relation = likeliest(odds);
  return {
    relation,
    basis: relation === told.relation ? told.basis : basisOf(relation, a, b, told),
    conflicts: told.conflicts,
    lineage: relation === 'successor' ? lineage : null,
    odds,
  };
}

/** Odds as far as rules tell them whatever the evidence: one line, or things of one kind that lie on one shelf. */
function toldOdds(odds: Odds, { relation }: Related, isShelved: boolean): Odds {
  if (relation === 'identical' || relation === 'variant') return atLeastOneLine(odds);
  return relation === 'substitute' && isShelved ? atLeastOneKind(odds) : odds;
}

/**
 * Of things whose prices lie five times apart for as much as far as is told, or that are called two things, a shelf tells
 * nothing: sellers lay cables beside telephones.
 */
function isOfOneMeasure(evidence: Evidence): boolean {
  const isOtherAmount = evidence['amounts_other'] !== 0 || evidence['pack_stated_other'] === 1;
  return (
    evidence['called_apart'] !== 1 && (isOtherAmount || (evidence['price_ratio'] ?? 0) <= MOST_PRICE_RATIO)
  );
}
const MOST_PRICE_RATIO = Math.log(5);

/** Odds of two things of one kind: whatever they are not, they are hardly for two purposes. */
function atLeastOneKind(odds: Odds): Odds {
  const apart = odds.substitute + odds.unrelated;
  const substitute = Math.max(odds.substitute, TOLD_ONE_KIND * apart);
  return { ...odds, substitute, unrelated: apart - substitute };
}

/** Odds of what rules call one line, which is so in nine of ten, whatever the evidence of another. */
function atLeastOneLine(odds: Odds): Odds {
  const line = odds.identical + odds.variant + odds.successor;
  if (line >= TOLD_ONE_LINE) return odds;
  const [more, less] = [TOLD_ONE_LINE / line, (1 - TOLD_ONE_LINE) / (1 - line)];
  return {
    identical: odds.identical * more,
    variant: odds.variant * more,
    successor: odds.successor * more,
    substitute: odds.substitute * less,
    unrelated: odds.unrelated * less,
  };
}

/** What there is to weigh of two items of which the rules have said something. */
export const evidenceBetween = (a: ComparedItem, b: ComparedItem, told: Related, rarity: Rarity): Evidence =>
  evidenceOf(a, b, {
    conflicts: told.conflicts.map(asNumber),
    statements: [statementsOf(a), statementsOf(b)],
    kind: sameKind(a, b),
    isAccessoryTold: told.basis === 'accessory',
    lineage: told.lineage,
    lineageBeyond: lineageBeyond(a, b, told),
    rarity,
  });

/** Which is the newer generation by their names, where rules do not call them one line: sellers of two languages share few words. */
function lineageBeyond(a: ComparedItem, b: ComparedItem, told: Related): Lineage | null {
  const isAsked = told.relation !== 'substitute' && told.relation !== 'unrelated';
  return isAsked || sameBrand(a, b) === 'other' ? null : lineageOf(a, b, told.conflicts);
}

/** How many a thing holds is evidence as any number is. */
const asNumber = (conflict: Conflict): Conflict =>
  conflict.kind === 'holds'
    ? { kind: 'number', left: digitsIn(conflict.left), right: digitsIn(conflict.right) }
    : conflict;
const digitsIn = (text: string | null): string | null => /\d+/.exec(text ?? '')?.[0] ?? text;

/** What is for other devices or animals, and what is said in words to be a generation. */
const isCertain = ({ basis }: Related): boolean =>
  basis === 'fits_other' || basis === 'works_with' || basis === 'model_lineage';

/** What sets variants of one thing apart: where two state it differently they are not one article. */
const AXES: ReadonlySet<StatedKind> = new Set<StatedKind>([
  'condition',
  'pack',
  'size',
  'colour',
  'scent_or_taste',
  'sex',
  'age_group',
  'side',
  'holds',
]);

/**
 * Odds less what is contradicted: two trade codes, conditions, amounts, numbers or values of an axis are never one article, two
 * models at most generations, and of a successor it must be known which came after.
 */
function withoutContradicted(
  odds: Odds,
  evidence: Evidence,
  { conflicts, relation }: Related,
  lineage: Lineage | null,
): Odds {
  const has = (name: string) => (evidence[name] ?? 0) > 0;
  const isTwo =
    has('gtin_other') ||
    has('condition_other') ||
    // `TEABAGS 240` and `160 bags`: each has a number that the other says nowhere, and no part number tells that they are one.
    (has('numbers_left_least') && !has('part_number_same')) ||
    conflicts.some(({ kind }) => AXES.has(kind));
  // Two names of makers that nobody declares: `Fjordwash`, `Sopella`.
  const isOtherName = !has('brand_same') && has('names_left_least');
  // Where rules say that it is one line, how many each holds is no model.
  const isNumbered = relation !== 'variant' || !conflicts.some(({ kind }) => kind === 'holds');
  // `HT-Z410` and `HT-Z510`: what a variant varies in both tell, colours and sizes; else a digit of a code is another model.
  const isVaried = ['axes_other', 'amounts_other', 'shade_other'].some(has);
  const isCodedApart = (has('figure_digit_near') || has('figure_digit_far')) && !isVaried;
  const isOtherModel =
    ((has('model_other') || isCodedApart) && !has('part_number_same') && isNumbered) || isOtherName;
  const left = {
    ...odds,
    identical: isTwo || isOtherModel ? 0 : odds.identical,
    variant: isOtherModel ? 0 : odds.variant + (isTwo ? odds.identical : 0),
    successor: lineage ? odds.successor : 0,
  };
  const sum = RELATIONS.reduce((total, one) => total + left[one], 0);
  return Object.fromEntries(RELATIONS.map((one) => [one, left[one] / sum])) as Record<Relation, number>;
}

/**
 * Of two figures of one form the higher one came after, where it costs more: makers count sizes and equipment in such
 * figures as well (`HT-Z410` and `HT-Z510`), and what came after is what the price tells.
 */
function lineageByFigures(a: ComparedItem, b: ComparedItem): Lineage | null {
  const figures = nearestFigures(a, b);
  if (!figures || !figures.every(mayCount) || !isHigherDearer(a, b)) return null;
  const [one, other] = figures;
  return { newer: one.number > other.number ? 'a' : 'b', by: 'number', a: one.text, b: other.text };
}

/** Whether a figure may tell a model: a number of one digit counts anything, and of more than five orders an article. */
const mayCount = ({ text }: { text: string }): boolean => !/^\d$|\d{6,}/.test(text);

function basisOf(relation: Relation, a: ComparedItem, b: ComparedItem, { conflicts, basis }: Related): Basis {
  switch (relation) {
    case 'identical':
      return shareCode(a, b) ? 'brand_mpn' : 'title_fuzzy';
    case 'variant': {
      const isOtherCondition =
        a.condition !== b.condition || conflicts.some(({ kind }) => kind === 'condition');
      return isOtherCondition ? 'condition' : 'same_line';
    }
    case 'successor':
      return 'model_lineage';
    case 'substitute':
      return 'same_kind';
    default:
      return basis === 'accessory' ? 'accessory' : 'other_kind';
  }
}
