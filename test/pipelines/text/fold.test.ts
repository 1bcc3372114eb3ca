import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldedParts,
  foldKey,
  foldSlug,
  foldText,
  foldWithPlaces,
  rawEnd,
} from '../../../pipelines/text/fold.ts';

const anyText = () => fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

describe('foldText', () => {
  it.each([
    ['Ｓｏｎｙ　ＷＨ', 'sony wh'],
    ['Weiß', 'weiss'],
    ['WEIẞ', 'weiss'],
    ['Ørsted', 'orsted'],
    ['Łódź', 'lodz'],
    ['Æsop Œuvre', 'aesop oeuvre'],
    ['Ðuro đon þing', 'duro don thing'],
    ['ﬁne ﬂour', 'fine flour'],
    ['Crème Brûlée', 'creme brulee'],
    ['ΟΔΟΣ Σίσυφος', 'οδοσ σισυφοσ'],
    ['ёлка Йод', 'елка иод'],
    ['İstanbul ısı', 'istanbul isi'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد ـــ كتاب', 'محمد  كتاب'],
    ['فارسی', 'فارسي'],
    ['٣٣٠ ۵ ५', '330 5 5'],
    ['ガギグ ｶﾞ', 'ガギグ ガ'],
    ['น้ำ', 'น\u0e49\u0e4d\u0e32'],
    ['500㎖ ㎏', '500ml kg'],
    ['1½ ½ 2¾', '1 1/2 1/2 2 3/4'],
    ['m² 15³', 'm2 15 '],
    ['L’Oréal “x” 15″', 'l\'oreal "x" 15"'],
    ['30×40 – 50', '30x40 - 50'],
    ['Sony™ Nestlé®', 'sony  nestle '],
    ['zero\u200bwidth\u200f', 'zerowidth'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('folding twice is folding once, for every character and for texts', () => {
    const unstable: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const once = foldText(String.fromCodePoint(code));
      if (foldText(once) !== once) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it('is the same for upper and lower case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zéøßæłα-ωа-я0-9 '"½-]*$/), (text) => {
        expect(foldText(text.toUpperCase())).toBe(foldText(text));
      }),
    );
  });

  it('knows where every character comes from', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const { folded, places } = foldWithPlaces(text);
        expect(places.length).toBe(folded.length + 1);
        expect(places.at(-1)).toBe(text.length);
        for (let at = 1; at < places.length; at++)
          expect(places[at] as number).toBeGreaterThanOrEqual(places[at - 1] as number);
      }),
    );
    const { folded, places } = foldWithPlaces('Große 1½ l');
    expect(folded).toBe('grosse 1 1/2 l');
    expect('Große 1½ l'.slice(places[folded.indexOf('1 1/2')], places[folded.indexOf(' l')])).toBe('1½');
  });

  it('folds a character alike among others that fold, whatever the shortest way', () => {
    for (let code = 0; code < 0x3000; code++) {
      const character = String.fromCodePoint(code);
      // a mark joins the letter before it, a raised digit or a fraction the digit
      if (/^[\p{M}\p{Cf}]/u.test(character)) continue;
      expect([code, foldText(`${character} é`)]).toEqual([code, `${foldText(character)} e`]);
    }
  });

  it('ends a part of a character that became several behind that character', () => {
    const { folded, places } = foldWithPlaces('㈀ ß');
    expect(folded).toBe('(ᄀ) ss');
    expect([1, 2, 3, 4, 5, 6].map((end) => rawEnd(places, end))).toEqual([1, 1, 1, 2, 3, 3]);
  });
});

describe('foldKey', () => {
  it.each([
    ['WH-1000 XM4', 'wh1000xm4'],
    ['Nestlé®', 'nestle'],
    ['L’Oréal', 'loreal'],
    ['Weiß', 'weiss'],
    ['Ｓｏｎｙ', 'sony'],
    ['תנובה', 'תנובה'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['--', ''],
  ])('%s is %s', (text, key) => {
    expect(foldKey(text)).toBe(key);
  });

  it('keeps letters and digits only, whatever the case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zé0-9 _.-]*$/), (text) => {
        expect(foldKey(text.toUpperCase())).toBe(foldKey(text));
        expect(foldKey(text)).toMatch(/^[a-z0-9]*$/);
      }),
    );
  });
});

it('parts a name as the parts of a key', () => {
  expect(foldedParts('Größe & Farbe (cm)')).toEqual(['grosse', 'farbe', 'cm']);
  expect(foldSlug('Größe & Farbe (cm)')).toBe('grosse_farbe_cm');
});
