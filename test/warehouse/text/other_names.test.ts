import { expect, test } from 'vitest';
import { indexOf, OFFER } from './catalogue.ts';

/** Titles that the word for a thing names, by the library's own lists; each begins with its maker's name. */
const named = (q: string, ...titles: string[]) => {
  const index = indexOf(
    titles.map((title) => ({ texts: [{ title, brand: title.split(' ')[0] as string }], offers: [OFFER] })),
  );
  const query = index.parse(q);
  const things = index.thingsNamed(
    query,
    titles.map((_, at) => at),
    null,
  );
  const isOther = index.namedOtherwise(query);
  return titles.filter((_, at) => things?.has(at) === true && isOther?.(at) !== true);
};

const CLOTHES = 'Kestrix Electric Clothes Dryer, White';
const HAIR = 'Revola Compact Ionic Hair Dryer, Pink';

test.each(['dryer', 'tumble dryer', 'wäschetrockner'])(
  'a word that lists have for a name of two words names nothing that they call otherwise: %s',
  (q) => {
    expect(named(q, HAIR, CLOTHES)).toEqual([CLOTHES]);
  },
);

test('who asks for the other name finds it', () => {
  expect(named('hair dryer', HAIR)).toEqual([HAIR]);
  expect(named('dryer for hair', HAIR)).toEqual([HAIR]);
});

test('of a thing that is called by its word alone all kinds are it', () => {
  const chairs = ['Kestrix Office Chair', 'Kestrix Rocking Chair'];
  expect(named('chair', ...chairs)).toEqual(chairs);
});
