import type { ComparedItem } from './compared_item.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { nearestFigures } from './figures.ts';
import { likeliest, type Odds, oddsOf, RELATION_WEIGHTS, type RelationWeights } from './judgement.ts';
import { sameKind } from './kind.ts';
import type { Lineage } from './lineage.ts';
import { shareCode } from './part_numbers.ts';
import { type Basis, type Related, type Relation, related, statementsOf } from './relation.ts';
import type { Rarity } from './wording.ts';

/** A rule that says that one goes with the other holds unless evidence says that they are one thing, a filter twice. */
const SURELY_ONE_LINE = 0.8;

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
  const lineage = told.lineage ?? lineageByFigures(a, b);
  const odds = withinContract(oddsOf(evidenceBetween(a, b, told, rarity), weights), a, b, told, lineage);
  const { identical, variant, successor } = odds;
  if (told.basis === 'accessory' && identical + variant + successor < SURELY_ONE_LINE) return told;
  const relation = likeliest(odds);
  return {
    relation,
    basis: relation === told.relation ? told.basis : basisOf(relation, a, b, told),
    conflicts: told.conflicts,
    lineage: relation === 'successor' ? lineage : null,
    odds,
  };
}

/** What there is to weigh of two items of which the rules have said something. */
export const evidenceBetween = (a: ComparedItem, b: ComparedItem, told: Related, rarity: Rarity): Evidence =>
  evidenceOf(a, b, {
    conflicts: told.conflicts,
    statements: [statementsOf(a), statementsOf(b)],
    kind: sameKind(a, b),
    lineage: told.lineage,
    rarity,
  });

/** What is for other devices or animals, and what is said in words to be a generation. */
const isCertain = ({ basis }: Related): boolean =>
  basis === 'fits_other' || basis === 'works_with' || basis === 'model_lineage';

/** Two conditions and two trade codes are never one trade item, and of a successor it must be known which came after. */
function withinContract(
  odds: Odds,
  a: ComparedItem,
  b: ComparedItem,
  { conflicts }: Related,
  lineage: Lineage | null,
): Odds {
  const isOtherCondition = a.condition !== b.condition || conflicts.some(({ kind }) => kind === 'condition');
  const isTwo = isOtherCondition || (a.gtin !== null && b.gtin !== null && a.gtin !== b.gtin);
  const [identical, successor] = [isTwo ? 0 : odds.identical, lineage ? odds.successor : 0];
  const variant = odds.variant + odds.identical - identical + odds.successor - successor;
  return { ...odds, identical, variant, successor };
}

/** Of two figures of one form the higher one came after. */
function lineageByFigures(a: ComparedItem, b: ComparedItem): Lineage | null {
  const figures = nearestFigures(a, b);
  if (!figures) return null;
  const [one, other] = figures;
  return { newer: one.number > other.number ? 'a' : 'b', by: 'number', a: one.text, b: other.text };
}

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
