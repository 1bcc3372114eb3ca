import { describe, expect, it } from 'vitest';
import { indexOf, OFFER, type TestProduct } from './catalogue.ts';

describe('suggest', () => {
  const products = [
    ...Array.from({ length: 6 }, (_, no) => ({
      brand: 'Sony',
      category: 'audio.headphones',
      title: `Sony wireless headphones ${no}`,
    })),
    ...Array.from({ length: 4 }, (_, no) => ({
      brand: 'Bose',
      category: 'audio.speakers',
      title: `Bose bluetooth speaker ${no}`,
    })),
    ...Array.from({ length: 30 }, (_, no) => ({
      brand: no < 2 ? 'Under Armour' : 'Acme',
      category: 'shoes',
      title: `a${String.fromCodePoint(97 + (no % 26))}${String.fromCodePoint(98 + (no % 24))}s shoe`,
    })),
  ].map((text_): TestProduct => ({ texts: [text_], offers: [OFFER] }));
  const index = indexOf(products);
  const texts = async (q: string, category?: string) =>
    (await index.suggest({ q, ...(category === undefined ? {} : { category }) })).map((one) =>
      one.kind === 'product' ? `#${products[one.product]?.texts[0]?.title}` : `${one.kind}:${one.text}`,
    );

  it.each([
    ['so', 'brand:Sony'],
    ['headp', 'category:audio.headphones'],
    ['wireless he', 'query:wireless headphones'],
    ['blutooth', 'query:bluetooth'],
    ['bose', '#Bose bluetooth speaker 0'],
    ['so', 'brand:Sony'],
    ['under a', 'brand:Under Armour'],
    ['bose blue', 'query:bose bluetooth'],
  ])('%s offers %s', async (q, wanted) => {
    expect(await texts(q)).toContain(wanted);
  });

  it('begins with what most products have and most sellers carry, not with letters', async () => {
    const carried = indexOf([
      ...Array.from({ length: 3 }, (_, no) => ({ texts: [{ title: `Lava lamp ${no}` }], offers: [OFFER] })),
      ...Array.from({ length: 5 }, (_, no) => ({
        texts: [{ title: `Loom ${no} for 20 loads` }],
        offers: no === 4 ? [OFFER, OFFER, OFFER] : [OFFER],
      })),
    ]);
    const found = await carried.suggest({ q: 'l' });
    expect(found.find(({ kind }) => kind === 'query')).toMatchObject({ text: 'loom' });
    expect(found.find(({ kind }) => kind === 'product')).toMatchObject({ product: 7 });
    expect(found).not.toContainEqual(expect.objectContaining({ text: 'loads' }));
    // Half of what is typed is no beginning.
    expect((await carried.suggest({ q: 'qzxvkwj l' })).filter(({ kind }) => kind !== 'product')).toEqual([]);
  });

  it('does not take for a phrase what a comma or a bracket parts', async () => {
    const parted = indexOf(
      Array.from({ length: 4 }, (_, no) => ({
        texts: [{ title: `Headphones, Wireless (Active ${no}) noise cancelling` }],
        offers: [OFFER],
      })),
    );
    const phrases = async (q: string) =>
      (await parted.suggest({ q })).flatMap((one) => ('text' in one ? one.text : []));
    expect(await phrases('headp')).toEqual(['headphones']);
    expect(await phrases('noise')).toEqual(['noise', 'noise cancelling']);
  });

  it('stays inside a category', async () => {
    const inside = await texts('s', 'audio.speakers');
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.every((one) => one.startsWith('#Bose') || one.startsWith('category:audio.speakers'))).toBe(
      true,
    );
  });
});
