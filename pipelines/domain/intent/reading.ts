import { SIZE_NAME_WORDS } from '../../text/languages.ts';
import type { Condition } from '../listing.ts';
import type { Reading } from './amount.ts';
import type { Limit } from './bound.ts';
import type { Intent, Phrase, Priority } from './constraints.ts';
import { readDeadline } from './deadline.ts';
import { freedAt } from './freed.ts';
import type { Lexicon, ListName, Phrases } from './lexicon.ts';
import { readLimit } from './limit.ts';
import { readQuantity } from './quantity.ts';
import { type ReadAmount, readTokens, type Token } from './tokens.ts';

/** Longest phrase taken as one thing, in words; beyond it the reader is not sure where the thing ends. */
const LONGEST_PHRASE = 4;
/** How far, in tokens, a negation that could not be placed makes limits doubtful. */
const NEGATION_REACH = 6;

/** Sizes of clothes and shoes as they are written. */
const SIZE_NUMBER = /^\d{1,2}(?:[.,]5)?$/;
const LETTER_SIZE = /^(?:x{0,3}[sl]|m|[2-5]xl)$/;

/** What says by what to choose. */
const PRIORITIES: readonly (readonly [ListName, Priority['criterion']])[] = [
  ['best_price', 'price'],
  ['soonest', 'speed'],
  ['best_rated', 'quality'],
];

type Use = 'free' | 'word' | 'wish' | 'taken' | 'dropped';

/** What a text is read by. */
export interface ReadingOptions {
  lexicon: Lexicon;
  /** Of the market, ISO 4217. */
  currency: string;
  /** Names and ids of the sellers that a text may name. */
  sellers: Phrases<string>;
  /** `12/24` is the 24th of December. */
  isMonthFirst: boolean;
  /** Whether a folded word by itself names a kind of thing. */
  isKind: (word: string) => boolean;
}

/** One text being read; `read` may be called once. */
export class IntentReading implements Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly amounts: ReadonlyMap<number, ReadAmount>;
  readonly quotesClosed: readonly boolean[];
  readonly lexicon: Lexicon;
  readonly currency: string;
  readonly sellers: Phrases<string>;
  readonly isMonthFirst: boolean;
  readonly isKind: (word: string) => boolean;
  readonly intent: Intent = {
    budget: null,
    deadline: null,
    quantity: null,
    parts: null,
    measures: [],
    must_have: [],
    wishes: [],
    avoid: [],
    free_of: [],
    sellers: [],
    conditions: [],
    priorities: [],
    words: [],
  };
  readonly #use: Use[];
  #doubtUntil = -1;
  #hasWords = false;
  /** A word stands that is no article. */
  #hasThing = false;

  constructor(text: string, { lexicon, currency, sellers, isMonthFirst, isKind }: ReadingOptions) {
    this.text = text;
    this.lexicon = lexicon;
    this.currency = currency;
    this.sellers = sellers;
    this.isMonthFirst = isMonthFirst;
    this.isKind = isKind;
    const { tokens, amounts } = readTokens(text);
    this.tokens = tokens;
    this.amounts = amounts;
    this.quotesClosed = outsideQuotes(this.tokens);
    this.#use = this.tokens.map(() => 'free');
  }

  /** Reads the text from left to right; at each token the first rule that is sure takes it. */
  read(): Intent {
    let at = 0;
    while (at < this.tokens.length) {
      const next =
        this.#plain(at) ??
        this.#priority(at) ??
        this.#deadline(at) ??
        this.#quantity(at) ??
        this.#limit(at) ??
        this.#conditions(at, at, false) ??
        this.#avoidFrom(at) ??
        this.#avoid(at) ??
        this.#sellersAfterCue(at) ??
        this.#mustHave(at) ??
        this.#size(at) ??
        this.#filler(at);
      if (next === null) this.#mark(at, at + 1, this.#behind('praise', at) === at + 1 ? 'wish' : 'word');
      at = next ?? at + 1;
    }
    this.#collectWords();
    this.#collectFreed();
    return this.intent;
  }

  #behind(list: ListName, at: number): number | null {
    return this.lexicon.lists[list].at(this.tokens, at)?.next ?? null;
  }

  #mark(from: number, to: number, use: Use): void {
    this.#hasWords ||= use === 'word' || use === 'wish';
    this.#hasThing ||= use === 'word' && this.#behind('skipped', from) !== to;
    for (let at = from; at < to; at++) this.#use[at] = use;
  }

  #phrase(from: number, to: number): Phrase {
    const start = this.tokens[from]?.start ?? 0;
    const end = this.tokens[to - 1]?.end ?? start;
    return { text: this.text.slice(start, end), start, end };
  }

  /** Marks tokens as words; a negation among them makes the limits behind it doubtful. */
  #leave(from: number, to: number): number {
    this.#mark(from, to, 'word');
    return to;
  }

  #plain(at: number): number | null {
    const next = this.#behind('plain', at);
    return next === null ? null : this.#leave(at, next);
  }

  /** `cheapest`, `asap`: it says how to choose, and words it stays. */
  #priority(at: number): number | null {
    for (const [list, criterion] of PRIORITIES) {
      const next = this.#behind(list, at);
      if (next === null) continue;
      this.intent.priorities.push({ criterion, ...this.#phrase(at, next) });
      return this.#leave(at, next);
    }
    return null;
  }

  #filler(at: number): number | null {
    const next = this.#behind('filler', at);
    if (next !== null) this.#mark(at, next, 'dropped');
    return next;
  }

  /** `by Friday`; of several the first. */
  #deadline(at: number): number | null {
    const found = this.intent.deadline === null ? readDeadline(this, at) : null;
    if (!found) return null;
    const { day, before, next } = found;
    this.intent.deadline = { day, before, ...this.#phrase(at, next) };
    this.#mark(at, next, 'taken');
    return next;
  }

  /** `24 aa batteries`, `a pack of 6`, whose words say which pack and so stay words. */
  #quantity(at: number): number | null {
    const found = this.intent.quantity === null ? readQuantity(this, at, !this.#hasWords) : null;
    if (!found) return null;
    const { pieces, of, isPack, mayBeParts, next } = found;
    const quantity = { pieces, of, isPack, ...this.#phrase(at, next) };
    this.intent[mayBeParts ? 'parts' : 'quantity'] = quantity;
    this.#mark(at, next, isPack ? 'word' : 'taken');
    return next;
  }

  #limit(at: number): number | null {
    const limit = readLimit(this, at);
    if (!limit || at < this.#doubtUntil) return null;
    let next = limit.next;
    if ('currency' in limit.of) {
      if (!this.#addBudget(limit, limit.of.currency, this.#phrase(at, next))) return null;
    } else {
      const ofAt = this.#behind('skipped', next) ?? next;
      const measured = this.#behind('measured', ofAt);
      const of =
        measured === null
          ? null
          : this.tokens
              .slice(ofAt, measured)
              .map(({ folded }) => folded)
              .join(' ');
      next = measured ?? next;
      const { min, max, strict = false } = limit;
      this.intent.measures.push({
        dimension: limit.of.dimension,
        min,
        max,
        strict,
        of,
        ...this.#phrase(at, next),
      });
    }
    this.#mark(at, next, 'taken');
    return next;
  }

  /** Joins a bound to the budget, the tighter end winning; false where currencies differ or nothing would be left. */
  #addBudget(limit: Limit, currency: string, { start, end }: Phrase): boolean {
    const { budget } = this.intent;
    if (budget && budget.currency !== currency) return false;
    const mins = [budget?.min_minor, limit.min].filter((minor) => minor != null);
    const maxes = [budget?.max_minor, limit.max].filter((minor) => minor != null);
    const min_minor = mins.length === 0 ? null : Math.max(...mins);
    const max_minor = maxes.length === 0 ? null : Math.min(...maxes);
    if (min_minor !== null && max_minor !== null && min_minor > max_minor) return false;
    const spans = budget?.spans ?? [];
    spans.push({ start, end });
    const about_minor = limit.about ?? budget?.about_minor ?? null;
    this.intent.budget = { min_minor, max_minor, about_minor, currency, spans };
    return true;
  }

  /** `refurbished`, `new or used`: from `at` on, the words from `from` on are taken with it. */
  #conditions(from: number, at: number, avoid: boolean): number | null {
    const found: { condition: Condition; first: number; next: number }[] = [];
    let isSure = false;
    let next = at;
    for (let first: number | null = at; first !== null; ) {
      const sure = this.lexicon.condition.at(this.tokens, first);
      const match = sure ?? this.lexicon.conditionBeside.at(this.tokens, first);
      if (!match) break;
      isSure ||= sure !== null;
      found.push({ condition: match.value, first, next: match.next });
      next = match.next;
      first = this.#behind('or', next) ?? this.#behind('and', next);
    }
    if (!isSure) return null;
    for (const { condition, first, next: last } of found)
      this.intent.conditions.push({ condition, avoid, ...this.#phrase(first, last) });
    this.#mark(from, next, 'taken');
    return next;
  }

  /** `from TechMart or VoltCity`; null where no known seller follows the cue. */
  #sellersAfterCue(at: number): number | null {
    const named = this.#behind('seller_cue', at);
    return named === null ? null : this.#takeSellers(at, named, false);
  }

  #takeSellers(from: number, at: number, avoid: boolean): number | null {
    let last: number | null = null;
    for (let first: number | null = at; first !== null; ) {
      const match = this.sellers.at(this.tokens, first);
      if (!match) break;
      this.intent.sellers.push({ seller: match.value, avoid, ...this.#phrase(first, match.next) });
      last = match.next;
      const joined = this.#behind('or', last) ?? this.#behind('and', last);
      first = joined === null ? null : (this.#behind('seller_cue', joined) ?? joined);
    }
    if (last !== null) this.#mark(from, last, 'taken');
    return last;
  }

  #avoidFrom(at: number): number | null {
    const named = this.#behind('avoid_from', at);
    if (named === null) return null;
    return this.#takeSellers(at, named, true) ?? this.#avoidPhrases(at, named);
  }

  #avoid(at: number): number | null {
    const named = this.#behind('avoid', at);
    if (named === null) return null;
    // `not your phone`: nobody refuses of a thing what is his own
    if (this.#behind('not_must_have_before', named) !== null) return this.#doubt(at, named);
    const first = this.#behindArticles(named);
    const condition = this.#conditions(at, first, true);
    if (condition !== null) return condition;
    const seller = this.sellers.at(this.tokens, first);
    const before = this.intent.avoid.length;
    const phrases = this.#avoidPhrases(at, named);
    // the name alone, not a thing that bears it
    const refused = this.intent.avoid[before];
    if (seller && refused && this.#isAt(refused, first, seller.next))
      this.intent.sellers.push({ seller: seller.value, avoid: true, ...this.#phrase(first, seller.next) });
    return phrases ?? this.#doubt(at, named);
  }

  #isAt(phrase: Phrase, from: number, to: number): boolean {
    return phrase.start === this.tokens[from]?.start && phrase.end === this.tokens[to - 1]?.end;
  }

  /** A negation whose scope is not clear stays words, and what it may deny is not read as a limit. */
  #doubt(from: number, to: number): number {
    this.#doubtUntil = to + NEGATION_REACH;
    return this.#leave(from, to);
  }

  #behindArticles(at: number): number {
    let next = at;
    for (
      let article = this.#behind('skipped', next);
      article !== null;
      article = this.#behind('skipped', next)
    )
      next = article;
    return next;
  }

  #avoidPhrases(from: number, at: number): number | null {
    const list = this.#phrases(at, ['or']);
    if (!list) return null;
    this.#cutToJudgement(list);
    const limit = readLimit(this, list.next);
    // `without paying over 200`: what is denied is the limit
    if (limit && limit.max === null) return null;
    this.intent.avoid.push(...list.phrases.map(([first, last]) => this.#phrase(first, last)));
    this.#mark(from, list.next, 'taken');
    return list.next;
  }

  /** `not crap electric toothbrush`: before the thing is named, a judgement is refused and not the thing behind it. */
  #cutToJudgement(list: { phrases: [first: number, last: number][]; next: number }): void {
    const last = list.phrases.at(-1);
    const judged = last && !this.#hasThing ? this.#behind('judged', last[0]) : null;
    if (!last || judged === null || judged >= last[1]) return;
    last[1] = judged;
    list.next = judged;
  }

  #mustHave(at: number): number | null {
    const named = this.#behind('must_have', at);
    if (named === null || this.#behind('not_must_have_before', named) !== null) return null;
    const first = this.#behindArticles(named);
    // `with no leather`, `with at least 16 GB`: the rule of what follows reads it
    if (this.#opensRule(first)) {
      this.#mark(at, first, 'dropped');
      return first;
    }
    const list = this.#phrases(at === named ? at : named, ['and']);
    if (!list || this.#behind('or', list.next) !== null) return null;
    for (const [begin, end] of list.phrases) {
      // `a good screen` cannot be told from a record: it is wished for
      const isWish = this.#behind('wish', begin) !== null && end > begin + 1;
      this.intent[isWish ? 'wishes' : 'must_have'].push(this.#phrase(begin, end));
    }
    this.#mark(at, list.next, 'taken');
    return list.next;
  }

  /** `size 9`, `Größe XL`: a number or letters behind a word for size must be the thing's own. */
  #size(at: number): number | null {
    const next = this.#endOfSize(at);
    if (next === null) return null;
    this.intent.must_have.push(this.#phrase(at, next));
    this.#mark(at, next, 'taken');
    return next;
  }

  #endOfSize(at: number): number | null {
    const [name, value, unit] = this.tokens.slice(at, at + 3);
    if (!name || !value || name.kind !== 'word' || !SIZE_NAME_WORDS.has(name.folded)) return null;
    const isSize = value.kind === 'number' ? SIZE_NUMBER.test(value.folded) : LETTER_SIZE.test(value.folded);
    return isSize && !(unit?.glued && unit.kind !== 'sign') ? at + 2 : null;
  }

  /** Another constraint begins here. */
  #opensRule(at: number): boolean {
    const lists: ListName[] = ['avoid', 'avoid_from', 'must_have', 'plain'];
    if (lists.some((list) => this.#behind(list, at) !== null) || readLimit(this, at) !== null) return true;
    if (this.intent.deadline === null && readDeadline(this, at) !== null) return true;
    if (this.lexicon.condition.at(this.tokens, at)) return true;
    const cue = this.#behind('seller_cue', at);
    return cue !== null && this.sellers.at(this.tokens, cue) !== null;
  }

  /** Where the phrase that begins at a token ends; null where there is none or it is too long to be sure of. */
  #endOfPhrase(from: number): number | null {
    let at = from;
    while (at < this.tokens.length) {
      const token = this.tokens[at] as Token;
      const isInside =
        at > from && token.glued && /^[-/&+.'’"%]$/.test(token.folded) && this.tokens[at + 1]?.glued;
      if (token.kind === 'sign' && !isInside) break;
      if (this.#behind('phrase_end', at) !== null || this.#behind('or', at) !== null) break;
      if (this.#behind('and', at) !== null && token.kind === 'word') break;
      if (this.#opensRule(at) || (at > from && this.#endOfSize(at) !== null)) break;
      if (at - from >= LONGEST_PHRASE) return null;
      at++;
    }
    const first = this.tokens[from];
    // `4k`, unlike a number by itself, names something
    const isNamed = first?.kind === 'word' || (first?.kind === 'number' && this.#isGluedWord(from + 1));
    return at > from && isNamed ? at : null;
  }

  #isGluedWord(at: number): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && token.glued;
  }

  /**
   * Phrases joined by one of `joiners`, and by commas where a joiner comes at last (`Sony, Bose or JBL`); null where
   * the first is not clear.
   */
  #phrases(
    at: number,
    joiners: ListName[],
  ): { phrases: [first: number, last: number][]; next: number } | null {
    const sure: [number, number][] = [];
    let waiting: [number, number][] = [];
    let next = at;
    let isSure = true;
    for (let from: number | null = at; from !== null; ) {
      const first = this.#behindArticles(from);
      const last = this.#endOfPhrase(first);
      if (last === null) break;
      waiting.push([first, last]);
      if (isSure) {
        sure.push(...waiting);
        waiting = [];
        next = last;
      }
      const comma: number = this.tokens[last]?.folded === ',' ? last + 1 : last;
      const joined: number | undefined =
        joiners.map((list) => this.#behind(list, comma)).find((to) => to !== null) ?? undefined;
      isSure = joined !== undefined;
      from = joined ?? (comma > last ? comma : null);
    }
    return sure.length === 0 ? null : { phrases: sure, next };
  }

  /** What is left, as the pieces between spaces; joining words beside a constraint go with it. */
  #collectWords(): void {
    this.#dropJoiners();
    this.#keepHead();
    // praise alone is all there is to go by
    if (!this.#use.includes('word') && this.intent.must_have.length === 0)
      for (const at of this.#use.keys()) if (this.#use[at] === 'wish') this.#use[at] = 'word';
    let from = 0;
    while (from < this.tokens.length) {
      let to = from + 1;
      while (to < this.tokens.length && this.tokens[to]?.glued && this.#use[to] === this.#use[from]) to++;
      if (this.#use[from] === 'word') this.#addWord(from, to);
      if (this.#use[from] === 'wish') this.intent.wishes.push(this.#phrase(from, to));
      from = to;
    }
  }

  /** Of the words that are left. */
  #collectFreed(): void {
    for (const at of this.tokens.keys()) {
      const freed = this.#use[at] === 'word' ? freedAt(this, at) : null;
      if (freed) this.intent.free_of.push({ text: this.text.slice(freed.start, freed.end), ...freed });
    }
  }

  #addWord(from: number, to: number): void {
    let first = from;
    let last = to;
    const isNoise = (at: number) =>
      this.tokens[at]?.kind === 'sign' && !/^[%°+\p{Sc}]$/u.test(this.tokens[at].folded);
    while (first < last && isNoise(first)) first++;
    while (last > first && isNoise(last - 1)) last--;
    if (!this.tokens.slice(first, last).some(({ kind }) => kind !== 'sign')) return;
    if (first < last) this.intent.words.push(this.#phrase(first, last));
  }

  #dropJoiners(): void {
    for (const at of this.tokens.keys()) {
      if (this.#use[at] !== 'word' || (this.#behind('and', at) ?? this.#behind('or', at)) !== at + 1)
        continue;
      if (this.#use[at - 1] === 'taken' || this.#use[at + 1] === 'taken') this.#use[at] = 'dropped';
    }
  }

  /**
   * `no leather shoes` wants shoes: where nothing else is left, the thing is the end of the last refused phrase that
   * names a kind of thing, else its last word.
   */
  #keepHead(): void {
    const isNamed = this.#use.some((use, at) => use === 'word' && this.tokens[at]?.kind === 'word');
    const phrase = this.intent.avoid.at(-1);
    if (isNamed || !phrase || this.intent.must_have.length > 0) return;
    const inside = [...this.tokens.keys()].filter(
      (at) => (this.tokens[at]?.start ?? 0) >= phrase.start && (this.tokens[at]?.end ?? 0) <= phrase.end,
    );
    const first = inside[0];
    const last = this.lexicon.headLast ? inside.at(-1) : undefined;
    if (first === undefined || last === undefined) return;
    const head = inside.slice(1).find((at) => this.#isKind(at, last)) ?? last;
    if (head === first || this.tokens[head]?.glued) return;
    this.intent.avoid.splice(-1, 1, this.#phrase(first, head));
    this.#use.fill('word', head, last + 1);
  }

  /** `washing machine` of `isn't loud washing machine`. */
  #isKind(from: number, last: number): boolean {
    const words = this.tokens.slice(from, last + 1);
    return (
      words.every(({ kind }) => kind === 'word') && this.isKind(words.map(({ folded }) => folded).join(' '))
    );
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
