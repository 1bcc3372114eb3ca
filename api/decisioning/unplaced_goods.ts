import type { Product } from '../../pipelines/domain/listing.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { thingsNamed } from '../search/things_named.ts';

/** Of what a text tells of the thing a record must say this share, where no seller says what kind of thing it is. */
const LEAST_SAID = 0.5;

/**
 * Whether products, by number, may be what a text asks for, as far as their titles tell it: where a seller says the kind
 * they may. Elsewhere the title must not speak of another thing (a wrist rest is no keyboard), and the record must say half
 * of what the text tells, for a place that was guessed from a few words is no reason to spend money.
 */
export async function mayBeMeant(
  snapshot: Snapshot,
  { asked, language }: Pick<ShopperConstraints, 'asked' | 'language'>,
  products: readonly number[],
): Promise<(number: number, product: Product) => boolean> {
  const index = await snapshot.searchIndex();
  const query = index.parse(asked, { meaning: language });
  const things = await thingsNamed(snapshot, { asked, meaning: language }, products);
  const isWorded = query.groups.length > 0;
  return (number, product) =>
    index.isKindStated(number) ||
    !isWorded ||
    ((things?.has(number) ?? true) && shareFound(index, query, product) >= LEAST_SAID);
}
