import type { NamedRun } from '../../pipelines/domain/intent.ts';
import { SUPPLY_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
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
  // `HP 963, black ink`: what is used up is named by a number.
  const isSupply = [...own].some((word) => SUPPLY_WORDS.has(word) || SUPPLY_WORDS.has(fromPlural(word)));
  const codes = constraints.words
    .split(/\s+/)
    .filter(
      (word) =>
        !wordsOf(word).some((one) => own.has(one.text)) &&
        ((CODE.test(word) && isMeant(word)) || (isSupply && NUMBER.test(word))),
    );
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
const NUMBER = /^\d{2,}$/;
/** Letters with digits, numbers joined by a dash, and two sides: what somebody names so is meant just so, wherever it stands. */
const CODE = /^(?=.*\d)(?=.*\p{L}.*\p{L}|\p{L}+-?\d|\d+-\d{2}|\d{2,}[x×]\d{2})/u;
