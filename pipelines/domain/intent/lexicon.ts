import { functionWords } from '../../text/languages.ts';
import type { Condition } from '../listing.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import { type Token, tokenise } from './tokens.ts';

const LISTS = [
  'at_most',
  'at_least',
  'strict',
  'or_less',
  'or_more',
  'between',
  'range_joiner',
  'not_a_budget_after',
  'must_have',
  'not_must_have_before',
  'praise',
  'wish',
  'avoid',
  'avoid_from',
  'and',
  'or',
  'phrase_end',
  'skipped',
  'seller_cue',
  'plain',
  'filler',
  'measured',
] as const;
export type ListName = (typeof LISTS)[number];

/** The words of one language, as its file holds them; README.md beside it tells what each list is for. */
export type IntentWords = Record<ListName, readonly string[]> & {
  condition: Partial<Record<Condition, readonly string[]>>;
  condition_beside_another: Partial<Record<Condition, readonly string[]>>;
  /** ISO 4217 codes, parted by spaces, the commonest first → words. */
  currency: Readonly<Record<string, readonly string[]>>;
  head_last: boolean;
};

/** ISO 639-1 code → words. A language is added by a file of the same lists and a line here. */
export const INTENT_LANGUAGES: Readonly<Record<string, IntentWords>> = { en, de, es, fr, it, nl };

/** Phrases by their first token, longest first, each with what it stands for. */
export class Phrases<Value> {
  readonly #byFirst = new Map<string, { words: string[]; value: Value }[]>();

  add(phrase: string, value: Value): void {
    const words = tokenise(phrase).map((token) => token.folded);
    const [first] = words;
    if (first === undefined) return;
    const listed = this.#byFirst.get(first) ?? [];
    listed.push({ words, value });
    listed.sort((a, b) => b.words.length - a.words.length);
    this.#byFirst.set(first, listed);
  }

  /** The longest phrase that begins at a token: where it ends and its value, or null. */
  at(tokens: readonly Token[], from: number): { next: number; value: Value } | null {
    const first = tokens[from];
    if (!first) return null;
    for (const { words, value } of this.#byFirst.get(first.folded) ?? [])
      if (words.every((word, offset) => tokens[from + offset]?.folded === word))
        return { next: from + words.length, value };
    return null;
  }
}

export interface Lexicon {
  lists: Readonly<Record<ListName, Phrases<true>>>;
  condition: Phrases<Condition>;
  /** Words that name a condition only beside another: `new or refurbished`. */
  conditionBeside: Phrases<Condition>;
  /** Currency words, with the ISO 4217 codes they may mean, the commonest first. */
  currency: Phrases<readonly string[]>;
  /** The wanted thing stands last in `no leather shoes` (English), not first (Spanish). */
  headLast: boolean;
}

/** The words of several languages as one; the first decides the order of words. */
export function lexiconOf(languages: readonly string[]): Lexicon {
  const lists = Object.fromEntries(LISTS.map((name) => [name, new Phrases<true>()])) as Lexicon['lists'];
  const condition = new Phrases<Condition>();
  const conditionBeside = new Phrases<Condition>();
  const currency = new Phrases<readonly string[]>();
  for (const language of languages) {
    const words = INTENT_LANGUAGES[language];
    if (!words)
      throw new RangeError(
        `No intent words for language ${language}; there are ${Object.keys(INTENT_LANGUAGES).join(', ')}.`,
      );
    for (const name of LISTS) for (const phrase of words[name]) lists[name].add(phrase, true);
    for (const article of functionWords(language, ['articles'])) lists.skipped.add(article, true);
    for (const [name, phrases] of Object.entries(words.condition))
      for (const phrase of phrases) condition.add(phrase, name as Condition);
    for (const [name, phrases] of Object.entries(words.condition_beside_another))
      for (const phrase of phrases) conditionBeside.add(phrase, name as Condition);
    for (const [codes, phrases] of Object.entries(words.currency))
      for (const phrase of phrases) currency.add(phrase, codes.split(' '));
  }
  const headLast = INTENT_LANGUAGES[languages[0] ?? 'en']?.head_last ?? true;
  return { lists, condition, conditionBeside, currency, headLast };
}
