import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { type ComparedItem, comparedItem } from '../../pipelines/equivalence/compared_item.ts';
import { judged } from '../../pipelines/equivalence/judged.ts';
import { nodeOf } from '../../pipelines/equivalence/kind.ts';
import { withMaker } from '../../pipelines/equivalence/maker.ts';
import type { Related } from '../../pipelines/equivalence/relation.ts';
import { isSoldByContent } from '../../pipelines/equivalence/roles.ts';
import type { Rarity } from '../../pipelines/equivalence/wording.ts';
import { catalogueMakers } from '../../warehouse/reads/catalogue_makers.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { catalogueRarity } from '../../warehouse/reads/word_rarity.ts';

/** Says of two items what `POST /v1/equivalence` says of them. It costs several times what the rules alone do, so it is asked of what is shown. */
export interface Relating {
  rarity: Rarity;
  relate: (a: ComparedItem, b: ComparedItem) => Related;
}

export async function relating(snapshot: Snapshot): Promise<Relating> {
  const [rarity, makerCalled] = [await catalogueRarity(snapshot), await catalogueMakers(snapshot)];
  const made = new WeakMap<ComparedItem, ComparedItem>();
  const known = (item: ComparedItem): ComparedItem => {
    const own = made.get(item) ?? withMaker(item, makerCalled);
    made.set(item, own);
    return own;
  };
  return { rarity, relate: (a, b) => judged(known(a), known(b), rarity) };
}

/** Two packs or tastes of what is used up are two things: somebody chooses between them. */
export function areOneThing({ relate }: Relating, a: ComparedItem, b: ComparedItem): boolean {
  const { relation } = relate(a, b);
  return relation === 'identical' || (relation === 'variant' && !isSoldByContent(nodeOf(a)));
}

/** An option with what is offered, as it is compared. */
interface Offered {
  product: Product;
  offer: Pick<Listing, 'variant_id' | 'condition'>;
}
const itemOf = ({ product, offer }: Offered): ComparedItem =>
  comparedItem(product, offer.variant_id, offer.condition);

/** The first of some options, the best first, that is another thing than the best: neither it again nor it in another size or colour. */
export async function otherThing<O extends Offered>(
  snapshot: Snapshot,
  [best, ...others]: readonly O[],
): Promise<O | null> {
  if (!best) return null;
  const { relate } = await relating(snapshot);
  const own = itemOf(best);
  const isOther = (option: O) => !ONE_LINE.has(relate(own, itemOf(option)).relation);
  return others.find(isOther) ?? null;
}
const ONE_LINE: ReadonlySet<string> = new Set<Related['relation']>(['identical', 'variant']);
