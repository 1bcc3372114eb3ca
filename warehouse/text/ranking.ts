import { isNumber } from '../../pipelines/text/words.ts';
import type { Arenas } from './arena.ts';
import { Kernel, type List, type Sums } from './kernel.ts';
import { type Postings, RisingList } from './postings.ts';
import { MAX_WORDS, type ParsedQuery, type QueryGroup } from './query.ts';
import { namesNoThing } from './word_roles.ts';

/** What a product with every word at its best sums up to, over 255: sums take 19 bits of a cell. */
const SCALE = 2_000;
/** Postings read for one query; of commoner words than fit only the rarest are ranked by. */
const MAX_POSTINGS = 6_000_000;
/** Looking one product up in a list costs about as much as walking over so many postings. */
const LOOKUP_COST = 30;

/** Where so large a share of all products is found, asking of each whether it is costs more than writing it back. */
const MANY = 0.05;

export interface RankingConstants {
  /** How hard missing words tell: the share of the query's mass found, to this power, multiplies the score. */
  coordination: number;
  /** Products must have words of at least this share of the query's mass. */
  required: number;
  /** The same share for those that have the word for the thing. */
  headed: number;
  /** Those with at least this share follow behind. */
  further: number;
  /**
   * Products that are gone through at a time: what is summed up of them stays in the cache of a core while one list
   * after the other is read. Answers are the same with any.
   */
  block: number;
}

export const RANKING: RankingConstants = {
  coordination: 1,
  required: 0.5,
  headed: 0.4,
  further: 0.15,
  block: 131_072,
};

/**
 * Products that match, among the first `count` of `products`, in no order. A product's cell is its sum above the bits
 * of the words it has; the sum times the factor of the bits is the score. Factors are at most 1.
 */
export interface Matches {
  products: Uint32Array;
  count: number;
  cells: Int32Array;
  /** By the words a product has, 0 for too few of them; in the arena of the state. */
  factors: Float64Array;
  /** By the words a product has: 1 for enough, 2 where it follows behind, whose factors are not 0 either, else 0. */
  levels: Uint8Array;
  /** Whether all of them have words enough, so that nobody need ask. */
  areEnough: boolean;
  /** The word for the thing, where one is known as it. */
  thing: QueryGroup | undefined;
  /** The bit of the word for the thing among those that a cell says a product has; 0 where none is known as one. */
  head: number;
}

/** What `Matches.levels` says. */
const LEVEL = { none: 0, enough: 1, further: 2 } as const;

/** The bits of a cell that say which words a product has. */
const MASK = (1 << MAX_WORDS) - 1;

export function scoreOf({ cells, factors }: Matches, product: number): number {
  const cell = cells[product] as number;
  return (cell >>> MAX_WORDS) * (factors[cell & MASK] as number);
}

/** Is told of each block, when all is known of them, which of the products found are in it: so many from a place on. */
export type BlockFound = (matches: Matches, from: number, count: number) => void;

/**
 * Scores all products a query matches: for each word the best of its variants' impacts, summed, times how much of
 * the query's mass the product has. Words whose loss alone would not drop a product below `required` find no products
 * of their own; they only add to those the rarer words found.
 */
export class Ranking {
  readonly #postings: Postings;
  readonly #constants: RankingConstants;
  readonly #kernel: Kernel;
  readonly #sums: Sums;
  readonly #levels: Uint8Array;
  readonly #byWords: Float64Array;
  /** How many products are found, the first of those touched. */
  #count = 0;

  /** Postings are read from one arena, what is computed lies in the other. */
  constructor(arenas: Arenas, postings: Postings, products: number, constants: RankingConstants = RANKING) {
    const { columns, state } = arenas;
    const { starts, docs, impacts } = postings;
    this.#postings = { starts, docs: columns.hold(docs), impacts: columns.hold(impacts) };
    this.#constants = constants;
    this.#kernel = new Kernel(state, columns);
    this.#sums = {
      cells: state.allocate(Int32Array, products),
      shares: state.allocate(Int32Array, products),
      touched: state.allocate(Uint32Array, products + 1),
    };
    this.#levels = state.allocate(Uint8Array, 1 << MAX_WORDS);
    this.#byWords = state.allocate(Float64Array, 1 << MAX_WORDS);
  }

  /**
   * The products that may match: those with a factor of 0 do not. With `isFurther` also those that follow behind. Valid
   * until the next call.
   */
  match(
    { groups, unknownMass = 0, supply }: Asked,
    isFurther = false,
    found: BlockFound = () => undefined,
  ): Matches {
    this.#forget();
    const ordered = [...groups]
      .sort(
        (a, b) => Number(isAsked(b)) - Number(isAsked(a)) || b.mass - a.mass || (a.text < b.text ? -1 : 1),
      )
      .slice(0, MAX_WORDS);
    const least = isFurther ? this.#constants.further : this.#constants.required;
    const thing = thingIn(ordered, supply);
    const head = thing === undefined ? 0 : 1 << ordered.indexOf(thing);
    const { factors, enough } = this.#factors(ordered, { unknownMass, isFurther, head });
    this.#byWords.set(factors);
    for (const [mask, factor] of factors.entries())
      this.#levels[mask] = enough[mask] === 1 ? LEVEL.enough : factor > 0 ? LEVEL.further : LEVEL.none;
    const steps = this.#steps(ordered, head === 0 ? least : Math.min(least, this.#constants.headed));
    const matches: Matches = {
      products: this.#sums.touched,
      count: 0,
      cells: this.#sums.cells,
      factors: this.#byWords,
      levels: this.#levels,
      thing,
      head,
      areEnough: steps.every(({ bit, isFinding }) => !isFinding || enough[1 << bit] === 1),
    };
    const products = this.#sums.cells.length;
    for (let end = this.#constants.block; ; end += this.#constants.block) {
      const from = this.#count;
      for (const { lists, bit, isFinding } of steps) {
        const parts = lists.map((list) => list.before(end < products ? end : Infinity));
        if (isFinding) this.#find(parts, bit);
        else this.#refine(parts, bit, from);
      }
      matches.count = this.#count;
      found(matches, from, this.#count - from);
      if (end >= products) return matches;
    }
  }

  /** What is done with each word's lists, in the order of the words, whichever products they are of. */
  #steps(ordered: readonly QueryGroup[], least: number): Step[] {
    const total = ordered.reduce((sum, group) => sum + group.mass, 0);
    const asked = ordered.reduce((sum, group) => sum + (isAsked(group) ? group.mass : 0), 0);
    const steps: Step[] = [];
    let rest = asked;
    let read = 0;
    for (const [bit, group] of ordered.entries()) {
      const lists = this.#lists(group, total);
      read += lists.reduce((sum, { count }) => sum + count, 0);
      if (bit > 0 && read > MAX_POSTINGS) break;
      // Products found from here on could at most have the mass that is left.
      steps.push({ lists, bit, isFinding: isAsked(group) && suffices(rest, asked, least) });
      rest -= group.mass;
    }
    return steps;
  }

  #forget(): void {
    const { cells, touched } = this.#sums;
    if (this.#count > cells.length / 16) this.#kernel.clearAll(cells);
    else this.#kernel.clear({ products: touched, count: this.#count }, cells);
    this.#count = 0;
  }

  /** The lists of a word's variants, the longest last. */
  #lists(group: QueryGroup, total: number): RisingList[] {
    return group.variants
      .map(
        ({ term, weight }) =>
          new RisingList(this.#postings, term, scaleOf(group, weight, total) << MAX_WORDS),
      )
      .sort((a, b) => a.count - b.count);
  }

  /** Adds a word's share to every product that has it. */
  #find(lists: readonly List[], bit: number): void {
    if (bit === 0) return this.#findFirst(lists);
    for (const [index, list] of lists.entries()) {
      if (list.count === 0) continue;
      const add = index < lists.length - 1 ? 'addBest' : 'addLast';
      this.#count = this.#kernel[add](list, 1 << bit, this.#sums, this.#count);
    }
  }

  /** The same for the first word: of its longest list, its last, nothing need be known yet. */
  #findFirst(lists: readonly List[]): void {
    const longest = lists.at(-1);
    if (!longest) return;
    this.#kernel.begin(longest, this.#sums, this.#count);
    this.#count += longest.count;
    for (const list of lists.slice(0, -1))
      if (list.count > 0) this.#count = this.#kernel.addFirst(list, this.#sums, this.#count);
  }

  /** Adds a word's share to the products that are already found of this block, those from a place on. */
  #refine(lists: readonly List[], bit: number, from: number): void {
    const flag = 1 << bit;
    const found = this.#count - from;
    const isMany =
      lists.length === 1 && found > MANY * Math.min(this.#constants.block, this.#sums.cells.length);
    for (const list of lists)
      if (found * LOOKUP_COST < list.count)
        this.#kernel.lookUp(list, flag, this.#sums, { from, count: found });
      else if (isMany) this.#kernel.refineMany(list, flag, this.#sums);
      else this.#kernel.refine(list, flag, this.#sums);
  }

  /** By which words a product has: what multiplies its sum, 0 for too few; and whether they are enough. */
  #factors(
    groups: readonly QueryGroup[],
    { unknownMass, isFurther, head }: { unknownMass: number; isFurther: boolean; head: number },
  ): { factors: Float64Array; enough: Uint8Array } {
    // A use that is missing takes nothing from what is there.
    const asked = sumsByMask(groups.map((group) => (isAsked(group) ? group.mass : 0)));
    const wanted = asked.at(-1) as number;
    const { coordination, required, headed, further } = this.#constants;
    const naming = groups.reduce((bits, group, bit) => (isNaming(group) ? bits | (1 << bit) : bits), 0);
    const isEnough = (mask: number) =>
      (naming === 0 || (mask & naming) !== 0) &&
      suffices(
        asked[mask] as number,
        wanted + unknownMass,
        (mask & head) === 0 ? required : Math.min(required, headed),
      );
    const enough = Uint8Array.from(asked, (mass, mask) => (mass > 0 && isEnough(mask) ? 1 : 0));
    const factors = asked.map((mass, mask) =>
      enough[mask] === 1
        ? (mass / wanted) ** coordination
        : isFurther
          ? coordinationFactor(mass, wanted, coordination, further)
          : 0,
    );
    return { factors, enough };
  }
}

/** What is asked for: words that some product has, and what all others would tell. */
export type Asked = Pick<ParsedQuery, 'groups'> & Partial<Pick<ParsedQuery, 'unknownMass' | 'supply'>>;

/** Whether a word may say what a thing is: no number, amount, colour or size, which many things have. */
const isNaming = (group: QueryGroup): boolean =>
  isAsked(group) && !isNumber(group.text) && !AMOUNT.test(group.text) && !namesNoThing(group.text);

/** `1080p`, `18v`: what a thing has, where a code or a number (`t480`, `iphone 15`) is of its name. */
const AMOUNT = /^[0-9][0-9.,]*\p{L}+$/u;

/** The word that names the thing: what is used up, a kind of thing, else the only one beside amounts and properties. */
function thingIn(groups: readonly QueryGroup[], supply: string | undefined): QueryGroup | undefined {
  const head =
    groups.find((group) => isAsked(group) && group.text === supply) ??
    groups.find(({ role }) => role === 'head');
  if (head) return head;
  const names = groups.filter(
    (group) => isAsked(group) && !AMOUNT.test(group.text) && !namesNoThing(group.text),
  );
  return names.length === 1 ? names[0] : undefined;
}

/** What is done with the lists of a word: they find products, or only add to those that are found. */
interface Step {
  lists: RisingList[];
  bit: number;
  isFinding: boolean;
}

/** Whether a product must have words of this kind. */
export const isAsked = ({ role }: QueryGroup): boolean => role !== 'use';

/** Of every set of words, as bits, the sum of their masses. */
function sumsByMask(masses: readonly number[]): Float64Array {
  const sums = new Float64Array(1 << masses.length);
  for (let mask = 1; mask < sums.length; mask++) {
    const highest = 31 - Math.clz32(mask);
    sums[mask] = (sums[mask ^ (1 << highest)] as number) + (masses[highest] as number);
  }
  return sums;
}

/** What a word's impact is multiplied by, whole, so that sums are the same in any order. */
export function scaleOf(group: QueryGroup, weight: number, total: number): number {
  return Math.max(1, Math.round((SCALE * group.mass * weight) / total));
}

/** 0 where a product has less than the required share of the query's mass. */
export function coordinationFactor(
  found: number,
  total: number,
  coordination: number,
  required: number,
): number {
  return found > 0 && suffices(found, total, required) ? (found / total) ** coordination : 0;
}

/** Whether a mass is the required share of the total; sums in another order may differ in their last bits. */
function suffices(mass: number, total: number, required: number): boolean {
  return mass >= required * total * (1 - 1e-9);
}
