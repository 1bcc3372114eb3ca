import table from './directions.json' with { type: 'json' };
import { nameOf } from './roles.ts';

/**
 * What a buyer would rather have of an attribute: more, less, that it is so at all, every one of a list, or just the
 * same (a size of shoes); null where it is a matter of taste.
 */
export type Direction = 'more' | 'less' | 'yes' | 'all' | 'same';

const byNode = new Map(
  Object.entries(table as Record<string, Partial<Record<Direction, string[]>>>).map(([node, directions]) => [
    node,
    new Map(
      Object.entries(directions).flatMap(([direction, names]) =>
        names.map((name) => [name, direction as Direction] as const),
      ),
    ),
  ]),
);

/** The direction of a key in a node (directions.json: of the nearest node above it that says, '' for all). */
export function directionOf(key: string, category: string | null): Direction | null {
  const name = nameOf(key);
  for (let node = category ?? ''; ; node = node.slice(0, Math.max(0, node.lastIndexOf('.')))) {
    const direction = byNode.get(node)?.get(name);
    if (direction !== undefined) return direction;
    if (node === '') return null;
  }
}
