import { foldText } from '../text/fold.ts';
import { COLOR_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { isLetters, tokensOf } from '../text/tokens.ts';
import { BESIDE, headsOf, namesOfLabel } from './label_names.ts';
import { NODE_NAMES, parentOf, TAXONOMY } from './taxonomy.ts';

/** A word of a text and how much it counts, 0 to 1. */
export interface WeightedWord {
  word: string;
  weight: number;
}

/** A node that a text may be of. */
export interface NodeMatch {
  node: string;
  score: number;
  /** A single word of Google's label is all that was found, which is often also a word for something else. */
  isBare: boolean;
}

interface Name {
  node: string;
  words: readonly string[];
  isBare: boolean;
  /** Sum of the words' rarities. */
  worth: number;
}

/** Words of a text, folded, without plurals; numbers stay where they are part of a name (`mp3`, `cat5`). */
export const plainWords = (text: string): string[] =>
  tokensOf(foldText(text))
    .filter((token) => isLetters(token) || /^\d{1,2}$/.test(token.text))
    .map(({ text: word }) => fromPlural(word));

/** Small words of labels. */
const EMPTY = new Set(['and', 'of', 'the', 'for', 'or', 'other']);
/** A name of which less is in the text is another's. */
const LEAST_COVERED = 0.6;
/** What a word of the levels above adds. */
const CONTEXT = 0.15;
/** A label's words say a little less than names that people use: labels are of several things. */
const LABEL_WORTH = 0.9;

interface NameIndex {
  names: readonly Name[];
  byWord: ReadonlyMap<string, readonly number[]>;
  rarity: ReadonlyMap<string, number>;
  aboveWords: ReadonlyMap<string, ReadonlySet<string>>;
}

let indexed: NameIndex | undefined;

/** Made at the first question: most processes that read this module ask none. */
function nameIndex(): NameIndex {
  indexed ??= index();
  return indexed;
}

function index(): NameIndex {
  const names: Name[] = [];
  const byWord = new Map<string, number[]>();
  const rarity = new Map<string, number>();
  const aboveWords = new Map<string, ReadonlySet<string>>();
  const heads = headsOf([...TAXONOMY.values()].map(({ label }) => label));
  const all = [...TAXONOMY.values()].flatMap(({ id, label }) => [
    ...namesOfLabel(label, heads).map((text) => ({ node: id, text, label: true })),
    ...(NODE_NAMES.get(id) ?? []).map((text) => ({ node: id, text, label: false })),
  ]);
  const counts = new Map<string, number>();
  const read = all.map(({ node, text, label }) => ({
    node,
    label,
    words: [...new Set(plainWords(text).filter((word) => !EMPTY.has(word)))],
  }));
  for (const { words } of read) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) rarity.set(word, Math.log(1 + read.length / count));
  for (const { node, words, label } of read) {
    // `White` of `White & Cream Sauces`: a colour names nothing, nor does what goes with anything.
    if (words.every((word) => COLOR_WORDS.has(word) || BESIDE.has(word))) continue;
    const worth =
      words.reduce((sum, word) => sum + (rarity.get(word) as number), 0) * (label ? LABEL_WORTH : 1);
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), names.length]);
    names.push({ node, words, worth, isBare: label && words.length === 1 });
  }
  for (const { id } of TAXONOMY.values()) {
    const above = [parentOf(id), parentOf(parentOf(id) ?? '')].flatMap(
      (node) => TAXONOMY.get(node ?? '')?.label ?? [],
    );
    aboveWords.set(id, new Set(above.flatMap(plainWords)));
  }
  return { names, byWord, rarity, aboveWords };
}

/**
 * The nodes whose names a text has, best first: a name counts by the rarity of its words, the longer the better, and
 * only where nearly all of it is there; words of the levels above speak for a node.
 */
export function namedNodes(words: readonly WeightedWord[], most = 5): NodeMatch[] {
  const { names, byWord, rarity, aboveWords } = nameIndex();
  const weights = new Map<string, number>();
  for (const { word, weight } of words) weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  const places = new Set([...weights.keys()].flatMap((word) => byWord.get(word) ?? []));
  const best = new Map<string, { score: number; isBare: boolean }>();
  for (const place of places) {
    const { node, words: own, worth, isBare } = names[place] as Name;
    const total = own.reduce((sum, word) => sum + (rarity.get(word) as number), 0);
    const found = own.reduce((sum, word) => sum + (rarity.get(word) as number) * (weights.get(word) ?? 0), 0);
    const covered = found / total;
    if (covered < LEAST_COVERED) continue;
    const score = worth * covered ** 3;
    // One word of several is as bare: `runners` of table runners.
    const isOne = own.length > 1 && own.filter((word) => weights.has(word)).length === 1;
    if (score > (best.get(node)?.score ?? 0)) best.set(node, { score, isBare: isBare || isOne });
  }
  for (const [node, match] of best) {
    const context = [...(aboveWords.get(node) ?? [])].filter((word) => weights.has(word)).length;
    match.score *= 1 + CONTEXT * context;
  }
  return [...best]
    .map(([node, match]) => ({ node, ...match }))
    .toSorted((a, b) => b.score - a.score || (a.node < b.node ? -1 : 1))
    .slice(0, most);
}
