import { expect, test } from 'vitest';
import { havingForms } from '../../../warehouse/text/having_forms.ts';
import { indexOf, OFFER } from './catalogue.ts';

test.each([
  ['salted', 'salt'],
  ['salt', 'salted'],
  ['striped', 'stripe'],
  ['stripe', 'striped'],
  ['zipped', 'zip'],
  ['nutty', 'nut'],
  ['spicy', 'spice'],
  ['wooden', 'wood'],
  ['woollen', 'wool'],
  ['wood', 'wooden'],
])('%s says of a thing what %s does', (word, form) => {
  expect(havingForms(word)).toContain(form);
});

test('is no form of itself, of a short word or of a code', () => {
  expect(havingForms('red')).toEqual([]);
  expect(havingForms('x200')).toEqual([]);
  expect(havingForms('salted')).not.toContain('salted');
});

const found = (q: string, ...titles: string[]) => {
  const index = indexOf(titles.map((title) => ({ texts: [{ title }], offers: [OFFER] })));
  const { hits, readAs, unknown } = index.searchNow({ q });
  return { titles: hits.map(({ product }) => titles[product]), readAs, unknown };
};

test('a word of English that nothing here has is read as one that says the same, and that is told', () => {
  const first = (q: string, ...titles: string[]) => {
    const { titles: hits, ...told } = found(q, ...titles);
    return { first: hits[0], ...told };
  };
  expect(first('salted chips', 'Crackleby Chips, paprika', 'Crackleby Chips, sea salt')).toEqual({
    first: 'Crackleby Chips, sea salt',
    readAs: [{ word: 'salted', as: ['salt'] }],
    unknown: [],
  });
  // What is written here is no form of another word.
  expect(first('salted chips', 'Salt for chips', 'Chips, salted')).toEqual({
    first: 'Chips, salted',
    readAs: [],
    unknown: [],
  });
  // Another word of English may be just what is missing.
  expect(found('baked chips', 'Chips, salt', 'Chips for bakers').unknown).toEqual(['baked']);
});
