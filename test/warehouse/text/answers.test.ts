import { describe, expect, test } from 'vitest';
import { AmountColumns } from '../../../pipelines/attributes/amount_columns.ts';
import { listingQuantities } from '../../../pipelines/attributes/stated_quantities.ts';
import { intentReader } from '../../../pipelines/domain/intent.ts';
import { quantise } from '../../../warehouse/embedding/vector.ts';
import { VectorTable } from '../../../warehouse/embedding/vector_table.ts';
import { FIT } from '../../../warehouse/text/measured_fit.ts';
import type { SearchRequest } from '../../../warehouse/text/search_request.ts';
import { VariantAmounts } from '../../../warehouse/text/variant_amounts.ts';
import { indexOf, OFFER, productsFound, titled } from './catalogue.ts';

const SHELVES = Array.from({ length: 9 }, (_, no) => `Oak shelf ${no + 10}`);
const answered = (q: string, ...titles: string[]) =>
  titled(...titles, ...SHELVES).searchNow({ q, more: true, things: true });

test('what has too little of all words, unknown ones too, only follows, and is told to lack words', () => {
  const { total, further, hits, lacks, unknown } = answered(
    'kestrix city and knights',
    'Lumo city station',
    'Kestrix board game',
  );
  expect({ total, further, lacks, unknown }).toEqual({
    total: 0,
    further: 2,
    lacks: true,
    unknown: ['knight'],
  });
  expect(new Set(hits.map(({ product }) => product))).toEqual(new Set([0, 1]));
});

test('an unknown word takes nothing from what has enough beside it', () => {
  const { total, lacks } = answered('kestrix city knights', 'Kestrix city game', 'Lumo city station');
  expect({ total, lacks }).toEqual({ total: 1, lacks: undefined });
});

test('in another order as many are found', () => {
  const index = titled('Lumo city station', 'Kestrix board game', ...SHELVES);
  const asked = { q: 'kestrix city and knights', more: true, things: true } as const;
  for (const sort of ['relevance', 'newest', 'price_asc'] as const)
    expect(index.searchNow({ ...asked, sort }).total).toBe(0);
});

test('a number alone is no thing that is asked for by a name', () => {
  const { total, further, hits } = answered('vantor fenix 8', 'Mild soap 8 x 2', 'Vantor watch', 'Clogs 8');
  expect({ total, further }).toEqual({ total: 0, further: 3 });
  expect(hits).toHaveLength(3);
  // Where a number is all that is asked for it is found.
  expect(productsFound(titled('Mild soap 8 x 2', ...SHELVES), { q: '8' })).toEqual([0]);
});

describe('what is not here', () => {
  const MATS = ['Vantor golf 7 mat', 'Vantor golf 8 mat', 'Lumo golf 8 mat, black'];

  test('is told of a series, where both levels are asked for, and others follow as if it were not named', () => {
    // The number is here, of other things.
    const silent = 'Golf mat in long brown leather with a thick soft edge';
    const index = titled(...MATS, silent, 'Oak desk 6', ...SHELVES);
    const asked = { q: 'golf 6 mat', more: true, things: true } as const;
    expect(index.searchNow(asked)).toMatchObject({ missing: 'golf 6', lacks: true, total: 0 });
    for (const part of [{ more: false }, { things: false }])
      expect(index.searchNow({ ...asked, ...part }), JSON.stringify(part)).not.toHaveProperty('missing');
    // What another number stands behind loses nothing by it, since the one that is asked for is not here.
    expect(index.searchNow(asked).hits.findIndex(({ product }) => product === 3)).toBe(3);
  });

  test('goes with a thing: that follows, is not counted and is told, by score alone', () => {
    const products = ['Vantor guitar strings', 'Lumo guitar strings', 'Ash guitar stand'].map((title) => ({
      texts: [{ title, category: 'music.guitar_strings', category_stated: true }],
      offers: [OFFER],
    }));
    const other = { texts: [{ title: 'Acoustic guitar kit', category: 'music.guitars' }], offers: [] };
    const index = indexOf([...products, other]);
    const asked = { q: 'guitar', more: true, things: true } as const;
    expect(index.searchNow(asked)).toMatchObject({ beside: 'guitar', total: 0, further: 3 });
    expect(index.searchNow({ ...asked, facets: true }).facets?.categories).toEqual([]);
    expect(index.searchNow({ ...asked, sort: 'price_asc' })).toMatchObject({
      total: 0,
      further: 0,
      hits: [],
    });
    for (const part of [{ more: false }, { things: false }])
      expect(index.searchNow({ ...asked, ...part })).toMatchObject({ total: 3 });
    expect(index.searchNow({ ...asked, more: false })).not.toHaveProperty('beside');
    // Of more than a hundred some are the thing.
    const many = Array.from({ length: 34 }, () => products).flat();
    expect(indexOf([...many, other]).searchNow(asked).total).toBe(102);
    expect(indexOf([...many.slice(0, 100), other]).searchNow(asked).total).toBe(0);
  });

  test('is not said of what a filter leaves, where something else of what is found is the thing', () => {
    const [guitar, strings] = [
      { title: 'Vantor guitar', category: 'music.guitars' },
      { title: 'Vantor guitar strings', category: 'music.guitar_strings' },
    ].map((text) => ({ ...text, category_stated: true }));
    const index = indexOf([
      { texts: [guitar as never], offers: [{ ...OFFER, cost: 90_000 }] },
      { texts: [strings as never], offers: [{ ...OFFER, cost: 900 }] },
    ]);
    const asked = { q: 'guitar', more: true, things: true } as const;
    expect(index.searchNow(asked).total).toBe(2);
    expect(index.searchNow({ ...asked, max_price_minor: 5_000 })).toMatchObject({ total: 1 });
    expect(index.searchNow({ ...asked, max_price_minor: 5_000 })).not.toHaveProperty('beside');
  });

  test('by most of its words is nothing, unless a word of it names a maker or what is left', () => {
    const stands = ['Vantor trellis stand 20', 'Lumo trellis stand 20', 'Ash trellis stand 20'].map(
      (title) => ({
        texts: [{ title, brand: title.split(' ')[0] ?? null, category: 'home.racks' }],
        offers: [OFFER],
      }),
    );
    const told = (q: string, products = stands) => {
      const { total, further, hits } = indexOf(products).searchNow({ q, more: true, things: true });
      return { total, further, hits: hits.length };
    };
    const nothing = { total: 0, further: 0, hits: 0 };
    // Neither a number nor a colour nor a guess names anything.
    expect(told('kelbur wendar 20')).toEqual(nothing);
    expect(told('trallis kelbur wendar')).toEqual(nothing);
    expect(told('vantor kelbur wendar')).toEqual({ total: 0, further: 1, hits: 1 });
    expect(told('trellis kelbur wendar')).toEqual({ total: 0, further: 3, hits: 3 });
    // Nor what a thing is like, which many are, whatever most of them have in common.
    const quiet = stands.map(({ texts, offers }) => ({
      texts: texts.map((text) => ({ ...text, title: text.title.replace('trellis', 'wireless') })),
      offers,
    }));
    expect(told('cuffie wireless', quiet)).toEqual(nothing);
    // By what it is like a thing that is here is not held to be missing.
    expect(told('stand leise')).toEqual({ total: 0, further: 3, hits: 3 });
    // Nor is anything left out where nobody states what a product is.
    const bare = stands.map(({ texts, offers }) => ({
      texts: texts.map(({ title }) => ({ title })),
      offers,
    }));
    expect(told('trellis kelbur wendar', bare as never).hits).toBe(3);
  });

  test('leaves the others where the thing itself is known, or the maker of any of the best is named', () => {
    const shelf = (title: string, brand: string) => ({
      texts: [{ title, brand, category: 'home.racks' }],
      offers: [OFFER],
    });
    const racks = Array.from({ length: 9 }, (_, no) => shelf(`Ash rack ${no}`, 'Ash'));
    const asked = { more: true, things: true } as const;
    // What most lie among here is called so in few titles, and so is not what they are.
    const city = indexOf([shelf('Lumo city', 'Lumo'), ...racks]);
    expect(city.searchNow({ q: 'kelbur wendar city', ...asked })).toMatchObject({ total: 0, further: 1 });
    expect(city.searchNow({ q: 'city kelbur wendar', ...asked })).toMatchObject({ total: 0, further: 0 });
    // Of the best two have the word, and the maker of the second is called so.
    const two = indexOf([shelf('Vantor vantor rack', 'Ash'), shelf('Lumo rack, vantor', 'Vantor'), ...racks]);
    expect(two.searchNow({ q: 'vantor kelbur wendar', ...asked })).toMatchObject({ total: 0, further: 2 });
  });

  test('is a solid word that was read as two', () => {
    const { readAs } = titled('Vantor fire stick', 'Oak desk').searchNow({ q: 'firestick' });
    expect(readAs).toEqual([{ word: 'firestick', as: ['fire stick'] }]);
  });

  test('is a word that others were taken for: the likeliest three are told, and no word as it is written', () => {
    const index = titled('Tarnel lamp', 'Tarnol lamp', 'Tarnil lamp', 'Tarnul lamp', ...SHELVES);
    const { readAs } = index.searchNow({ q: 'tarnal lamp' });
    expect(readAs).toEqual([{ word: 'tarnal', as: expect.arrayContaining([expect.any(String)]) }]);
    expect(readAs[0]?.as).toHaveLength(3);
    expect(index.searchNow({ q: 'kelbur' })).toMatchObject({ hasWords: true, unknown: ['kelbur'], total: 0 });
    expect(index.searchNow({ q: '!?' })).toMatchObject({ hasWords: false, unknown: [] });
  });

  test('lacks words only where both levels are asked for; else what has enough of the known ones is all', () => {
    const asked = { q: 'kestrix city and knights wendar kelbur' };
    const index = titled('Kestrix city game', ...SHELVES);
    expect(index.searchNow({ ...asked, more: true })).toMatchObject({ total: 0, lacks: true, further: 1 });
    expect(index.searchNow(asked)).toMatchObject({ total: 1, hits: [{ product: 0 }] });
    const both = titled('Kestrix city game', 'Kestrix lamp', 'Lumo city desk', ...SHELVES);
    expect(both.searchNow({ q: 'kestrix city knights', more: true }).total).toBe(1);
    expect(both.searchNow({ q: 'kestrix city knights' }).total).toBe(3);
  });
});

describe('a page', () => {
  const index = titled('Lamp one', 'Lamp two', 'Desk three', 'Lamp four');

  test('is of as many as are asked for, of what passes', () => {
    expect(productsFound(index, { q: 'lamp', limit: -1 })).toEqual([]);
    expect(productsFound(index, { q: 'lamp', limit: 5_000 })).toHaveLength(3);
    const many = titled(...Array.from({ length: 1_001 }, (_, no) => `Lamp ${no}`));
    expect(productsFound(many, { q: 'lamp', limit: 5_000 })).toHaveLength(1_000);
  });

  test('is of one category and what lies below it', () => {
    const placed = indexOf(
      ['home.lamps.floor', 'home.lamps', 'home.lampshades'].map((category) => ({
        texts: [{ title: 'Lamp', category }],
        offers: [OFFER],
      })),
    );
    expect(productsFound(placed, { q: 'lamp', category: 'home.lamps' })).toEqual([0, 1]);
  });

  test('holds nothing that nobody sells', () => {
    const sold = indexOf([
      { texts: [{ title: 'Lamp' }], offers: [OFFER] },
      { texts: [{ title: 'Lamp' }], offers: [] },
    ]);
    expect(productsFound(sold, { q: 'lamp' })).toEqual([0]);
    expect(sold.passing([1, 0], {})).toEqual([0]);
  });

  test('of a sort is in its order, without what follows, and scores are of words', () => {
    const lamps = titled('Zorbo lamp', 'Zorbo lamp', 'Oak lamp', 'Pine lamp', ...SHELVES);
    expect(lamps.searchNow({ q: 'zorbo lamp', more: true }).further).toBe(2);
    const found = lamps.searchNow({ q: 'zorbo lamp', more: true, sort: 'newest' });
    expect(found.further).toBe(0);
    expect(found.hits.map(({ product }) => product)).toEqual([1, 0]);
    expect(found.hits.every(({ score, key }) => score > 0 && score !== key)).toBe(true);
  });

  test('is in the plain order where that is asked for', () => {
    const lamps = titled('Zorbo oak lamp', 'Lamp of oak by zorbo');
    const keys = (refined?: boolean) =>
      lamps
        .searchNow({ q: 'zorbo oak lamp', ...(refined === undefined ? {} : { refined }) })
        .hits.map(({ key }) => key);
    const [refined = 0] = keys();
    const [plain = 0] = keys(false);
    expect(refined).toBeGreaterThan(plain * 1.01);
  });

  test('goes on to what is like the best only where it is asked for, and with vectors', () => {
    const table = VectorTable.create('m', 16, 4);
    for (let no = 0; no < 4; no++) table.rows.set(quantise(Array.from({ length: 16 }, () => 0.25)), no * 16);
    const asked: SearchRequest = { q: 'lamp', more: true, alike: true };
    const found = (request: SearchRequest, vectors: VectorTable | null) =>
      index.searchNow(request, vectors).hits.map(({ product }) => product);
    expect(found(asked, table)).toContain(2);
    expect(found({ ...asked, alike: false }, table)).not.toContain(2);
    expect(found(asked, null)).not.toContain(2);
    // Nor where a page is full of what has the words.
    const many = titled('Desk three', ...Array.from({ length: 100 }, (_, no) => `Lamp ${no}`));
    const alike = VectorTable.create('m', 16, 101);
    for (let no = 0; no < 101; no++)
      alike.rows.set(quantise(Array.from({ length: 16 }, () => 0.25)), no * 16);
    expect(many.searchNow({ ...asked, limit: 101 }, alike)).toMatchObject({ total: 100, further: 0 });
    // Nor behind what lacks words itself, or behind nothing.
    expect(found({ ...asked, q: 'lamp kelbur wendar' }, table)).not.toContain(2);
    expect(found({ ...asked, q: 'kelbur' }, table)).toEqual([]);
  });
});

describe('measures', () => {
  const read = intentReader({ currency: 'USD', languages: ['en'] });
  /** An answer over products by their titles, each with what its title measures. */
  const measured = (titles: readonly string[], text: string, request: Partial<SearchRequest> = {}) => {
    const columns = new AmountColumns();
    for (const title of titles) columns.add([listingQuantities({ title, attributes: null })]);
    const numbers = Uint32Array.from(titles, (_, no) => no);
    const amounts = VariantAmounts.of(
      { ...columns.finish(), facet_variants: numbers },
      Int32Array.from(numbers),
    );
    const { measures } = read(`x ${text}`);
    expect(measures).toHaveLength(1);
    return titled(...titles).searchNow({ more: true, measures, q: 'cable', ...request }, null, amounts);
  };
  const CABLES = ['Cable 1 m', 'Cable 2 m', 'Cable 3 m', 'Cable 4 m', 'Cable 5 m', 'Cable'];

  test('tell of each hit how it stands to them, and how many meet them', () => {
    const { total, met, hits } = measured(CABLES, 'at least 3 m');
    expect([total, met, hits.length]).toEqual([6, 3, 6]);
    const meeting = hits.filter(({ fit }) => fit === FIT.met).map(({ product }) => product);
    expect(new Set(meeting)).toEqual(new Set([2, 3, 4]));
    expect(measured(CABLES, 'at least 3 m', { sort: 'newest' }).hits).toHaveLength(3);
  });

  test('tell which hits are the thing itself, in the order of the words alone', () => {
    const beside = ['Ash cable 4 m', 'Beam cable 5 m', 'Cable pouch 3 m'];
    const things = ({ hits }: ReturnType<typeof measured>) =>
      hits.filter(({ isThing }) => isThing).map(({ product }) => product);
    expect(new Set(things(measured(beside, 'at least 3 m')))).toEqual(new Set([0, 1]));
    expect(things(measured(beside, 'at least 3 m', { sort: 'newest' }))).toEqual([]);
    const { hits } = titled(...beside).searchNow({ q: 'cable', more: true });
    expect(hits.some(({ isThing }) => isThing)).toBe(false);
  });

  test('tell what meets them behind a page that has too few, and behind a product', () => {
    const page = measured(CABLES, 'at least 3 m', { limit: 2, beyond: 3 });
    const shown = page.hits.filter(({ fit }) => fit === FIT.met).length;
    expect((page.beyond ?? []).length).toBe(3 - shown);
    const known = new Set(page.hits.map(({ product }) => product));
    for (const { product } of page.beyond ?? []) {
      expect([2, 3, 4]).toContain(product);
      expect(known.has(product)).toBe(false);
    }
    expect(measured(CABLES, 'at least 3 m', { limit: 6, beyond: 3 })).not.toHaveProperty('beyond');
    expect(measured(CABLES, 'at least 3 m', { limit: 2, beyond: shown })).not.toHaveProperty('beyond');
    const behind = measured(CABLES, 'at least 3 m', { behind: 2 });
    expect([behind.total, behind.met]).toEqual([6, 3]);
    expect(behind.hits.map(({ product }) => product)).not.toContain(2);
    expect(behind.hits.every(({ product }) => [3, 4].includes(product))).toBe(true);
  });

  test('of whose kind nothing states an amount are left out only where they may be, and told', () => {
    const leaving = measured(CABLES, 'at least 3 kg', { leave: 'unstated' });
    expect(leaving).toMatchObject({ unstated: [0], total: 6 });
    expect(leaving).not.toHaveProperty('met');
    expect(measured(CABLES, 'at least 3 kg')).toMatchObject({ met: 0, total: 6 });
    expect(measured(CABLES, 'at least 3 m', { leave: 'unstated' })).toMatchObject({ met: 3 });
    // Told by what is the thing itself where any is.
    const beside = ['Ash cable', 'Beam cable', 'Cable pouch 3 kg', 'Cable case 4 kg'];
    expect(measured(beside, 'at least 3 kg', { leave: 'unstated' })).toMatchObject({ unstated: [0] });
  });
});
