import { readFileSync } from 'node:fs';

/** A node of the one taxonomy. */
export interface TaxonomyNode {
  /** Dotted path of at most three levels, `electronics.computers.laptops`. */
  id: string;
  label: string;
  /** Null of an area. */
  parent: string | null;
  /** Id in Google's product taxonomy: its own, or of the node that it is a part of. */
  google_id: number;
}

const file = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);

function nodesOf(name: string): TaxonomyNode[] {
  return file(name).map((line) => {
    const [google = '', id = '', label = ''] = line.split('\t');
    return { id, label, parent: parentOf(id), google_id: Number(google) };
  });
}

/** `electronics.computers` of `electronics.computers.laptops`; null of an area. */
export function parentOf(id: string): string | null {
  const dot = id.lastIndexOf('.');
  return dot === -1 ? null : id.slice(0, dot);
}

const google = nodesOf('./google.tsv');

/** Every node by its id: Google's product taxonomy, cut to three levels, and leaves of our own where it is too coarse. */
export const TAXONOMY: ReadonlyMap<string, TaxonomyNode> = new Map(
  [...google, ...nodesOf('./local.tsv')].map((node) => [node.id, node]),
);

/** Node by the id that Google gave it. */
export const BY_GOOGLE_ID: ReadonlyMap<number, TaxonomyNode> = new Map(
  google.map((node) => [node.google_id, node]),
);

const namesIn = (name: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    file(name).map((line) => {
      const [id = '', names = ''] = line.split('\t');
      return [id, names.split('|')];
    }),
  );

/** What else a node is called, each as its words parted by spaces. */
export const NODE_NAMES = namesIn('./names.tsv');

/** What sellers call their shelf of a node, in several languages, though a title with that word may be of much else: `phones`. */
export const SHELF_NAMES = namesIn('./shelves.tsv');
