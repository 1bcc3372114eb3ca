import { foldText } from '../text/fold.ts';
import type { Token } from '../text/tokens.ts';
import table from './topics.json' with { type: 'json' };

/** What a text is about, by words that tell it in any language: what a bare `17"` or `64 GB` measures hangs on it. */
export type Topic = keyof typeof table;

const TOPICS = Object.keys(table) as Topic[];

/** Folded word → topics, one bit each. */
const BITS: ReadonlyMap<string, number> = bitsOf();

function bitsOf(): Map<string, number> {
  const bits = new Map<string, number>();
  TOPICS.forEach((topic, place) => {
    for (const word of table[topic].split(' ').map(foldText))
      bits.set(word, (bits.get(word) ?? 0) | (1 << place));
  });
  return bits;
}

const placeOf = (topic: Topic): number => 1 << TOPICS.indexOf(topic);

/** The topics of a set of bits. */
export class Topics {
  readonly #bits: number;

  constructor(bits: number) {
    this.#bits = bits;
  }

  has(topic: Topic): boolean {
    return (this.#bits & placeOf(topic)) !== 0;
  }
}

/** The topics of some tokens of a text. */
export function topicsOf(tokens: readonly Token[], from = 0, next = tokens.length): Topics {
  let bits = 0;
  for (let at = Math.max(0, from); at < Math.min(next, tokens.length); at++)
    bits |= BITS.get((tokens[at] as Token).text) ?? 0;
  return new Topics(bits);
}
