import type { Reading } from './amount.ts';
import type { Intent, Phrase } from './constraints.ts';
import type { Lexicon } from './lexicon.ts';
import { behind, isStop } from './phrase_list.ts';
import type { PhraseTree } from './phrase_tree.ts';
import { type ReadAmount, readTokens, type Token } from './tokens.ts';
import { wordedAmounts } from './worded_amount.ts';

/** How far, in tokens, a negation that could not be placed makes limits doubtful. */
const NEGATION_REACH = 6;

/** What became of a token; `told` is read, but belongs to its clause still (`she has a nut allergy`). */
export type Use = 'free' | 'word' | 'wish' | 'told' | 'taken' | 'dropped';

/** What a text is read by. */
export interface ReadingOptions {
  lexicon: Lexicon;
  /** Of the market, ISO 4217. */
  currency: string;
  /** Names and ids of the sellers that a text may name. */
  sellers: PhraseTree<string>;
  /** `12/24` is the 24th of December. */
  isMonthFirst: boolean;
  /** Whether a folded word by itself names a kind of thing. */
  isKind: (word: string) => boolean;
  /** Whether a folded word is what goods are called, or a kind of them. */
  isGoods: (word: string) => boolean;
  /** Whether a slug is the name of what records state in numbers. */
  isMeasured: (name: string) => boolean;
  /** A device that something is used up by is named: what is out may be that. */
  isOfSupplies: boolean;
}

/**
 * A rule of the reader: what it takes from a token on it marks and puts into the intent, and gives the token behind it;
 * null where it takes nothing.
 */
export type Rule = (marked: MarkedText, at: number) => number | null;

/** A text being read: what became of each token, and the intent so far. */
export class MarkedText implements Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Also those whose number is a word. */
  readonly amounts: ReadonlyMap<number, ReadAmount>;
  readonly quotesClosed: readonly boolean[];
  readonly lexicon: Lexicon;
  readonly currency: string;
  readonly sellers: PhraseTree<string>;
  readonly isMonthFirst: boolean;
  readonly isKind: (word: string) => boolean;
  readonly isGoods: (word: string) => boolean;
  readonly isMeasured: (name: string) => boolean;
  readonly isOfSupplies: boolean;
  readonly intent: Intent = {
    budget: null,
    deadline: null,
    quantity: null,
    bulk: null,
    parts: null,
    measures: [],
    must_have: [],
    wishes: [],
    avoid: [],
    health: [],
    free_of: [],
    sellers: [],
    conditions: [],
    priorities: [],
    extreme: null,
    genuine: null,
    in_stock: null,
    words: [],
    asides: [],
    clauses: [],
    ages: [],
    lasting: [],
    ran_out: [],
    numbers: [],
    unread: [],
    doubted: [],
    runs: [],
  };
  /** By token. */
  readonly uses: Use[];
  /** A word stands, if only an article. */
  hasWords = false;
  /** A word stands that is no article. */
  hasThing = false;
  /** The token behind who asks, where a number counts as it does in the beginning. */
  askedFrom = 0;
  /** What somebody was last said to have none of. */
  lacked: Phrase | null = null;
  /** What the text says is broken, where another word names a kind of thing too. */
  broken: Phrase | null = null;
  #doubtUntil = -1;
  #doubtStop = -1;

  constructor(
    text: string,
    { lexicon, currency, sellers, isMonthFirst, isKind, isGoods, isMeasured, isOfSupplies }: ReadingOptions,
  ) {
    this.text = text;
    this.lexicon = lexicon;
    this.currency = currency;
    this.sellers = sellers;
    this.isMonthFirst = isMonthFirst;
    this.isKind = isKind;
    this.isMeasured = isMeasured;
    this.isGoods = isGoods;
    this.isOfSupplies = isOfSupplies;
    const { tokens, amounts } = readTokens(text);
    this.tokens = tokens;
    this.amounts = amounts;
    this.amounts = new Map([...amounts, ...wordedAmounts(this)]);
    this.quotesClosed = outsideQuotes(this.tokens);
    this.uses = this.tokens.map(() => 'free');
  }

  /** Notes what became of the tokens in [from, to). */
  mark(from: number, to: number, use: Use): void {
    this.hasWords ||= use === 'word' || use === 'wish';
    this.hasThing ||= use === 'word' && behind(this, 'skipped', from) !== to;
    for (let at = from; at < to; at++) this.uses[at] = use;
  }

  /** Leaves the tokens in [from, to) among the words; gives `to`. */
  leave(from: number, to: number): number {
    this.mark(from, to, 'word');
    return to;
  }

  /** A negation whose scope is not clear stays words, and what it may deny is not read as a limit. */
  doubt(from: number, to: number): number {
    this.#doubtUntil = to + NEGATION_REACH;
    const stop = this.tokens.findIndex((token, at) => at >= to && isStop(token));
    this.#doubtStop = stop < 0 ? this.tokens.length : stop;
    return this.leave(from, to);
  }

  /** What a negation before a token may deny; behind the next stop it denies no upper bound (`… a hub, less than $20`). */
  isDoubtful(at: number, isUpper = false): boolean {
    return at < this.#doubtUntil && !(isUpper && at > this.#doubtStop);
  }

  /** The tokens in [from, to) as they were written. */
  phrase(from: number, to: number): Phrase {
    const start = this.tokens[from]?.start ?? 0;
    const end = this.tokens[to - 1]?.end ?? start;
    return { text: this.text.slice(start, end), start, end };
  }
}

/** For every token, whether it stands outside quotes; a quote right behind a number, none being open, is inches. */
function outsideQuotes(tokens: readonly Token[]): boolean[] {
  let isOpen = false;
  return tokens.map((token, at) => {
    const isInches = !isOpen && token.glued && tokens[at - 1]?.kind === 'number';
    const wasOpen = isOpen;
    if (token.folded === '"' && !isInches) isOpen = !isOpen;
    return !wasOpen;
  });
}
