import { cosineOf, type Vector } from '../embedding/vector.ts';
import { type Names, Question } from '../meaning/question.ts';
import { namesIn } from '../meaning/who.ts';
import { factText, type ItemRow } from './memory_item.ts';
import { nearestFacts } from './memory_vectors.ts';
import type { NamespaceStanding, NamespaceVectors } from './namespace_vectors.ts';
import { type StateQueries, statement } from './state_database.ts';
import type { WordCounts } from './word_counts.ts';

/** Candidates by words and by meaning; what is best in both is far within them. */
const BY_WORDS = 200;
const BY_MEANING = 200;
/** Candidates by the names of who is asked about, and how many names. */
const BY_NAMES = 100;
const MOST_NAMES = 8;
/** A namespace of as few is read whole: nothing that answers is missed because no word of it was looked up. */
const READ_WHOLE = 400;
/** Facts looked at for the rarest words; what is in more says little of any of them. */
const MOST_POSTINGS = 20_000;

/** What a process keeps between calls. */
export interface RecallMemory {
  vectors: NamespaceVectors;
  counts: WordCounts;
}

/** A text to recall for, in a namespace as it stands. */
export interface RecallQuestion extends NamespaceStanding {
  text: string;
  /** Of the text; null where there is none. */
  vector: Vector | null;
  /** ISO 8601. */
  now: string;
}

/** Facts that may answer. */
export interface Candidates {
  rows: ItemRow[];
  /** Number of a fact → cosine of its vector and the question's, above 0. */
  cosines: ReadonlyMap<number, number>;
  /** Facts of the namespace that have a word, as far as it was looked up. */
  counted: ReadonlyMap<string, number>;
  /** Names that the facts give to people and pets. */
  names: Names;
}

/**
 * Facts that share the weightiest words of a question, or words like them; those near to it in meaning; and those that
 * name who is asked about: `Marcus` where another fact says that he is the husband who is asked about.
 */
export async function candidatesOf(
  queries: StateQueries,
  asked: RecallQuestion,
  { vectors, counts }: RecallMemory,
): Promise<Candidates> {
  const { vector, text } = asked;
  const near = vector ? await nearestFacts(queries, asked, { vector, most: BY_MEANING, kept: vectors }) : [];
  const cosines = new Map(
    near
      .filter(({ dot }) => dot > 0)
      .map(({ item_no, dot }) => [item_no, Math.min(1, cosineOf(dot, (vector as Vector).values.length))]),
  );
  const lookedUp = new Question(text, new Map()).lookedUp();
  const counted = new Map(await counts.count(queries, asked, [...lookedUp.keys()]));
  const isWhole = asked.next_item_no <= READ_WHOLE;
  const numbers = isWhole
    ? Array.from({ length: asked.next_item_no }, (_, item_no) => item_no)
    : await byWords(queries, asked, { lookedUp, counted, most: BY_WORDS });
  const rows = await rowsOf(queries, asked, [...numbers, ...cosines.keys()]);
  const names = namesIn(rows.map(factText));
  if (isWhole) return { rows, cosines, counted, names };
  const namesAsked = new Question(text, names).namesOf(names).slice(0, MOST_NAMES);
  if (namesAsked.length > 0) {
    for (const [name, having] of await counts.count(queries, asked, namesAsked)) counted.set(name, having);
    const named = await byWords(queries, asked, {
      lookedUp: new Map(namesAsked.map((name) => [name, 1])),
      counted,
      most: BY_NAMES,
    });
    const known = new Set(rows.map(({ item_no }) => item_no));
    rows.push(
      ...(await rowsOf(
        queries,
        asked,
        named.filter((item_no) => !known.has(item_no)),
      )),
    );
  }
  return { rows, cosines, counted, names };
}

function rowsOf(
  queries: StateQueries,
  { namespace_no, now }: RecallQuestion,
  numbers: readonly number[],
): Promise<ItemRow[]> {
  const items = JSON.stringify([...new Set(numbers)]);
  return queries.all<ItemRow>(statement('memory_items'), { namespace_no, items, now });
}

interface LookUp {
  /** Word → how like a word of the question it is. */
  lookedUp: ReadonlyMap<string, number>;
  /** Word → facts that have it. */
  counted: ReadonlyMap<string, number>;
  most: number;
}

/** Numbers of the facts that have most of the weight of the rarest words. */
async function byWords(
  queries: StateQueries,
  { namespace_no, items }: RecallQuestion,
  { lookedUp, counted, most }: LookUp,
): Promise<number[]> {
  let postings = 0;
  const words = [...lookedUp]
    .map(([word, likeness]) => ({ word, likeness, having: counted.get(word) ?? 0 }))
    .filter(({ having }) => having > 0)
    .sort((a, b) => a.having - b.having)
    .filter(({ having }, at) => {
      postings += having;
      return at === 0 || postings <= MOST_POSTINGS;
    })
    .map(({ word, likeness, having }) => ({
      word,
      weight: likeness * Math.log(1 + (Math.max(0, items - having) + 0.5) / (having + 0.5)),
    }));
  if (words.length === 0) return [];
  const rows = await queries.all<{ word: string; items: string }>(statement('memory_postings'), {
    namespace_no,
    words: JSON.stringify(words.map(({ word }) => word)),
  });
  const weights = new Map(words.map(({ word, weight }) => [word, weight]));
  const lists = rows.map((row) => ({
    weight: weights.get(row.word) ?? 0,
    items: ascending(JSON.parse(row.items) as number[]),
  }));
  return heaviest(lists, most);
}

/** As the index gives them already; nothing promises it. */
const ascending = (items: number[]): number[] =>
  items.every((item, at) => at === 0 || item > (items[at - 1] as number))
    ? items
    : items.toSorted((a, b) => a - b);

interface Postings {
  weight: number;
  /** Numbers of facts, ascending. */
  items: readonly number[];
}

/** The `most` facts whose lists weigh most together, of equals the newest: the lists are merged, in bounded memory. */
function heaviest(lists: readonly Postings[], most: number): number[] {
  const at = lists.map(() => 0);
  let found: { item: number; weight: number }[] = [];
  let least = 0;
  for (;;) {
    let item = Number.POSITIVE_INFINITY;
    for (const [list, { items }] of lists.entries())
      item = Math.min(item, items[at[list] as number] ?? Number.POSITIVE_INFINITY);
    if (item === Number.POSITIVE_INFINITY) break;
    let weight = 0;
    for (const [list, { items, weight: more }] of lists.entries())
      if (items[at[list] as number] === item) {
        weight += more;
        at[list] = (at[list] as number) + 1;
      }
    if (weight >= least) found.push({ item, weight });
    if (found.length < 2 * most) continue;
    found = heaviestOf(found, most);
    least = found.at(-1)?.weight ?? 0;
  }
  return heaviestOf(found, most).map(({ item }) => item);
}

const heaviestOf = (found: readonly { item: number; weight: number }[], most: number) =>
  found.toSorted((a, b) => b.weight - a.weight || b.item - a.item).slice(0, most);
