import { afterAll, describe, expect, test } from 'vitest';
import { type Item, itemsOf, labelledCatalogue } from '../../pipelines/equivalence/labelled_pairs.ts';
import { indexServer } from '../index_server.ts';

/** A market of mixed trades and the demo's items, each as one catalogue. */
const CATALOGUES = [
  ['the demo', 'items.ndjson', ['laptop', 'headphones', 'coffee machine', 'tv', 'laundry detergent', 'ink']],
  [
    'a market of mixed trades',
    'open_markets/fifth.ndjson',
    ['cordless drill', 'ssd', 'gps watch', 'coffee', 'jeans', 'robotic lawn mower', 'contact lens solution'],
  ],
] as const;
/** So many of the products are asked, spread over the catalogue. */
const ASKED = 24;

interface Shown {
  product_id: string;
  variant_id: string;
  title: string;
  relation: string;
}

/** Publication takes a GTIN that two products claim from both, since it would name either. */
const withoutContested = (items: readonly Item[]): Item[] => {
  const products = Map.groupBy(items, ({ gtin }) => gtin);
  return items.map(({ gtin, ...item }) => {
    const claims = new Set(products.get(gtin)?.map(({ product }) => product));
    return gtin !== undefined && claims.size < 2 ? { ...item, gtin } : item;
  });
};

describe.each(CATALOGUES)('over %s', async (_, file, intents) => {
  const snapshot = labelledCatalogue(withoutContested(itemsOf(file)));
  const products = await snapshot.products([...Array(snapshot.product_count).keys()]);
  const asked = products.filter((__, at) => at % Math.ceil(products.length / ASKED) === 0);
  const { post } = await indexServer(snapshot, {}, { atEnd: afterAll });
  const ask = async <T>(path: string, body: Parameters<typeof post>[1]) => {
    const { status, body: found } = await post(path, body);
    expect(status).toBe(200);
    return found as T;
  };
  const relationOf = async (a: string, b: string, strictness: string) =>
    (await ask<{ relation: string }>('/v1/equivalence', { a, b, strictness })).relation;

  test('what is shown as a substitute is one, or another generation, by POST /v1/equivalence', async () => {
    let shown = 0;
    for (const { product_id } of asked) {
      const found = await ask<{ reference: Shown; substitutes: Shown[] }>('/v1/substitutes', {
        ref: product_id,
      });
      const { variant_id } = found.reference;
      for (const one of found.substitutes) {
        shown++;
        const relation = await relationOf(variant_id, one.variant_id, 'loose');
        expect(['substitute', 'successor'], `${found.reference.title} | ${one.title}`).toContain(relation);
        expect(relation).toBe(one.relation);
      }
    }
    expect(shown).toBeGreaterThan(ASKED);
  });

  test('the runner-up of a decision is another thing than what is recommended', async () => {
    let decided = 0;
    for (const intent of intents) {
      const { recommendation, runner_up } = await ask<{
        recommendation: Shown | null;
        runner_up: Shown | null;
      }>('/v1/decide', { intent });
      if (!recommendation || !runner_up) continue;
      decided++;
      const relation = await relationOf(recommendation.product_id, runner_up.product_id, 'practical');
      expect(['identical', 'variant'], `${recommendation.title} | ${runner_up.title}`).not.toContain(
        relation,
      );
    }
    expect(decided).toBeGreaterThan(0);
  });
});
