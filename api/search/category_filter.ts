import { TAXONOMY } from '../../pipelines/categories/taxonomy.ts';
import type { CategoryFacts, Snapshot } from '../../warehouse/reads/snapshot.ts';
import { ApiError } from '../http/errors.ts';

/** By id the nodes that hold something, of each snapshot's list once. */
const read = new WeakMap<readonly CategoryFacts[], ReadonlyMap<string, CategoryFacts>>();

/** The nodes that hold something, by their ids. */
export function nodesById(snapshot: Pick<Snapshot, 'categories'>): ReadonlyMap<string, CategoryFacts> {
  const all = snapshot.categories();
  const known = read.get(all);
  if (known) return known;
  const byId = new Map(all.map((node) => [node.id, node]));
  read.set(all, byId);
  return byId;
}

/**
 * The node that a caller's id names: one that holds a product, or what an id that was given out before became. Throws
 * `not_found`, naming `param`, for any other.
 */
export function requireCategory(
  snapshot: Pick<Snapshot, 'categories' | 'categoryRedirects'>,
  category: string,
  param: 'category' | 'parent',
): string {
  const known = nodesById(snapshot);
  if (known.has(category)) return category;
  const redirected = snapshot.categoryRedirects()[category];
  if (redirected !== undefined && known.has(redirected)) return redirected;
  const detail = `there is no category ${category}; GET /v1/categories lists them`;
  throw new ApiError('not_found', {
    detail,
    param,
    errors: [{ param, detail }],
    extras: { suggestions: [] },
  });
}

/** Whether a category is this node or below it. */
export function isWithin(category: string | null, node: string): boolean {
  return category !== null && (category === node || category.startsWith(`${node}.`));
}

/** What people call a node: its name in the taxonomy, else `small_kitchen` as `Small kitchen`. */
export function labelOf(id: string): string {
  const known = TAXONOMY.get(id);
  if (known) return known.label;
  const words = id.slice(id.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Google's id of a node; of a leaf of our own that of the node it is a part of. Null for a seller's own spelling. */
export const googleIdOf = (id: string): number | null => TAXONOMY.get(id)?.google_id ?? null;
