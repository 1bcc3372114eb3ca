import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../fixtures/demo/generator/catalogue.ts';
import { listingsOf } from '../../fixtures/demo/generator/listings.ts';
import { SELLERS } from '../../fixtures/demo/generator/sellers.ts';
import { LearnedNodes } from '../../pipelines/categories/learned_nodes.ts';
import { nodeOfPath, type Placement } from '../../pipelines/categories/paths.ts';
import { placeListing, SURE } from '../../pipelines/categories/place.ts';
import { BY_GOOGLE_ID, TAXONOMY } from '../../pipelines/categories/taxonomy.ts';
import { categoryPath } from '../../pipelines/domain/title.ts';
import { readSpecified } from './icecat.ts';

interface Placed {
  expected: string;
  placement: Placement | null;
}

/**
 * How often a listing whose category is hidden comes to its node: of the demo, one seller's at a time, with what the
 * other sellers list of the same item; of Icecat 290 titles that a person labelled, by their words alone.
 */
export function benchCategories(folder: string | undefined): void {
  console.log('\nCategories: bars at the leaf .85, in two levels .95, of those placed at a leaf .97');
  report('demo, one seller hidden at a time', placedDemo());
  const products = folder === undefined ? null : readSpecified(join(folder, 'search-icecat'));
  if (!products) {
    console.log('  Icecat: skipped, SEARCH_DATA names no folder with search-icecat');
    return;
  }
  const labels = new Map(
    readFileSync(new URL('categories/icecat_labels.tsv', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t') as [id: string, google: string]),
  );
  const none = new LearnedNodes([]);
  const placed = products.flatMap(({ id, title, supplier }): Placed[] => {
    const expected = BY_GOOGLE_ID.get(Number(labels.get(String(id))))?.id;
    if (expected === undefined) return [];
    const listing = { title: String(title), brand: String(supplier) };
    return [{ expected, placement: placeListing(listing, [], none) }];
  });
  report('Icecat, titles alone', placed);
}

function placedDemo(): Placed[] {
  const items = catalogue();
  const listings = SELLERS.flatMap((seller) =>
    listingsOf(seller, items).map(({ title, brand, category, item }) => {
      const path = category === null ? null : categoryPath(category);
      return {
        seller: seller.id,
        item: item.id,
        title,
        brand,
        node: path && (nodeOfPath(path)?.node ?? null),
      };
    }),
  );
  return SELLERS.flatMap(({ id }) => {
    const others = listings.flatMap((one) =>
      one.seller === id || !one.node ? [] : [{ ...one, node: one.node }],
    );
    const learned = new LearnedNodes(others);
    const mates = Map.groupBy(others, ({ item }) => item);
    return listings.flatMap((one): Placed[] => {
      if (one.seller !== id || !one.node) return [];
      const nodes = (mates.get(one.item) ?? []).map(({ node }) => node);
      return [{ expected: one.node, placement: placeListing(one, nodes, learned) }];
    });
  });
}

const isLeaf = (placement: Placement | null): boolean =>
  placement !== null && placement.confidence >= SURE && placement.node.split('.').length === 3;
const twoLevels = (node: string): string => node.split('.').slice(0, 2).join('.');

/** A leaf of our own is what Google calls the node it is a part of. */
const isRight = ({ expected, placement }: Placed): boolean =>
  placement !== null &&
  isLeaf(placement) &&
  (placement.node === expected ||
    BY_GOOGLE_ID.get(TAXONOMY.get(placement.node)?.google_id ?? 0)?.id === expected);

function report(name: string, all: readonly Placed[]): void {
  const leaf = all.filter(isRight).length;
  const two = all.filter(
    ({ expected, placement }) => placement !== null && twoLevels(placement.node) === twoLevels(expected),
  ).length;
  const placed = all.filter(({ placement }) => isLeaf(placement)).length;
  const share = (part: number, whole: number) => (part / whole).toFixed(3);
  console.log(
    `  ${name}: ${all.length} listings, leaf ${share(leaf, all.length)}, two levels ${share(two, all.length)}, of ${placed} placed at a leaf ${share(leaf, placed)}`,
  );
}
