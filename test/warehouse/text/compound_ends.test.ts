import { describe, expect, test } from 'vitest';
import { indexOf, OFFER, productsFound, titled } from './catalogue.ts';

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
