import { ACCESSORY_WORDS, EMPTY_WORDS, SPARE_PART_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { EnglishWords } from '../embedding/english_words.ts';
import type { TextList } from './text_list.ts';

/** Nodes named so hold what goes with a thing, not the thing. */
const BESIDE =
  /(?:^|_)(?:accessor(?:y|ies)|parts?|suppl(?:y|ies)|replacements?|cases|covers|mounts|stands)(?:_|$)/;

/** The kinds of thing that a catalogue knows: the words that its categories are named by. */
export class Kinds {
  readonly #byWord = new Map<string, Set<number>>();
  readonly #byHead = new Map<string, Set<number>>();

  constructor(categories: TextList) {
    const empty = EMPTY_WORDS.get('en') as ReadonlySet<string>;
    for (let category = 0; category < categories.size; category++) {
      const path = categories.text(category);
      const leaf = path.slice(path.lastIndexOf('.') + 1);
      const words = wordsOf(leaf.replaceAll('_', ' ')).map(({ text }) => text);
      // `printer accessories` are of the kind of their last word alone.
      const named = BESIDE.test(leaf) ? words.slice(-1) : words;
      for (const word of named) if (!empty.has(word)) add(this.#byWord, word, category);
      for (const word of headsOf(leaf)) add(this.#byHead, word, category);
    }
  }

  /** The words that head categories. */
  get heads(): Iterable<string> {
    return this.#byHead.keys();
  }

  isKind(word: string): boolean {
    return this.#byWord.has(word);
  }

  /** Whether a word heads a category, and does not only say which things it holds: `blanket`, not `weighted`. */
  isHeading(word: string): boolean {
    return this.#byHead.has(word);
  }

  /** Numbers of the categories that hold what a word names, as mouse pads hold no mice; of all it names if none does. */
  categoriesHolding(words: readonly string[]): ReadonlySet<number> {
    const headed = new Set(words.flatMap((word) => [...(this.#byHead.get(word) ?? [])]));
    return headed.size > 0 ? headed : new Set(words.flatMap((word) => [...this.categoriesOf(word)]));
  }

  /** Numbers of the categories that are lists of what a word names; none of `guitar_strings` for `guitar`. */
  categoriesHeaded(word: string): ReadonlySet<number> {
    return this.#byHead.get(word) ?? NO_CATEGORIES;
  }

  /**
   * Tells of a word whether it names what other categories hold than those of these words: `filter` beside `laptop`. An
   * accessory's word that only tells categories apart has none: a stand is no mixer, though there are `stand_mixers`.
   */
  namesOtherThan(words: readonly string[]): (word: string) => boolean {
    const own = words.some(isAccessory)
      ? new Set(words.flatMap((word) => [...this.categoriesHeaded(word)]))
      : this.categoriesHolding(words);
    return (word) => {
      const headed = this.#byHead.get(word);
      return headed !== undefined && headed.isDisjointFrom(own);
    };
  }

  /** Numbers of the categories that a word names. */
  categoriesOf(word: string): ReadonlySet<number> {
    return this.#byWord.get(word) ?? NO_CATEGORIES;
  }
}

const NO_CATEGORIES: ReadonlySet<number> = new Set();

/** Plurals of things that are sold, without an s that could be taken away. */
const OTHER_PLURALS = new Set(['mice', 'men', 'women', 'children', 'feet', 'teeth']);

function add(numbers: Map<string, Set<number>>, word: string, category: number): void {
  const known = numbers.get(word) ?? new Set();
  numbers.set(word, known.add(category));
}

/** What a leaf is a list of: its last word, and those before it that are written in the plural (`mice_trackballs`). */
function headsOf(leaf: string): string[] {
  const written = leaf.split('_');
  return written.flatMap((word, at) => {
    const text = wordsOf(word)[0]?.text ?? '';
    const isHead = at === written.length - 1 || text !== word || OTHER_PLURALS.has(word);
    return isHead && text !== '' ? [text] : [];
  });
}

/** Whether a word is what goes with a thing: a case, a charger, a spare part. */
export const isAccessory = (word: string): boolean => ACCESSORY_WORDS.has(word) || SPARE_PART_WORDS.has(word);

/** Letters of the shortest accessory that ends a longer word. */
const LEAST_END = 4;

/** How a book or a notebook is bound, which is no cover for one; several languages write it so. */
const BINDINGS: ReadonlySet<string> = new Set(['hardcover', 'softcover']);

/** Whether a word is an accessory's, or ends with it: `quickdock`, `laptoptasche`; a word of English (`nightstand`) is another. */
export function endsAsAccessory(word: string): boolean {
  if (isAccessory(word)) return true;
  if (BINDINGS.has(word)) return false;
  const ends = Array.from(word.slice(LEAST_END), (_, at) => word.slice(at + 1));
  return ends.some(isAccessory) && !EnglishWords.standard().has(word);
}
