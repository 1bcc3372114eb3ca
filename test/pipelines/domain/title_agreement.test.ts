import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Claim, claimsContradict, titlesAgree } from '../../../pipelines/domain/title_agreement.ts';

describe('titles agree', () => {
  test.each<[Claim, Claim, boolean]>([
    [{ title: 'Boss Highlighter yellow' }, { title: 'HIGHLIGHTER pen' }, true],
    [{ title: 'Café crème' }, { title: 'cafe 250 g' }, true],
    [{ title: 'Stabilo marker', brand: 'Stabilo' }, { title: 'Stabilo rope', brand: 'Stabilo' }, true],
    [
      { title: 'Acme reinforced garden hose', brand: 'Acme' },
      { title: 'Acme opal ceiling light, dimmable', brand: 'Acme' },
      false,
    ],
    [{ title: 'Highlighters' }, { title: 'highlight' }, true],
    [{ title: 'Garden hose' }, { title: 'Gouda' }, false],
    [{}, { title: null }, true],
    [{ title: 'a' }, {}, false],
    [{ title: 'במבה אוסם 80 גרם' }, { title: 'אוסם במבה' }, true],
    [{ title: 'במבה 80 גרם' }, { title: 'Bamba peanut puffs' }, false],
  ])('%j and %j: %j', (one, other, expected) => {
    expect(titlesAgree(one, other)).toBe(expected);
  });
});

describe('claims contradict', () => {
  const claim = fc.record(
    { title: fc.string(), brand: fc.string(), mpn: fc.string() },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Claim>;

  test.each<[what: string, one: Claim, other: Claim, expected: boolean]>([
    ['titles at odds', { brand: 'Acme', title: 'garden hose' }, { brand: 'Lux', title: 'opal lamp' }, true],
    ['titles that agree', { brand: 'Acme', title: 'garden hose' }, { brand: 'Lux', title: 'hose' }, false],
    ['part numbers at odds', { brand: 'Acme', mpn: 'A-1' }, { brand: 'Lux', mpn: 'B-1' }, true],
    ['part numbers alike', { brand: 'Acme', mpn: 'A-1' }, { brand: 'Lux', mpn: 'a1' }, false],
    [
      'titles at odds, part numbers alike',
      { brand: 'Acme', title: 'garden hose', mpn: 'A-1' },
      { brand: 'Lux', title: 'opal lamp', mpn: 'a1' },
      false,
    ],
    [
      'titles that agree, part numbers at odds',
      { brand: 'Acme', title: 'garden hose', mpn: 'A-1' },
      { brand: 'Lux', title: 'hose', mpn: 'B-1' },
      false,
    ],
    [
      'both at odds',
      { brand: 'Acme', title: 'garden hose', mpn: 'A-1' },
      { brand: 'Lux', title: 'opal lamp', mpn: 'B-1' },
      true,
    ],
    ['a title on one side alone', { brand: 'Acme', title: 'garden hose' }, { brand: 'Lux' }, false],
    [
      'a part number on one side alone',
      { brand: 'Acme', mpn: 'A-1' },
      { brand: 'Lux', title: 'lamp' },
      false,
    ],
    ['nothing but brands', { brand: 'Acme' }, { brand: 'Lux' }, false],
    ['one brand', { brand: 'Acme', title: 'garden hose' }, { brand: 'ACME', title: 'opal lamp' }, false],
    [
      'brands that share a word',
      { brand: 'Acme Pro', title: 'garden hose' },
      { brand: 'pro', title: 'opal lamp' },
      false,
    ],
    ['a brand of signs', { brand: '-', title: 'garden hose' }, { brand: 'Lux', title: 'opal lamp' }, false],
  ])('%s', (_, one, other, expected) => {
    expect([claimsContradict(one, other), claimsContradict(other, one)]).toEqual([expected, expected]);
  });

  test('never a claim its own copy, whichever way round', () => {
    fc.assert(
      fc.property(claim, claim, (one, other) => {
        expect(claimsContradict(one, one)).toBe(false);
        expect(claimsContradict(one, other)).toBe(claimsContradict(other, one));
      }),
    );
  });

  test('never without two brands that share no word', () => {
    fc.assert(
      fc.property(claim, claim, fc.stringMatching(/^[a-z]{3,8}$/), (one, other, word) => {
        expect(claimsContradict({ ...one, brand: null }, other)).toBe(false);
        expect(claimsContradict({ ...one, brand: `${word} a` }, { ...other, brand: `b ${word}` })).toBe(
          false,
        );
      }),
    );
  });
});
