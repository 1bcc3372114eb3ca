import type { Fit } from './measured_fit.ts';
import type { Hit, SearchAnswer } from './search_answer.ts';

/** What a hit may be, as bits; above them how it stands to measures, and one more, or 0 where none were asked for. */
const [ALIKE, SEVERAL, THING] = [1, 2, 4];
const FIT_FROM = 8;

/** An answer whose hits are columns: a thread hands a few arrays on in a hundredth of what 800 objects take. */
export type PackedAnswer = Omit<SearchAnswer, 'hits'> & {
  keys: Float64Array;
  products: Uint32Array;
  scores: Float64Array;
  marks: Uint8Array;
};

export function packed({ hits, ...answer }: SearchAnswer): PackedAnswer {
  return {
    ...answer,
    keys: Float64Array.from(hits, ({ key }) => key),
    products: Uint32Array.from(hits, ({ product }) => product),
    scores: Float64Array.from(hits, ({ score }) => score),
    marks: Uint8Array.from(hits, markOf),
  };
}

export function unpacked({ keys, products, scores, marks, ...answer }: PackedAnswer): SearchAnswer {
  const hits = Array.from(products, (product, at) => ({
    key: keys[at] as number,
    product,
    score: scores[at] as number,
    ...(marks[at] === 0 ? {} : marked(marks[at] as number)),
  }));
  return { ...answer, hits };
}

const markOf = ({ alike, several, isThing, fit }: Hit): number =>
  (alike ? ALIKE : 0) +
  (several ? SEVERAL : 0) +
  (isThing ? THING : 0) +
  (fit === undefined ? 0 : FIT_FROM * (1 + fit));

const marked = (mark: number): Pick<Hit, 'alike' | 'several' | 'isThing' | 'fit'> => ({
  ...(mark & ALIKE ? { alike: true as const } : {}),
  ...(mark & SEVERAL ? { several: true as const } : {}),
  ...(mark & THING ? { isThing: true as const } : {}),
  ...(mark < FIT_FROM ? {} : { fit: (Math.floor(mark / FIT_FROM) - 1) as Fit }),
});
