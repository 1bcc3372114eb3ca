import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CompoundEnds } from '../../../warehouse/text/compound_ends.ts';
import { misspellingColumns } from '../../../warehouse/text/misspelling.ts';
import { indexOf, listOf, OFFER, productsFound, titled } from './catalogue.ts';

const found = (q: string, ...titles: string[]) => productsFound(titled(...titles), { q });

describe('a German or Dutch compound is found by its end', () => {
  test('where what stands before it is a word here, whatever joins the two', () => {
    expect(found('Messer', 'Kestrix Kochmesser', 'Koch am Tisch', 'Oak desk')).toEqual([0]);
    expect(found('schrank', 'Kestrix Aktenschrank', 'Tarnel Akte', 'Oak desk')).toEqual([0]);
    expect(found('Messer', 'Kestrix Zorbmesser', 'Oak desk')).toEqual([]);
  });

  test('or of a list of words in any language', () => {
    expect(found('Futter', 'Vantor Hundefutter 2 kg', 'Oak desk')).toEqual([0]);
    expect(found('lijm', 'Titebond houtlijm', 'Oak desk')).toEqual([0]);
  });

  test('not where the end is short: there is no egg in the police', () => {
    expect(found('Ei', 'Polizei Auto', 'Pol', 'Oak desk')).toEqual([]);
    expect(found('eis', 'Tarnel Reis', 'Oak desk')).toEqual([]);
    expect(found('Reis', 'Preis', 'Oak desk')).toEqual([]);
  });

  test('not of what is English, or a maker’s name', () => {
    expect(found('stand', 'Oak nightstand', 'Night lamp')).toEqual([]);
    expect(found('messer', 'Oak Kochmesser', 'Koch')).toEqual([0]);
    const ofMaker = [
      { texts: [{ title: 'Messer gas', brand: 'Messer' }], offers: [OFFER] },
      { texts: [{ title: 'Kochmesser' }], offers: [OFFER] },
      { texts: [{ title: 'Koch' }], offers: [OFFER] },
    ];
    expect(productsFound(indexOf(ofMaker), { q: 'messer' })).toEqual([0]);
  });

  test('as a title of two words is, whether or not something is called so by itself', () => {
    const weights = (...titles: string[]) =>
      titled(...titles)
        .parse('rundholz')
        .groups[0]?.variants.map(({ weight }) => weight);
    expect(weights('Rundholz', 'Eichenrundholz', 'Eiche')).toEqual([1, 1]);
    expect(weights('Eichenrundholz', 'Eiche')).toEqual([1]);
  });

  test('beside what means the same in another language', () => {
    expect(found('Messer', 'Kestrix knife', 'Vantor Kochmesser', 'Koch')).toHaveLength(2);
  });
});

describe('all words are found that end with another one', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', 'й', '1'), maxLength: 9 });
  const ending = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', 'a', '1'), minLength: 3, maxLength: 6 });

  test('as looking at each of them finds them, whatever else ends nearly so', () => {
    fc.assert(
      fc.property(fc.uniqueArray(part, { minLength: 1, maxLength: 60 }), ending, (parts, end) => {
        const words = [...new Set([...parts, ...parts.map((one) => one + end)])].filter((one) => one !== '');
        const texts = words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const terms = listOf(texts);
        const postings = Uint32Array.from({ length: texts.length + 1 }, (_, at) => at);
        const ends = new CompoundEnds(misspellingColumns(terms, postings), terms);
        const wanted = texts.filter(
          (one) =>
            /^[abäй]{4,}$/.test(end) && one.endsWith(end) && /^[abäй]{3,15}$/.test(one.slice(0, -end.length)),
        );
        const told = ends.of(end).map(({ term }) => texts[term] as string);
        expect(told.toSorted()).toEqual(wanted.toSorted());
      }),
    );
  });
});
