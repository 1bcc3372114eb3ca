import { ATTRIBUTES } from '../../pipelines/attributes/attributes.ts';
import type { ComparedItem } from '../../pipelines/equivalence/compared_item.ts';
import { keeps } from '../../pipelines/equivalence/comparison.ts';
import { nodeOf } from '../../pipelines/equivalence/kind.ts';
import { nameOf } from '../../pipelines/equivalence/roles.ts';
import { sameBrand } from '../../pipelines/equivalence/wording.ts';
import { foldSlug } from '../../pipelines/text/fold.ts';
import { ApiError } from '../http/errors.ts';
import type { Weighed } from './weighed_substitute.ts';

const BRAND = 'brand';
/** What is named beside attributes where one thing is better or worse: no dearer, for as much. */
const PRICE = 'price';
/** Nothing stands in for a thing in a worse condition, so this is always kept. */
const CONDITION = 'condition';

/**
 * The attributes that may not regress, as keys of the reference (`brand`, `condition` and `price` among them): each given as a key, its name without
 * the namespace, or its label. Throws `invalid_request` for one of which the reference says nothing, naming those it has.
 */
export function keptKeys(item: ComparedItem, wanted: readonly string[], param: string): string[] {
  return wanted.flatMap((name) => {
    const slug = foldSlug(name);
    if (slug === BRAND && item.brand !== null) return [BRAND];
    if (slug === CONDITION) return [];
    if (slug === PRICE) return [PRICE];
    const keys = [...item.attributes.keys()].filter(
      (key) =>
        key === name || [nameOf(key), ATTRIBUTES.get(key)?.label ?? ''].some((one) => foldSlug(one) === slug),
    );
    if (keys.length > 0) return keys;
    const known = [BRAND, CONDITION, PRICE, ...item.attributes.keys()].join(', ');
    const detail = `of ${JSON.stringify(name)} nothing is known of the reference, so nothing can keep it; known are: ${known}`;
    throw new ApiError('invalid_request', { detail, param, errors: [{ param, detail }] });
  });
}

/** Whether what is held against a thing keeps all of them: as much or more of what has a direction, the same of the rest. */
export const keepsAll = (item: ComparedItem, { one, price }: Weighed, keys: readonly string[]): boolean =>
  keys.every((key) => {
    if (key === PRICE) return price !== null && price.by_minor <= 0;
    return key === BRAND
      ? sameBrand(item, one.item) === 'same'
      : keeps(item.attributes, one.item.attributes, key, nodeOf(item) ?? item.category);
  });
