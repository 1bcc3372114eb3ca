import { describe, expect, test } from 'vitest';
import { quantise } from '../../../warehouse/embedding/vector.ts';
import { VectorTable } from '../../../warehouse/embedding/vector_table.ts';
import { indexOf, OFFER, titled } from './catalogue.ts';

const DIMS = 16;

interface Titled {
  title: string;
  category?: string;
  category_stated?: boolean;
  /** Where it lies on a half circle, in radians: what means the same lies together. */
  angle?: number;
}

/** The titles of those products that are the thing which a query names; null where it tells of none. */
function thingsOf(q: string, products: readonly (Titled | string)[], hasVectors = true): string[] | null {
  const all = products.map((one) => (typeof one === 'string' ? { title: one } : one));
  const index = indexOf(
    all.map(({ title, category = null, category_stated = false }) => ({
      texts: [{ title, category, category_stated }],
      offers: [OFFER],
    })),
  );
  const table = VectorTable.create('m', DIMS, all.length);
  for (const [no, { angle = 0 }] of all.entries())
    table.rows.set(
      quantise(Array.from({ length: DIMS }, (_, at) => (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle)))),
      no * DIMS,
    );
  const things = index.thingsNamed(
    index.parse(q),
    all.map((_, no) => no),
    hasVectors ? table : null,
  );
  return things && all.flatMap(({ title }, no) => (things.has(no) ? [title] : []));
}

const LAPTOPS = ['Kestrix 14 laptop, black', 'Lumenta slim laptop 15', 'Ardentis laptop'];

describe('what is the thing that a query names', () => {
  test('ends a name with the word for it; what names an accessory or stands behind for is something else', () => {
    const others = [
      'Laptop sleeve',
      'Kestrix laptop power adapter',
      'Keyboard for laptop',
      'Leather case, laptop',
      'Lumenta laptop quickdock',
    ];
    expect(thingsOf('laptop', [...LAPTOPS, ...others])).toEqual(LAPTOPS);
    expect(thingsOf('laptop', [...LAPTOPS, ...others], false)).toEqual(LAPTOPS);
    // So does one that goes on to what heads another category.
    const filter = { title: 'Laptop slim privacy filter', category: 'computers.filters' };
    const holding = { title: LAPTOPS[0] as string, category: 'computers.laptops' };
    expect(thingsOf('laptop', [holding, ...LAPTOPS.slice(1), filter])).toEqual(LAPTOPS);
    // What stands behind the next stop comes with the thing, or tells what it is like.
    const set = 'Lumenta laptop, with sleeve and charger';
    expect(thingsOf('laptop', [...LAPTOPS, set])).toEqual([...LAPTOPS, set]);
    // An accessory that is asked for is the thing.
    expect(thingsOf('laptop sleeve', [...LAPTOPS, ...others])).toContain('Laptop sleeve');
  });

  test('is what means about the same as those that are sure, and nothing that means something else', () => {
    const products: Titled[] = [
      ...LAPTOPS.map((title) => ({ title, angle: 0 })),
      { title: 'Kestrix laptop gaming edition', angle: 0.3 },
      { title: 'Kestrix ProBook 14', angle: 0.3 },
      { title: 'Microsaver laptop lock keyed', angle: 1.2 },
    ];
    expect(thingsOf('laptop', products)).toEqual([
      ...LAPTOPS,
      'Kestrix laptop gaming edition',
      'Kestrix ProBook 14',
    ]);
  });

  test('has the word in the sense that most have', () => {
    const paper = { title: 'Leitz wow notebook a4', angle: 1.5 };
    const products: Titled[] = [
      ...LAPTOPS.map((title) => ({ title: title.replace('laptop', 'notebook'), angle: 0 })),
      paper,
      { ...paper, title: 'Leitz wow notebook a5' },
      // Between the two: what is far from most is left out before others are held to them.
      { title: 'Writing pad', angle: 0.9 },
    ];
    expect(thingsOf('notebook', products)).toEqual(products.slice(0, 3).map(({ title }) => title));
  });

  test('is what a seller puts among such things, whatever its title says', () => {
    const tv = { category: 'electronics.televisions', category_stated: true };
    const own = { title: 'Ocellux Q1 television with remote', ...tv, angle: 0 };
    const products: Titled[] = [
      own,
      { title: 'Panorel Noir 75 smart', ...tv, angle: 0 },
      { title: 'Lumivue 55', ...tv, angle: 0.2 },
      { title: 'Television wall mount', category: 'electronics.mounts', category_stated: true, angle: 0.2 },
    ];
    expect(thingsOf('television', products)).toEqual(products.slice(0, 3).map(({ title }) => title));
    // A category that was guessed from the title tells nothing that the title does not.
    const guessed = products.map((one) => ({ ...one, category_stated: false }));
    expect(thingsOf('television', guessed)).not.toContain(own.title);
  });

  test('is not sure where the title names another kind of thing, of which it is a part', () => {
    const drives = ['Origin 80GB drive', 'Kestrix internal drive, black', 'Lumenta drive 2.5'];
    const wholes = ['Ash', 'Beam', 'Forge', 'Nest'].map((name) => `${name} notebook, 250GB drive`);
    const products: Titled[] = [
      ...drives.map((title) => ({ title, category: 'computers.drives', angle: 0 })),
      ...wholes.map((title) => ({ title, category: 'computers.notebooks', angle: 1.5 })),
    ];
    expect(thingsOf('drive', products)).toEqual(drives);
  });

  test('where few are sure, is all that has the word and does not name an accessory', () => {
    const products = [
      { title: 'Kestrix tablet pro', angle: 0 },
      { title: 'Lumenta slate', angle: 1.5 },
      { title: 'Tablet holder', angle: 0 },
    ];
    expect(thingsOf('tablet', products)).toEqual(['Kestrix tablet pro']);
  });

  test('is named by the last noun, in Romance languages by the first', () => {
    const products = [...LAPTOPS, 'Silent mouse', 'Ambidextrous mouse, red', 'Tiny mouse'];
    const mice = products.map((title, at) => ({ title, angle: at < 3 ? 0 : 1.5 }));
    expect(thingsOf('laptop mouse', mice)).toEqual(products.slice(3));
    expect(thingsOf('laptop de la mouse', mice)).toEqual(LAPTOPS);
  });

  test('is what goes on with another word that is asked for', () => {
    const products = [
      { title: 'Ash hob', category: 'cooking.electric' },
      { title: 'Beam kit', category: 'care.shavers' },
      { title: 'Forge electric shaver', category: 'care.sets' },
    ];
    expect(thingsOf('forge shaver electric', products)).toContain('Forge electric shaver');
    expect(thingsOf('forge electric', products)).not.toContain('Forge electric shaver');
  });

  test('is nothing where the query names none', () => {
    expect(thingsOf('15', LAPTOPS)).toBeNull();
  });
});

describe('what only goes with a thing', () => {
  const besideIn = (q: string, ...titles: string[]) => {
    const products = titles.map((title) => ({
      texts: [{ title, category: 'camp.tents', category_stated: true }],
      offers: [OFFER],
    }));
    return indexOf(products).searchNow({ q, more: true, things: true }).beside ?? null;
  };

  test('is told of no word that a number counts just so in a title', () => {
    expect(
      besideIn('vantor hut 3 person', 'Vantor Hut 3-Person Tent', 'Vantor Hut 2-Person Tent'),
    ).toBeNull();
    // Of another number, or where no number stands before it, it is.
    expect(besideIn('vantor hut 3 person', 'Vantor Hut 4-Person Tent 3')).toBe('person');
    expect(besideIn('vantor hut person', 'Vantor Hut 3-Person Tent')).toBe('person');
  });

  /** The same, where each product is of its own titles in its own category. */
  const besideOf = (q: string, ...products: [category: string, ...titles: string[]][]) => {
    const all = products.map(([category, ...titles]) => ({
      texts: titles.map((title) => ({ title, category, category_stated: true })),
      offers: [OFFER],
    }));
    return indexOf(all).searchNow({ q, more: true, things: true }).beside ?? null;
  };
  test('is nothing that another seller calls so', () => {
    const mill: [string, string] = ['kitchen.grinders', 'Forge coffee grinder'];
    const asked = 'nest oval ribbed grinder';
    expect(besideOf(asked, ['sport.bowls', 'Nest oval ribbed bowl'], mill)).toBe('grinder');
    expect(besideOf(asked, ['sport.bowls', 'Nest oval ribbed bowl', 'Nest grinder'], mill)).toBeNull();
    // What only a specification says of it, it is not.
    const bowl = { title: 'Nest oval ribbed bowl', category: 'sport.bowls', category_stated: true };
    const specified = { ...bowl, attributes: { 'general.goes_with': 'grinder' } };
    const oven = { title: 'Forge coffee grinder', category: 'kitchen.grinders', category_stated: true };
    const index = indexOf([specified, oven].map((text) => ({ texts: [text as never], offers: [OFFER] })));
    expect(index.searchNow({ q: asked, more: true, things: true }).beside).toBe('grinder');
  });

  test('is told of every word that is goods, and of no maker’s name', () => {
    const pad: [string, string] = ['bags.cases', 'Nest notebook, ruled'];
    expect(besideOf('notebook ruled', pad, ['office.labels', 'Ash ruled labels'])).toBeNull();
    const strings = ['Apple guitar strings', 'Apple thin guitar strings'].map((title) => ({
      texts: [{ title, brand: 'Apple', category: 'music.strings', category_stated: true }],
      offers: [OFFER],
    }));
    const { beside } = indexOf(strings).searchNow({ q: 'apple guitar', more: true, things: true });
    expect(beside).toBe('guitar');
  });
});

test('a step of a series, and what something does, are no things that are missing', () => {
  const beside = (q: string, title: string) =>
    titled(title, 'Oak desk').searchNow({ q, more: true, things: true }).beside;
  expect(beside('vantor plus', 'Vantor Plus Case')).toBeUndefined();
  expect(beside('vantor keeps running', 'Vantor Running Case')).toBeUndefined();
  expect(beside('vantor hut', 'Vantor Hut Case')).toBe('hut');
});

test('an accessory’s word in what lists call goods is no accessory: a stand mixer is a mixer', () => {
  const beside = (q: string, title: string) =>
    titled(title, 'Oak desk').searchNow({ q, more: true, things: true }).beside;
  expect(beside('kestrix mixer', 'Kestrix tilt-head stand mixer')).toBeUndefined();
  expect(beside('kestrix mixer', 'Kestrix tilt-head holder mixer')).toBe('mixer');
});
