import type { LearnedNodes, TitledListing } from './learned_nodes.ts';
import { type NodeMatch, namedNodes, plainWords } from './named_nodes.ts';
import type { Placement } from './paths.ts';
import { BY_GOOGLE_ID, parentOf, TAXONOMY } from './taxonomy.ts';

/** A listing is placed at a leaf from this probability on; below it stays at the parent that is as sure. */
export const SURE = 0.8;
/** Of mates in a product: one may be placed wrongly, all seldom are. */
const MATES = 0.97;
/** A title that names a node clearly, and one that has but a word of Google's for it. */
const NAMED = 0.85;
const NAMED_BARELY = 0.6;
const CLEARLY = 1.3;
/** Behind these words stands what a thing is for, not what it is. */
const FOR = new Set([
  'for',
  'fur',
  'pour',
  'para',
  'per',
  'voor',
  'compatible',
  'with',
  'mit',
  'avec',
  'con',
]);
const FOR_WEIGHT = 0.35;
/** A title says early what a thing is, then what it has. */
const EARLY = 9;
const LATE_WEIGHT = 0.7;

/**
 * Places a listing that has no path of its own: where its mates in the product lie, else where titles like its own
 * lie, else where its words name a node. Null where nothing tells.
 */
export function placeListing(
  listing: TitledListing,
  mates: readonly string[],
  learned: LearnedNodes,
): Placement | null {
  if (mates.length > 0) return placedByMates(mates);
  const known = learned.nodesOf(listing);
  const byTitles = climbed(known);
  if (byTitles && byTitles.confidence >= SURE && levelsOf(byTitles.node) > 2) return byTitles;
  return byNames(listing.title) ?? byTitles;
}

function placedByMates(mates: readonly string[]): Placement | null {
  const counts = [...Map.groupBy(mates, (node) => node)].map(([node, all]) => ({
    node,
    probability: (all.length / mates.length) * MATES,
  }));
  return climbed(counts.toSorted((a, b) => b.probability - a.probability || (a.node < b.node ? -1 : 1)));
}

const levelsOf = (node: string): number => node.split('.').length;

/** The best node, or the parent whose nodes together are sure, or its parent. */
function climbed(nodes: readonly { node: string; probability: number }[]): Placement | null {
  const [best] = nodes;
  if (!best) return null;
  for (let node: string | null = best.node; node !== null; node = parentOf(node)) {
    const inside = nodes.filter((one) => one.node === node || one.node.startsWith(`${node}.`));
    const confidence = inside.reduce((sum, { probability }) => sum + probability, 0);
    if (confidence >= SURE) return { node, confidence };
  }
  return null;
}

/** The node that a title's words name: clearly, or at least the parent that the best agree in. */
export function byNames(title: string): Placement | null {
  const words = plainWords(title);
  const at = words.findIndex((word, place) => place > 0 && FOR.has(word));
  const weighted = words.map((word, place) => ({
    word,
    weight: at !== -1 && place > at ? FOR_WEIGHT : place < EARLY ? 1 : LATE_WEIGHT,
  }));
  const matches = namedNodes(weighted);
  const [first, second] = matches as [NodeMatch?, NodeMatch?];
  if (!first) return null;
  const isClear = !second || first.score >= second.score * CLEARLY || isSameThing(first.node, second.node);
  if (isClear && !first.isBare) return { node: finer(first.node, second?.node), confidence: NAMED };
  const above = isClear ? parentOf(first.node) : commonParent(first.node, second?.node ?? '');
  return above === null ? null : { node: above, confidence: isClear ? NAMED_BARELY : NAMED };
}

/** A leaf of our own is a part of what Google calls so. */
const isSameThing = (left: string, right: string): boolean =>
  TAXONOMY.get(left)?.google_id === TAXONOMY.get(right)?.google_id;

/** Of a node and a leaf of our own within it the leaf. */
const finer = (node: string, other: string | undefined): string =>
  other !== undefined &&
  isSameThing(node, other) &&
  BY_GOOGLE_ID.get(TAXONOMY.get(node)?.google_id ?? 0)?.id === node
    ? other
    : node;

/** The lowest node above both, or null. */
function commonParent(left: string, right: string): string | null {
  for (let node = parentOf(left); node !== null; node = parentOf(node))
    if (right === node || right.startsWith(`${node}.`)) return node;
  return null;
}
