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

test.each([
  ['salt', 'salted salty salten'],
  // The last letter behind one vowel is written twice, too; not behind two, nor an x or a w.
  ['drum', 'drumed drummed drumy drummy drumen drummen'],
  ['bead', 'beaded beady beaden'],
  ['snow', 'snowed snowy snowen'],
  // An e at the end is one with that of the end.
  ['stripe', 'striped stripy stripen'],
  // What it is made of has three letters or more: an age, no ag.
  ['aged', 'age ageded agedded agedy ageddy ageden agedden'],
  // What is written twice was so for the end, where it stands before it.
  ['zipped', 'zipp zippe zip zippeded zippedded zippedy zippeddy zippeden zippedden'],
  ['bottled', 'bottl bottle bottleded bottledded bottledy bottleddy bottleden bottledden'],
])('%s may be said as %s', (word, forms) => {
  expect(havingForms(word).join(' ')).toBe(forms);
});

test.each(['red', 'x200', 'salt2', '2salt', 'Salt', 'salé'])('%s has no other forms', (word) => {
  expect(havingForms(word)).toEqual([]);
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
