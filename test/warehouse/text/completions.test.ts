import { describe, expect, it } from 'vitest';
import { Completions, partsTyped } from '../../../warehouse/text/completions.ts';
import { indexOf, OFFER } from './catalogue.ts';

describe('what goes on from finished words', () => {
  const titles = [
    ...Array.from({ length: 6 }, (_, no) => `Ink Cartridge ${no} for 250 pages, Black`),
    ...Array.from({ length: 4 }, (_, no) => `Ink Cartridge ${no} for 250 pages, Blue`),
    ...Array.from({ length: 2 }, (_, no) => `Ink Cartridge ${no} for 250 pages, Beige`),
    ...Array.from({ length: 9 }, (_, no) => `Bronze lamp ${no}, black`),
  ];
  const index = indexOf(titles.map((title) => ({ texts: [{ title }], offers: [OFFER] })));
  const queries = async (q: string) =>
    (await index.suggest({ q })).flatMap((one) => (one.kind === 'query' ? [[one.text, one.products]] : []));

  it('is any word that titles have beside all of them, the commonest first', async () => {
    expect(await queries('ink b')).toEqual([
      ['ink black', 6],
      ['ink blue', 4],
    ]);
    expect(await queries('ink cartridge bl')).toEqual([
      ['ink cartridge black', 6],
      ['ink cartridge blue', 4],
    ]);
  });

  it('is nothing where no title has both, where a word is not known, and for what is typed already', async () => {
    expect(await queries('ink bro')).toEqual([]);
    expect(await queries('qzxvkwj bl')).toEqual([]);
    expect((await queries('ink in')).map(([text]) => text)).not.toContain('ink ink');
    expect(await queries('ink ')).toEqual([['ink cartridge', 12]]);
  });

  it('tells about how many products there are where only the best are read, and reads them once', () => {
    let searches = 0;
    const many = new Completions({
      parse: (q) => index.parse(q),
      found: () => ({ products: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], total: 1_000 * ++searches }),
      termsOf: (product) => index.termsOf(product),
      termOf: (word) => index.termOf(word),
    });
    const first = [
      { word: 'black', products: 600 },
      { word: 'blue', products: 400 },
    ];
    expect(many.of('ink', ['blue', 'black'])).toEqual(first);
    expect(many.of('ink', ['black', 'blue', 'qzx'])).toEqual(first);
    for (let no = 0; no < 256; no++) many.of(`ink ${no}`, []);
    expect(many.of('ink', ['blue'])).not.toEqual(first.slice(1));
  });

  it.each([
    ['ink b', { finished: 'ink', begun: 'b' }],
    [' hp  ink  b', { finished: 'hp  ink', begun: 'b' }],
    ['ink', null],
    ['ink ', null],
    ['', null],
  ])('%j is %j', (q, parts) => {
    expect(partsTyped(q)).toEqual(parts);
  });
});
