import type { CategoryFacts } from '../../warehouse/reads/snapshot.ts';
import { ApiError } from '../http/errors.ts';

/** Throws `not_found`, naming `param`, for a category that holds no product. */
export function requireCategory(
  categories: readonly CategoryFacts[],
  category: string,
  param: 'category' | 'parent',
): void {
  if (categories.some(({ id }) => id === category)) return;
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

/** `small_kitchen` as `Small kitchen`. */
export function labelOf(id: string): string {
  const words = id.slice(id.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
