import type { TextList } from './text_list.ts';

/** The categories that are this node or below it, as a range: `.` comes before every other sign of a path. */
export function subtree(categories: TextList, node: string): { from: number; to: number } {
  const own = categories.find(node);
  const below = categories.range(`${node}.`);
  return own < 0 ? below : { from: own, to: Math.max(own + 1, below.to) };
}
