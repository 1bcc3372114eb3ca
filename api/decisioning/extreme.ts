import { attributesAsked } from '../../pipelines/attributes/attributes.ts';
import type { Extreme } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { type ComparedItem, comparedItem } from '../../pipelines/equivalence/compared_item.ts';
import { type Content, contentsSold, statedContents, TOLD_BY } from '../../pipelines/equivalence/content.ts';
import { related } from '../../pipelines/equivalence/relation.ts';
import { roleOf } from '../../pipelines/equivalence/roles.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import { CONTAINERS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import type { Dimension } from '../../pipelines/text/units.ts';
import { wordsOf } from '../../pipelines/text/words.ts';

/** An attribute that is less sure decides nothing. */
const LEAST_SURE = 0.6;
/** Products of which the newest is told: each is held against every other. */
const MOST_HELD = 16;

interface Offered {
  product: Product;
  variant_id: string;
  fit: number;
}

/** What is wanted most of, the words that ask for it, and what words tell (`catalogueRarity`). */
interface Asked extends Pick<Extreme, 'wants' | 'isSoft' | 'text'> {
  /** A slug of the name of what is wanted most of; null for what tells the size of a kind. */
  attribute: string | null;
  of: string;
  rarity: (word: string) => number;
}

/**
 * Those that measure most, or least, by the attribute that tells the size of their kind (`scale` of `roles.json`): the
 * biggest television is the one of the widest screen; else by how much is in them, where they are sold by that or a pack is
 * asked for (`the biggest box`). `a large bottle` is of the larger half, by what is in one piece of it. Of a line the newest:
 * what nothing else that was found comes after. None where no record tells it, but all of them where it is only `a large` one.
 */
export function ofExtreme<One extends Offered>(found: readonly One[], asked: Asked): One[] {
  if (asked.wants === 'newest') return ofNewest(found, asked.rarity);
  const sizes = sizesOf(found, asked);
  const known = sizes.filter((size) => size !== null);
  if (asked.isSoft && known.length < 2) return [...found];
  const isMeant = asked.isSoft
    ? withinHalf(known, asked.wants)
    : (size: number) => size === mostOf(known, asked.wants);
  return found.filter((_, at) => sizes[at] !== null && isMeant(sizes[at] as number));
}

const mostOf = (sizes: readonly number[], wants: Extreme['wants']): number =>
  wants === 'largest' ? Math.max(...sizes) : Math.min(...sizes);

/** Of the sizes that there are, each once, the upper or the lower half; of two the one. */
function withinHalf(known: readonly number[], wants: Extreme['wants']): (size: number) => boolean {
  const sizes = [...new Set(known)].toSorted((a, b) => a - b);
  const half = Math.floor(sizes.length / 2);
  const meant = new Set(
    sizes.length < 2 ? sizes : wants === 'largest' ? sizes.slice(-half) : sizes.slice(0, half),
  );
  return (size) => meant.has(size);
}

/** By product how large it is, by the attribute of its kind, else by how much is in it; null where that is not known. */
function sizesOf(found: readonly Offered[], { text, of, isSoft, attribute }: Asked): (number | null)[] {
  const items = found.map(({ product, variant_id }) => comparedItem(product, variant_id));
  if (attribute !== null) return statedBy(items, attribute);
  const scales = isSoft ? [] : items.map(scaleOf);
  if (scales.some((scale) => scale !== null)) return scales;
  const words = wordsOf(`${of} ${text}`).map((word) => word.text);
  const contents = items.map(isSoft || words.some(isHolder) ? statedContents : contentsSold);
  const [dimension] = TOLD_BY.toSorted((a, b) => stating(contents, b) - stating(contents, a));
  const isEach = wordsOf(text).some((word) => EACH.has(word.text));
  return contents.map((own) => {
    const content = own.find((one) => one.dimension === dimension);
    return content ? (isEach ? content.each : content.amount) : null;
  });
}

/** What holds one piece, and so tells how much is in that: bottles, not boxes of them. */
const EACH: ReadonlySet<string> = new Set([...CONTAINERS].flatMap((word) => [word, fromPlural(word)]));

const stating = (all: readonly Content[][], dimension: Dimension): number =>
  all.filter((contents) => contents.some((own) => own.dimension === dimension)).length;

/** What items state of what is called so; of several such attributes, by the one that most of them state. */
function statedBy(items: readonly ComparedItem[], name: string): (number | null)[] {
  const byKey = attributesAsked(name).map(({ key }) => items.map((item) => numberOf(item, key)));
  const count = (values: readonly (number | null)[]) => values.filter((value) => value !== null).length;
  return byKey.toSorted((a, b) => count(b) - count(a))[0] ?? items.map(() => null);
}

function numberOf({ attributes }: ComparedItem, key: string): number | null {
  const own = [...attributes.values()].find((one) => one.key === key && one.confidence >= LEAST_SURE);
  return typeof own?.value === 'number' ? own.value : null;
}

function scaleOf({ attributes }: ComparedItem): number | null {
  for (const { key, value, confidence } of attributes.values())
    if (roleOf(key) === 'scale' && typeof value === 'number' && confidence >= LEAST_SURE) return value;
  return null;
}

/** Those that nothing else came after; none where nothing tells which is newer, unless one product is all there is. */
function ofNewest<One extends Offered>(found: readonly One[], rarity: Asked['rarity']): One[] {
  const leading = found.toSorted((a, b) => b.fit - a.fit);
  const products = [...new Map(leading.map((one) => [one.product.product_id, one])).values()].slice(
    0,
    MOST_HELD,
  );
  if (products.length === 1) return [...found];
  const items = products.map(({ product, variant_id }) => comparedItem(product, variant_id));
  const [older, newer] = [new Set<string>(), new Set<string>()];
  for (const [at, a] of items.entries())
    for (const b of items.slice(at + 1)) {
      const { lineage, relation } = related(a, b, rarity);
      if (relation !== 'successor' || lineage === null) continue;
      newer.add((lineage.newer === 'a' ? a : b).product_id);
      older.add((lineage.newer === 'a' ? b : a).product_id);
    }
  return found.filter(({ product: { product_id } }) => newer.has(product_id) && !older.has(product_id));
}
