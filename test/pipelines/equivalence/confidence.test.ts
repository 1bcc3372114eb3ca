import { describe, expect, test } from 'vitest';
import type { ComparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import table from '../../../pipelines/equivalence/confidence.json' with { type: 'json' };
import { confidenceOf, groupOf, type OddsConfidence } from '../../../pipelines/equivalence/confidence.ts';
import type { Odds } from '../../../pipelines/equivalence/judgement.ts';
import type { Basis, Related, Relation } from '../../../pipelines/equivalence/relation.ts';

const item = (id: string, title: string, parts: object = {}): ComparedItem =>
  ({
    product_id: `prd_${id}`,
    variant_id: `var_${id}`,
    title,
    titles: [title],
    brand: null,
    category: 'home_garden.lighting.lamps',
    attributes: new Map(),
    match: { method: 'gtin_exact', confidence: 0.9 },
    ...parts,
  }) as unknown as ComparedItem;
const stating = (...keys: string[]) => ({ attributes: new Map(keys.map((key) => [key, {}])) });
const told = (relation: Relation, basis: Basis): Related => ({
  relation,
  basis,
  conflicts: [],
  lineage: null,
});

describe('the group of two items', () => {
  const one = item('one', 'Acme Desk Lamp');
  test.each([
    [
      'described',
      item('two', 'Floor Lamp', stating('a', 'b')),
      item('three', 'Lamp', stating('b', 'a', 'c')),
    ],
    ['placed', item('two', 'Floor Lamp', stating('a', 'b')), item('three', 'Lamp', stating('b', 'c'))],
    ['placed', one, item('two', 'Floor Lamp')],
    ['called', one, item('two', 'Floor Lamp', { category: null })],
    ['called', item('two', 'Floor Lamp', { category: null }), one],
    ['unplaced', one, item('two', 'Guitar Strings', { category: null })],
  ] as const)('%s', (group, a, b) => {
    expect(groupOf(a, b)).toBe(group);
  });
});

describe('confidence', () => {
  const [a, b] = [item('a', 'Acme Desk Lamp'), item('b', 'Borel Desk Lamp')];
  const { all, model_lineage } = table.placed;
  /** How often the basis was right, with three pairs more that were right as often as all, never all of them. */
  const drawn = (right: number, ofAll: number) =>
    (right + (3 * (ofAll + 0.5)) / (all.pairs + 1)) / (model_lineage.pairs + 3);

  test('of a basis is how often it was right at a strictness, drawn towards all of its group', () => {
    const found = told('successor', 'model_lineage');
    expect(model_lineage.pairs).toBeGreaterThan(0);
    expect(confidenceOf(a, b, found, 'loose')).toBeCloseTo(drawn(model_lineage.loose, all.loose), 12);
    expect(confidenceOf(a, b, found, 'exact')).toBeCloseTo(drawn(model_lineage.exact, all.exact), 12);
    // One that was never met is as right as all of them, and never surely.
    const unmet = confidenceOf(a, b, told('identical', 'brand_mpn'), 'loose');
    expect(unmet).toBeCloseTo((all.loose + 0.5) / (all.pairs + 1), 12);
    expect(unmet).toBeLessThan(1);
  });

  test('of one variant is how sure the places of both are, of one product their mean too', () => {
    const same = {
      ...b,
      product_id: a.product_id,
      variant_id: a.variant_id,
      match: { ...b.match, confidence: 0.8 },
    };
    expect(confidenceOf(a, same, told('identical', 'gtin_exact'), 'exact')).toBeCloseTo(0.72, 12);
    const used = told('variant', 'condition');
    const share = confidenceOf(a, { ...b, match: same.match }, used, 'practical');
    expect(confidenceOf(a, same, used, 'practical')).toBeCloseTo(share * Math.sqrt(0.72), 12);
    // Two variants that are called identical are no one variant.
    const other = { ...same, variant_id: 'var_other' };
    expect(confidenceOf(a, other, told('identical', 'title_fuzzy'), 'exact')).not.toBeCloseTo(0.72, 3);
    expect(confidenceOf(a, other, told('identical', 'title_fuzzy'), 'exact')).toBeCloseTo(
      confidenceOf(a, { ...other, product_id: 'prd_other' }, told('identical', 'title_fuzzy'), 'exact') *
        Math.sqrt(0.72),
      12,
    );
  });

  test('of odds is how often such odds were right, of all relations that a strictness calls alike', () => {
    const odds: Odds = { identical: 0.1, variant: 0.3, substitute: 0.25, successor: 0, unrelated: 0.35 };
    const steps = [
      [0.2, 0.25],
      [0.35, 0.4],
      [0.6, 0.7],
      [0.9, 0.95],
    ] as const;
    const calibration: OddsConfidence = { exact: steps, practical: steps, loose: steps };
    const at = (relation: Relation, strictness: 'exact' | 'practical' | 'loose') =>
      confidenceOf(a, b, { ...told(relation, 'same_kind'), odds }, strictness, calibration);
    // .9: all but identical are unrelated
    expect(at('unrelated', 'exact')).toBe(0.95);
    // .6: substitutes are unrelated
    expect(at('unrelated', 'practical')).toBe(0.7);
    expect(at('substitute', 'practical')).toBe(0.7);
    expect(at('unrelated', 'loose')).toBe(0.4);
    expect(at('substitute', 'loose')).toBe(0.25);
    // Below all steps it is the least of them.
    expect(at('identical', 'loose')).toBe(0.25);
    const none = { exact: [], practical: [], loose: [] };
    expect(confidenceOf(a, b, { ...told('unrelated', 'other_kind'), odds }, 'loose', none)).toBe(0.35);
  });
});
