import { foldSlug } from '../text/fold.ts';
import { NODE_NAMES, TAXONOMY } from './taxonomy.ts';

const CALLED = new Map<string, string[]>();
for (const { id, label } of TAXONOMY.values())
  for (const name of new Set([label, ...(NODE_NAMES.get(id) ?? [])].map(foldSlug)))
    CALLED.set(name, [...(CALLED.get(name) ?? []), id]);

/**
 * The nodes that a person means by a category: the node of that id, else those that the last part of a path (`A > B`)
 * is called; none where no node is.
 */
export function nodesCalled(category: string): readonly string[] {
  const text = category.trim();
  if (TAXONOMY.has(text)) return [text];
  return CALLED.get(foldSlug(text.split(/[>/]/).at(-1) ?? '')) ?? [];
}

/** The nodes that are called by a word, in the singular or the plural: `desk` of `Desks`. */
export const nodesNamed = (word: string): readonly string[] => [word, `${word}s`].flatMap(nodesCalled);
