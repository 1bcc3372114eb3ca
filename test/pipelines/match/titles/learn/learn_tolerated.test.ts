import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../../../pipelines/match/titles/compare/conflicts.ts';
import { type SurePair, toleratedIn } from '../../../../../pipelines/match/titles/learn/learn_tolerated.ts';
import { STATED_KINDS, type StatedKind } from '../../../../../pipelines/text/statement.ts';

const bits = (...kinds: StatedKind[]) =>
  kinds.reduce((sum, kind) => sum | (1 << STATED_KINDS.indexOf(kind)), 0);
const [A, B, C] = [11, 22, 33];
const times = (count: number, kinds: number, right: boolean, sellers: [number, number]): SurePair[] =>
  Array.from({ length: count }, () => ({ bits: kinds, right, sellers }));
const learned = (pairs: SurePair[]) => {
  const { everywhere = 0, sellers = [] } = toleratedIn(pairs) ?? {};
  return {
    everywhere: kindsOf(everywhere),
    sellers: sellers.map(([seller, kinds]) => [seller, kindsOf(kinds)]),
  };
};

describe('what may be stated differently', () => {
  it('is nothing that was not seen often', () => {
    expect(toleratedIn([])).toBeUndefined();
    expect(toleratedIn(times(48, bits('colour'), true, [A, B]))).toBeUndefined();
  });

  it('is what 98 of 100 right pairs differ in', () => {
    expect(learned(times(49, bits('colour'), true, [A, B]))).toEqual({
      everywhere: ['colour'],
      sellers: [
        [A, ['colour']],
        [B, ['colour']],
      ],
    });
    const some = [...times(97, bits('size'), true, [A, B]), ...times(2, bits('size'), false, [A, B])];
    expect(toleratedIn(some)).toBeUndefined();
  });

  it('is what one seller states wrongly, while others state it right', () => {
    const pairs = [
      ...times(60, bits('colour'), true, [A, B]),
      ...times(60, bits('colour'), true, [C, A]),
      ...times(60, bits('colour'), false, [B, C]),
    ];
    expect(learned(pairs)).toEqual({ everywhere: [], sellers: [[A, ['colour']]] });
  });

  it('is not told by pairs that differ in several kinds, nor by those that differ in none', () => {
    expect(toleratedIn(times(100, bits('colour', 'size'), true, [A, B]))).toBeUndefined();
    expect(toleratedIn(times(100, 0, true, [A, B]))).toBeUndefined();
  });

  it('is told of the last kind too', () => {
    expect(learned(times(60, bits('holds'), true, [A, A]))).toEqual({
      everywhere: ['holds'],
      sellers: [[A, ['holds']]],
    });
  });
});
