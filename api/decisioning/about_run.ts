import type { NamedRun } from '../../pipelines/domain/intent.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { packsAsked } from './packed_amounts.ts';

/** A question about the thing that a run names: the rest of the text ranks, but for constraints, codes that are meant and what it is for. */
export function aboutRun(
  constraints: ShopperConstraints,
  { text, purpose }: NamedRun,
  isMeant: (code: string) => boolean = () => true,
): ShopperConstraints {
  const piece = `${text} ${purpose}`.trim();
  const own = new Set(wordsOf(piece).map((word) => word.text));
  const codes = constraints.words
    .split(/\s+/)
    .filter((word) => CODE.test(word) && !wordsOf(word).some((one) => own.has(one.text)))
    .filter(isMeant);
  const others = constraints.pieces.filter((other) => other !== piece);
  const packs = packsAsked(constraints.words).map(({ words }) => words.join(' '));
  return {
    ...constraints,
    words: [piece, ...codes, ...packs].join(' '),
    asked: piece,
    pieces: [piece],
    uses: [...others, constraints.uses].join(' ').trim(),
    doubted: [],
    clauses: [],
  };
}
/** Letters with digits, and numbers joined by a dash: what somebody names so is meant just so, wherever it stands. */
const CODE = /^(?=.*\d)(?=.*\p{L}.*\p{L}|\p{L}+-?\d|\d+-\d{2})/u;
