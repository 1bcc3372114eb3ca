import { functionWords, LANGUAGES } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { BESIDE } from './label_names.ts';
import { type NodeMatch, namedNodes, plainWords } from './named_nodes.ts';
import { BY_GOOGLE_ID, NODE_NAMES, parentOf, SHELF_NAMES, TAXONOMY } from './taxonomy.ts';

/** Where a text belongs and how sure that is. */
export interface Placement {
  node: string;
  /** Probability that it belongs there, 0 to 1. */
  confidence: number;
}

/** Google's own id or path leaves no doubt but the seller's. */
const GIVEN = 0.99;
/** The last level names the thing, often with the one above (`Coffee > Capsules`); the others say where it lies. */
const RIGHT_ABOVE_WEIGHT = 0.85;
const ABOVE_WEIGHT = 0.5;
/** A node this much ahead of the next is meant. */
const CLEARLY = 1.08;
/** Of two areas more is asked: that people call the one so and only Google the other says nothing (`Notebooks`). */
const CLEARLY_OF_AREA = 1.15;
/** What is as near as this is meant where the level above is of its area. */
const NEAR = 0.8;
const CLEAR = 0.95;

/**
 * The node of a seller's category as staging spells it (dotted levels, or the number of Google's taxonomy): the node
 * itself, or the one its words name. A level that lists another kind beside it (`notions_machines` of sewing) holds both,
 * and so lies at the node above. Null where they name none, or several.
 */
export function nodeOfPath(path: string): Placement | null {
  const given = /^\d+$/.test(path) ? BY_GOOGLE_ID.get(Number(path)) : TAXONOMY.get(path);
  if (given) return { node: given.id, confidence: GIVEN };
  const shelf = shelfOf(path);
  if (shelf !== null) return { node: shelf, confidence: CLEAR };
  const levels = path.split('.').map(wordsOf);
  const last = levels.at(-1) ?? [];
  const right = levels.at(-2) ?? [];
  const farther = levels.slice(0, -2).flat();
  const named = namedNodes([
    ...last.map((word) => ({ word, weight: 1 })),
    ...right.map((word) => ({ word, weight: RIGHT_ABOVE_WEIGHT })),
    ...farther.map((word) => ({ word, weight: ABOVE_WEIGHT })),
  ]);
  const [first, second] = ofAreaAbove(path, named);
  if (!first || (second && !isClear(first, second))) return null;
  const node = listsOthers(path, first.node) ? parentOf(first.node) : first.node;
  return node === null ? null : { node, confidence: CLEAR };
}

const isClear = (first: NodeMatch, second: NodeMatch): boolean => {
  const ahead = areaOf(first.node) === areaOf(second.node) ? CLEARLY : CLEARLY_OF_AREA;
  return first.score >= second.score * ahead;
};

/** The nodes that a path may mean, first those of the area that the level above lies in, where one of these is near. */
function ofAreaAbove(path: string, named: readonly NodeMatch[]): readonly NodeMatch[] {
  const dot = path.lastIndexOf('.');
  const [first] = named;
  const above = dot === -1 || !first ? null : nodeOfPath(path.slice(0, dot));
  if (!first || !above) return named;
  const own = named.filter(({ node }) => areaOf(node) === areaOf(above.node));
  return own[0] && own[0].score >= NEAR * first.score ? own : named;
}

const wordsOf = (level: string): string[] => plainWords(level.replaceAll('_', ' '));

let shelves: ReadonlyMap<string, string> | undefined;

/**
 * The node whose shelf the last level of a path is called as by sellers in some language (`electronica.moviles`); null where
 * it is none, or where the levels above are of another area: toy phones, food of pets.
 */
function shelfOf(path: string): string | null {
  shelves ??= new Map(
    [...SHELF_NAMES].flatMap(([node, names]) => names.map((name) => [plainWords(name).join(' '), node])),
  );
  const dot = path.lastIndexOf('.');
  const node = shelves.get(wordsOf(path.slice(dot + 1)).join(' '));
  if (node === undefined) return null;
  const above = dot === -1 ? null : nodeOfPath(path.slice(0, dot));
  return above === null || areaOf(above.node) === areaOf(node) ? node : null;
}

const areaOf = (node: string): string => node.split('.', 1)[0] as string;

/** What joins words in other languages than English, in which names of nodes are seldom written: `thes_et_infusions`. */
const FOREIGN_JOINS: ReadonlySet<string> = new Set(
  Object.keys(LANGUAGES).flatMap((language) => [...functionWords(language, ['conjunctions'])]),
).difference(functionWords('en'));

/** Whether the last level of a path lists, in the plural, things before the last that a node is not called by. */
function listsOthers(path: string, node: string): boolean {
  const level = path.slice(path.lastIndexOf('.') + 1);
  const labels = [node, parentOf(node) ?? ''].flatMap((id) => TAXONOMY.get(id)?.label ?? []);
  const own = new Set([...labels, ...(NODE_NAMES.get(node) ?? [])].flatMap(plainWords));
  const words = level.split('_');
  const listed = words
    .slice(0, -1)
    .filter((word) => fromPlural(word) !== word)
    .map(fromPlural);
  return (
    !words.some((word) => FOREIGN_JOINS.has(word)) &&
    listed.some((word) => !own.has(word) && !BESIDE.has(word))
  );
}
